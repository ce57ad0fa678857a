/**
 * The common parts of the shop's pages: their frame with its links, and the headers with which they are sent.
 *
 * The rule: no page is a dead end. From each of them links lead to the shop, to an order, to help and to the terms, in the
 * language of the page. A page with one person's data is sent with `personal`, so that no cache keeps it and its address
 * does not leak. No page has a script or loads anything but the shop's own pictures. Follows docs/specification.md#pages.
 *
 * @since 1.0.0
 */
import { Policy } from "@beauty-store/commerce/Policy"
import type { Language } from "@beauty-store/domain/Language"
import { policyOf } from "@beauty-store/ui/ContentSecurityPolicy"
import { Document, render } from "@beauty-store/ui/Document"
import { ShopPage, type Site } from "@beauty-store/ui/Layout"
import { site as stylesheet } from "@beauty-store/ui/Stylesheet"
import type { Message } from "@beauty-store/ui/Wording"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type { ComponentChildren, VNode } from "preact"
import { ShopFront, type ShopFrontPages } from "../pipeline/PageRoute.ts"
import { findOrder } from "../pipeline/RequestLanguage.ts"
import * as Messages from "./Messages.ts"

/** What every page knows of its shop. */
export interface Frame {
  readonly storeName: string
  readonly language: Language
  /** The address of a page of the shop in the frame's language, by its path in English: `/policies/terms`. */
  readonly link: (path: string) => string
}

/** Where a store without a shop front has a page: the shop's rules are in each language, the others in English. */
const ownAddress = (language: Language, path: string): string =>
  language === "de" && path.startsWith("/policies/") ? `/de${path}` : path

/** The frame of pages in a language. A shop front has its pages in each. */
export const frameOf = (
  storeName: string,
  language: Language,
  front: Pick<ShopFrontPages, "addressOf"> | undefined
): Frame => ({
  storeName,
  language,
  link: (path) => path === "/orders/find" ? findOrder(language) : (front?.addressOf ?? ownAddress)(language, path)
})

/** The same, for the shop that a page is served for. */
export const frameIn = (language: Language): Effect.Effect<Frame, never, Policy> =>
  Effect.zipWith(Policy, ShopFront, ({ storeName }, front) => frameOf(storeName, language, front))

/** The links of every page. */
const siteOf = ({ language, link, storeName }: Frame): Site => {
  const words = Messages.frame
  const linkTo = (path: string, message: Message) => ({ href: link(path), words: message(language) })
  return {
    name: storeName,
    home: link("/"),
    words: { skip: words.skip(language), header: words.shop(language), footer: words.helpAndTerms(language) },
    header: [
      linkTo("/", words.shop),
      linkTo("/orders/find", words.yourOrder),
      linkTo("/policies/contact", words.help)
    ],
    footer: [
      linkTo("/policies/returns", words.returns),
      linkTo("/policies/shipping", words.shipping),
      linkTo("/policies/terms", words.terms),
      linkTo("/policies/privacy", words.privacy),
      linkTo("/policies/imprint", words.imprint)
    ]
  }
}

interface PageProps {
  readonly frame: Frame
  /** The part of the browser's title before the shop's name; default: the shop's name alone. */
  readonly title?: string
  readonly width?: "wide" | "narrow"
  /** The page's own path in English, if one of its links leads there. */
  readonly current?: string
  readonly personal?: boolean
  /** An address to which the browser goes on by itself. */
  readonly onward?: string
  readonly children: ComponentChildren
}

/** A whole page of the shop. */
export const Page = (
  { children, current, frame, onward, personal = false, title, width = "narrow" }: PageProps
): VNode => (
  <Document
    title={title === undefined ? frame.storeName : `${title} · ${frame.storeName}`}
    icon="/favicon.ico"
    language={frame.language}
    personal={personal}
    {...(onward === undefined ? {} : { onward })}
  >
    <ShopPage
      site={siteOf(frame)}
      width={width}
      {...(current === undefined ? {} : { current: frame.link(current) })}
    >
      {children}
    </ShopPage>
  </Document>
)

/** The headers of a page that is the same for everybody. */
export const cacheable = { "cache-control": "public, max-age=60" }

/** The headers of a page behind a capability URL. */
export const personal = { "cache-control": "no-store", "referrer-policy": "no-referrer", "x-robots-tag": "noindex" }

/** The header of every page; `forms` says whether it has forms, which go to this shop. */
export const pageHeaders = (forms = false) => ({
  "content-security-policy": policyOf(stylesheet, forms ? "'self'" : "'none'")
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
