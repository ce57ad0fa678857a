/**
 * Drafts: purchases that programs put together step by step, and carts that they keep by name. What a draft is and what
 * stands in its way is the domain's (`Draft`); here it is kept, changed and shown with today's prices and stock.
 *
 * A draft of the kind `checkout` is paid through a checkout session like any other (`Checkout`): its latest session says
 * how its payment stands, so that nothing about money is written down twice. Changing a draft ends a session that nobody
 * is paying; while a payment is under way it can not be changed. A draft of the kind `cart` is never paid.
 *
 * Follows contract §6, row 6, and §10. Locks: draft, then session, order, stock.
 */
import * as Catalogue from "@beauty-store/domain/Catalog"
import * as Session from "@beauty-store/domain/CheckoutSession"
import type { ProductId } from "@beauty-store/domain/Ids"
import type * as Pricing from "@beauty-store/domain/Pricing"
import * as Domain from "@beauty-store/domain/PurchaseDraft"
import type { ShippingMethod } from "@beauty-store/domain/Shipping"
import { available } from "@beauty-store/domain/Stock"
import { Entropy, nextId } from "@beauty-store/kernel/Entropy"
import { Jobs } from "@beauty-store/kernel/Jobs"
import * as Query from "@beauty-store/kernel/Query"
import { sign, StoreSecret, unsign } from "@beauty-store/kernel/Secrets"
import { ConcurrentUpdate, StoreUnavailable, type Transaction, Transactions } from "@beauty-store/kernel/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Carts from "../cart/Carts.ts"
import * as Inventory from "../catalog/Inventory.ts"
import type { Owner } from "../identity/Identity.ts"
import type { AuthenticationProof } from "../payment/PaymentProvider.ts"
import type { PaymentProviderUnavailable } from "../payment/ProviderCall.ts"
import { Policy } from "../Policy.ts"
import * as ChargeRecords from "../records/ChargeRecords.ts"
import { Events } from "../records/Events.ts"
import * as OrderRecords from "../records/OrderRecords.ts"
import * as SessionRecords from "../records/SessionRecords.ts"
import { Checkout, type FinishRefusal, type Payment } from "./Checkout.ts"
import type * as OrderPlacement from "./OrderPlacement.ts"

export const Kind = Schema.Literal("checkout", "cart")
export type Kind = typeof Kind.Type

/** What is said of a draft; what is not said stays as it is. */
export interface Changes {
  /** All that is to be bought. Units of the same product add up. */
  readonly lines?: ReadonlyArray<{ readonly productId: string; readonly quantity: number }> | undefined
  readonly buyer?: Domain.Buyer | undefined
  readonly recipient?: Domain.Recipient | undefined
  readonly method?: ShippingMethod | undefined
  readonly note?: string | undefined
  readonly discountCodes?: ReadonlyArray<string> | undefined
}

/** A new draft, with what whoever edits it is able to do. */
export interface Beginning extends Changes {
  readonly authenticates: boolean
  readonly paysByToken: boolean
}

export interface DraftView {
  readonly id: string
  readonly kind: Kind
  readonly status: Domain.Status
  readonly draft: Domain.Draft
  readonly lines: ReadonlyArray<{
    readonly productId: string
    readonly name: string
    readonly quantity: number
    readonly unitPriceMinor: number
    readonly lineTotalMinor: number
    /** Units that can be had; none is said of what has been bought. */
    readonly available: number | undefined
  }>
  readonly sums: Pricing.Sums
  readonly method: ShippingMethod
  readonly options: Domain.Appraisal["options"]
  readonly messages: ReadonlyArray<Domain.Message>
  /** The order that it became. */
  readonly orderId: string | undefined
  /** What the page goes by on which a person takes over and pays; none where there is nothing to pay. */
  readonly handover: string | undefined
  readonly createdAt: number
  readonly updatedAt: number
  readonly expiresAt: number
}

