/**
 * The frame of the shop's pages, and how they are sent (`PageHeaders`).
 *
 * The rule: no page is a dead end. From each of them links lead to the shop, to an order, to help and to the terms, in
 * its language. No page has a script, and none loads anything but the shop's own pictures. Follows
 * docs/specification.md#pages.
 *
 * @since 1.0.0
 */
import { Policy, type StorePolicy } from "@beauty-store/commerce/Policy"
import type { TimeZone } from "@beauty-store/domain/Days"
import { answerIn, type Language, languageIn, type Locale, localeIn } from "@beauty-store/domain/Language"
import { policyOf } from "@beauty-store/ui/ContentSecurityPolicy"
import { Document, render } from "@beauty-store/ui/Document"
import { ShopPage } from "@beauty-store/ui/Layout"
import { usualLook } from "@beauty-store/ui/Look"
import type { Site } from "@beauty-store/ui/Site"
import type { Message } from "@beauty-store/ui/Wording"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type { ComponentChildren, VNode } from "preact"
import { ShopFront, type ShopFrontPages } from "../pipeline/PageRoute.ts"
import { findOrder } from "../pipeline/RequestLanguage.ts"
import * as Messages from "./Messages.ts"

/** What every page knows of its shop. */
export interface Frame {
  readonly language: Locale
  /** In which its times are. */
  readonly timeZone: TimeZone
  /** The address of a page of the shop in the frame's language, by its path in English: `/policies/terms`. */
  readonly link: (path: string) => string
  /** Header and footer. */
  readonly site: Site
}

/** Where a store without a shop front has a page: the shop's rules are in each language, the others in English. */
const ownAddress = (language: Locale, path: string): string =>
  languageIn(language) === "de" && path.startsWith("/policies/") ? `/de${path}` : path

/** The language that a path says in a store without a shop front. */
export const ownLanguageOf = (path: string): Language | undefined => path.startsWith("/de/") ? "de" : undefined

/** The header and footer of a store without a shop front. */
const ownSite = (name: string, language: Locale, link: Frame["link"]): Site => {
  const words = Messages.frame
  const linkTo = (path: string, message: Message) => ({ href: link(path), words: message(language) })
  return {
    name,
    home: link("/"),
    skip: words.skip(language),
    navigation: {
      name: words.shop(language),
      links: [
        linkTo("/", words.shop),
        linkTo("/orders/find", words.yourOrder),
        linkTo("/policies/contact", words.help)
      ]
    },
    groups: [{
      name: words.help(language),
      links: [linkTo("/policies/returns", words.returns), linkTo("/policies/shipping", words.shipping)]
    }],
    legal: {
      name: words.legal(language),
      links: [
        linkTo("/policies/imprint", words.imprint),
        linkTo("/policies/terms", words.terms),
        linkTo("/policies/privacy", words.privacy)
      ]
    }
  }
}

/** The frame of pages in a language. A shop front has its own header and footer, and its pages in each language. */
export const frameOf = (
  { seller, storeName, timeZone }: Pick<StorePolicy, "seller" | "storeName" | "timeZone">,
  spoken: Language,
  front: Pick<ShopFrontPages, "addressOf" | "siteIn"> | undefined
): Frame => {
  const language = localeIn(spoken, seller.country)
  const link = (path: string) =>
    path === "/orders/find" ? findOrder(spoken) : (front?.addressOf ?? ownAddress)(language, path)
  return { language, timeZone, link, site: front?.siteIn(language) ?? ownSite(storeName, language, link) }
}

/** The same, for the shop that a page is served for, in one of its languages. */
export const frameIn = (language: Language | undefined): Effect.Effect<Frame, never, Policy> =>
  Effect.zipWith(
    Policy,
    ShopFront,
    (policy, front) => frameOf(policy, answerIn(policy.languages, language), front)
  )

/** The frame of pages that are in English in every shop: those for developers. */
export const englishFrame: Effect.Effect<Frame, never, Policy> = Effect.map(
  frameIn("en"),
  (frame) => ({ ...frame, language: "en" })
)

export interface PageProps {
  readonly frame: Frame
  /** The part of the browser's title before the shop's name; default: the shop's name alone. */
  readonly title?: string
  readonly width?: "wide" | "narrow"
  /** The page's own path in English, if one of its links leads there. */
  readonly current?: string
  readonly personal?: boolean
  /** Somebody is about to pay: no ways out but the cart and the shop's rules. */
  readonly checkout?: boolean
  /** An address to which the browser goes on by itself. */
  readonly onward?: string
  readonly children: ComponentChildren
}

/** A whole page of the shop. */
export const Page = (
  { checkout = false, children, current, frame, onward, personal = false, title, width = "narrow" }: PageProps
): VNode => {
  const { language, link, site } = frame
  const { stylesheet, typefaces } = site.look ?? usualLook
  return (
    <Document
      stylesheet={stylesheet}
      typefaces={typefaces}
      title={title === undefined ? site.name : `${title} · ${site.name}`}
      icon="/favicon.ico"
      language={language}
      personal={personal}
      {...(onward === undefined ? {} : { onward })}
    >
      <ShopPage
        site={site}
        width={width}
        checkout={checkout}
        {...(current === undefined ? {} : { current: link(current) })}
      >
        {children}
      </ShopPage>
    </Document>
  )
}

/** The header of every page of a shop. Its forms go to this shop. */
export const pageHeaders = ({ site: { look = usualLook } }: Frame) => (
  { "content-security-policy": policyOf(look.stylesheet, "'self'") }
)

export interface Sent {
  readonly headers: Readonly<Record<string, string>>
  readonly status?: number
}

export const send = (frame: Frame, page: VNode, { headers, status = 200 }: Sent) =>
  HttpServerResponse.text(render(page), {
    status,
    contentType: "text/html; charset=utf-8",
    headers: { ...pageHeaders(frame), ...headers }
  })
