/**
 * The simulated Stripe as a `fetch` function, for the SDK (`Stripe.createFetchHttpClient`): no socket, the caller's own
 * clock. A broken connection is an error with the code that Node's sockets give it.
 *
 * @since 1.0.0
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Runtime from "effect/Runtime"
import { SimulatedStripe } from "./SimulatedStripe.ts"

/** Rejects when a caller has waited long enough. */
const hangUp = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason), { once: true }))

/** A `fetch` that reaches nothing but the simulated Stripe. A call whose caller hangs up runs to its end. */
export const makeFetch: Effect.Effect<typeof fetch, never, SimulatedStripe> = Effect.gen(function*() {
  const stripe = yield* SimulatedStripe
  const run = Runtime.runPromise(yield* Effect.runtime<never>())
  return async (input, init = {}) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    const call = run(Effect.exit(stripe.handle({
      method: init.method ?? "GET",
      url: `${pathname}${search}`,
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === "string" ? init.body : ""
    })))
    const exit = await Promise.race([call, hangUp(init.signal)])
    if (Exit.isFailure(exit)) throw Object.assign(new Error("the connection was reset"), { code: "ECONNRESET" })
    const { body, headers, status } = exit.value
    return new Response(body, { status, headers })
  }
})