/** No draft of the caller's goes by this id. */
export class DraftNotFound extends Schema.TaggedError<DraftNotFound>()("DraftNotFound", { draftId: Schema.String }) {
  override get message(): string {
    return `There is no draft ${this.draftId}.`
  }
}

/** It was paid, called off, or its time ran out: nothing about it changes any more. */
export class DraftClosed extends Schema.TaggedError<DraftClosed>()("DraftClosed", {
  draftId: Schema.String,
  status: Domain.Status
}) {
  override get message(): string {
    return `This checkout is ${this.status} and can no longer be changed.`
  }
}

/** A payment is under way: it is known in a moment what comes of it. */
export class DraftBusy extends Schema.TaggedError<DraftBusy>()("DraftBusy", {
  draftId: Schema.String,
  retryAfterSeconds: Schema.Int
}) {
  override get message(): string {
    return "A payment for this checkout is under way."
  }
}

/** The payer's bank has asked for them, and nothing is said of what came of that. */
export class AuthenticationMissing extends Schema.TaggedError<AuthenticationMissing>()("AuthenticationMissing", {
  draftId: Schema.String
}) {
  override get message(): string {
    return "The payer's bank wants to hear from them: say what came of it."
  }
}

/** There is nothing that a person could pay: what stands in the way is said in the draft. */
export class DraftNotPayable extends Schema.TaggedError<DraftNotPayable>()("DraftNotPayable", {
  draftId: Schema.String,
  status: Domain.Status
}) {}

type Unchangeable = DraftNotFound | DraftClosed | DraftBusy

/** How a draft is to be paid, and what is said of it at the last moment. */
export interface Completion extends Pick<Changes, "buyer" | "note"> {
  /** What a vault gave out for this draft. */
  readonly token: string
  /** What came of asking the payer, where they were asked: a proof, or none. */
  readonly authentication: { readonly proof: AuthenticationProof | undefined } | undefined
}

export type Completing =
  /** It was not charged, and need not be: the draft says why. */
  | { readonly _tag: "Told"; readonly view: DraftView }
  /** It is being charged. */
  | { readonly _tag: "Charging"; readonly chargeId: string }

export class PurchaseDrafts extends Context.Tag("@beauty-store/commerce/PurchaseDrafts")<PurchaseDrafts, {
  readonly create: (
    owner: Owner,
    kind: Kind,
    beginning: Beginning
  ) => Effect.Effect<DraftView, Catalogue.ProductNotFound | StoreUnavailable>
  readonly view: (
    owner: Owner,
    kind: Kind,
    draftId: string
  ) => Effect.Effect<DraftView, DraftNotFound | StoreUnavailable>
  readonly revise: (
    owner: Owner,
    kind: Kind,
    draftId: string,
    changes: Changes
  ) => Effect.Effect<DraftView, Unchangeable | Catalogue.ProductNotFound | StoreUnavailable>
  readonly cancel: (
    owner: Owner,
    kind: Kind,
    draftId: string
  ) => Effect.Effect<DraftView, Unchangeable | StoreUnavailable>
  /**
   * Has a draft charged, if nothing stands in its way and it costs what its editor was told last: the pending order, its
   * reservation and the charge. A draft that is paid is told as it is. Joins a transaction.
   */
  readonly complete: (
    owner: Owner,
    draftId: string,
    completion: Completion
  ) => Effect.Effect<Completing, Unchangeable | AuthenticationMissing | StoreUnavailable>
  /** Brings the charge of a draft to its end, whatever that is, and answers the draft. May be repeated. */
  readonly finish: (chargeId: string) => Effect.Effect<DraftView, PaymentProviderUnavailable | StoreUnavailable>
  /** The draft that a person is to take over. */
  readonly handedOver: (handover: string) => Effect.Effect<DraftView, DraftNotFound | StoreUnavailable>
  /** A person takes a draft over: answers the provider's page on which they pay. */
  readonly takeOver: (
    handover: string
  ) => Effect.Effect<string, Unchangeable | DraftNotPayable | FinishRefusal | StoreUnavailable>
}>() {}

