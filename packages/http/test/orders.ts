/**
 * Orders for tests of pages: somebody has checked out, and the shop's staff can act.
 *
 * The address of an order's page is found as its buyer finds it: by the way back from the payment page.
 */
import { expect } from "vitest"
import { product } from "../../../test/products.ts"
import { delivery, eventually, newShopper, pay, send } from "../../../test/shopper.ts"
import { beginning, details, nextKey, version } from "./acp/agent.ts"

/** Sends in the name of the shop's staff. */
export const staffOf = async (url: string) => {
  const { body } = await send("POST", `${url}/api/auth/token`, {
    grant_type: "client_credentials",
    client_id: "demo-staff",
    client_secret: "demo-staff-secret"
  })
  return async (path: string, sent: unknown) => {
    const { body: answer, status } = await send("POST", `${url}${path}`, sent, {
      authorization: `Bearer ${body.access_token}`
    })
    expect(status, JSON.stringify(answer)).toBe(200)
    return answer
  }
}

/** Somebody who has checked out, and the address of the order's page: the way back from paying leads there. */
export const placed = async (url: string, quantity = 2) => {
  const shopper = await newShopper(url, product(0), quantity)
  const { body: session } = await shopper.post("/api/checkout", delivery)
  const { body: left } = await send("POST", session.redirectUrl, { action: "cancel" })
  const redirect = await send("GET", left.returnUrl)
  expect(redirect.status).toBe(303)
  const order = () => shopper.order(session.orderId)
  return {
    shopper,
    session,
    order,
    path: redirect.headers.get("location")!,
    returnUrl: left.returnUrl as string,
    paid: async () => {
      await pay(session.redirectUrl)
      await eventually(order, ({ status }) => expect(status).toBe("confirmed"))
    }
  }
}

/** A purchase that a program drafted and that a person has to pay: the path of the page on which they take it over. */
export const drafted = async (url: string): Promise<string> => {
  const { token } = await newShopper(url)
  const { body } = await send("POST", `${url}/acp/checkout_sessions`, {
    ...beginning(),
    ...details,
    line_items: [{ id: product(0), quantity: 20 }]
  }, { authorization: `Bearer ${token}`, "api-version": version, "idempotency-key": nextKey() })
  expect(body.status, JSON.stringify(body)).toBe("requires_escalation")
  return new URL(body.continue_url).pathname
}

/** An order whose page its buyer has closed: the path that the payment page leads back to. */
export const closed = async (url: string): Promise<string> => {
  const { path, returnUrl } = await placed(url)
  expect((await fetch(`${url}${path}/close`, { method: "POST", body: new URLSearchParams() })).status).toBe(200)
  return new URL(returnUrl).pathname
}
