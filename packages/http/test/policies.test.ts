/** The shop's rules where no shop front is mounted: in both languages, from the settings of the shop. */
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type HandledShop, openHandlers, providerPages } from "../../../test/shop/handlers.ts"

let shop: HandledShop
beforeAll(async () => {
  shop = await openHandlers(StoreHttp.app(providerPages))
})
afterAll(() => shop.close())

const titles = {
  terms: ["Terms", "Allgemeine Geschäftsbedingungen"],
  privacy: ["Privacy", "Datenschutz"],
  returns: ["Returns and withdrawal", "Rückgabe und Widerruf"],
  shipping: ["Shipping", "Versand"],
  contact: ["Contact", "Kontakt"],
  imprint: ["Imprint", "Impressum"]
}
const of = ["", "/de"]
const pageAt = async (path: string) => (await shop.get(path, { headers: { accept: "text/html" } })).text

it.each(Object.entries(titles))(
  "%s is in English and in German, and leads to pages in its language that are there",
  async (name, words) => {
    for (const [n, below] of of.entries()) {
      const text = await pageAt(`${below}/policies/${name}`)
      expect(text).toContain(`<html lang="${n === 0 ? "en" : "de"}">`)
      expect(text).toContain(`<h1>${words[n]}</h1>`)
      const links = [
        ...new Set([...text.matchAll(/href="(\/[^"]*)"/g)].map(([, href]) => href!.replaceAll("&amp;", "&")))
      ]
      expect(links).toContain(`${below}/policies/returns`)
      expect(links).not.toContain(`${of[1 - n]}/policies/returns`)
      for (const href of links) expect((await shop.get(href)).status, href).toBe(200)
    }
  }
)

it("say the shop's numbers in both, and nothing that only a shop front has", async () => {
  for (const below of of) {
    expect(await pageAt(`${below}/policies/returns`)).toMatch(/for 30 days after the day|des 30\. Tages/)
    expect(await pageAt(`${below}/policies/shipping`)).toContain(below === "" ? "€" : "\u00a0€")
    const terms = await pageAt(`${below}/policies/terms`)
    expect(terms).toContain("30")
    expect(terms).toMatch(/include VAT where it is due\.|enthalten die Mehrwertsteuer, wo sie anfällt\./)
    expect(terms).not.toMatch(/With the button|Mit dem Knopf|checkout|Kasse/)
    expect(await pageAt(`${below}/policies/returns`)).not.toMatch(/href="[^"]*\/contact">(our form|unser Formular)/)
  }
  expect((await shop.get("/de/policies/none")).status).toBe(404)
})