const DraftText = Query.Json(Domain.Draft)
const encodeDraft = Schema.encodeSync(DraftText)
const FailedText = Query.Json(Schema.Struct({ problem: Domain.PaymentProblem, text: Schema.String }))
const encodeFailed = Schema.encodeSync(FailedText)

const Row = Schema.Struct({
  id: Schema.String,
  kind: Kind,
  principal: Schema.String,
  shopper: Schema.String,
  document: DraftText,
  failed: Schema.NullOr(FailedText),
  created_at: Query.Int,
  updated_at: Query.Int,
  expires_at: Query.Int,
  cancelled_at: Schema.NullOr(Query.Int)
})
export type DraftRow = typeof Row.Type
/** A draft, locked where the transaction may change it. */
const byId = Query.first(Row)<[id: string]>(
  `SELECT id, kind, principal, shopper, document, failed, created_at, updated_at, expires_at, cancelled_at
   FROM draft WHERE id = ? FOR UPDATE`
)
const insert = Query.insert("draft", [
  "id",
  "kind",
  "principal",
  "shopper",
  "document",
  "created_at",
  "updated_at",
  "expires_at"
])
const setDocument = Query.changeOne<
  [document: string, failed: string | null, updatedAt: number, expiresAt: number, id: string]
>("UPDATE draft SET document = ?, failed = ?, updated_at = ?, expires_at = ? WHERE id = ?")
const setCancelled = Query.changeOne<[cancelledAt: number, updatedAt: number, id: string]>(
  "UPDATE draft SET cancelled_at = ?, updated_at = ? WHERE id = ?"
)

const deleteForgotten = Query.change<[before: number, most: number]>(
  `DELETE FROM draft WHERE id IN (
     SELECT d.id FROM draft d WHERE d.expires_at < ?
       AND NOT EXISTS (SELECT 1 FROM checkout_session s WHERE s.draft_id = d.id)
     ORDER BY d.expires_at LIMIT ? FOR UPDATE SKIP LOCKED
   )`
)
const keptMillis = 30 * 24 * 3_600_000

/** Forgets drafts that nobody came back to for a month after their time, so many at the most; answers how many. */
export const sweep = (most: number): Effect.Effect<number, never, Transaction> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => deleteForgotten(now - keptMillis, most))

/** The purpose of the mark in a handover's address. */
const handing = "draft handover"

/** Today's offers of lines, in their order; each line's product is there. */
const offersOf = (lines: ReadonlyArray<{ readonly productId: string }>) =>
  Effect.forEach(lines, ({ productId }) =>
    Effect.flatMap(
      Carts.offerOf(productId),
      Option.match({
        onNone: () => new Catalogue.ProductNotFound({ productId }),
        onSome: ({ name, on_hand, price_minor, reserved }) =>
          Effect.succeed({
            name,
            priceMinor: price_minor,
            onHand: on_hand,
            reserved,
            available: available({ onHand: on_hand, reserved })
          })
      })
    ))

/** A draft beside everything that its view follows from. */
interface Loaded {
  readonly row: DraftRow
  /** Its latest session, if there ever was one. */
  readonly session: SessionRecords.SessionRow | undefined
  /** What its own living session holds back counts as available to it. */
  readonly offers: ReadonlyArray<
    Domain.Offer & { readonly name: string; readonly onHand: number; readonly reserved: number }
  >
  /** What the last try to pay came to, where it came to nothing and nothing was changed since. */
  readonly failed: Domain.FailedPayment | undefined
}

const declineWords: Readonly<Record<string, string>> = {
  token_not_found: "The payment token is not known.",
  token_used: "The payment token has been used before.",
  token_expired: "The payment token has expired.",
  token_session_mismatch: "The payment token was given out for another checkout.",
  token_merchant_mismatch: "The payment token was given out for another shop.",
  token_currency_mismatch: "The payment token is for another currency.",
  token_amount_exceeded: "The payment token does not cover the total."
}

