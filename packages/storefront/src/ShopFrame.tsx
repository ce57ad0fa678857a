/**
 * The frame of every page of the shop front: its head for browsers and search engines, header, footer, and the headers
 * with which it is sent.
 *
 * The rule: each page has one address in each language, says so (`canonical`, `hreflang`), and links to itself in the
 * other. A page that shows one person's data is `personal`: it is not cached, indexed or named to others. From each page
 * links lead to the shop, the cart, help, and what the law wants. Follows docs/storefront.md#languages.
 */
import { type Language, languages } from "@beauty-store/domain/Language"
import { findOrder } from "@beauty-store/http/internal/pipeline/RequestLanguage"
import { policyOf } from "@beauty-store/ui/ContentSecurityPolicy"
import { Document, render } from "@beauty-store/ui/Document"
import { type Format, formats } from "@beauty-store/ui/Format"
import type { Link } from "@beauty-store/ui/Layout"
import { Mark } from "@beauty-store/ui/Marks"
import type { ComponentChildren, VNode } from "preact"
import { nameOf, pathIn } from "./Language.ts"
import * as Messages from "./Messages.ts"
import type { PageContext } from "./PageContext.ts"
import { script } from "./Script.ts"
import { stylesheet } from "./ShopStyles.ts"

/** The path of another page of the shop front in the language of this one. */
export const link = ({ language, shop: { prefix } }: Pick<PageContext, "shop" | "language">, path: string): string =>
  pathIn(prefix, language, path)

/** How the language of a page writes. */
export const formatOf = ({ language }: Pick<PageContext, "language">): Format => formats[language]

/** An amount in the shop's currency. */
export const money = (context: PageContext, amountMinor: number): string =>
  formatOf(context).money(amountMinor, context.shop.policy.currency)

/** The name of a category; one that the shop front has no name for is written as its words. */
export const categoryName = (language: Language, category: string): string =>
  Object.hasOwn(Messages.categories, category)
    ? Messages.categories[category]!(language)
    : category.charAt(0).toUpperCase() + category.slice(1).replaceAll("-", " ")

/** The whole address of a page. */
export const addressOf = (context: PageContext, language: Language = context.language): string => {
  const { policy: { baseUrl }, prefix } = context.shop
  return baseUrl + pathIn(prefix, language, context.path) + (context.query ?? "")
}

const Find = (): VNode => (
  <Mark width={20}>
    <circle cx="8.6" cy="8.6" r="5.6" fill="none" stroke="currentColor" stroke-width="1.8" />
    <path d="m12.8 12.8 4.4 4.4" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" />
  </Mark>
)

const Bag = (): VNode => (
  <Mark width={20}>
    <path d="M4 6.8h12l-.9 10H4.9z" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round" />
    <path d="M7.2 8.8V5.4a2.8 2.8 0 0 1 5.6 0v3.4" fill="none" stroke="currentColor" stroke-width="1.6" />
  </Mark>
)

/** The same page in the other languages. */
const Switch = ({ context }: { readonly context: PageContext }): VNode => {
  const { language, query = "", shop } = context
  return (
    <nav class="switch" aria-label={Messages.frame.languages(language)}>
      {languages.filter((one) => one !== language).map((other) => (
        <a href={link({ shop, language: other }, context.path) + query} hreflang={other} lang={other}>
          {nameOf[other]}
        </a>
      ))}
    </nav>
  )
}

/** Who checks out sees no ways out but the cart and the shop's rules. */
const isCheckout = ({ path }: PageContext): boolean => path === "/checkout"

