/**
 * The common parts of the shop's pages: their frame with its links, and the headers with which they are sent.
 *
 * The rule: no page is a dead end. From each of them links lead to the shop, to an order, to help and to the terms. A
 * page with one person's data is sent with `personal`, so that no cache keeps it and its address does not leak. No page
 * has a script or loads anything but the shop's own pictures. Follows docs/specification.md#pages.
 */
import { policyOf } from "@beauty-store/ui/ContentSecurityPolicy"
import { Document, render } from "@beauty-store/ui/Document"
import { ShopPage, type Site } from "@beauty-store/ui/Layout"
import { site as stylesheet } from "@beauty-store/ui/Stylesheet"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { ComponentChildren, VNode } from "preact"

/** The links of every page. */
const siteOf = (storeName: string): Site => ({
  name: storeName,
  home: "/",
  header: [
    { href: "/", words: "Shop" },
    { href: "/orders/find", words: "Your order" },
    { href: "/policies/contact", words: "Help" }
  ],
  footer: [
    { href: "/policies/contact", words: "Contact" },
    { href: "/policies/returns", words: "Returns" },
    { href: "/policies/shipping", words: "Shipping" },
    { href: "/policies/terms", words: "Terms" },
    { href: "/policies/privacy", words: "Privacy" }
  ]
})

interface PageProps {
  readonly storeName: string
  /** The part of the browser's title before the shop's name; default: the shop's name alone. */
  readonly title?: string
  readonly width?: "wide" | "narrow"
  /** The page's own address, if one of its links leads there. */
  readonly current?: string
  readonly personal?: boolean
  /** An address to which the browser goes on by itself. */
  readonly onward?: string
  readonly children: ComponentChildren
}

/** A whole page of the shop. */
export const Page = (
  { children, current, onward, personal = false, storeName, title, width = "narrow" }: PageProps
): VNode => (
  <Document
    title={title === undefined ? storeName : `${title} · ${storeName}`}
    icon="/favicon.ico"
    personal={personal}
    {...(onward === undefined ? {} : { onward })}
  >
    <ShopPage site={siteOf(storeName)} width={width} {...(current === undefined ? {} : { current })}>
      {children}
    </ShopPage>
  </Document>
)

/** The headers of a page that is the same for everybody. */
export const cacheable = { "cache-control": "public, max-age=60" }

/** The headers of a page behind a capability URL. */
export const personal = { "cache-control": "no-store", "referrer-policy": "no-referrer", "x-robots-tag": "noindex" }

/** The headers of every page; `forms` says whether it has forms, which go to this shop. */
export const pageHeaders = (forms = false) => ({
  "content-security-policy": policyOf(stylesheet, forms ? "'self'" : "'none'"),
  "x-content-type-options": "nosniff"
})

interface Sent {
  readonly headers: Readonly<Record<string, string>>
  readonly status?: number
  readonly forms?: boolean
}

export const send = (page: VNode, { forms = false, headers, status = 200 }: Sent) =>
  HttpServerResponse.text(render(page), {
    status,
    contentType: "text/html; charset=utf-8",
    headers: { ...pageHeaders(forms), ...headers }
  })