/** What a charge that took nothing means to whoever pays. */
const failureOf = (charge: ChargeRecords.ChargeRow): Domain.FailedPayment | undefined => {
  switch (charge.state) {
    case "declined": {
      const reason = charge.reason ?? "card_declined"
      const text = declineWords[reason]
      if (text === undefined) {
        return { problem: "payment_declined", text: `The payment was declined: ${reason.replaceAll("_", " ")}.` }
      }
      return { problem: reason === "token_expired" ? "token_expired" : "token_refused", text }
    }
    case "challenged":
      return { problem: "authentication_required", text: "The payer's bank wants to hear from them first." }
    case "refused":
      return { problem: "limit_exceeded", text: charge.refusal!.message }
    default:
      return undefined
  }
}

const load = Effect.fnUntraced(function*(row: DraftRow): Effect.fn.Return<Loaded, never, Transaction> {
  const session = Option.getOrUndefined(yield* SessionRecords.latestOfDraft(row.id))
  const isLive = session !== undefined && Session.isLive(session.phase)
  const held = isLive ? yield* OrderRecords.unitsOf(session.order_id) : []
  const charge = isLive && session.charged ? (yield* ChargeRecords.ofSession(session.id)).at(-1) : undefined
  const offers = yield* Effect.orDie(offersOf(row.document.lines))
  return {
    row,
    session,
    failed: row.failed ?? (charge === undefined ? undefined : failureOf(charge)),
    offers: offers.map((offer, n) => ({
      ...offer,
      available: offer.available +
        (held.find(({ productId }) => productId === row.document.lines[n]!.productId)?.quantity ?? 0)
    }))
  }
})

/** What a draft has become, whatever is in it; nothing where it can still be changed and paid. */
const fateOf = ({ row, session }: Pick<Loaded, "row" | "session">, now: number): Domain.Status | undefined => {
  if (session?.phase === "complete") return "completed"
  if (row.cancelled_at !== null) return "cancelled"
  if (session?.phase === "opening" || session?.phase === "processing") return "completing"
  return now >= row.expires_at && session?.phase !== "open" ? "expired" : undefined
}

/** Fate first: what is not there any more, or not the caller's, can not be changed. */
const changeable = (
  loaded: Pick<Loaded, "row" | "session">,
  now: number
): Effect.Effect<void, DraftClosed | DraftBusy> => {
  const status = fateOf(loaded, now)
  if (status === undefined) return Effect.void
  return status === "completing"
    ? new DraftBusy({ draftId: loaded.row.id, retryAfterSeconds: 1 })
    : new DraftClosed({ draftId: loaded.row.id, status })
}

/** Ends a session of a draft's that nobody is paying. Its units are free again. */
const endSession = (session: SessionRecords.SessionRow | undefined) =>
  session === undefined || !Session.isLive(session.phase)
    ? Effect.succeed([])
    : Effect.zipLeft(OrderRecords.unitsOf(session.order_id), SessionRecords.end(session, "cancelled", "shopper"))

export const layer: Layer.Layer<
  PurchaseDrafts,
  never,
  Transactions | Checkout | Entropy | StoreSecret | Jobs | Events
