/**
 * A person walks through the shop in a real browser without scripts: searches, looks at a product, fills the cart,
 * orders, pays, and arrives at the page of their order. Every page on the way fits the screen and can be read.
 */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { describeWithBrowser } from "../../../test/browser-suite.ts"
import { faintText } from "../../../test/contrast.ts"
import { useShop } from "../../../test/shop/server.ts"
import { ada } from "./visits.ts"

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name, level: 1 }).waitFor()

/** What a person is told at each step. */
interface Words {
  readonly path: string
  readonly locale: string
  readonly found: string
  readonly product: string
  readonly add: string
  readonly cart: string
  readonly toCheckout: string
  readonly fields: Readonly<Record<string, string>>
  readonly country: string
  readonly region: string
  readonly more: string
  readonly company: string
  readonly check: string
  readonly review: string
  readonly order: string
  /** The fields of a card, and how paying with it ends. */
  readonly card: Readonly<Record<string, string>>
  readonly pay: RegExp
  readonly thanks: string
  /** Where the link to the shop leads from there. */
  readonly home: string
}

const english: Words = {
  path: "",
  locale: "en-GB",
  found: "Results for “niacinamide”",
  product: "Niacinamide Serum 10 %",
  add: "Add to cart",
  cart: "Your cart",
  toCheckout: "To checkout",
  fields: {
    "Email address": ada.email,
    Name: ada.name,
    "Street and number": ada.address,
    Postcode: ada.postcode,
    City: ada.city
  },
  country: "Country",
  region: "State, province or county",
  more: "Add a company",
  company: "Company",
  check: "Check the order",
  review: "Check and order",
  order: "Order with obligation to pay",
  card: { "Card number": "4242 4242 4242 4242", "Expiry date": "12 / 40", "Security code": "123" },
  pay: /^pay €/i,
  thanks: "Thank you for your order",
  home: "/"
}

const german: Words = {
  path: "/de",
  locale: "de-DE",
  found: "Ergebnisse für „niacinamide“",
  product: "Niacinamid-Serum 10 %",
  add: "In den Warenkorb",
  cart: "Ihr Warenkorb",
  toCheckout: "Zur Kasse",
  fields: {
    "E-Mail-Adresse": ada.email,
    Name: ada.name,
    "Straße und Hausnummer": ada.address,
    Postleitzahl: ada.postcode,
    Ort: ada.city
  },
  country: "Land",
  region: "Bundesstaat, Provinz oder Region",
  more: "Firma, Adresszusatz",
  company: "Firma",
  check: "Bestellung prüfen",
  review: "Prüfen und bestellen",
  order: "Zahlungspflichtig bestellen",
  card: { Kartennummer: "4242 4242 4242 4242", Ablaufdatum: "12 / 40", "Prüfziffer": "123" },
  pay: /€ zahlen$/,
  thanks: "Vielen Dank für Ihre Bestellung",
  home: "/de"
}

describeWithBrowser("a person in the shop", (browser) => {
  const shop = useShop()

  it.each([[390, german], [1280, english]] as const)("buys without scripts, at %i px", async (width, words) => {
    const context = await browser().newContext({
      javaScriptEnabled: false,
      locale: words.locale,
      viewport: { width, height: 900 }
    })
    const page = await context.newPage()
    const complaints: Array<string> = []
    page.on("console", (message) => void complaints.push(message.text()))
    page.on("response", (answer) => {
      if (answer.status() >= 400) complaints.push(`${answer.status()} ${answer.url()}`)
    })
    const looksRight = async () => {
      expect(await page.evaluate("document.documentElement.scrollWidth"), page.url()).toBe(width)
      expect(await page.evaluate(faintText), page.url()).toEqual([])
      expect(await page.locator("h1").count(), page.url()).toBe(1)
    }
    // The browser's language leads from the shop's address to its pages.
    await page.goto(`${shop().baseUrl}/`)
    expect(new URL(page.url()).pathname).toBe(words.path === "" ? "/" : words.path)
    await looksRight()
    await page.getByRole("searchbox").fill("niacinamdie")
    await page.getByRole("searchbox").press("Enter")
    await heading(page, words.found)
    await looksRight()
    await page.getByRole("link", { name: words.product }).click()
    await heading(page, words.product)
    await looksRight()
    expect(await context.cookies()).toEqual([])
    await page.getByRole("button", { name: words.add }).click()
    await heading(page, words.cart)
    await looksRight()
    await page.getByRole("link", { name: words.toCheckout }).click()
    for (const [name, value] of Object.entries(words.fields)) {
      await page.getByRole("textbox", { name, exact: true }).fill(value)
    }
    // A region is asked for where addresses have one.
    const region = page.getByLabel(words.region).first()
    const country = page.getByLabel(words.country, { exact: true }).first()
    expect([await country.inputValue(), await region.isVisible()]).toEqual(["DE", false])
    await country.selectOption("US")
    expect(await region.isVisible()).toBe(true)
    await country.selectOption("DE")
    expect(await region.isVisible()).toBe(false)
    await page.getByText(words.more).first().click()
    await page.getByLabel(words.company).first().fill("Analytical Works")
    await looksRight()
    await page.getByRole("button", { name: words.check }).click()
    await heading(page, words.review)
    expect(await page.getByText("Analytical Works").isVisible()).toBe(true)
    await looksRight()
    await page.getByRole("button", { name: words.order }).dblclick()
    await page.getByRole("button", { name: words.pay }).waitFor()
    await looksRight()
    for (const [label, value] of Object.entries(words.card)) await page.getByLabel(label).fill(value)
    await page.getByRole("button", { name: words.pay }).click()
    await heading(page, words.thanks)
    await looksRight()
    await page.getByRole("link", { name: "Beauty Store", exact: true }).click()
    expect(new URL(page.url()).pathname).toBe(words.home)
    expect((await context.cookies()).map(({ name }) => name)).toEqual(["store_session"])
    expect(complaints).toEqual([])
    await context.close()
  })
})
