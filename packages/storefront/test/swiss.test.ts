/** A Swiss shop in German: amounts as they are written there, MWST, and no ß in the words of the store. */
import { defaultPolicy } from "@beauty-store/commerce/Policy"
import { CountryCode } from "@beauty-store/domain/Address"
import { expect, it } from "vitest"
import { serum } from "../../../test/shop/products.ts"
import { useShop } from "../../../test/shop/server.ts"
import { done, pay } from "../../../test/shop/shopper.ts"
import { ada, hidden, visitor } from "./visits.ts"

const seller = { ...defaultPolicy.seller, country: CountryCode.make("CH") }
const shop = useShop({}, { policy: { seller, languages: ["de", "en"] } })

it("writes so on every page from the product to the receipt, and speaks English as everywhere", async () => {
  const browser = visitor(shop())
  const texts: Array<string> = []
  const open = async (path: string) => {
    const { text } = await browser.open(path)
    texts.push(text)
    return text
  }
  expect(await open(`/products/${serum}`)).toMatch(/<html lang="de-CH".*EUR\u00a0\d+\.\d\d.*inkl. MWST/s)
  await browser.send("/cart", { action: "add", product: serum, quantity: "1" })
  expect(await open("/cart")).toMatch(/Gesamt inkl. MWST.*EUR\u00a0\d+\.\d\d/s)
  await open("/checkout")
  await open("/policies/shipping")
  await open("/policies/returns")
  await open("/policies/imprint")
  await open("/policies/terms")
  await open("/nowhere")
  const review = await browser.send("/checkout", { step: "review", ...ada })
  expect(review.text).toContain("Gesamt inkl. MWST")
  const named = (name: string) => hidden(review.text, name)!
  const order = { step: "order", ...ada, total: named("total"), goods: named("goods"), key: named("key") }
  const { headers } = await browser.send("/checkout", order)
  expect(await open(new URL(headers["location"]!).pathname)).toMatch(
    /<html lang="de-CH".*MWST.*EUR\u00a0\d+\.\d\d.*fliesst/s
  )
  const { returnUrl } = await done(pay(shop(), headers["location"]!))
  const page = (await shop().get(new URL(returnUrl).pathname)).headers["location"]!
  expect(await open(page)).toMatch(/<html lang="de-CH".*EUR\u00a0\d+\.\d\d.*MWST inbegriffen/s)
  expect(await open(`${page}/receipt`)).toMatch(/<html lang="de-CH".*EUR\u00a0\d+\.\d\d/s)
  for (const text of [review.text, ...texts]) {
    expect(text.replace(/<(script|style).*?<\/\1>/gs, "")).not.toMatch(/MwSt|USt|Umsatzsteuer|ß|\d,\d\d\b|\d\u00a0€/)
  }
  expect((await browser.open(`/en/products/${serum}`)).text).toMatch(/<html lang="en".*€\d+\.\d\d.*incl. VAT/s)
})
