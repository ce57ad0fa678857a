/**
 * The frame of every page of the shop front: its head for browsers and search engines, header, footer, and the headers
 * with which it is sent. Each page has one address in each language, and says so (`canonical`, `hreflang`). A page that
 * shows one person's data is `personal`: it is not cached or indexed. Follows docs/storefront.md#languages.
 */
import { listRoots, pathTo } from "@beauty-store/domain/CategoryTree"
import { languageIn, type Locale, tagOf, textIn } from "@beauty-store/domain/Language"
import type { ShopLink } from "@beauty-store/domain/Look"
import * as ShopText from "@beauty-store/domain/ShopText"
import { findOrder } from "@beauty-store/http/internal/pipeline/RequestLanguage"
import { texts } from "@beauty-store/http/pages/PolicyTexts"
import { darkLogoPicture, logoPicture } from "@beauty-store/http/pipeline/RasterPictures"
import { policyOf } from "@beauty-store/ui/ContentSecurityPolicy"
import { Document, render } from "@beauty-store/ui/Document"
import { type Format, formatIn } from "@beauty-store/ui/Format"
import { ShopPage } from "@beauty-store/ui/Layout"
import * as PageHeaders from "@beauty-store/ui/PageHeaders"
import type { Link, Logo, Site, Translation } from "@beauty-store/ui/Site"
import type { ComponentChildren, VNode } from "preact"
import { nameOf, pathIn } from "./Language.ts"
import * as Messages from "./Messages.ts"
import type { PageContext, Shop } from "./PageContext.ts"
import { script } from "./Script.ts"

/** The path of another page of the shop front in the language of this one. */
export const link = ({ language, shop }: Pick<PageContext, "shop" | "language">, path: string): string =>
  pathIn(shop, language, path)

/** How the language of a page writes. */
export const formatOf = ({ language }: Pick<PageContext, "language">): Format => formatIn(language)

/** An amount in the shop's currency. */
export const money = (context: PageContext, amountMinor: number): string =>
  formatOf(context).money(amountMinor, context.shop.policy.currency)

/** What a category is called in the language of a page. */
export const categoryName = (
  { language, shop: { policy } }: Pick<PageContext, "language" | "shop">,
  category: string
): string => ShopText.categoryName(policy.texts, language, category)

/** A category and those above it, in the words of a page: "Skincare › Creams". */
export const categoryPath = (
  context: Pick<PageContext, "language" | "shop">,
  category: string,
  between = " › "
): string => pathTo(context.shop.policy.parents, category).map((one) => categoryName(context, one)).join(between)

/** Whether the shop has a page of a category: it may have given one up that products still name. */
export const hasCategory = ({ shop: { policy } }: Pick<PageContext, "shop">, category: string): boolean =>
  policy.categories.includes(category)

/** The steps to a category from the top, itself last; none to one that the shop has given up. */
export const categorySteps = (context: PageContext, category: string): ReadonlyArray<Link> =>
  !hasCategory(context, category) ? [] : pathTo(context.shop.policy.parents, category).map((one) => (
    { href: link(context, `/categories/${one}`), words: categoryName(context, one) }
  ))

/** The path of a page of the shop's own. */
export const pathOfPage = ({ name }: ShopText.ShopPage): string => {
  const rules = [`/policies/${name}`, `/${name}`].find((path) => Object.hasOwn(texts, path))
  return rules ?? `/pages/${name}`
}

/** The whole address of a page. */
export const addressOf = (context: PageContext, language: Locale = context.language): string => {
  const { shop } = context
  return shop.policy.baseUrl + pathIn(shop, language, context.path) + (context.query ?? "")
}

/** A link of the look of a shop, in the language of a page: to a category, the brands or a page it says its name. */
export const linkOf = (context: Pick<PageContext, "shop" | "language">, { to, words }: ShopLink): Link => {
  const [, kind, name = ""] = /^\/(categories|pages)\/([^/?]+)/.exec(to) ?? []
  const page = kind === "pages" ? context.shop.policy.pages.find((one) => one.name === name) : undefined
  const named = kind === "categories"
    ? categoryName(context, name)
    : to === "/brands"
    ? Messages.frame.brands(context.language)
    : to
  const said = words ?? page?.title ?? named
  return { href: link(context, page === undefined ? to : pathOfPage(page)), words: textIn(said, context.language) }
}

/** A logo is shown so high, in pixels of CSS. */
const logoHeight = 40

/** The smallest file of a logo that is sharp on all screens, or else the largest. */
const logoFile = ({ pictures }: Shop, id: string) => {
  const files = pictures.of(id).filter(({ type }) => type === "image/webp")
  return files.find(({ height }) => height >= 2 * logoHeight) ?? files.at(-1)
}

/** What stands in the place of the shop's name, if it has a logo. */
export const logoOf = (shop: Shop): Logo | undefined => {
  const file = logoFile(shop, logoPicture)
  return file === undefined ? undefined : {
    light: file.path,
    dark: logoFile(shop, darkLogoPicture)?.path,
    width: Math.round(file.width * logoHeight / file.height),
    height: logoHeight
  }
}

