/** Drafts, on both databases: edited, paid by a token or by a person, and what becomes of their sessions and stock. */
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import type { Completion } from "@beauty-store/commerce/drafts/DraftPayment"
import type { DraftView } from "@beauty-store/commerce/drafts/DraftView"
import * as PurchaseDrafts from "@beauty-store/commerce/drafts/PurchaseDrafts"
import { CountryCode } from "@beauty-store/domain/Address"
import { goodsOf } from "@beauty-store/domain/Cart"
import { type DraftId, ProductId, SessionId } from "@beauty-store/domain/Ids"
import * as Effect from "effect/Effect"
import { expect } from "vitest"
import { ada, countOf, minutes, onBoth, owner, pass, runJobs, stock, World } from "../../../test/shop/use-cases.ts"

const beginning: PurchaseDrafts.NewDraft = {
  lines: [{ productId: ProductId.make("serum"), quantity: 1 }],
  buyer: { email: "ada@example.com" },
  recipient: {
    destination: {
      name: "Ada Lovelace",
      line1: "Torstrasse 1",
      city: "Berlin",
      postcode: "10119",
      countrySaid: "DE",
      country: CountryCode.make("DE")
    }
  },
  authenticates: true,
  paysByToken: true
}

const begun = (more: Partial<PurchaseDrafts.NewDraft> = {}) =>
  Effect.flatMap(PurchaseDrafts.PurchaseDrafts, (drafts) => drafts.create(ada, "checkout", { ...beginning, ...more }))

let tokens = 0
/** Completes a draft by a token that fits; answers the draft. */
const completed = (draftId: DraftId, completion: Partial<Completion> = {}) =>
  Effect.gen(function*() {
    const drafts = yield* PurchaseDrafts.PurchaseDrafts
    const { provider } = yield* World
    const token = `vt_${++tokens}`
    provider.issueToken(token, { sessionId: draftId, instrument: `card-${tokens}` })
    const answer = yield* drafts.completion.begin(ada, draftId, { token, authentication: undefined, ...completion })
    return answer._tag === "NotCharged" ? answer.view : yield* drafts.completion.finish(answer.chargeId)
  })

const codes = ({ messages }: DraftView) => messages.map(({ code }) => code)

