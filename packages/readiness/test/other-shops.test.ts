/** What correct shops write otherwise than the fixture shop: the ends of their lines, their words, their JSON-LD. */
import { gzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { type Answer, feed, FixtureShop, llms, page, robots, sitemap, text } from "./FixtureShop.ts"

const findings = async (shop: FixtureShop, ...ids: ReadonlyArray<string>) => {
  const { checks } = await shop.scan()
  return checks.filter(({ id }) => ids.includes(id)).map(({ evidence, id, status }) => [id, status, evidence])
}

const statuses = async (shop: FixtureShop, ...ids: ReadonlyArray<string>) =>
  (await findings(shop, ...ids)).map(([, status]) => status)

const notPassed = async (shop: FixtureShop) =>
  (await shop.scan()).checks.filter(({ status }) => status !== "pass").map(({ evidence, id }) => [id, evidence])

describe("lines end as they do on any system", () => {
  it.each([["Windows", "\r\n"], ["old Macs", "\r"]])("%s", async (_, end) => {
    const shop = new FixtureShop()
    const ended = (answer: Answer): Answer => ({ ...answer, body: answer.body.replaceAll("\n", end) })
    shop.answers.set("/llms.txt", ended(text(llms())))
    shop.answers.set("/robots.txt", ended(text(robots())))
    shop.answers.set("/sitemap.xml", ended(text(sitemap().replaceAll("><", ">\n<"), "application/xml")))
    shop.answers.set("/feed.jsonl", ended(feed()))
    shop.answers.set(
      "/.well-known/security.txt",
      ended(text("# Ours\nContact: mailto:s@shop.example\nExpires: 2040-01-01T00:00:00Z\n"))
    )
    const mcp = shop.answers.get("POST /mcp") as (request: object) => Answer
    shop.answers.set("POST /mcp", (request) => {
      const { body } = mcp(request)
      return ended(text(`event: message\ndata: ${body}\n\n`, "text/event-stream"))
    })
    expect(await notPassed(shop)).toEqual([])
  })

  it("a field of security.txt ends with its line", async () => {
    const shop = new FixtureShop()
    shop.answers.set("/.well-known/security.txt", text("Contact:\nExpires: 2040-01-01T00:00:00Z\n"))
    expect(await findings(shop, "security.contact")).toEqual([
      ["security.contact", "fail", "/.well-known/security.txt: it names no contact"]
    ])
    shop.answers.set("/.well-known/security.txt", text("Contact: mailto:s@shop.example\nExpires:\n2040\n"))
    expect(await findings(shop, "security.contact")).toEqual([
      ["security.contact", "fail", "It has no line `Expires:`."]
    ])
  })
})

/** A policy as a page, or as the text of one that says only this. */
const saying = (path: string, words: string) => (shop: FixtureShop) =>
  shop.answers.set(path, page({ path, title: "Policy", body: words }))

describe("prices and times of delivery in the words of the shop", () => {
  it.each([
    "Der Versand kostet 4,95 Euro, ab 50 Euro versandkostenfrei. Lieferzeit: 1 bis 3 Arbeitstage",
    "Versand EUR 4,95 in 2 Kalendertagen",
    "Versandkostenfrei, 2 Bankarbeitstage",
    "Frakt 49 kr, 2 days",
    "Dostawa 15 zł, 2 days",
    "CHF 7.90, am nächsten Werktag",
    "Spedizione gratis, 3 giorni",
    "Envío gratuito en 3 días"
  ])("%s", async (words) => {
    const shop = new FixtureShop()
    saying("/policies/shipping", words)(shop)
    expect(await statuses(shop, "policy.shipping")).toEqual(["pass"])
  })

  it.each(["2 bis 3 Werktage", "Versand 4,95 Euro"])("%s alone is not enough", async (words) => {
    const shop = new FixtureShop()
    saying("/policies/shipping", words)(shop)
    expect(await statuses(shop, "policy.shipping")).toEqual(["fail"])
  })
})

describe("times to return goods in the words of the shop", () => {
  it.each([
    "30-Tage-Rückgabegarantie",
    "30-day returns",
    "Rückgabe binnen 14 Werktagen",
    "14 Kalendertage",
    "Sie haben das Recht, binnen vierzehn Tagen ohne Angabe von Gründen diesen Vertrag zu widerrufen."
  ])("%s", async (words) => {
    const shop = new FixtureShop()
    saying("/policies/returns", words)(shop)
    expect(await statuses(shop, "policy.returns")).toEqual(["pass"])
  })

  it("a time without a number is not enough", async () => {
    const shop = new FixtureShop()
    saying("/policies/returns", "You may return goods for some days. We answer within 24 hours.")(shop)
    expect(await statuses(shop, "policy.returns")).toEqual(["fail"])
  })
})

describe("links to policies in the words of the shop", () => {
  const linking = (links: string) => {
    const shop = new FixtureShop()
    shop.edit("/", (body) => body.replace(/<footer>[^]*<\/footer>/, `<footer>${links}</footer>`))
    return shop
  }

  it.each([
    ["policy.terms", "Allgemeine Geschäftsbedingungen"],
    ["policy.terms", "Conditions générales de vente"],
    ["policy.terms", "Algemene voorwaarden"],
    ["policy.imprint", "Legal notice"],
    ["policy.imprint", "Mentions légales"],
    ["policy.imprint", "Note legali"],
    ["policy.imprint", "Aviso legal"],
    ["policy.imprint", "Anbieterkennzeichnung"],
    ["policy.contact", "Kundenservice"],
    ["policy.contact", "Customer care"],
    ["policy.contact", "Contatti"],
    ["policy.shipping", "Lieferzeiten"],
    ["policy.shipping", "Livraison"],
    ["policy.shipping", "Spedizione"],
    ["policy.shipping", "Envíos"],
    ["policy.shipping", "Verzending"],
    ["policy.returns", "Rücksendungen"],
    ["policy.returns", "Resi e rimborsi"],
    ["policy.returns", "Devoluciones"],
    ["policy.privacy", "Protection des données"],
    ["policy.privacy", "Privacidad"]
  ])("%s: %s", async (id, words) => {
    const shop = linking(`<a href="/a?page=7">${words}</a>`)
    saying(
      "/a?page=7",
      "4,95 €, 2 days, 14 days. Personal data. Your order. hello@shop.example. Road 1, 10115 Berlin"
    )(shop)
    expect(await statuses(shop, id)).toEqual(["pass"])
  })

  it.each([
    ["Peruuttamisoikeus ja palautukset", "Peruuttamisoikeus 14 päivää."],
    ["Zwroty", "Prawo odstąpienia od umowy w terminie 14 dni."],
    ["Ångerrätt och returer", "Ångerrätt i 14 dagar."],
    ["Fortrydelsesret og returnering", "Fortrydelsesret i 14 dage."],
    ["Vrácení zboží", "Odstoupení od smlouvy do 14 dnů."]
  ])("returns and withdrawal: %s", async (link, words) => {
    const shop = linking(`<a href="/a">${link}</a>`)
    saying("/a", words)(shop)
    expect(await statuses(shop, "policy.returns", "policy.withdrawal")).toEqual(["pass", "pass"])
  })

  it("a subject in an address is read with its umlauts", async () => {
    const shop = linking("<a href=\"/r%C3%BCckgabe\">Hier</a>")
    saying("/r%C3%BCckgabe", "14 Tage")(shop)
    expect(await statuses(shop, "policy.returns")).toEqual(["pass"])
    expect(await statuses(linking("<a href=\"/r%FCckgabe\">Hier</a>"), "policy.returns")).toEqual(["fail"])
  })

  it.each(["Skin conditions", "Lieferanten", "Legalization", "Resin", "Terminal"])("%s is none", async (words) => {
    const ids = ["policy.returns", "policy.shipping", "policy.contact", "policy.imprint"]
    const found = await findings(linking(`<a href="/a">${words}</a>`), ...ids)
    for (const [, , evidence] of found) expect(evidence).toBe("The home page links to no such page.")
    expect(found).toHaveLength(ids.length)
  })

  it("the imprint is enough to reach the shop, where it says how", async () => {
    const imprint = "<a href=\"/impressum\">Impressum</a>"
    const shop = linking(imprint)
    saying("/impressum", "Laden GmbH, Telefon +49 30 1234567, 10115 Berlin")(shop)
    expect(await findings(shop, "policy.contact")).toEqual([["policy.contact", "pass", "/impressum"]])
    saying("/impressum", "Laden GmbH, 10115 Berlin")(shop)
    expect(await findings(shop, "policy.contact")).toEqual([
      ["policy.contact", "fail", "/impressum: neither an address nor a number nor a form"]
    ])
    const both = linking(`<a href="/contact">Contact</a> ${imprint}`)
    saying("/contact", "Come and see us.")(both)
    saying("/impressum", "hello@shop.example, 10115 Berlin")(both)
    expect(await statuses(both, "policy.contact")).toEqual(["pass"])
    saying("/impressum", "Laden GmbH, 10115 Berlin")(both)
    expect(await findings(both, "policy.contact")).toEqual([
      ["policy.contact", "fail", "/contact: neither an address nor a number nor a form"]
    ])
  })
})

describe("headers that protect, as their grammar allows", () => {
  const judged = async (id: string, name: string, value: string) => {
    const shop = new FixtureShop()
    shop.editHeaders((headers) =>
      name === "x-frame-options"
        ? { ...headers, "content-security-policy": "default-src 'self'", [name]: value }
        : { ...headers, [name]: value }
    )
    const [[, status, evidence] = []] = await findings(shop, id)
    return `${status}: ${evidence}`
  }

  it.each([
    ["security.hsts", "strict-transport-security", "max-age=31536000", /^pass/],
    ["security.hsts", "strict-transport-security", "includeSubDomains ;\tMax-Age = \"31536000\" ; preload", /^pass/],
    ["security.hsts", "strict-transport-security", "max-age=31536000, max-age=0", /^pass/],
    ["security.hsts", "strict-transport-security", "max-age=0, max-age=31536000", /^fail: Only for 0 seconds\.$/],
    ["security.hsts", "strict-transport-security", "includeSubDomains", /^fail: It has no max-age in seconds: inc/],
    ["security.hsts", "strict-transport-security", "max-age=abc", /^fail: It has no max-age in seconds: max/],
    ["security.hsts", "strict-transport-security", "x-max-age=31536000", /^fail: It has no max-age in seconds/],
    ["security.framing", "x-frame-options", "SAMEORIGIN", /^pass/],
    ["security.framing", "x-frame-options", "deny, deny", /^pass/],
    ["security.framing", "x-frame-options", "ALLOW-FROM https://a.example", /^fail.*ALLOW-FROM.*browsers ignore$/],
    ["security.framing", "x-frame-options", "ALLOWALL", /^fail/],
    ["security.framing", "content-security-policy", "Frame-Ancestors 'self' https://a.example", /^pass/],
    ["security.framing", "content-security-policy", "frame-ancestors *, frame-ancestors 'none'", /^pass/],
    ["security.framing", "content-security-policy", "frame-ancestors", /^pass/],
    ["security.framing", "content-security-policy", "frame-ancestors *", /^fail.*frame-ancestors is \*$/],
    ["security.framing", "content-security-policy", "frame-ancestors https:", /^fail/],
    ["security.framing", "content-security-policy", "report-uri /frame-ancestors", /^fail/],
    ["security.scripts", "content-security-policy", "img-src *; script-src 'self'", /^pass/],
    ["security.scripts", "content-security-policy", "report-uri /script-src", /^fail/],
    ["security.scripts", "content-security-policy", "script-src-attr 'none'", /^fail/],
    ["security.sniffing", "x-content-type-options", "nosniff, nosniff", /^pass/],
    ["security.referrer", "referrer-policy", "no-referrer, strict-origin-when-cross-origin", /^pass/],
    ["security.referrer", "referrer-policy", "unsafe-url, strict-origin, what-comes-next", /^pass/],
    ["security.referrer", "referrer-policy", "same-origin, unsafe-url", /^fail.*is unsafe-url$/],
    ["security.referrer", "referrer-policy", "no-referer", /^fail.*is no-referer$/]
  ])("%s: %s: %s", async (id, name, value, verdict) => expect(await judged(id, name, value)).toMatch(verdict))

  it.each([
    ["2040-01-01T00:00:00Z", "It is valid until 2040-01-01T00:00:00Z."],
    ["2040-01-01t00:00:00.5+01:00", "It is valid until 2040-01-01t00:00:00.5+01:00."],
    ["2020-01-01T00:00:00Z", "It expired on 2020-01-01T00:00:00Z."],
    ["Sat, 01 Jan 2040 00:00:00 GMT", "`Expires:` is no date and time of RFC 3339: Sat, 01 Jan 2040 00:00:00 GMT"],
    ["2040-01-01", "`Expires:` is no date and time of RFC 3339: 2040-01-01"],
    ["2040-13-01T00:00:00Z", "`Expires:` is no date and time of RFC 3339: 2040-13-01T00:00:00Z"]
  ])("security.txt: Expires: %s", async (expires, evidence) => {
    const shop = new FixtureShop()
    shop.answers.set("/.well-known/security.txt", text(`Contact: mailto:s@shop.example\nExpires: ${expires}\n`))
    expect((await findings(shop, "security.contact"))[0]![2]).toBe(evidence)
  })
})

describe("types of schema.org in their kinds", () => {
  const typed = async (type: string) => {
    const shop = new FixtureShop()
    shop.edit("/", (body) => body.replace("\"OnlineStore\"", JSON.stringify(type)))
    return statuses(shop, "organization.markup")
  }
  it.each([
    "HealthAndBeautyBusiness",
    "ClothingStore",
    "BeautySalon",
    "DepartmentStore",
    "Pharmacy",
    "JewelryStore",
    "Store",
    "Corporation",
    "Organization"
  ])("a shop is a %s", async (type) => expect(await typed(type)).toEqual(["pass"]))
  it.each(["WebSite", "Person", "Place", "Product"])("no shop is a %s", async (type) => {
    expect(await typed(type)).toEqual(["fail"])
  })

  it.each(["DietarySupplement", "Drug", "ProductModel"])("a product is a %s", async (type) => {
    const shop = new FixtureShop()
    shop.editProducts((body) => body.replace("\"Product\"", JSON.stringify(type)))
    expect(await notPassed(shop)).toEqual([])
  })
})

describe("offers that are several", () => {
  const offering = (offers: object, more: (shop: FixtureShop) => void = () => {}) => {
    const shop = new FixtureShop()
    shop.answers.delete("/feed.jsonl")
    shop.editProducts((body) =>
      body.replace(/(<script type="application\/ld\+json">)(\{"@context":"[^"]*","@type":"Product",.*?)(<\/script>)/, (
        _,
        start: string,
        product: string,
        end: string
      ) => `${start}${JSON.stringify({ ...JSON.parse(product), offers })}${end}`)
    )
    more(shop)
    return shop
  }
  const ids = [
    "product.offer",
    "product.price",
    "product.currency",
    "product.availability",
    "product.price-shown",
    "product.returns",
    "product.shipping",
    "product.offer-address"
  ]
  const one = (price: string, more: object = {}) => ({
    "@type": "Offer",
    url: "https://shop.example/products/serum",
    price,
    priceCurrency: "EUR",
    availability: "https://schema.org/InStock",
    shippingDetails: {
      "@type": "OfferShippingDetails",
      shippingRate: { "@type": "MonetaryAmount", value: "4.95", currency: "EUR" },
      shippingDestination: { "@type": "DefinedRegion", addressCountry: "DE" }
    },
    hasMerchantReturnPolicy: {
      "@type": "MerchantReturnPolicy",
      returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
      merchantReturnDays: 30
    },
    ...more
  })
  const showing = (shop: FixtureShop) => shop.editProducts((body) => body.replace("<main>", "<main>From 9.90 €. "))
  const aggregate = (more: object) => ({ "@type": "AggregateOffer", ...more })

  it.each([
    ["inside an aggregate with a lowest price", aggregate({ lowPrice: "9.90", offers: [one("9.90"), one("19.90")] })],
    ["inside an aggregate that says nothing itself", aggregate({ offers: [one("19.90"), one("9.90")] })],
    ["inside an aggregate, alone", aggregate({ offers: one("9.90") })],
    ["inside a list of aggregates", [aggregate({ offers: one("9.90") }), one("9.90")]]
  ])("%s are read", async (_, offers) => {
    expect(await statuses(offering(offers, showing), ...ids)).toEqual(ids.map(() => "pass"))
  })

  it("by their ids are read, and a circle ends", async () => {
    const offers = aggregate({ "@id": "#all", offers: [{ "@id": "#one" }, { "@id": "#all" }] })
    const shop = offering(offers, (shop) => {
      showing(shop)
      shop.editProducts((body) =>
        body.replace(
          "</head>",
          `<script type="application/ld+json">${
            JSON.stringify({ "@context": "https://schema.org", "@id": "#one", ...one("9.90") })
          }</script></head>`
        )
      )
    })
    expect(await statuses(shop, ...ids)).toEqual(ids.map(() => "pass"))
  })

  it("are judged each", async () => {
    const judged = async (offers: object, id: string) => (await findings(offering(offers, showing), id))[0]![2]
    const silent = one("9.90", { availability: undefined })
    expect(await judged(aggregate({ offers: [one("9.90"), silent] }), "product.availability"))
      .toMatch(/no availability$/)
    expect(
      await judged(aggregate({ offers: [one("9.90"), one("9.90", { availability: "Maybe" })] }), "product.availability")
    )
      .toMatch(/Maybe is none of schema.org's values$/)
    expect(await judged(aggregate({ offers: [one("9.90"), one("19,90 €")] }), "product.price"))
      .toMatch(/19,90 € is no price$/)
    expect(await judged(aggregate({ offers: [one("8.90"), one("9.90")] }), "product.price-shown"))
      .toMatch(/does not show 8.90 EUR$/)
    expect(
      await judged(aggregate({ lowPrice: "7.90", priceCurrency: "EUR", offers: [one("9.90")] }), "product.price-shown")
    )
      .toMatch(/does not show 7.90 EUR$/)
  })

  const delivery = one("9.90").shippingDetails
  const excluded = {
    "@type": "OfferShippingDetails",
    doesNotShip: true,
    shippingDestination: delivery.shippingDestination
  }
  const incomplete = { ...delivery, shippingRate: undefined }
  const policy = one("9.90").hasMerchantReturnPolicy
  it.each([
    ["product.shipping", "pass", { shippingDetails: [excluded, delivery] }],
    ["product.shipping", "pass", {
      shippingDetails: [{ ...excluded, doesNotShip: "https://schema.org/True" }, delivery]
    }],
    ["product.shipping", "fail", { shippingDetails: [excluded] }],
    ["product.shipping", "fail", { shippingDetails: [delivery, incomplete] }],
    ["product.shipping", "fail", { shippingDetails: { "@id": "https://shop.example/#nothing" } }],
    ["product.returns", "pass", { hasMerchantReturnPolicy: [policy, policy] }],
    ["product.returns", "fail", { hasMerchantReturnPolicy: [policy, { ...policy, merchantReturnDays: undefined }] }],
    ["product.returns", "fail", { hasMerchantReturnPolicy: { "@id": "https://shop.example/#nothing" } }]
  ])("are judged by all that they say: %s: %s", async (id, status, more) => {
    expect(await statuses(offering(one("9.90", more)), id)).toEqual([status])
  })

  it("by the ids of other pages are read", async () => {
    const ids = ["product.shipping", "product.returns"]
    const ofShop = { shippingDetails: { "@id": "/#delivery" }, hasMerchantReturnPolicy: { "@id": "/#policy" } }
    const describing = (path: string, ...nodes: ReadonlyArray<object>) => {
      const shop = offering([one("9.90", ofShop), one("9.90", ofShop)])
      const block = JSON.stringify({ "@context": "https://schema.org", "@graph": nodes })
      shop.edit(path, (body) => body.replace("</head>", `<script type="application/ld+json">${block}</script></head>`))
      return shop
    }
    const nodes = [{ "@id": "/#delivery", ...delivery }, { "@id": "/#policy", ...policy }]
    expect(await statuses(describing("/", ...nodes), ...ids)).toEqual(["pass", "pass"])
    expect(await statuses(describing("/policies/returns", ...nodes), ...ids)).toEqual(["pass", "pass"])
    const found = await findings(describing("/", { "@type": "Organization", ...ofShop }), "product.returns")
    expect(found[0]![2]).toMatch(/the policy is described on none of the pages that were read$/)
  })

  it("have the numbers of their product", async () => {
    const numbered = async (more: object) => {
      const shop = offering([one("9.90"), one("9.90", more)])
      shop.editProducts((body) => body.replace(/"sku":"\w+","gtin":"\d+",/, ""))
      return (await findings(shop, "product.identifier"))[0]!.slice(1)
    }
    expect((await numbered({ gtin13: "4006381333931" }))[0]).toBe("pass")
    expect((await numbered({ sku: "serum-50" }))[0]).toBe("pass")
    expect((await numbered({ gtin: "4006381333932" }))[1]).toMatch(/GTIN 4006381333932: wrong check digit$/)
    expect((await numbered({}))[1]).toMatch(/no GTIN, and not both a brand and a SKU$/)
  })

  it("agree with the feed where one of them is in stock", async () => {
    const gone = one("9.90", { availability: "https://schema.org/OutOfStock" })
    const item = (available: boolean) => (id: string) => ({
      id,
      title: id,
      url: `https://shop.example/products/${id}`,
      price: { amount: 990, currency: "EUR" },
      availability: { available }
    })
    const agreeing = async (offers: object, available: boolean) => {
      const shop = offering(offers, showing)
      shop.answers.set("/feed.jsonl", feed(item(available)))
      return statuses(shop, "feed.agrees")
    }
    expect(await agreeing(aggregate({ offers: [gone, one("12.90")] }), true)).toEqual(["pass"])
    expect(await agreeing(aggregate({ offers: [gone, gone] }), false)).toEqual(["pass"])
    expect(await agreeing(aggregate({ offers: [gone, gone] }), true)).toEqual(["fail"])
  })
})

describe("prices on pages as shops write them", () => {
  it.each([
    ["EUR", "€$1<sup>90</sup>"],
    ["EUR", "$1 <sup>90</sup> €"],
    ["EUR", "$1€90"],
    ["EUR", "EUR: $1,90"],
    ["SEK", "$1,90 kr"],
    ["NOK", "NOK $1,90"],
    ["PLN", "$1,90 zł"],
    ["CZK", "$1,90 Kč"],
    ["HUF", "$1,90 Ft"],
    ["RON", "$1,90 lei"],
    ["INR", "₹ $1.90"],
    ["TRY", "₺$1,90"],
    ["AED", "AED $1.90"]
  ])("%s: %s", async (currency, price) => {
    const shop = new FixtureShop()
    shop.editProducts((body) =>
      body.replace(/€(\d+)\.90/, price).replace("\"priceCurrency\":\"EUR\"", `"priceCurrency":"${currency}"`)
    )
    expect(await statuses(shop, "page.price-readable", "product.price-shown")).toEqual(["pass", "pass"])
  })

  it("a measure in capitals is no price", async () => {
    const shop = new FixtureShop()
    shop.editProducts((body) => body.replace(/€\d+\.90/, "SHOWER GEL 50 ML"))
    expect(await statuses(shop, "page.price-readable")).toEqual(["fail"])
  })
})

describe("what keeps pages out of indexes", () => {
  it.each([
    ["pass", "", "max-image-preview:none"],
    ["pass", "", "otherbot: noindex"],
    ["fail", "", "noindex, nofollow"],
    ["pass", "<meta name=robots content=max-image-preview:none>", "all"],
    ["fail", "<meta name=googlebot content=noindex>", "all"],
    ["fail", "<meta name=robots content='unavailable_after: 1969-12-01'>", "all"]
  ])("%s: %s %s", async (status, element, header) => {
    const shop = new FixtureShop()
    shop.editHeaders((headers) => ({ ...headers, "x-robots-tag": header }))
    shop.editProducts((body) => body.replace("</head>", `${element}\n</head>`))
    expect(await statuses(shop, "page.indexable")).toEqual([status])
  })
})

describe("prices in a specification", () => {
  const specifying = (priceSpecification: unknown, change: (body: string) => string = (body) => body) => {
    const shop = new FixtureShop()
    shop.editProducts((body) =>
      change(body).replace(
        /"price":"(\d+\.90)","priceCurrency":"EUR"/,
        (_, price: string) =>
          `"priceSpecification":${JSON.stringify(priceSpecification).replaceAll("\"PRICE\"", `"${price}"`)}`
      )
    )
    return shop
  }
  const specification = (price: string, more: object = {}) => ({
    "@type": "UnitPriceSpecification",
    price,
    priceCurrency: "EUR",
    ...more
  })
  const ids = ["product.price", "product.currency", "product.price-shown", "feed.agrees"]
  const passing = ids.map(() => "pass")

  it.each([
    "https://schema.org/StrikethroughPrice",
    "http://schema.org/ListPrice",
    "SRP",
    "https://schema.org/MSRP",
    "https://schema.org/MinimumAdvertisedPrice",
    { "@id": "https://schema.org/RegularPrice" }
  ])("that is only compared with is not to be paid: %j", async (priceType) => {
    const compared = specification("29.90", { priceType })
    const paid = specification("PRICE")
    for (const both of [[compared, paid], [paid, compared]]) {
      expect(await statuses(specifying(both), ...ids)).toEqual(passing)
    }
  })

  it.each([
    ["of a measure", { referenceQuantity: { "@type": "QuantitativeValue", value: 100, unitCode: "MLT" } }],
    ["of a part", { priceComponentType: "https://schema.org/Downpayment" }],
    ["for members", { validForMemberTier: { "@id": "#gold" } }],
    ["a month", { billingDuration: 1 }],
    ["of many", { eligibleQuantity: { "@type": "QuantitativeValue", minValue: 10 } }],
    ["of delivery", { "@type": "DeliveryChargeSpecification" }]
  ])("%s is not that of the article", async (_, more) => {
    const other = specification("36.33", more)
    const paid = specification("PRICE", { eligibleQuantity: { "@type": "QuantitativeValue", minValue: 1 } })
    for (const both of [[other, paid], [paid, other]]) expect(await statuses(specifying(both), ...ids)).toEqual(passing)
    expect(await statuses(specifying({ ...other, price: "PRICE" }), ...ids)).toEqual(passing)
  })

  it("counts where there is no other, also without its currency", async () => {
    const regular = specification("PRICE", { priceType: "https://schema.org/RegularPrice" })
    expect(await statuses(specifying(regular), ...ids)).toEqual(passing)
    const paid = { ...specification("PRICE"), priceCurrency: undefined }
    expect(await statuses(specifying([{ ...regular, price: "29.90" }, paid]), ...ids)).toEqual(passing)
  })

  it("is wrong where the page shows another", async () => {
    const compared = specification("PRICE", { priceType: "https://schema.org/StrikethroughPrice" })
    expect(await statuses(specifying([compared, specification("7.77")]), ...ids))
      .toEqual(["pass", "pass", "fail", "fail"])
  })

  it("in euros is that of a shop in the European Union", async () => {
    const judged = (priceCurrency: string) => {
      const shop = specifying(specification("PRICE", { priceCurrency }))
      shop.edit("/", (body) => body.replaceAll("\"addressCountry\":\"DE\"", "\"addressCountry\":\"US\""))
      return statuses(shop, "policy.withdrawal", "policy.imprint")
    }
    expect(await judged("EUR")).toEqual(["pass", "pass"])
    expect(await judged("USD")).toEqual(["not_applicable", "not_applicable"])
  })
})

describe("files of gzip", () => {
  /** As servers send a file that is compressed itself: without `content-encoding`. */
  const packed = ({ body }: Answer, type = "application/gzip"): Answer => ({
    status: 200,
    headers: { "content-type": type, "x-content-type-options": "nosniff" },
    body: "",
    bytes: gzipSync(body)
  })
  const naming = (sitemap: Answer) => {
    const shop = new FixtureShop()
    shop.answers.delete("/sitemap.xml")
    shop.answers.set("/robots.txt", text(robots().replace("/sitemap.xml", "/sitemap.xml.gz")))
    shop.answers.set("/sitemap.xml.gz", sitemap)
    return shop
  }

  it.each(["application/gzip", "application/x-gzip"])("a sitemap is read from one: %s", async (type) => {
    expect(await notPassed(naming(packed(text(sitemap()), type)))).toEqual([])
  })

  it("the parts of a sitemap are read from them", async () => {
    const index = "<sitemapindex><sitemap><loc>https://shop.example/part.xml.gz</loc></sitemap></sitemapindex>"
    const shop = naming(packed(text(index)))
    shop.answers.set("/part.xml.gz", packed(text(sitemap())))
    expect(await notPassed(shop)).toEqual([])
  })

  it("a feed is read from one", async () => {
    const shop = new FixtureShop()
    shop.answers.set("/llms.txt", text(llms().replace("/feed.jsonl", "/feed.jsonl.gz")))
    shop.answers.set("/feed.jsonl.gz", packed(feed()))
    expect(await findings(shop, "feed.present", "feed.agrees")).toEqual([
      ["feed.present", "pass", "JSON Lines with 4 items."],
      ["feed.agrees", "pass", expect.any(String)]
    ])
  })

  it("one that becomes too long is read up to the bound", async () => {
    const entry = `<url><loc>https://shop.example/products/serum</loc></url>${" ".repeat(1_000)}`
    const shop = naming(packed(text(`<urlset>${entry.repeat(10_000)}</urlset>`)))
    const [[, status, evidence] = []] = await findings(shop, "sitemap.present")
    expect(status).toBe("pass")
    const entries = Number(/(\d+) entries/.exec(evidence ?? "")![1])
    expect(Math.round(entries * entry.length / 100_000)).toBe(60)
  })

  it("one that is damaged is no sitemap", async () => {
    const shop = naming({ ...packed(text(sitemap())), bytes: Uint8Array.of(0x1f, 0x8b, 1, 2, 3) })
    expect(await findings(shop, "sitemap.present")).toEqual([
      ["sitemap.present", "fail", "/sitemap.xml.gz: it is not well-formed XML"]
    ])
  })

  it("no other document is read from one", async () => {
    const shop = new FixtureShop()
    shop.answers.set("/llms.txt", packed(text(llms())))
    expect(await statuses(shop, "llms.summary")).not.toEqual(["pass"])
  })
})
