/**
 * The steps of a purchase as a program takes them, for tests that need an order rather than test how one comes about.
 */
import type { Answer, Running } from "../../../test/server.ts"

/** In plenty, and among the first of the catalogue. */
export const product = "kieselhaut-niacinamide-serum-10"

export const address = {
  name: "Ada Lovelace",
  address: "Torstrasse 1",
  city: "Berlin",
  postcode: "10119",
  country: "DE"
}
export const checkoutBody = { email: "ada@example.com", shipping: address }

/** Puts something into the cart and checks it out; answers the session. */
export const checkOut = async (store: Running, token: string, shopper?: string): Promise<any> => {
  const sent = { token, ...(shopper === undefined ? {} : { headers: { "x-shopper": shopper } }) }
  await store.post("/api/cart", { productId: product }, sent)
  const answer = await store.post("/api/checkout", checkoutBody, sent)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json
}

/** Pays a session with a card that succeeds. */
export const pay = (store: Running, redirectUrl: string) =>
  store.post(new URL(redirectUrl).pathname, { method: "card", card: { number: "4242424242424242" } })

/** Asks until something holds, for ten seconds at most. */
export const eventually = async <A>(ask: () => Promise<A>, holds: (answer: A) => boolean): Promise<A> => {
  const deadline = Date.now() + 10_000
  for (;;) {
    const answer = await ask()
    if (holds(answer) || Date.now() > deadline) return answer
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** Buys one (or more) of the product and waits until the order is confirmed; answers its id. */
export const buy = async (store: Running, token: string, quantity = 1): Promise<string> => {
  await store.post("/api/cart", { productId: product, quantity }, { token })
  const checkout = await store.post("/api/checkout", checkoutBody, { token })
  if (checkout.status !== 200) throw new Error(checkout.text)
  const { orderId, redirectUrl } = checkout.json
  await pay(store, redirectUrl)
  const order = await eventually(
    () => store.get(`/api/orders/${orderId}`, { token }),
    ({ json }) => json.status === "confirmed"
  )
  if (order.json.status !== "confirmed") throw new Error(order.text)
  return orderId
}

const done = async (answer: Promise<Answer>): Promise<any> => {
  const { json, status, text } = await answer
  if (status !== 200) throw new Error(`${status} ${text}`)
  return json
}

export const ship = (store: Running, staff: string, orderId: string, more: object = {}): Promise<any> =>
  done(store.post(`/api/orders/${orderId}/ship`, { carrier: "DHL", trackingNumber: `JD-${orderId}`, ...more }, {
    token: staff
  }))

export const deliver = (store: Running, staff: string, orderId: string): Promise<any> =>
  done(store.post(`/api/orders/${orderId}/deliver`, {}, { token: staff }))

/** Ships and delivers an order, and asks for units of it to come back; answers the return. */
export const sendBack = async (
  store: Running,
  { orderId, staff, token }: { readonly orderId: string; readonly staff: string; readonly token: string }
): Promise<any> => {
  await ship(store, staff, orderId)
  await deliver(store, staff, orderId)
  const items = [{ productId: product, reason: "too sweet" }]
  return done(store.post("/api/returns", { orderId, items }, { token }))
}
