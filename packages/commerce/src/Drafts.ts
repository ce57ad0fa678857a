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
import * as Domain from "@beauty-store/domain/Draft"
import type { ProductId } from "@beauty-store/domain/Ids"
import type * as Pricing from "@beauty-store/domain/Pricing"
import type { ShippingMethod } from "@beauty-store/domain/Shipping"
import { available } from "@beauty-store/domain/Stock"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Carts from "./Carts.ts"
import * as Sessions from "./CheckoutSessions.ts"
import { Entropy, nextId } from "./Entropy.ts"
import { Events } from "./Events.ts"
import type { Owner } from "./Identity.ts"
import * as Inventory from "./Inventory.ts"
import { Jobs } from "./Jobs.ts"
import * as OrderRecords from "./OrderRecords.ts"
import { Policy } from "./Policy.ts"
import * as Query from "./Query.ts"
import { sign, StoreSecret } from "./Secrets.ts"
import { type StoreUnavailable, type Transaction, Transactions } from "./Transactions.ts"

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
  readonly sums: Pick<Pricing.Priced, "currency" | "subtotalMinor" | "shippingMinor" | "totalMinor" | "vat">
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

type Unchangeable = DraftNotFound | DraftClosed | DraftBusy

export class Drafts extends Context.Tag("@beauty-store/commerce/Drafts")<Drafts, {
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
}>() {}

const DraftText = Query.Json(Domain.Draft)
const encodeDraft = Schema.encodeSync(DraftText)
const FailedText = Query.Json(Schema.Struct({ problem: Domain.PaymentProblem, text: Schema.String }))

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
const setDocument = Query.changeOne<[document: string, updatedAt: number, expiresAt: number, id: string]>(
  "UPDATE draft SET document = ?, failed = NULL, updated_at = ?, expires_at = ? WHERE id = ?"
)
const setCancelled = Query.changeOne<[cancelledAt: number, updatedAt: number, id: string]>(
  "UPDATE draft SET cancelled_at = ?, updated_at = ? WHERE id = ?"
)

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
          Effect.succeed({ name, priceMinor: price_minor, available: available({ onHand: on_hand, reserved }) })
      })
    ))

/** A draft beside everything that its view follows from. */
interface Loaded {
  readonly row: DraftRow
  /** Its latest session, if there ever was one. */
  readonly session: Sessions.SessionRow | undefined
  /** What its own living session holds back counts as available to it. */
  readonly offers: ReadonlyArray<Domain.Offer & { readonly name: string }>
}

const load = (row: DraftRow): Effect.Effect<Loaded, never, Transaction> =>
  Effect.gen(function*() {
    const session = Option.getOrUndefined(yield* Sessions.latestOfDraft(row.id))
    const held = session !== undefined && Session.isLive(session.phase)
      ? yield* OrderRecords.unitsOf(session.order_id)
      : []
    const offers = yield* Effect.orDie(offersOf(row.document.lines))
    return {
      row,
      session,
      offers: offers.map((offer, n) => ({
        ...offer,
        available: offer.available +
          (held.find(({ productId }) => productId === row.document.lines[n]!.productId)?.quantity ?? 0)
      }))
    }
  })

/** What a draft has become, whatever is in it; nothing where it can still be changed and paid. */
const fateOf = ({ row, session }: Omit<Loaded, "offers">, now: number): Domain.Status | undefined => {
  if (session?.phase === "complete") return "completed"
  if (row.cancelled_at !== null) return "cancelled"
  if (session?.phase === "opening" || session?.phase === "processing") return "completing"
  return now >= row.expires_at && session?.phase !== "open" ? "expired" : undefined
}

/** Fate first: what is not there any more, or not the caller's, can not be changed. */
const changeable = (loaded: Omit<Loaded, "offers">, now: number): Effect.Effect<void, DraftClosed | DraftBusy> => {
  const status = fateOf(loaded, now)
  if (status === undefined) return Effect.void
  return status === "completing"
    ? new DraftBusy({ draftId: loaded.row.id, retryAfterSeconds: 1 })
    : new DraftClosed({ draftId: loaded.row.id, status })
}

/** Ends a session of a draft's that nobody is paying. Its units are free again. */
const endSession = (session: Sessions.SessionRow | undefined) =>
  session === undefined || !Session.isLive(session.phase)
    ? Effect.succeed([])
    : Effect.zipLeft(OrderRecords.unitsOf(session.order_id), Sessions.end(session, "cancelled", "shopper"))