> = Layer.effect(
  PurchaseDrafts,
  Effect.gen(function*() {
    const transactions = yield* Transactions
    const secret = yield* StoreSecret
    const policy = yield* Policy
    const checkout = yield* Checkout
    const context = Context.make(Entropy, yield* Entropy).pipe(
      Context.add(Events, yield* Events),
      Context.add(Jobs, yield* Jobs)
    )
    const write = <A, E>(body: Effect.Effect<A, E, Transaction | Entropy | Events | Jobs>) =>
      transactions.write(Effect.provide(body, context))
    const terms: Domain.Terms = { shipping: policy.shipping, delegatedLimitMinor: policy.allowance.perTransaction }
    const lifetime = { checkout: policy.drafts.checkoutMillis, cart: policy.drafts.cartMillis }

    const found = (owner: Owner, kind: Kind, draftId: string) =>
      Effect.flatMap(
        byId(draftId),
        (row) =>
          Option.isSome(row) && row.value.kind === kind && row.value.principal === owner.principal
            ? Effect.succeed(row.value)
            : new DraftNotFound({ draftId })
      )

    const viewOf = Effect.fnUntraced(
      function*(loaded: Loaded, now: number): Effect.fn.Return<DraftView, never, Transaction> {
        const { failed, offers, row, session } = loaded
        const fate = fateOf(loaded, now)
        const appraisal = Domain.appraise(row.document, offers, terms, failed)
        const status = fate ?? appraisal.status
        const base = {
          id: row.id,
          kind: row.kind,
          status,
          draft: row.document,
          createdAt: row.created_at,
          updatedAt: row.updated_at,
          expiresAt: row.expires_at
        }
        // What is being paid, or was, is the order: at the prices of that day.
        if (session !== undefined && (status === "completing" || status === "completed")) {
          const order = yield* Effect.orDie(OrderRecords.find(session.order_id))
          const lines = yield* OrderRecords.linesOf(order.id)
          return {
            ...base,
            lines: lines.map((line) => ({ ...line, available: undefined })),
            sums: OrderRecords.sumsOf(order),
            method: order.shipping_method,
            options: [{ method: order.shipping_method, chargeMinor: order.shipping_minor }],
            messages: [],
            orderId: status === "completed" ? order.id : undefined,
            handover: undefined
          }
        }
        return {
          ...base,
          lines: appraisal.priced.lines.map((line, n) => ({ ...line, ...offers[n]! })),
          sums: appraisal.priced,
          method: appraisal.method,
          options: appraisal.options,
          messages: Domain.isFinal(status) ? [] : appraisal.messages,
          orderId: undefined,
          handover: row.kind === "checkout" && payable.has(status) ? sign(secret, handing, row.id) : undefined
        }
      }
    )

    /** The document with what was said of it; lines that stay keep the price that was last told. */
    const applied = Effect.fnUntraced(function*(draft: Domain.Draft, changes: Changes) {
      const { lines, ...words } = changes
      if (lines === undefined) return saying(draft, words)
      const gathered = Domain.gathered(lines)
      const offers = yield* offersOf(gathered)
      return {
        ...saying(draft, words),
        lines: gathered.map(({ productId, quantity }, n): Domain.Line => ({
          productId: productId as ProductId,
          quantity,
          priceSeenMinor: draft.lines.find((line) => line.productId === productId)?.priceSeenMinor
            ?? offers[n]!.priceMinor
        }))
      }
    })

    const create = Effect.fnUntraced(
      function*(owner: Owner, kind: Kind, { authenticates, paysByToken, ...changes }: Beginning) {
        const empty: Domain.Draft = { lines: [], discountCodes: [], authenticates, paysByToken }
        const document = yield* applied(empty, changes)
        const now = yield* Clock.currentTimeMillis
        const row: DraftRow = {
          id: yield* nextId(kind === "checkout" ? "cs" : "cart"),
          kind,
          ...owner,
          document,
          failed: null,
          created_at: now,
          updated_at: now,
          expires_at: now + lifetime[kind],
          cancelled_at: null
        }
        const { cancelled_at: _, document: __, failed: ___, ...columns } = row
        yield* insert({ ...columns, document: encodeDraft(document) })
        return yield* viewOf(yield* load(row), now)
      },
      write
    )

    const view = Effect.fnUntraced(function*(owner: Owner, kind: Kind, draftId: string) {
      const row = yield* found(owner, kind, draftId)
      return yield* viewOf(yield* load(row), yield* Clock.currentTimeMillis)
    }, transactions.read)

    const revise = Effect.fnUntraced(function*(owner: Owner, kind: Kind, draftId: string, changes: Changes) {
      const before = yield* found(owner, kind, draftId)
      const now = yield* Clock.currentTimeMillis
      const session = Option.getOrUndefined(yield* SessionRecords.latestOfDraft(draftId))
      yield* changeable({ row: before, session }, now)
      const document = yield* applied(before.document, changes)
      const freed = yield* endSession(session)
      yield* Inventory.release(freed)
      const row = { ...before, document, failed: null, updated_at: now, expires_at: now + lifetime[kind] }
      const loaded = yield* load(row)
      yield* keep(row, Domain.told(document, loaded.offers))
      return yield* viewOf(loaded, now)
    }, write)

    const keep = ({ expires_at, failed, id, updated_at }: DraftRow, document: Domain.Draft) =>
      setDocument(encodeDraft(document), failed === null ? null : encodeFailed(failed), updated_at, expires_at, id)

    const cancel = Effect.fnUntraced(function*(owner: Owner, kind: Kind, draftId: string) {
      const before = yield* found(owner, kind, draftId)
      const now = yield* Clock.currentTimeMillis
      const session = Option.getOrUndefined(yield* SessionRecords.latestOfDraft(draftId))
      yield* changeable({ row: before, session }, now)
      yield* setCancelled(now, now, draftId)
      const freed = yield* endSession(session)
      yield* Inventory.release(freed)
      return yield* viewOf(yield* load({ ...before, updated_at: now, cancelled_at: now }), now)
    }, write)

    /** What a draft buys, to be placed. It can be: nothing stands in its way. */
    const purchaseOf = ({ offers, row }: Loaded, { address, method }: Domain.Appraisal): OrderPlacement.Purchase => ({
      owner: { principal: row.principal, shopper: row.shopper },
      email: Domain.emailOf(row.document)!,
      address: address!,
      method,
      cartId: undefined,
      draftId: row.id,
      lines: row.document.lines.map((line, n) => ({ line, ...offers[n]!, addedAt: row.created_at }))
    })

    /** What was read a moment ago holds no more: somebody else was faster, and it is decided anew. */
    const decidedAnew = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, StoreUnavailable, R> =>
      Effect.catchAll(
        effect,
        (error) =>
          error instanceof StoreUnavailable ? Effect.fail<StoreUnavailable>(error) : Effect.die(new ConcurrentUpdate())
      )

    const complete = Effect.fnUntraced(
      function*(owner: Owner, draftId: string, { authentication, buyer, note, token }: Completion) {
        const existing = yield* found(owner, "checkout", draftId)
        const now = yield* Clock.currentTimeMillis
        const before = yield* load(existing)
        if (fateOf(before, now) === "completed") return told(yield* viewOf(before, now))
        yield* changeable(before, now)
        const document = saying(existing.document, { buyer, note })
        const row = { ...existing, document, updated_at: now }
        const loaded = { ...before, row }
        const { offers, session } = before
        const isAsked = before.failed?.problem === "authentication_required" && document.authenticates
        if (isAsked && authentication === undefined) return yield* new AuthenticationMissing({ draftId })
        // What the last try came to does not stand in the way of another.
        const appraisal = Domain.appraise(document, offers, terms)
        const isOtherMail = Domain.emailOf(document) !== Domain.emailOf(existing.document)
        const isOtherPrice = appraisal.messages.some(({ code }) => code === "price_changed")
        const isRefused = authentication !== undefined && authentication.proof === undefined
        if (isOtherPrice || isRefused || appraisal.status !== "ready") {
          const failed = isRefused ? unauthenticated : undefined
          yield* keep({ ...row, failed: failed ?? existing.failed }, Domain.told(document, offers))
          if (isOtherMail || isOtherPrice || isRefused) yield* Inventory.release(yield* endSession(session))
          const after = yield* load({ ...row, failed: failed ?? existing.failed })
          return told(yield* viewOf(after, now))
        }
        const payment: Payment = {
          means: { _tag: "Token", token },
          authentication: authentication?.proof,
          keepsSession: true
        }
        const stands = session?.phase === "open" && now < session.expires_at && !isOtherMail
        const chargeId = stands
          ? yield* decidedAnew(checkout.beginCharge(session.id, payment))
          : yield* decidedAnew(checkout.beginPurchase(purchaseOf(loaded, appraisal), payment))
        yield* keep({ ...row, failed: null }, document)
        return charging(chargeId)
      },
      write
    )

    const finish = Effect.fnUntraced(function*(chargeId: string) {
      // What it came to is written beside the charge, and the draft says it.
      yield* Effect.catchTags(checkout.charge(chargeId), {
        AllowanceExceeded: () => Effect.void,
        CheckoutSuperseded: () => Effect.void,
        PaymentDeclined: () => Effect.void,
        PaymentNotAuthenticated: () => Effect.void
      })
      return yield* transactions.read(Effect.gen(function*() {
        const { session_id } = Option.getOrThrow(yield* ChargeRecords.byId(chargeId))
        const { draft_id } = Option.getOrThrow(yield* SessionRecords.byId(session_id))
        const row = Option.getOrThrow(yield* byId(draft_id!))
        return yield* viewOf(yield* load(row), yield* Clock.currentTimeMillis)
      }))
    })

    const taken = Effect.fnUntraced(function*(handover: string) {
      const draftId = unsign(secret, handing, handover) ?? ""
      const row = Option.getOrUndefined(yield* byId(draftId))
      return row ?? (yield* new DraftNotFound({ draftId }))
    })

    const handedOver = Effect.fnUntraced(function*(handover: string) {
      const row = yield* taken(handover)
      return yield* viewOf(yield* load(row), yield* Clock.currentTimeMillis)
    }, transactions.read)

    const takeOver = (handover: string) =>
      Effect.flatMap(
        write(Effect.gen(function*() {
          const loaded = yield* Effect.flatMap(taken(handover), load)
          const { row, session } = loaded
          const now = yield* Clock.currentTimeMillis
          // Somebody is at the page already: it is the same page.
          if (session?.phase !== "opening") yield* changeable(loaded, now)
          const appraisal = Domain.appraise(row.document, loaded.offers, terms, loaded.failed)
          if (!payable.has(appraisal.status)) {
            return yield* new DraftNotPayable({ draftId: row.id, status: appraisal.status })
          }
          const isOtherPrice = appraisal.messages.some(({ code }) => code === "price_changed")
          const stands = session !== undefined && Session.isLive(session.phase) && now < session.expires_at
          if (stands && !isOtherPrice) return session.id
          const sessionId = yield* decidedAnew(checkout.beginAtPage(purchaseOf(loaded, appraisal)))
          yield* keep(row, Domain.told(row.document, loaded.offers))
          return sessionId
        })),
        (sessionId) => Effect.map(checkout.open(sessionId), ({ redirectUrl }) => redirectUrl)
      )

    return { create, view, revise, cancel, complete, finish, handedOver, takeOver }
  })
)

/** A draft with what was said of it besides its lines; what was not said stays. */
const saying = (draft: Domain.Draft, words: Omit<Changes, "lines">): Domain.Draft => ({
  ...draft,
  ...Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined))
})

const told = (view: DraftView): Completing => ({ _tag: "Told", view })
const charging = (chargeId: string): Completing => ({ _tag: "Charging", chargeId })

const unauthenticated: Domain.FailedPayment = {
  problem: "authentication_failed",
  text: "The payer's bank did not get to know that it was them. Nothing was charged."
}

/** What a person can take over and pay. */
const payable: ReadonlySet<Domain.Status> = new Set(["ready", "needsBuyer", "needsAuthentication"])
