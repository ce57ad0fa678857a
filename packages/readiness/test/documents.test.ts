/** The parsers of what sites send: what is right is read, and whatever is wrong ends with a value, soon. */
import { describe, expect, it } from "vitest"
import * as Amount from "../src/documents/Amount.ts"
import * as Feed from "../src/documents/Feed.ts"
import * as Gtin from "../src/documents/Gtin.ts"
import * as Html from "../src/documents/Html.ts"
import * as IndexingRules from "../src/documents/IndexingRules.ts"
import * as Json from "../src/documents/Json.ts"
import * as LinkedData from "../src/documents/LinkedData.ts"
import * as OpenApi from "../src/documents/OpenApi.ts"
import * as PolicyWords from "../src/documents/PolicyWords.ts"
import * as Quantities from "../src/documents/Quantities.ts"
import * as Robots from "../src/documents/Robots.ts"
import * as Sitemap from "../src/documents/Sitemap.ts"
import * as Evidence from "../src/Evidence.ts"

const url = "https://shop.example/"
const now = Date.parse("2026-11-27T12:00:00Z")

describe("GTINs", () => {
  it.each([
    ["4006381333931", "public"],
    ["4006381333932", "wrong check digit"],
    ["2000001000106", "restricted"],
    ["0212345678901", "wrong check digit"],
    ["036000291452", "public"],
    ["96385074", "public"],
    ["20000011", "restricted"],
    ["00000017", "restricted"],
    ["00000000000017", "restricted"],
    ["0200000000004", "restricted"],
    ["400000000008", "restricted"],
    ["10614141000415", "public"],
    ["400638133393", "wrong check digit"],
    ["https://id.gs1.org/01/04006381333931", "public"],
    ["https://shop.example/en/01/04006381333931/10/ABC?17=270101", "public"],
    ["https://shop.example/gtin/4006381333931#top", "public"],
    ["https://shop.example/01/04006381333932", "wrong check digit"],
    ["https://shop.example/01/02000001000106", "restricted"],
    ["https://shop.example/01/4006381333931x", "malformed"],
    ["https://shop.example/products/4006381333931", "malformed"],
    ["none", "malformed"],
    ["40063813339311234", "malformed"]
  ])("%s is %s", (gtin, verdict) => expect(Gtin.judge(gtin)).toBe(verdict))
})

