/** An account for tests: the SDK over the simulated Stripe in this process, on the test's clock, and a shop that hears. */
import { HttpPost, NoResponse, type PostRequest } from "@beauty-store/outbound/HttpPost"
import * as Entropy from "@beauty-store/sql/Entropy"
import * as Faults from "@beauty-store/stripe-simulated/Faults"
import * as Simulated from "@beauty-store/stripe-simulated/SimulatedStripe"
import { makeFetch } from "@beauty-store/stripe-simulated/StripeFetch"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import Stripe from "stripe"

export const secretKey = "sk_test_simulated"

/** What a call of the SDK came to. */
export type StripeFault = InstanceType<typeof Stripe.errors.StripeError>

export interface World {
  readonly sdk: Stripe
  readonly stripe: Simulated.SimulatedStripe["Type"]
  /** What webhooks brought. */
  readonly heard: ReadonlyArray<PostRequest>
}

/** A call of the SDK as an effect. */
export const ask = <A>(call: () => Promise<A>): Effect.Effect<A, StripeFault> =>
  Effect.tryPromise({
    try: call,
    catch: (error) => {
      if (error instanceof Stripe.errors.StripeError) return error
      throw error
    }
  })

/** The fault of a call that has to be refused. What it answers otherwise is too long to be shown. */
export const refused = <A>(call: Effect.Effect<A, StripeFault>): Effect.Effect<StripeFault> =>
  Effect.flip(Effect.zipRight(call, Effect.dieMessage("Stripe did not refuse it")))

export interface WorldOptions {
  readonly plan?: Partial<Faults.FaultPlan>
  /** What the shop answers to the n-th webhook; 0: nothing. */
  readonly status?: (n: number) => number
  readonly keys?: ReadonlyArray<string>
}

/** Runs a test in an account of its own. */
export const inWorld = <A, E>(
  test: (world: World) => Effect.Effect<A, E>,
  { keys = [secretKey], plan = {}, status = () => 200 }: WorldOptions = {}
): Effect.Effect<A, E> => {
  const heard: Array<PostRequest> = []
  const post = Layer.succeed(HttpPost, {
    send: (request) =>
      Effect.suspend(() => {
        heard.push(request)
        const said = status(heard.length)
        return said === 0 ? Effect.fail(new NoResponse({ reason: "none" })) : Effect.succeed({ status: said, body: "" })
      })
  })
  const layer = Simulated.layer({ secretKeys: keys, plan: { ...Faults.none, ...plan } }).pipe(
    Layer.provide([post, Entropy.layer])
  )
  return Effect.gen(function*() {
    const stripe = yield* Simulated.SimulatedStripe
    const sdk = new Stripe(keys[0]!, {
      httpClient: Stripe.createFetchHttpClient(yield* makeFetch),
      maxNetworkRetries: 0,
      telemetry: false
    })
    return yield* test({ sdk, stripe, heard })
  }).pipe(Effect.provide(layer))
}

/** The parameters of a session for one line. */
export const sessionOf = (
  changes: Partial<Stripe.Checkout.SessionCreateParams> = {},
  amount = 3980
): Stripe.Checkout.SessionCreateParams => ({
  mode: "payment",
  line_items: [{
    price_data: { currency: "eur", unit_amount: amount, product_data: { name: "Rose Water 100 ml" } },
    quantity: 1
  }],
  allowed_payment_method_types: ["card", "klarna", "sepa_debit"],
  success_url: "https://shop.example/done?session_id={CHECKOUT_SESSION_ID}",
  cancel_url: "https://shop.example/cart",
  client_reference_id: "cs_ours",
  metadata: { session: "cs_ours" },
  payment_intent_data: { metadata: { order: "ord_1" } },
  ...changes
})

export const visa = { type: "card", number: "4242 4242 4242 4242" } as const
export const challenged = { type: "card", number: "4000 0025 0000 3155" } as const
export const poor = { type: "card", number: "4000 0000 0000 9995" } as const