const Header = ({ q, context }: { readonly context: PageContext; readonly q?: string | undefined }): VNode => {
  const { language, path, shop: { policy }, units = 0 } = context
  const { cart, cartUnits, categories, search, searchHint, searchLabel } = Messages.frame
  const links = [
    ...policy.categories.map((category) => ({
      path: `/categories/${category}`,
      words: categoryName(language, category)
    })),
    { path: "/brands", words: Messages.frame.brands(language) }
  ]
  return (
    <header class="shop-header">
      <div class="shop-bar">
        <a class="wordmark" href={link(context, "/")}>{policy.storeName}</a>
        <Switch context={context} />
        <a class="cart-link" href={link(context, "/cart")}>
          <Bag />
          <span>{cart(language)}</span>
          {units > 0 && (
            <>
              <b aria-hidden="true">{units}</b>
              <span class="visually-hidden">, {cartUnits(language, { count: units })}</span>
            </>
          )}
        </a>
        {!isCheckout(context) && (
          <form class="finder" role="search" action={link(context, "/search")}>
            <input
              type="search"
              name="q"
              aria-label={searchLabel(language)}
              placeholder={searchHint(language)}
              maxlength={200}
              value={q}
              autocomplete="off"
            />
            <button type="submit" aria-label={search(language)}>
              <Find />
            </button>
          </form>
        )}
      </div>
      {!isCheckout(context) && (
        <div>
          <nav class="shop-nav" aria-label={categories(language)}>
            <ul>
              {links.map(({ path: to, words }) => (
                <li>
                  <a href={link(context, to)} aria-current={to === path ? "page" : undefined}>{words}</a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      )}
    </header>
  )
}

const FooterLinks = ({ links, title }: { readonly title: string; readonly links: ReadonlyArray<Link> }): VNode => (
  <nav aria-label={title}>
    <h2>{title}</h2>
    <ul>
      {links.map(({ href, words }) => (
        <li>
          <a href={href}>{words}</a>
        </li>
      ))}
    </ul>
  </nav>
)

const Footer = ({ context }: { readonly context: PageContext }): VNode => {
  const { language, shop: { demo, policy } } = context
  const { frame } = Messages
  const to = (path: string, words: (language: Language) => string) => ({
    href: link(context, path),
    words: words(language)
  })
  return (
    <footer class="shop-footer">
      <div>
        {!isCheckout(context) && (
          <>
            <FooterLinks
              title={frame.service(language)}
              links={[
                to("/help", frame.help),
                { href: findOrder(language), words: frame.yourOrder(language) },
                to("/policies/shipping", frame.shipping),
                to("/policies/returns", frame.returns),
                to("/contact", frame.contact)
              ]}
            />
            <FooterLinks
              title={frame.shop(language)}
              links={[
                to("/products", Messages.list.all),
                to("/brands", frame.brands),
                ...policy.categories.map((category) => ({
                  href: link(context, `/categories/${category}`),
                  words: categoryName(language, category)
                }))
              ]}
            />
          </>
        )}
        <FooterLinks
          title={frame.legal(language)}
          links={[
            to("/policies/imprint", frame.imprint),
            to("/policies/terms", frame.terms),
            to("/policies/privacy", frame.privacy),
            { href: "/developers", words: frame.developers(language) }
          ]}
        />
        <p class="fine">
          {frame.priceNote(language)}
          {demo && ` ${frame.demo(language)}`}
        </p>
      </div>
    </footer>
  )
}

/** What a page says of itself. */
export interface PageProps {
  readonly context: PageContext
  readonly title: string
  /** For search engines and previews. */
  readonly description?: string
  /** Shows one person's data, or is nothing to find by a search. */
  readonly personal?: boolean
  /** A narrower page of text. */
  readonly text?: boolean
  /** The address of a picture for previews. */
  readonly image?: string | undefined
  readonly data?: ReadonlyArray<object>
  /** What was searched. */
  readonly q?: string | undefined
  /** An address to which the browser goes on by itself. */
  readonly onward?: string
  readonly children: ComponentChildren
}

const Preview = ({ description, image, context, title }: PageProps): VNode => (
  <>
    <link rel="canonical" href={addressOf(context)} />
    {languages.map((language) => <link rel="alternate" hreflang={language} href={addressOf(context, language)} />)}
    <link rel="alternate" hreflang="x-default" href={addressOf(context, "en")} />
    {description !== undefined && <meta name="description" content={description} />}
    <meta property="og:site_name" content={context.shop.policy.storeName} />
    <meta property="og:type" content={context.path.startsWith("/products/") ? "product" : "website"} />
    <meta property="og:title" content={title} />
    {description !== undefined && <meta property="og:description" content={description} />}
    <meta property="og:url" content={addressOf(context)} />
    <meta property="og:locale" content={context.language === "de" ? "de_DE" : "en_IE"} />
    {image !== undefined && <meta property="og:image" content={image} />}
    <meta name="twitter:card" content={image === undefined ? "summary" : "summary_large_image"} />
  </>
)

/** A whole page, as text. */
export const page = (props: PageProps): string => {
  const { children, data = [], onward, personal = false, q, context, text = false, title } = props
  const { language, shop: { policy } } = context
  return render(
    <Document
      title={`${title} · ${policy.storeName}`}
      icon="/favicon.ico"
      language={language}
      stylesheet={stylesheet}
      script={script}
      head={personal ? <meta name="robots" content="noindex, nofollow" /> : <Preview {...props} />}
      data={personal ? [] : data}
      {...(onward === undefined ? {} : { onward })}
    >
      <a class="skip" href="#content">{Messages.frame.skip(language)}</a>
      <Header context={context} q={q} />
      <main id="content" class={text ? "shop-main text" : "shop-main"}>{children}</main>
      <Footer context={context} />
    </Document>
  )
}

/** The headers of every page. Each has a form, that of the search. */
export const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": policyOf(stylesheet, "'self'", script),
  "referrer-policy": "same-origin"
}

/** The headers of a page that is made anew for each request, and shows nobody's data. */
export const uncachedHeaders = { ...pageHeaders, "cache-control": "no-store" }

/**
 * The headers of a page that shows one person's data. Its address is no secret, and without a referrer browsers would
 * name no origin with its forms.
 */
export const personalHeaders = { ...uncachedHeaders, "x-robots-tag": "noindex" }

/** The way from the home page to this one, the page itself last. */
export const Breadcrumbs = (
  { context, steps }: { readonly context: PageContext; readonly steps: ReadonlyArray<Link> }
): VNode => (
  <nav class="crumbs" aria-label={Messages.frame.breadcrumbs(context.language)}>
    <ol>
      <li>
        <a href={link(context, "/")}>{Messages.frame.home(context.language)}</a>
      </li>
      {steps.map(({ href, words }, index) => (
        <li>
          {index === steps.length - 1 ? <span aria-current="page">{words}</span> : <a href={href}>{words}</a>}
        </li>
      ))}
    </ol>
  </nav>
)