describe("amounts", () => {
  it.each([
    ["14.90", "EUR", 1490],
    ["14,9", "EUR", 1490],
    ["1,234.50", "USD", 123450],
    ["1.234,50", "EUR", 123450],
    ["1 234", "EUR", 123400],
    ["980", "JPY", 980],
    ["1.234", "KWD", 1234],
    ["1,234.500", "KWD", 1234500],
    ["1234", "KWD", 1234000],
    ["2.49", "KWD", 2490],
    ["14.905", "EUR", 1490500],
    ["free", "EUR", undefined],
    ["1,29,910.00", "INR", 12991000],
    ["12,34,56,789", "INR", 12345678900],
    ["1,29", "INR", 129],
    ["1,29,91", "INR", undefined],
    ["１，４９０", "JPY", 1490],
    ["१,२९,९१०.५०", "INR", 12991050],
    ["١٬٢٣٤٫٥٠", "EGP", 123450]
  ])("%s %s", (text, currency, minor) => expect(Amount.read(text, currency)).toBe(minor))

  it("are found in a text", () => {
    expect([...Amount.within("From €14.90, or 3 for 40,00 €.", "EUR")]).toEqual([1490, 300, 4000])
  })

  it.each([" ", "\u00a0", "\u202f", "\u2009"])("are found with a blank between thousands: %j", (blank) => {
    const shown = ["1 234,50", "12 345 678.90", "1 234"].map((amount) => amount.replaceAll(" ", blank))
    const found = Amount.within(`${shown[0]} € statt ${shown[1]} €, ${shown[2]}.`, "EUR")
    expect([...found]).toEqual(expect.arrayContaining([123450, 1234567890, 123400]))
    expect(Amount.within(Html.read(url, `<p>${shown[0]} €`).text, "EUR")).toContain(123450)
  })

  it("beside other numbers are found, too, and longer groups are none of thousands", () => {
    expect(Amount.within("SPF 50 120,00 €", "EUR")).toContain(12000)
    expect(Amount.within("1 234 250 ml", "EUR")).toContain(123400)
  })

  it.each([
    ["1 2345 €", [100, 234500]],
    ["14, 120 €", [1400, 12000]],
    ["1  234 €", [100, 23400]],
    ["1234 567 €", [123400, 56700]],
    ["1 23,40 €", [100, 2340]]
  ])(
    "are not joined where a blank divides no thousands: %s",
    (text, amounts) => expect([...Amount.within(text, "EUR")]).toEqual(amounts)
  )

  it.each([
    ["€10<sup>90</sup>", "EUR", 1090],
    ["10 <sup>90</sup> €", "EUR", 1090],
    ["10<sup>90</sup>&nbsp;€", "EUR", 1090],
    ["<b>10</b><small>90</small> EUR", "EUR", 1090],
    ["1 234<sup>50</sup> €", "EUR", 123450],
    ["€1.234<sup>50</sup>", "EUR", 123450],
    ["10,90<sup>1</sup> €", "EUR", 1090],
    ["10⁹⁰ €", "EUR", 1090],
    ["10€90", "EUR", 1090],
    ["1 234€50", "EUR", 123450],
    ["149<sup>90</sup> zł", "PLN", 14990],
    ["149zł90", "PLN", 14990],
    ["₹1,29,910.00", "INR", 12991000],
    ["１，４９０円", "JPY", 1490],
    ["￥１４９０", "JPY", 1490],
    ["12 900 Ft", "HUF", 1290000]
  ])("are found as shops set them: %s", (html, currency, minor) => {
    expect(Amount.within(Html.read(url, `<p>${html}</p>`).text, currency)).toContain(minor)
  })

  it.each(["SPF 50 30 ml", "10 90", "€10 900", "€10 90.50", "10€900", "m<sup>2</sup>"])(
    "have no minor units where nothing says so: %s",
    (html) => {
      const found = [...Amount.within(Html.read(url, html).text, "EUR")]
      expect(found.filter((minor) => minor % 100 !== 0 && minor !== 9050)).toEqual([])
    }
  )

  it("in many groups are looked for in proportion to the text", () => {
    expect(Amount.within("123 ".repeat(100_000), "EUR").size).toBe(4)
  })
})

describe("prices of feeds", () => {
  it.each(["1 234,50 EUR", "1\u00a0234,50\u00a0EUR", "EUR 1\u202f234.50", "1\u2009234,50 EUR", "1’234.50 EUR"])(
    "%j",
    (price) =>
      expect(Feed.read(JSON.stringify([{ id: "a", price }]), false, now)?.items[0])
        .toMatchObject({ currency: "EUR", priceMinor: 123450 })
  )
})

describe("sale prices of feeds", () => {
  it.each([
    [1090, undefined],
    [1090, "2026-11-01T00:00+0100/2026-11-30T23:59+0100"],
    [1090, "2026-11-01 / 2026-11-27"],
    [1090, "2026-11-27T13:00+01:00/2026-11-28T00:00Z"],
    [1090, "2026-11-01/"],
    [3000, "2026-11-01/2026-11-26"],
    [3000, "2026-12-01/2026-12-31"],
    [3000, "soon"]
  ])("%i is the price where the sale is %j", (priceMinor, range) => {
    const price = { id: "a", price: "30.00 EUR", sale_price: "10.90 EUR", sale_price_effective_date: range }
    const numbers = { id: "a", currency: "EUR", price: 30, salePrice: 10.9, salePriceEffectiveDate: range }
    const amounts = {
      ...price,
      price: { amount: 3000, currency: "EUR" },
      sale_price: { amount: 1090, currency: "EUR" }
    }
    const xml = Object.entries(price).map(([name, value]) =>
      value === undefined ? "" : `<g:${name}>${value}</g:${name}>`
    )
    const feeds = [
      JSON.stringify([price]),
      `${JSON.stringify(numbers)}\n${JSON.stringify(numbers)}`,
      JSON.stringify([{ id: "p", variants: [amounts] }]),
      `<rss xmlns:g="http://base.google.com/ns/1.0"><channel><item>${xml.join("")}</item></channel></rss>`
    ]
    for (const feed of feeds) {
      expect(Feed.read(feed, false, now)?.items[0]).toMatchObject({ id: "a", currency: "EUR", priceMinor })
    }
  })

  it.each([["none"], [""], ["0.00 EUR"]])("%j is none", (sale_price) => {
    expect(Feed.read(JSON.stringify([{ id: "a", price: "30.00 EUR", sale_price }]), false, now)?.items[0])
      .toMatchObject({ currency: "EUR", priceMinor: 3000 })
  })
})