export const layer: Layer.Layer<Drafts, never, Transactions | Entropy | StoreSecret | Jobs | Events> = Layer.effect(
  Drafts,
  Effect.gen(function*() {
    const transactions = yield* Transactions
    const secret = yield* StoreSecret
    const policy = yield* Policy
    const context = Context.make(Entropy, yield* Entropy).pipe(
      Context.add(Events, yield* Events),
      Context.add(Jobs, yield* Jobs)
    )
    const write = <A, E>(body: Effect.Effect<A, E, Transaction | Entropy | Events | Jobs>) =>
      transactions.write(Effect.provide(body, context))
    const terms: Domain.Terms = { shipping: policy.shipping, delegatedLimitMinor: 20_000 }
    const lifetime = { checkout: policy.drafts.checkoutMillis, cart: policy.drafts.cartMillis }

    const found = (owner: Owner, kind: Kind, draftId: string) =>
      Effect.flatMap(
        byId(draftId),
        (row) =>
          Option.isSome(row) && row.value.kind === kind && row.value.principal === owner.principal
            ? Effect.succeed(row.value)
            : new DraftNotFound({ draftId })
      )

    const viewOf = (loaded: Loaded, now: number): Effect.Effect<DraftView, never, Transaction> =>
      Effect.gen(function*() {
        const { offers, row, session } = loaded
        const fate = fateOf(loaded, now)
        const appraisal = Domain.appraise(row.document, offers, terms, row.failed ?? undefined)
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
            sums: {
              currency: order.currency,
              subtotalMinor: order.subtotal_minor,
              shippingMinor: order.shipping_minor,
              totalMinor: order.total_minor,
              vat: order.vat
            },
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
      })

    /** The document with what was said of it; lines that stay keep the price that was last told. */
    const applied = (draft: Domain.Draft, changes: Changes) =>
      Effect.gen(function*() {
        const { lines, ...said } = changes
        const kept = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
        if (lines === undefined) return { ...draft, ...kept }
        const gathered = Domain.gathered(lines)
        const offers = yield* offersOf(gathered)
        return {
          ...draft,
          ...kept,
          lines: gathered.map(({ productId, quantity }, n): Domain.Line => ({
            productId: productId as ProductId,
            quantity,
            priceSeenMinor: draft.lines.find((line) => line.productId === productId)?.priceSeenMinor
              ?? offers[n]!.priceMinor
          }))
        }
      })

    const create = (owner: Owner, kind: Kind, { authenticates, paysByToken, ...changes }: Beginning) =>
      write(Effect.gen(function*() {
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
      }))

    const view = (owner: Owner, kind: Kind, draftId: string) =>
      transactions.read(Effect.gen(function*() {
        const row = yield* found(owner, kind, draftId)
        return yield* viewOf(yield* load(row), yield* Clock.currentTimeMillis)
      }))

    const revise = (owner: Owner, kind: Kind, draftId: string, changes: Changes) =>
      write(Effect.gen(function*() {
        const before = yield* found(owner, kind, draftId)
        const now = yield* Clock.currentTimeMillis
        const session = Option.getOrUndefined(yield* Sessions.latestOfDraft(draftId))
        yield* changeable({ row: before, session }, now)
        const document = yield* applied(before.document, changes)
        const freed = yield* endSession(session)
        yield* Inventory.release(freed)
        const row = { ...before, document, failed: null, updated_at: now, expires_at: now + lifetime[kind] }
        const loaded = yield* load(row)
        yield* keep(row, Domain.told(document, loaded.offers))
        return yield* viewOf(loaded, now)
      }))

    const keep = (row: DraftRow, document: Domain.Draft) =>
      setDocument(encodeDraft(document), row.updated_at, row.expires_at, row.id)

    const cancel = (owner: Owner, kind: Kind, draftId: string) =>
      write(Effect.gen(function*() {
        const before = yield* found(owner, kind, draftId)
        const now = yield* Clock.currentTimeMillis
        const session = Option.getOrUndefined(yield* Sessions.latestOfDraft(draftId))
        yield* changeable({ row: before, session }, now)
        yield* setCancelled(now, now, draftId)
        const freed = yield* endSession(session)
        yield* Inventory.release(freed)
        return yield* viewOf(yield* load({ ...before, updated_at: now, cancelled_at: now }), now)
      }))

    return { create, view, revise, cancel }
  })
)

/** What a person can take over and pay. */
const payable: ReadonlySet<Domain.Status> = new Set(["ready", "needsBuyer", "needsAuthentication"])
