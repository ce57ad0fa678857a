/**
 * The steps of a purchase as a program takes them, for tests that need an order rather than test how one comes about.
 */
import type { Running } from "../server.ts"

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