describe("pages", () => {
  it("are read without scripts", () => {
    const page = Html.read(
      url,
      `<!doctype html><html lang=de><head><title>A &amp; B</title><link rel=canonical href=/x></head>
       <body><script>document.write("no")</script><style>p{}</style><svg><title>icon</title></svg>
       <h1>One <b>two</b></h1><a href="/to">There</a><noscript>yes</noscript>
       <script type="application/ld+json">{"a": "</b>"}</script></body>`
    )
    expect(page).toMatchObject({
      title: "A & B",
      language: "de",
      canonicals: ["/x"],
      headings: ["One two"],
      links: [{ href: "https://shop.example/to", text: "There" }],
      linkedData: ["{\"a\": \"</b>\"}"],
      text: "One two There yes"
    })
  })

  it.each([
    ["deeply nested", "<b>".repeat(600_000)],
    ["all closed", "<b>".repeat(200_000) + "</i>".repeat(200_000)],
    ["attributes without end", `<a ${"x=y ".repeat(400_000)}`],
    ["a tag without end", `<${"a".repeat(1_500_000)}`],
    ["comments without end", "<!--".repeat(400_000)],
    ["entities", "&amp".repeat(400_000)],
    ["bytes", "\u0000\uFFFD<".repeat(500_000)]
  ])("that are %s end", (_what, html) => {
    expect(Html.read(url, html).url).toBe(url)
  })
})

describe("rules for indexes", () => {
  it.each([
    ["robots", "noindex", "noindex"],
    ["robots", "max-snippet:-1, NOINDEX", "noindex"],
    ["robots", "none", "none"],
    ["robots", "nofollow noindex", "noindex"],
    ["robots", "index, follow, max-image-preview:none", undefined],
    ["robots", "max-image-preview: none", undefined],
    ["robots", "nositelinkssearchbox, noimageindex, noarchive", undefined],
    ["robots", "other: noindex", undefined],
    ["robots", "unavailable_after: 2020-09-21", "unavailable_after: 2020-09-21"],
    ["robots", "unavailable_after: 2040-09-21", undefined],
    ["robots", "unavailable_after: soon", undefined],
    ["googlebot", "noindex", "noindex for Googlebot"],
    ["oai-searchbot", "none", "none for OAI-SearchBot"],
    ["otherbot", "noindex", undefined],
    ["description", "noindex", undefined]
  ])("an element %s that says %j", (name, content, problem) => {
    const { metas } = Html.read(url, `<meta name="${name.toUpperCase()}" content="${content}">`)
    expect(IndexingRules.problemOf(metas, undefined, now)).toBe(problem)
  })

  it.each([
    ["noindex", "noindex"],
    ["max-image-preview:none", undefined],
    ["max-snippet: -1, max-image-preview: none, max-video-preview: 0", undefined],
    ["otherbot: noindex", undefined],
    ["otherbot: noindex, nofollow, googlebot: nofollow", undefined],
    ["otherbot: nofollow, bingbot: noindex, nofollow", "noindex for Bingbot"],
    ["GoogleBot: none", "none for Googlebot"],
    ["googlebot: max-snippet:0", undefined],
    ["googlebot: max-snippet:0, none", "none for Googlebot"],
    ["noindex, otherbot: index", "noindex"],
    ["unavailable_after: 25 Jun 2010 15:00:00 PST", "unavailable_after: 25 jun 2010 15:00:00 pst"],
    ["unavailable_after: Wednesday, 03-Dec-25 13:09:53 GMT", "unavailable_after: wednesday, 03-dec-25 13:09:53 gmt"],
    ["unavailable_after: Sat, 01 Jan 2040 13:09:53 GMT, nofollow", undefined],
    ["otherbot: unavailable_after: 2020-09-21", undefined],
    [":", undefined],
    ["", undefined]
  ])("a header that says %j", (header, problem) => expect(IndexingRules.problemOf([], header, now)).toBe(problem))

  it("of any length are read in time", () => {
    for (const piece of ["a:", "mon,", ",", "mon", " "]) {
      expect(IndexingRules.problemOf([], piece.repeat(8_000), now)).toBeUndefined()
    }
  })
})

