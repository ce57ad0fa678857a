/**
 * Orders for tests of pages: somebody has checked out, and the shop's staff can act.
 *
 * The address of an order's page is found as its buyer finds it: by the way back from the payment page.
 */
import { expect } from "vitest"
import { product } from "../../../test/shop/products.ts"
import { answerTo, pathOf, type Requests } from "../../../test/shop/requests.ts"
import { done, eventually, newShopper, pay, type Shopper } from "../../../test/shop/shopper.ts"
import { beginning, details, nextKey, version } from "../../acp/test/agent.ts"

/** What a browser says that it accepts of a page. */
export const browserAccept = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"

/** What an address answers, with its media type. */
export const getPage = async (shop: Requests, path: string, accept?: string) => {
  const { headers, status, text } = await shop.get(path, { headers: accept === undefined ? {} : { accept } })
  return { status, headers, type: headers["content-type"], text }
}

/** Sends a form, as a browser does, and opens the answer where that is at the form's own address. */
export const form = async (
  shop: Requests,
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {}
) =>
  answerTo(
    shop,
    path,
    await shop.post(path, new URLSearchParams(fields).toString(), {
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers }
    }),
    headers
  )

/** Posts in the name of the shop's staff. */
export const staffOf = async (shop: Requests) => {
  const token = await shop.clientToken("demo-staff")
  return (path: string, body: unknown) => done(shop.post(path, body, { token }))
}

/**
 * Somebody who has checked out, and the address of the order's page: the way back from paying leads there. `again`: not
 * somebody new, but this shopper once more.
 */
export const placed = async (shop: Requests, quantity = 2, again?: Shopper) => {
  const shopper = again ?? await newShopper(shop)
  await done(shopper.add(product(0), quantity))
  const session = await done(shopper.checkout())
  const { json: left } = await shop.post(pathOf(session.redirectUrl), { action: "cancel" })
  const redirect = await shop.get(pathOf(left.returnUrl))
  expect(redirect.status).toBe(303)
  const order = () => shopper.order(session.orderId)
  return {
    shopper,
    session,
    order,
    path: redirect.headers["location"]!,
    returnUrl: left.returnUrl as string,
    paid: async () => {
      await pay(shop, session.redirectUrl)
      await eventually(order, ({ status }) => expect(status).toBe("confirmed"))
    }
  }
}

/** A purchase that a program drafted and that a person has to pay: the path of the page on which they take it over. */
export const drafted = async (shop: Requests): Promise<string> => {
  const { json, text } = await shop.post("/acp/checkout_sessions", {
    ...beginning(),
    ...details,
    line_items: [{ id: product(0), quantity: 20 }]
  }, { token: await shop.guest(), key: nextKey(), headers: { "api-version": version } })
  expect(json.status, text).toBe("requires_escalation")
  return new URL(json.continue_url).pathname
}

/** An order whose page its buyer has closed: the path that the payment page leads back to. */
export const closed = async (shop: Requests): Promise<string> => {
  const { path, returnUrl } = await placed(shop)
  expect((await form(shop, `${path}/close`, {})).status).toBe(200)
  return new URL(returnUrl).pathname
}