/** The header and footer of every page of the shop, in a language. */
export const siteIn = (shop: Shop, language: Locale): Site => {
  const { categories, parents, look: { navigation }, storeName, texts: { searchHint } } = shop.policy
  const { frame, list } = Messages
  const to = (path: string, words: string): Link => ({ href: pathIn(shop, language, path), words })
  const parts = listRoots(parents, categories).map((category) =>
    to(`/categories/${category}`, categoryName({ language, shop }, category))
  )
  const written = shop.policy.pages.filter((one) => pathOfPage(one).startsWith("/pages/"))
    .map((one) => to(pathOfPage(one), textIn(one.title, language)))
  const brands = to("/brands", frame.brands(language))
  return {
    name: storeName,
    logo: logoOf(shop),
    look: shop.look,
    home: pathIn(shop, language, "/"),
    skip: frame.skip(language),
    search: {
      action: pathIn(shop, language, "/search"),
      label: frame.searchLabel(language),
      hint: searchHint === undefined ? frame.searchHint(language) : textIn(searchHint, language),
      button: frame.search(language)
    },
    cart: to("/cart", frame.cart(language)),
    navigation: navigation === undefined
      ? { name: frame.categories(language), links: [...parts, brands] }
      : { name: frame.shop(language), links: navigation.map((one) => linkOf({ language, shop }, one)) },
    groups: [
      {
        name: frame.service(language),
        links: [
          to("/help", frame.help(language)),
          { href: findOrder(language), words: frame.yourOrder(language) },
          to("/policies/shipping", frame.shipping(language)),
          to("/policies/returns", frame.returns(language)),
          to("/contact", frame.contact(language))
        ]
      },
      { name: frame.shop(language), links: [to("/products", list.all(language)), brands, ...parts, ...written] }
    ],
    legal: {
      name: frame.legal(language),
      links: [
        to("/policies/imprint", frame.imprint(language)),
        to("/policies/terms", frame.terms(language)),
        to("/policies/privacy", frame.privacy(language)),
        { href: "/developers", words: frame.developers(language) }
      ]
    },
    note: frame.priceNote(language) + (shop.demo ? ` ${frame.demo(language)}` : "")
  }
}

/** The same page in the other languages. */
const translationsOf = ({ language, path, query = "", shop }: PageContext): ReadonlyArray<Translation> =>
  shop.languages.filter((one) => one !== languageIn(language)).map((other) => ({
    href: link({ shop, language: other }, path) + query,
    language: other,
    words: nameOf[other]
  }))

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
  /** Somebody is about to order: no ways out but the cart and the shop's rules. */
  readonly checkout?: boolean
  /** An address to which the browser goes on by itself. */
  readonly onward?: string
  readonly children: ComponentChildren
}

const Preview = ({ description, image, context, title }: PageProps): VNode => (
  <>
    <link rel="canonical" href={addressOf(context)} />
    {context.shop.languages.length > 1 && (
      <>
        {context.shop.languages.map((language) => (
          <link rel="alternate" hreflang={language} href={addressOf(context, language)} />
        ))}
        <link rel="alternate" hreflang="x-default" href={addressOf(context, context.shop.languages[0])} />
      </>
    )}
    {description !== undefined && <meta name="description" content={description} />}
    <meta property="og:site_name" content={context.shop.policy.storeName} />
    <meta property="og:type" content={context.path.startsWith("/products/") ? "product" : "website"} />
    <meta property="og:title" content={title} />
    {description !== undefined && <meta property="og:description" content={description} />}
    <meta property="og:url" content={addressOf(context)} />
    <meta property="og:locale" content={tagOf(context.language).replace("-", "_")} />
    {image !== undefined && <meta property="og:image" content={image} />}
    <meta name="twitter:card" content={image === undefined ? "summary" : "summary_large_image"} />
  </>
)

/** A whole page, as text. */
export const page = (props: PageProps): string => {
  const { checkout = false, children, data = [], onward, personal = false, q, context, text = false, title } = props
  const { language, path, shop, units = 0 } = context
  return render(
    <Document
      title={`${title} · ${shop.policy.storeName}`}
      icon="/favicon.ico"
      language={language}
      stylesheet={shop.stylesheet}
      typefaces={shop.look.typefaces}
      script={script}
      head={personal ? <meta name="robots" content="noindex, nofollow" /> : <Preview {...props} />}
      data={personal ? [] : data}
      {...(onward === undefined ? {} : { onward })}
    >
      <ShopPage
        site={siteIn(shop, language)}
        width={text ? "narrow" : "wide"}
        current={link(context, path)}
        {...(context.isAnswer || shop.languages.length === 1
          ? {}
          : { translations: { name: Messages.frame.languages(language), links: translationsOf(context) } })}
        units={units > 0 ? { count: units, words: Messages.frame.cartUnits(language, { count: units }) } : undefined}
        q={q}
        checkout={checkout}
      >
        {children}
      </ShopPage>
    </Document>
  )
}

/** The headers of every page of a shop. Each has a form, that of the search. */
export const pageHeaders = ({ stylesheet }: Pick<Shop, "stylesheet">) => ({
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": policyOf(stylesheet, "'self'", script),
  "referrer-policy": "same-origin"
})

/** The headers of a page that is made anew for each request, and shows nobody's data. */
export const uncachedHeaders = (shop: Shop) => ({ ...pageHeaders(shop), ...PageHeaders.uncached })

/** The headers of a page that shows one person's data. */
export const personalHeaders = (shop: Shop) => ({ ...pageHeaders(shop), ...PageHeaders.personal })

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