describe("sitemaps", () => {
  it("are read, with their entities", () => {
    expect(Sitemap.read("<urlset><url><loc>https://a.example/?a=1&amp;b=2</loc></url></urlset>", false)).toEqual({
      kind: "pages",
      addresses: ["https://a.example/?a=1&b=2"],
      count: 1
    })
  })

  it("that were cut are read up to the cut", () => {
    const cut = `<urlset>${"<url><loc>https://a.example/</loc></url>".repeat(3)}<url><loc>https://a.ex`
    expect(Sitemap.read(cut, true)).toMatchObject({ count: 3 })
    expect(Sitemap.read(cut, false)).toBe("it is not well-formed XML")
  })

  it("with entities of their own are refused", () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><urlset><url><loc>&b;</loc></url></urlset>`
    expect(Sitemap.read(bomb, false)).toBe("it declares a document type")
  })

  it.each([
    ["nested", "<urlset>".repeat(300_000)],
    ["HTML", "<html><body>"],
    ["nothing", ""],
    ["a text", "not XML at all"]
  ])("that are %s end", (_what, text) => expect(typeof Sitemap.read(text, true)).toBe("string"))
})

describe("robots.txt", () => {
  it("is judged by the longest rule", () => {
    const robots = Robots.read(
      `${url}robots.txt`,
      "User-agent: *\nDisallow: /\nAllow: /p$\nSitemap: https://a.example/s.xml"
    )
    expect([robots!.allows(`${url}p`, "x"), robots!.allows(`${url}q`, "x")]).toEqual([true, false])
    expect(robots!.sitemaps).toEqual(["https://a.example/s.xml"])
  })

  it("of 100,000 rules, or of one endless line, is read in time", () => {
    const many = `User-agent: *\n${"Disallow: /*a*b*c$\n".repeat(100_000)}`
    const robots = Robots.read(`${url}robots.txt`, many)!
    expect(robots.allows(`${url}abcabcabc`, "x")).toBe(false)
    expect(Robots.read(url, `User-agent: *\nDisallow: /${"*a".repeat(300_000)}`)!.allows(url, "x")).toBe(true)
  })

  it("that is a page is none", () => expect(Robots.read(url, "<!doctype html><p>User-agent: *")).toBeUndefined())
})

describe("JSON-LD", () => {
  const read = (value: unknown) => LinkedData.read([typeof value === "string" ? value : JSON.stringify(value)], url)

  it("is read by its meaning, however it is written", async () => {
    const ways = [
      { "@context": "https://schema.org", "@type": "Product", name: "A" },
      { "@context": "http://schema.org/", "@graph": [{ "@type": "Product", name: "A" }] },
      { "@context": { s: "https://schema.org/" }, "@type": "s:Product", "s:name": "A" },
      {
        "@context": { "@vocab": "http://schema.org/" },
        "@type": "Product",
        name: { "@value": "A", "@language": "en" }
      },
      [{ "@context": "https://schema.org", "@type": ["Product", "Thing"], name: ["A"] }]
    ]
    for (const way of ways) {
      const { nodes, problems } = await read(way)
      expect(problems).toEqual([])
      expect(nodes.map((node) => [LinkedData.isOf(node, "Product"), LinkedData.textOf(node, "name")])).toEqual([[
        true,
        "A"
      ]])
    }
  })

  it("never fetches a context", async () => {
    const { nodes } = await read({
      "@context": ["https://schema.org", "https://evil.example/context"],
      "@type": "Product",
      name: "A"
    })
    expect(LinkedData.textOf(nodes[0]!, "name")).toBe("A")
    expect((await read({ "@context": "https://evil.example/context", "@type": "Product" })).problems).toHaveLength(1)
  })

  it.each([
    ["no JSON", "{"],
    ["no context", { "@type": "Product" }],
    ["deep", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
    ["long", JSON.stringify({ "@context": "https://schema.org", name: "a".repeat(500_000) })],
    ["many contexts", { "@context": "https://schema.org", a: Array.from({ length: 100 }, () => ({ "@context": {} })) }],
    ["a prototype", `{"@context": "https://schema.org", "__proto__": {"x": 1}}`],
    ["a context in a circle", { "@context": { a: "b:x", b: "a:x" }, "@type": "a:Product" }],
    ["null", "null"]
  ])("that is %s is a problem", async (_what, value) => expect((await read(value)).problems).toHaveLength(1))
})

describe("OpenAPI documents", () => {
  it("with references in a circle, or to elsewhere, are read", () => {
    const document = OpenApi.read(JSON.stringify({
      openapi: "3.1.0",
      paths: {
        "/a": {
          get: { responses: { "200": { $ref: "#/components/responses/A" }, "404": { $ref: "https://x.example" } } }
        }
      },
      components: { responses: { A: { $ref: "#/components/responses/A" } } }
    }))
    expect(typeof document === "string" ? document : document.operations[0]!.responses.size).toBe(0)
  })

  it.each([["YAML", "openapi: 3.1.0"], ["Swagger 2", "{\"swagger\": \"2.0\"}"], ["empty", "{}"], ["a page", "<html>"]])(
    "that are %s are none",
    (_what, text) => expect(typeof OpenApi.read(text)).toBe("string")
  )
})

describe("feeds", () => {
  it("of Google's form are read", () => {
    const feed = Feed.read(
      `<rss xmlns:g="http://base.google.com/ns/1.0"><channel><item><g:id>a</g:id><title>A</title>
       <link>https://a.example/</link><g:price>14.90 EUR</g:price><g:availability>in_stock</g:availability></item></channel></rss>`,
      false,
      now
    )
    expect(feed!.items).toEqual([
      { id: "a", title: "A", link: "https://a.example/", currency: "EUR", priceMinor: 1490, inStock: true, gtins: [] }
    ])
  })

  it("of flat JSON are read", () => {
    const feed = Feed.read(
      JSON.stringify({
        products: [{ id: 1, title: "A", price: "79.99 USD", availability: "out_of_stock", link: "https://a.example/" }]
      }),
      false,
      now
    )
    expect(feed!.items).toEqual([
      { id: "1", title: "A", link: "https://a.example/", currency: "USD", priceMinor: 7999, inStock: false, gtins: [] }
    ])
  })

  it("that were cut lose their last line only", () => {
    const line = JSON.stringify({ id: "a", title: "A", price: "1.00 EUR" })
    expect(Feed.read(`${line}\n${line}\n${line.slice(0, 9)}`, true, now)).toMatchObject({
      malformed: 0,
      items: [{}, {}]
    })
  })

  it.each([["a page", "<html><p>"], ["nothing", ""], ["a number", "7"], ["a list of nothing", "[]"], ["prose", "no"]])(
    "that are %s are none",
    (_what, text) => expect(Feed.read(text, false, now)).toBeUndefined()
  )
})