onBoth("drafts", (test) => {
  test(
    "hold nothing back while they are edited, and become an order when they are paid",
    Effect.gen(function*() {
      const drafts = yield* PurchaseDrafts.PurchaseDrafts
      const draft = yield* begun()
      expect([draft.status, draft.sums.totalMinor, draft.orderId]).toEqual(["ready", 3490, undefined])
      expect((yield* stock("serum")).reserved).toBe(0)
      const changed = yield* drafts.revise(ada, "checkout", draft.id, { method: "express" })
      expect(changed.sums.totalMinor).toBe(3990)
      const paid = yield* completed(draft.id)
      expect([paid.status, paid.sums.totalMinor]).toEqual(["completed", 3990])
      expect((yield* stock("serum")).reserved).toBe(1)
      expect(yield* countOf("orders", `id = '${paid.orderId}' AND status = 'confirmed'`)).toBe(1)
      expect(yield* drafts.view(ada, "checkout", draft.id)).toEqual(paid)
    })
  )

  test(
    "are priced and taxed by the postcode that they have now, also within a country",
    Effect.gen(function*() {
      const drafts = yield* PurchaseDrafts.PurchaseDrafts
      const { destination } = beginning.recipient!
      const finland = { ...destination!, countrySaid: "FI", country: CountryCode.make("FI"), postcode: "00100" }
      const draft = yield* begun({ recipient: { destination: finland } })
      const costs = ({ sums: { totalMinor, vat } }: DraftView) => [totalMinor, vat.map(({ rateBp }) => rateBp)]
      expect(costs(draft)).toEqual([3490, [2550]])
      const to = (postcode: string) =>
        drafts.revise(ada, "checkout", draft.id, { recipient: { destination: { ...finland, postcode } } })
      expect(costs(yield* to("22100"))).toEqual([4490, [0]])
      expect(costs(yield* to("00100"))).toEqual([3490, [2550]])
      yield* to("22100")
      const paid = yield* completed(draft.id)
      expect([paid.status, ...costs(paid)]).toEqual(["completed", 4490, [0]])
    })
  )

  test(
    "belong to whoever made them",
    Effect.gen(function*() {
      const drafts = yield* PurchaseDrafts.PurchaseDrafts
      const draft = yield* begun()
      const stranger = owner("sho_eve")
      for (
        const asked of [
          Effect.either(drafts.completion.begin(stranger, draft.id, { token: "vt", authentication: undefined })),
          Effect.either(drafts.view(stranger, "checkout", draft.id)),
          Effect.either(drafts.revise(stranger, "checkout", draft.id, {})),
          Effect.either(drafts.cancel(stranger, "checkout", draft.id)),
          Effect.either(drafts.view(ada, "cart", draft.id))
        ]
      ) expect(yield* asked as Effect.Effect<unknown>).toMatchObject({ left: { _tag: "DraftNotFound" } })
    })
  )

  test(
    "keep order and stock for another try when a payment is refused, and let go of them when they are changed",
    Effect.gen(function*() {
      const drafts = yield* PurchaseDrafts.PurchaseDrafts
      const { clock, provider } = yield* World
      const draft = yield* begun()
      provider.nextCharges("card_declined", "insufficient_funds")
      const refused = yield* completed(draft.id)
      expect([refused.status, codes(refused), refused.messages[0]!.text]).toEqual([
        "ready",
        ["payment_declined"],
        "The payment was declined: card declined."
      ])
      clock.now += 1
      expect((yield* completed(draft.id)).messages[0]!.text).toContain("insufficient funds")
      expect([yield* countOf("orders"), (yield* stock("serum")).reserved]).toEqual([1, 1])
      const changed = yield* drafts.revise(ada, "checkout", draft.id, {
        lines: [{ productId: ProductId.make("serum"), quantity: 2 }]
      })
      expect([changed.status, codes(changed), (yield* stock("serum")).reserved]).toEqual(["ready", [], 0])
      const paid = yield* completed(draft.id)
      expect([paid.status, yield* countOf("orders", "status = 'confirmed'")]).toEqual(["completed", 1])
      expect(yield* countOf("orders", "status = 'cancelled'")).toBe(1)
    })
  )

  test(
    "go back to where they were when the time of a refused payment runs out",
    Effect.gen(function*() {
      const drafts = yield* PurchaseDrafts.PurchaseDrafts
      const { provider } = yield* World
      const draft = yield* begun()
      provider.nextCharges("card_declined")
      yield* completed(draft.id)
      yield* pass(31 * minutes)
      yield* runJobs
      const after = yield* drafts.view(ada, "checkout", draft.id)
      expect([after.status, codes(after), (yield* stock("serum")).reserved]).toEqual(["ready", [], 0])
      expect((yield* completed(draft.id)).status).toBe("completed")
    })
  )

  test(
    "are completed once by twenty at once",
    Effect.gen(function*() {
      const draft = yield* begun()
      const answers = yield* Effect.forEach(Array.from({ length: 20 }), () => Effect.either(completed(draft.id)), {
        concurrency: "unbounded"
      })
      const orders = new Set(answers.flatMap((answer) => answer._tag === "Right" ? [answer.right.orderId] : []))
      expect(orders.size).toBe(1)
      for (const answer of answers) if (answer._tag === "Left") expect(answer.left._tag).toBe("DraftBusy")
      expect([yield* countOf("orders"), yield* countOf("payment")]).toEqual([1, 1])
    })
  )

  test(
    "give the last unit to one of two",
    Effect.gen(function*() {
      const lines = [{ productId: ProductId.make("balm"), quantity: 1 }]
      const two = [yield* begun({ lines }), yield* begun({ lines })]
      const answers = yield* Effect.forEach(two, ({ id }) => completed(id), { concurrency: "unbounded" })
      expect(answers.map(({ status }) => status).toSorted()).toEqual(["completed", "notReady"])
      expect(answers.flatMap(codes)).toContain("out_of_stock")
    })
  )

  test(
    "are changed, called off, taken over or completed: at once, one of them counts and nothing is lost",
    Effect.gen(function*() {
      const drafts = yield* PurchaseDrafts.PurchaseDrafts
      for (const other of ["revise", "cancel", "takeOver"] as const) {
        const draft = yield* begun()
        const acts = {
          cancel: Effect.either(drafts.cancel(ada, "checkout", draft.id)),
          revise: Effect.either(
            drafts.revise(ada, "checkout", draft.id, { lines: [{ productId: ProductId.make("serum"), quantity: 3 }] })
          ),
          takeOver: Effect.either(drafts.takeOver(draft.handover!))
        }
        yield* Effect.all([Effect.either(completed(draft.id)), acts[other]], { concurrency: "unbounded" })
        yield* runJobs
        const { status } = yield* drafts.view(ada, "checkout", draft.id)
        expect(["completed", "cancelled", "ready"]).toContain(status)
      }
      expect(yield* countOf("payment", "role = 'surplus'")).toBe(0)
    })
  )

  test(
    "charge nothing at a price that nobody was told",
    Effect.gen(function*() {
      const draft = yield* begun()
      const { provider, sql } = yield* World
      yield* sql("UPDATE product SET price_minor = 3095 WHERE id = 'serum'")
      const told = yield* completed(draft.id)
      expect([told.status, codes(told), told.sums.totalMinor]).toEqual(["ready", ["price_changed"], 3590])
      expect(provider.count("charge")).toBe(0)
      expect((yield* completed(draft.id)).sums.totalMinor).toBe(3590)
    })
  )

  test(
    "ask for the payer where their bank does, and are paid with the proof",
    Effect.gen(function*() {
      const drafts = yield* PurchaseDrafts.PurchaseDrafts
      const { provider } = yield* World
      const draft = yield* begun()
      provider.nextCharges("authentication_required")
      expect((yield* completed(draft.id)).status).toBe("needsAuthentication")
      const silent = { token: "vt", authentication: undefined }
      expect((yield* Effect.flip(drafts.completion.begin(ada, draft.id, silent)))._tag).toBe("AuthenticationMissing")
      const denied = yield* completed(draft.id, { authentication: { proof: undefined } })
      expect([denied.status, codes(denied)]).toEqual(["ready", ["authentication_failed"]])
      expect((yield* stock("serum")).reserved).toBeGreaterThan(0)
      expect(yield* countOf("orders", "status = 'pending'")).toBe(1)
      const proof = {
        cryptogram: "ABCDEFGHIJKLMNOPQRSTUVWX==",
        electronicCommerceIndicator: "05",
        transactionId: "ds",
        version: "2.2.0"
      }
      expect((yield* completed(draft.id, { authentication: { proof } })).status).toBe("completed")
      expect(yield* countOf("orders")).toBe(1)
    })
  )

  test(
    "tell their editor of a price that only a person was shown, and charge it at the next completion",
    Effect.gen(function*() {
      const drafts = yield* PurchaseDrafts.PurchaseDrafts
      const { provider, sql } = yield* World
      const raise = (by: number) => sql(`UPDATE product SET price_minor = price_minor + ${by} WHERE id = 'serum'`)
      const draft = yield* begun()
      const before = draft.sums.totalMinor
      yield* raise(500)
      yield* drafts.takeOver(draft.handover!)
      const told = yield* completed(draft.id)
      expect([told.status, codes(told).includes("price_changed")]).toEqual(["ready", true])
      expect([provider.sessions.size, yield* countOf("orders")]).toEqual([1, 1])
      const paid = yield* completed(draft.id)
      expect([paid.status, paid.sums.totalMinor]).toEqual(["completed", told.sums.totalMinor])
      expect(told.sums.totalMinor).toBeGreaterThan(before)

      // The price is back at what the editor saw: the page at the other price is not what they pay.
      yield* raise(-500)
      const other = yield* begun()
      yield* raise(500)
      yield* drafts.takeOver(other.handover!)
      yield* raise(-500)
      expect(yield* completed(other.id)).toMatchObject({ status: "completed", sums: { totalMinor: before } })
    })
  )

  test(
    "lead a person who was shown less, or other goods, to no page that stands already",
    Effect.gen(function*() {
      const drafts = yield* PurchaseDrafts.PurchaseDrafts
      const draft = yield* begun({ paysByToken: false })
      const handover = draft.handover!
      const { expectedGoods, expectedTotalMinor } = {
        expectedGoods: goodsOf(draft.lines),
        expectedTotalMinor: draft.sums.totalMinor
      }
      const url = yield* drafts.takeOver(handover, { expectedGoods, expectedTotalMinor })
      expect(yield* drafts.takeOver(handover, { expectedGoods, expectedTotalMinor })).toBe(url)
      for (
        const shown of [
          { expectedGoods, expectedTotalMinor: expectedTotalMinor - 1 },
          { expectedGoods: "soap 1", expectedTotalMinor }
        ]
      ) {
        expect((yield* Effect.flip(drafts.takeOver(handover, shown)))._tag).toBe("PriceChanged")
      }
      expect(yield* countOf("orders")).toBe(1)
    })
  )

  test(
    "are taken over by a person, whose page stays the same, and paid there",
    Effect.gen(function*() {
      const drafts = yield* PurchaseDrafts.PurchaseDrafts
      const { provider } = yield* World
      const draft = yield* begun({ paysByToken: false })
      expect(draft.status).toBe("needsBuyer")
      const url = yield* drafts.takeOver(draft.handover!)
      expect(yield* drafts.takeOver(draft.handover!)).toBe(url)
      const [sessionId] = [...provider.sessions.keys()]
      provider.pay(SessionId.claimed.make(sessionId!))
      yield* (yield* Checkout).runJob(sessionId!)
      expect((yield* drafts.viewByHandover(draft.handover!)).status).toBe("completed")
      expect((yield* Effect.flip(drafts.takeOver(draft.handover!)))._tag).toBe("DraftClosed")
      expect((yield* Effect.flip(drafts.takeOver("cs_nonsense.mark")))._tag).toBe("DraftNotFound")
    })
  )

  test(
    "are paid by whoever takes them over at the price of that moment, and never at more than they were shown",
    Effect.gen(function*() {
      const drafts = yield* PurchaseDrafts.PurchaseDrafts
      const { provider, sql } = yield* World
      const draft = yield* begun({ paysByToken: false })
      const handover = draft.handover!
      const before = draft.sums.totalMinor
      yield* sql("UPDATE product SET price_minor = price_minor + 100 WHERE id = 'serum'")
      expect(yield* Effect.flip(drafts.takeOver(handover, { expectedTotalMinor: before }))).toMatchObject({
        _tag: "PriceChanged",
        total: before + 100,
        expectedTotal: before
      })
      expect([provider.sessions.size, yield* countOf("orders")]).toEqual([0, 0])
      const shown = yield* drafts.viewByHandover(handover)
      expect([shown.sums.totalMinor, codes(shown).includes("price_changed")]).toEqual([before + 100, true])
      yield* drafts.takeOver(handover, { expectedTotalMinor: shown.sums.totalMinor })
      const totals = () => [...provider.sessions.values()].map(({ request }) => request.amountMinor)
      expect(totals()).toEqual([before + 100])
      // The person is on the payment page: a change makes another page, at its price, in place of the first.
      yield* sql("UPDATE product SET price_minor = price_minor - 300 WHERE id = 'serum'")
      yield* drafts.takeOver(handover, { expectedTotalMinor: before + 100 })
      expect(totals()).toEqual([before + 100, before - 200])
      const [, sessionId] = [...provider.sessions.keys()]
      provider.pay(SessionId.claimed.make(sessionId!))
      yield* (yield* Checkout).runJob(sessionId!)
      const paid = yield* drafts.viewByHandover(handover)
      expect([paid.status, paid.sums.totalMinor]).toEqual(["completed", before - 200])
      expect(yield* countOf("payment", `captured_minor = ${before - 200} AND role = 'primary'`)).toBe(1)
      // The charge for a change that nobody else saw is not the editor's: they only read what was paid.
      expect((yield* drafts.view(ada, "checkout", draft.id)).sums.totalMinor).toBe(before - 200)
    })
  )
})
