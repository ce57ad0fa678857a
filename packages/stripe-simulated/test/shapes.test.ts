/**
 * Every object that the simulated Stripe shows has the fields that Stripe publishes, with values of the same kinds. The
 * published examples are not of this repository: tests read a copy beside it (`../shared/reference/stripe`), and are
 * skipped where there is none.
 */
import { apiVersion } from "@beauty-store/stripe-simulated/ApiCall"
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { existsSync, readFileSync } from "node:fs"
import * as path from "node:path"
import Stripe from "stripe"
import { describe, expect } from "vitest"
import { root } from "../../../scripts/packages.ts"
import { ask, inWorld, sessionOf, visa, type World } from "./account.ts"

const folder = path.join(root, "../shared/reference/stripe")
const isThere = existsSync(folder)

type Json = null | string | number | boolean | ReadonlyArray<Json> | { readonly [name: string]: Json }
type Fields = Readonly<Record<string, Json>>

const load = (file: string): Readonly<Record<string, Fields>> =>
  isThere ? JSON.parse(readFileSync(path.join(folder, file), "utf8")).resources : {}

/** Fields that the SDK's types have, or the documentation, and not the examples: newer, or of other cases. */
const newer: ReadonlySet<string> = new Set([
  "charge.outcome.risk_level",
  "charge.payment_method_details.card.electronic_commerce_indicator",
  "checkout.session.allowed_payment_method_types",
  "dispute.evidence_details.submission_method",
  "dispute.intended_submission_method",
  "granted_token.payment_method_details.card",
  "payment_intent.allowed_payment_method_types",
  "payment_intent.payment_record",
  "setup_intent.allowed_payment_method_types",
  "setup_intent.customer_account",
  "setup_intent.managed_payments"
])

/** Fields of the examples that are in an answer on request only. */
const onRequest: ReadonlySet<string> = new Set(["charge.refunds"])

/** Fields whose own fields depend on what happened. */
const open: ReadonlySet<string> = new Set(["event.data.object"])

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isSameKind = (value: Json, other: Json): boolean =>
  value === null || other === null || (Array.isArray(value) === Array.isArray(other) && typeof value === typeof other)

/** What is wrong with an object, beside the published one: missing and unknown fields, values of another kind. */
const differences = (at: string, shown: Fields, published: Fields): ReadonlyArray<string> => {
  const names = new Set([...Object.keys(shown), ...Object.keys(published)])
  return [...names].flatMap((name) => {
    const field = `${at}.${name}`
    const [value, other] = [shown[name], published[name]]
    if (value === undefined) return onRequest.has(field) ? [] : [`${field} is missing`]
    if (other === undefined) return newer.has(field) ? [] : [`${field} is unknown`]
    if (!isSameKind(value, other)) return [`${field} is another kind of value`]
    if (!isFields(value) || !isFields(other) || open.has(field) || name === "metadata") return []
    return differences(field, value, other)
  })
}

/** One object of each kind, as a GET shows it. */
const collect = ({ sdk, stripe }: World) =>
  Effect.gen(function*() {
    const customer = yield* ask(() => sdk.customers.create({ email: "a@shop.example" }))
    const session = yield* ask(() => sdk.checkout.sessions.create(sessionOf({ customer: customer.id })))
    yield* stripe.submit(session.url!, visa)
    const paid = yield* ask(() =>
      sdk.checkout.sessions.retrieve(session.id, { expand: ["payment_intent.latest_charge.balance_transaction"] })
    )
    const intent = paid.payment_intent as Stripe.PaymentIntent
    const charge = intent.latest_charge as Stripe.Charge
    const setup = yield* ask(() =>
      sdk.checkout.sessions.create({
        mode: "setup",
        customer: customer.id,
        allowed_payment_method_types: ["sepa_debit"],
        success_url: "https://shop.example/saved"
      })
    )
    yield* stripe.submit(setup.url!, { type: "sepa_debit", iban: "DE89370400440532013000" })
    const setupIntent = yield* ask(() => sdk.setupIntents.retrieve(setup.setup_intent as string))
    const refund = yield* ask(() => sdk.refunds.create({ charge: charge.id, amount: 100 }))
    const { id } = yield* stripe.dispute(intent.id, "fraudulent")
    const lines = yield* ask(() => sdk.rawRequest("GET", `/v1/checkout/sessions/${session.id}/line_items`))
    const endpoint = yield* ask(() =>
      sdk.webhookEndpoints.create({ url: "https://shop.example", enabled_events: ["*"] })
    )
    const objects: ReadonlyArray<unknown> = [
      customer,
      yield* ask(() => sdk.checkout.sessions.retrieve(session.id)),
      yield* ask(() => sdk.paymentIntents.retrieve(intent.id)),
      yield* ask(() => sdk.charges.retrieve(charge.id)),
      charge.balance_transaction,
      yield* ask(() => sdk.paymentMethods.retrieve(charge.payment_method!)),
      setupIntent,
      yield* ask(() => sdk.mandates.retrieve(setupIntent.mandate as string)),
      refund,
      yield* ask(() => sdk.disputes.retrieve(id)),
      yield* stripe.payOut(100, "eur"),
      (lines as unknown as Stripe.ApiList<Stripe.LineItem>).data[0],
      (yield* ask(() => sdk.events.list())).data[0],
      yield* ask(() => sdk.webhookEndpoints.retrieve(endpoint.id))
    ]
    // What goes over the wire has neither classes nor hidden fields.
    return JSON.parse(JSON.stringify(objects)) as ReadonlyArray<Fields & { readonly object: string }>
  })

describe("the shapes", () => {
  it("are those of the version that the SDK pins", () => expect(apiVersion).toBe(Stripe.API_VERSION))

  it.effect.skipIf(!isThere)(
    `have the published fields (needs ${folder})`,
    () =>
      inWorld((world) =>
        Effect.gen(function*() {
          const published = load("fixtures3.json")
          const shown = yield* collect(world)
          expect(shown.map(({ object }) => object)).toHaveLength(14)
          expect(shown.flatMap((one) => differences(one.object, one, published[one.object] ?? {}))).toEqual([])
        })
      )
  )

  it.effect.skipIf(!isThere)("of granted tokens, too", () =>
    inWorld(({ sdk }) =>
      Effect.gen(function*() {
        const published = load("fixtures3.shared-payment.json")["shared_payment.granted_token"] ?? {}
        const token = yield* ask(() =>
          sdk.rawRequest("POST", "/v1/test_helpers/shared_payment/granted_tokens", {
            payment_method: "pm_card_visa",
            usage_limits: { currency: "eur", max_amount: 1000 }
          }, { apiVersion: "2026-04-22.preview" })
        )
        const shown: Fields = JSON.parse(JSON.stringify(token))
        expect(differences("granted_token", shown, published)).toEqual([])
      })
    ))
})