it("JSON that is deeper or larger than any document is none", () => {
  expect(Json.parse(`${"[".repeat(200)}${"]".repeat(200)}`)).toBeUndefined()
  expect(Json.parse(`[${"0,".repeat(600_000)}0]`)).toBeUndefined()
  expect(Json.at(Json.parse("{\"a\": 1}"), "constructor")).toBeUndefined()
})

it("evidence is short and has no characters that hide or turn others", () => {
  const shown = Evidence.shownText(`a\u0000b\u202Ec\uD800d\u200B\u{E0041}\u{E0101}\u{E0102}${"😀".repeat(400)}`)
  expect(shown.length).toBeLessThanOrEqual(Evidence.evidenceLength)
  expect(shown.startsWith("a b c d 😀")).toBe(true)
  expect(shown).not.toMatch(/[\uD800-\uDBFF]…$|[\p{Cc}\p{Cf}\p{Cs}]/u)
})

describe("policies in the languages of the European Union", () => {
  it.each([
    ["Peruuttamisoikeus 14 päivää", "/peruuttamisoikeus"],
    ["Prawo odstąpienia od umowy", "/prawo-odstapienia-od-umowy"],
    ["Ångerrätt", "/angerratt"],
    ["Fortrydelsesret", "/fortrydelsesret"],
    ["Odstoupení od smlouvy", "/odstoupeni-od-smlouvy"],
    ["Odstúpenie od zmluvy", "/odstupenie-od-zmluvy"],
    ["Право на отказ", "/право-на-отказ"],
    ["Δικαίωμα υπαναχώρησης", "/υπαναχώρηση"],
    ["Taganemisõigus", "/taganemine"],
    ["Jednostrani raskid ugovora", "/raskid-ugovora"],
    ["Elállási jog", "/elallas"],
    ["Atteikuma tiesības", "/atteikuma-tiesibas"],
    ["Sutarties atsisakymas", "/sutarties-atsisakymas"],
    ["Direito de livre resolução", "/livre-resolucao"],
    ["Dreptul de retragere", "/drept-de-retragere"],
    ["Odstop od pogodbe", "/odstop-od-pogodbe"],
    ["Dritt ta’ reċess", "/dritt-ta-recess"]
  ])("%s is the right of withdrawal", (words, path) => {
    expect([PolicyWords.namesWithdrawal(words), PolicyWords.isAbout("withdrawal", path)]).toEqual([true, true])
  })

  it.each([
    "Palautukset",
    "Zwroty i reklamacje",
    "Returer",
    "Vrácení zboží",
    "Επιστροφές",
    "/grazinimas",
    "/tagastamine"
  ])(
    "%s is about returns",
    (words) => expect(PolicyWords.isAbout("returns", words)).toBe(true)
  )

  it.each(["Skin care", "Kontakt", "Bytes", "Withdrawn", "Processes", "Recessed", "Atdoor"])(
    "%s is about neither",
    (words) => {
      expect(PolicyWords.namesWithdrawal(words)).toBe(false)
    }
  )
})

