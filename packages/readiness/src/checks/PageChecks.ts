/** Checks of pages as programs read them, without JavaScript: addresses, languages, titles, text and links. */
import { canParse } from "@beauty-store/outbound/UrlText"
import type { Check } from "../Check.ts"
import * as Amount from "../documents/Amount.ts"
import { namesCurrency, namesPrice } from "../documents/Currencies.ts"
import * as IndexingRules from "../documents/IndexingRules.ts"
import * as LinkedData from "../documents/LinkedData.ts"
import * as Evidence from "../Evidence.ts"
import type { SitePage } from "../Site.ts"
import { isShopping } from "../SiteLinks.ts"
import { eachPage, pathOf, unreadOf, withoutProducts } from "./Judging.ts"
import { currencyOf } from "./ProductChecks.ts"

/** The least text that a page of a shop has. */
const leastText = 200

const language = /^(x-default|[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2}|-\d{3})?)$/i

/** The same address, whatever stands behind its path. */
const isSame = (a: string, b: string): boolean =>
  new URL(a).href.replace(/[?#].*$/, "") === new URL(b).href.replace(/[?#].*$/, "")

export const pageChecks: ReadonlyArray<Check> = [
  {
    id: "page.readable",
    dimension: "understandability",
    severity: "critical",
    weight: 5,
    title: "Pages can be read without JavaScript",
    explanation:
      "Most agents run no scripts. The sampled pages need text in the HTML, and those of products the product's name.",
    specification: "https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics",
    evaluate: ({ home, products }) =>
      eachPage("pages", [...(home === undefined ? [] : [home]), ...products], (one) => {
        const { page } = one
        if (page.text.length < leastText) {
          return `only ${Evidence.counted(page.text.length, "character")} of text without scripts`
        }
        if (!("product" in one) || one.product === undefined) return undefined
        const name = LinkedData.textOf(one.product as LinkedData.Node, "name")
        return name === undefined || page.text.toLowerCase().includes(name.replace(/\s+/g, " ").toLowerCase())
          ? undefined
          : `the text does not contain the name ${name}`
      }),
    fix: () => ({
      instructions: "Render name, price and description on the server. Scripts may add to them.",
      patch: "<h1>Example</h1><p>14.90 €</p><p>What it is and what it does.</p>"
    })
  },
  {
    id: "page.price-readable",
    dimension: "understandability",
    severity: "major",
    weight: 2,
    title: "Product pages show a price without JavaScript",
    explanation: "A price that a script fetches does not count.",
    specification: "https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics",
    evaluate: (site) =>
      withoutProducts(site) ??
        eachPage(
          "product pages",
          site.products,
          (one) => {
            const { text } = one.page
            const code = one.offers.map((offer) => currencyOf(offer, one)).find((found) => found !== undefined)
            return namesPrice(text) || (namesCurrency(text, code) && Amount.within(text, "EUR").size > 0)
              ? undefined
              : "no amount with a currency in the text"
          }
        ),
    fix: () => ({ instructions: "Print the price on the server.", patch: "<p>14.90 €</p>" })
  },
  {
    id: "page.links",
    dimension: "discoverability",
    severity: "major",
    weight: 2,
    title: "The home page leads to the products by links",
    explanation: "Robots follow `a` elements with an `href`, no buttons and no scripts.",
    specification: "https://developers.google.com/search/docs/crawling-indexing/links-crawlable",
    evaluate: ({ documents, home, origin, others, products }) => {
      if (home === undefined) return Evidence.error("The home page could not be read.")
      const own = new Set(
        home.page.links.map(({ href }) => href.replace(/#.*$/, "")).filter((href) => href.startsWith(`${origin}/`))
      )
      const addressesOf = ({ document, url }: SitePage) => [
        url,
        ...documents.filter(({ outcome }) => outcome._tag === "Fetched" && outcome.document === document)
          .map(({ request }) => request.url)
      ]
      const known = new Set(products.flatMap(addressesOf))
      const lists = new Set(
        others.filter(({ page }) => page.links.some(({ href }) => known.has(href))).flatMap(addressesOf)
      )
      const shopping = [...own].filter((href) => isShopping(href) || known.has(href) || lists.has(href))
      const opened = new Set(documents.map(({ request }) => request.url))
      const unopened = [...own].filter((href) => !opened.has(href))
      if (shopping.length === 0 && unopened.length > 0) {
        return Evidence.error(
          `None of the pages that were opened of the home page's ${
            Evidence.counted(own.size, "link")
          } leads to products. Not opened: ${pathOf(unopened[0]!)}`
        )
      }
      return Evidence.unless(
        shopping.length === 0
          ? `None of the home page's ${Evidence.counted(own.size, "link")} leads to products or to lists of them.`
          : undefined,
        `${Evidence.counted(shopping.length, "link leads", "links lead")} to products or to lists of them.`
      )
    },
    fix: () => ({
      instructions: "Link to categories, products and policies.",
      patch: "<a href=\"/categories/skincare\">Skincare</a>"
    })
  },
  {
    id: "page.indexable",
    dimension: "discoverability",
    severity: "critical",
    weight: 4,
    title: "No page of the shop asks to be left out of indexes",
    explanation: "`noindex`, as an element or as a header, removes a page from search engines.",
    specification: "https://developers.google.com/search/docs/crawling-indexing/block-indexing",
    evaluate: ({ home, products, startedAt }) =>
      eachPage(
        "pages",
        [...(home === undefined ? [] : [home]), ...products],
        ({ document, page }) => IndexingRules.problemOf(page.metas, document.headers["x-robots-tag"], startedAt)
      ),
    fix: () => ({
      instructions: "Remove the element and the header X-Robots-Tag.",
      patch: "<meta name=\"robots\" content=\"index, follow\">"
    })
  },
  {
    id: "page.canonical",
    dimension: "discoverability",
    severity: "major",
    weight: 2,
    title: "Every page names its own address once",
    explanation: "`canonical` has to be absolute, of this site, and only one.",
    specification: "https://www.rfc-editor.org/rfc/rfc6596",
    evaluate: ({ origin, pages }) =>
      eachPage("pages", pages, ({ page }) => {
        const [one, ...others] = page.canonicals
        if (one === undefined) return "no canonical link"
        if (others.length > 0) return "several canonical links"
        return canParse(one) && new URL(one).origin === origin ? undefined : `the canonical address is ${one}`
      }),
    fix: ({ origin }) => ({
      instructions: "Add this element to the head of each page, with the page's own address.",
      patch: `<link rel="canonical" href="${origin}/products/example">`
    })
  },
  {
    id: "page.languages",
    dimension: "discoverability",
    severity: "minor",
    weight: 1,
    title: "Pages in several languages name each other",
    explanation:
      "By `hreflang` each page names all languages, its own included, with valid codes and absolute addresses. It applies to sites that use it.",
    specification: "https://developers.google.com/search/docs/specialty/international/localized-versions",
    evaluate: ({ pages }) =>
      eachPage(
        "pages with other languages",
        pages.filter(({ page }) => page.alternates.length > 0),
        ({ page, url }) => {
          const bad = page.alternates.find((one) => !language.test(one.language))
          if (bad !== undefined) return `${bad.language} is no language`
          const relative = page.alternates.find(({ href }) => !/^https?:\/\//.test(href) || !canParse(href))
          if (relative !== undefined) return `the address ${relative.href} is not absolute`
          const own = page.canonicals.find((one) => canParse(one)) ?? url
          return page.alternates.some(({ href }) => isSame(href, own)) ? undefined : "the page does not name itself"
        }
      ),
    fix: ({ origin }) => ({
      instructions: "Name all languages on each page, its own included.",
      patch: `<link rel="alternate" hreflang="en" href="${origin}/products/example">
<link rel="alternate" hreflang="de" href="${origin}/de/products/example">`
    })
  },
  {
    id: "page.titles",
    dimension: "discoverability",
    severity: "minor",
    weight: 2,
    title: "Pages have titles and descriptions of their own",
    explanation: "Result lists show them.",
    specification: "https://developers.google.com/search/docs/appearance/title-link",
    evaluate: ({ pages }) => {
      const count = new Map<string, number>()
      // The same page in two languages may well have one title, such as a brand.
      const nameOf = ({ page }: (typeof pages)[number]) => `${page.language} ${page.title}`
      for (const one of pages) count.set(nameOf(one), (count.get(nameOf(one)) ?? 0) + 1)
      return eachPage("pages", pages, (one) => {
        if (one.page.title === "") return "no title"
        if (count.get(nameOf(one))! > 1) return `the title ${one.page.title} is used twice`
        return one.page.description === "" ? "no description" : undefined
      })
    },
    fix: () => ({
      instructions: "Give each page a title and a description.",
      patch: "<title>Example · Shop</title>\n<meta name=\"description\" content=\"What the page has, in a sentence.\">"
    })
  },
  {
    id: "page.open-graph",
    dimension: "discoverability",
    severity: "minor",
    weight: 1,
    title: "Product pages can be shared with a picture and a title",
    explanation: "The Open Graph properties are title, type, image and address.",
    specification: "https://ogp.me/",
    evaluate: (site) =>
      withoutProducts(site) ?? eachPage("product pages", site.products, ({ page }) => {
        const missing = ["og:title", "og:type", "og:image", "og:url"].filter((name) =>
          (page.properties.get(name) ?? "") === ""
        )
        if (missing.length > 0) return `no ${missing.join(", ")}`
        return /^https?:\/\//.test(page.properties.get("og:image")!) ? undefined : "og:image is not absolute"
      }),
    fix: ({ origin }) => ({
      instructions: "Add these properties to the head of product pages.",
      patch: `<meta property="og:title" content="Example">
<meta property="og:type" content="product">
<meta property="og:image" content="${origin}/images/example.png">
<meta property="og:url" content="${origin}/products/example">`
    })
  },
  {
    id: "page.language",
    dimension: "understandability",
    severity: "minor",
    weight: 1,
    title: "Pages say in which language they are",
    explanation: "It is the attribute `lang` of the page.",
    specification: "https://html.spec.whatwg.org/multipage/dom.html#the-lang-and-xml:lang-attributes",
    evaluate: ({ pages }) =>
      eachPage(
        "pages",
        pages,
        ({ page }) =>
          page.language === ""
            ? "no lang"
            : language.test(page.language)
            ? undefined
            : `${page.language} is no language`
      ),
    fix: () => ({ instructions: "Add the language to the outermost element.", patch: "<html lang=\"en\">" })
  },
  {
    id: "page.headings",
    dimension: "understandability",
    severity: "minor",
    weight: 1,
    title: "Pages have one main heading",
    explanation: "It is the only one of the first level.",
    specification: "https://html.spec.whatwg.org/multipage/sections.html#headings-and-outlines",
    evaluate: ({ pages }) =>
      eachPage("pages", pages, ({ page }) =>
        page.headings.length === 1 && page.headings[0] !== ""
          ? undefined
          : `${Evidence.counted(page.headings.length, "heading")} of the first level`),
    fix: () => ({
      instructions: "Mark the name of the product or page as the main heading.",
      patch: "<h1>Example</h1>"
    })
  },
  {
    id: "page.not-found",
    dimension: "discoverability",
    severity: "major",
    weight: 3,
    title: "A page that does not exist says so",
    explanation:
      "An address that cannot exist is opened: its status has to be 404 or 410, and its text another than that of the home page.",
    specification: "https://www.rfc-editor.org/rfc/rfc9110#section-15.5.5",
    evaluate: (site) => {
      const outcome = site.of("unknown-page")[0]?.outcome
      if (outcome === undefined) return Evidence.error("No such page was asked for.")
      const unread = unreadOf(site, "unknown-page")
      if (outcome._tag === "Failed" || unread !== undefined) {
        return Evidence.error(`A page that does not exist could not be asked for: ${unread?.why ?? ""}`)
      }
      const { document } = outcome
      if (document.status !== 404 && document.status !== 410) {
        return Evidence.fail(`${pathOf(document.url)}, which does not exist, has status ${document.status}.`)
      }
      const isHome = site.home !== undefined && new TextDecoder().decode(document.body)
          === new TextDecoder().decode(site.home.document.body)
      return isHome
        ? Evidence.fail("The text of a missing page is that of the home page.")
        : Evidence.pass(`Status ${document.status}.`)
    },
    fix: () => ({ instructions: "Send status 404 with the text that says so.", patch: "HTTP/1.1 404 Not Found" })
  }
]
