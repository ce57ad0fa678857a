/**
 * What the shop's pages have in common: their frame with its links, and how they are sent.
 *
 * The rule: no page is a dead end. From each of them links lead to the shop, to an order, to help and to the terms. What
 * a page shows of one person goes out with `personal`, so that no cache keeps it and no address of it leaks. Nothing has
 * a script or loads anything but pictures of the shop's own. Follows docs/specification.md#pages.
 */
import { Document, render } from "@beauty-store/ui/Document"
import { ShopPage, type Site } from "@beauty-store/ui/Layout"
import { policyOf, site as stylesheet } from "@beauty-store/ui/Stylesheet"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { ComponentChildren, VNode } from "preact"

/** Where the links of every page lead. */
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
  /** Before the shop's name in the browser's title; without one, the shop's name is the title. */
  readonly title?: string
  readonly width?: "wide" | "narrow"
  /** The page's own address, if links lead to it. */
  readonly current?: string
  readonly personal?: boolean
  /** An address that the browser goes on to by itself. */
  readonly onward?: string
  readonly children: ComponentChildren
}

/** A whole page of the shop's. */
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