describe("amounts and durations in texts for people", () => {
  it.each([
    "4,95 €",
    "5,- €",
    "5,– Euro",
    "4,95 Euro",
    "9 EUR",
    "EUR 4,95",
    "Euro 4,95",
    "€4.95",
    "49 kr.",
    "49 kr",
    "15 zł",
    "CHF 7.90",
    "7.90 CHF",
    "Fr. 7.90",
    "59 Kč",
    "$5",
    "free delivery",
    "kostenlos",
    "Kostenloser Versand",
    "ab 50 Euro versandkostenfrei",
    "Versandkostenfreie Lieferung",
    "gratis",
    "Spedizione gratuita",
    "Livraison gratuite",
    "Livraison offerte",
    "Kosteloos",
    "149 kr",
    "149,00 SEK",
    "NOK 149",
    "49,90 zł",
    "49,90 PLN",
    "249 Kč",
    "12 900 Ft",
    "20 lei",
    "₹ 299",
    "₺149,90",
    "149,90 TL",
    "1,490円",
    "１，４９０円",
    "29,90 лв.",
    "RM 29.90",
    "Rp 149.000",
    "R$ 29,90",
    "AED 99",
    "GEL 50",
    "EUR: 4,95",
    "20 euroa",
    "20 eurų",
    "20 ευρώ"
  ])("%s is an amount", (words) => expect(Quantities.namesAmount(words)).toBe(true))

  it.each([
    "",
    "freedom",
    "Kostenlosigkeiten",
    "3 krönen",
    "49 kröten",
    "2 europäische Länder",
    "PO Box 12",
    "SHOWER GEL 50 ML",
    "Shower gel 50",
    "6 ft",
    "try 3 of all",
    "5 L",
    "Box K 5",
    "Le nostre offerte"
  ])(
    "%s is no amount",
    (words) => expect(Quantities.namesAmount(words)).toBe(false)
  )

  it.each([
    "1 bis 3 Arbeitstage",
    "2-3 Werktagen",
    "14 Werktage",
    "14 Kalendertage",
    "3 bis 5 Bankarbeitstage",
    "5 giorni lavorativi",
    "2-3 gg",
    "14 días naturales",
    "14 jours ouvrés",
    "14 dagen",
    "3 werkdagen",
    "30-day returns",
    "30-Tage-Rückgabegarantie",
    "30‑tägiges Rückgaberecht",
    "30 calendar days",
    "vierzehn Tagen",
    "vierzehn (14) Tage",
    "14 (fourteen) days",
    "vierzehntägiges Widerrufsrecht",
    "dreißig Tage",
    "quatorze jours",
    "quattordici giorni",
    "catorce días",
    "veertien dagen",
    "14 дни",
    "14-дневен срок",
    "14 dnů",
    "do 14 pracovních dnů",
    "14 dage",
    "14 hverdage",
    "14 ημέρες",
    "εντός 14 ημερολογιακών ημερών",
    "14 päeva jooksul",
    "14 päivää",
    "14 päivän kuluessa",
    "14 arkipäivää",
    "14 lá",
    "14 dana",
    "14 napon belül",
    "14 naptári nap",
    "14 dienų",
    "14 dienu laikā",
    "14-il jum",
    "14 dni",
    "14 dni kalendarzowych",
    "w ciągu czternastu dni",
    "14 dias",
    "14 de zile",
    "14 zile",
    "14 dní",
    "14 dneh",
    "14 dagar",
    "inom 14 vardagar",
    "30 dagars öppet köp",
    "2 viikkoa",
    "3 miesiące",
    "two weeks",
    "2 Wochen",
    "1 Monat"
  ])("%s is a number of days", (words) => {
    expect(Quantities.namesNumberOfDays(words)).toBe(true)
    expect(Quantities.namesDuration(words)).toBe(true)
  })

  it.each(["the next business day", "am nächsten Tag", "24 hours", "48h", "in wenigen Werktagen", "24/48 ore"])(
    "%s is a time without a number of days",
    (words) => {
      expect(Quantities.namesNumberOfDays(words)).toBe(false)
      expect(Quantities.namesDuration(words)).toBe(true)
    }
  )

  it.each(["", "soon", "Montag", "12 Verträge", "price tag", "every month", "2024 Tagebuch", "14 Tagesangebote", "h"])(
    "%s is no time",
    (words) => expect(Quantities.namesDuration(words)).toBe(false)
  )

  // An expression that tries again and again takes minutes for these, and the test its time.
  it("are looked for once in a text, however long it is", () => {
    for (
      const piece of ["1 ", "1.", "12 ", "GEL ", "kr", "14 (", "a", "kosten", "vierzehn ", "€ ", "14 volle ", "drei-"]
    ) {
      const hostile = piece.repeat(400_000 / piece.length)
      expect([Quantities.namesAmount(hostile), Quantities.namesNumberOfDays(hostile)]).toEqual([false, false])
    }
  })
})
