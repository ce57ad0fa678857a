/**
 * Purchase drafts: purchases that programs put together step by step (`checkout`), and carts that they keep by name
 * (`cart`), which are never paid. The domain decides what blocks one (`PurchaseDraft`). A change ends a session that
 * nobody is paying, else it is refused. Locks: draft, then session, order, stock. Follows docs/specification.md#drafts.
 *
 * @since 1.0.0
 */
import type * as Catalogue from "@beauty-store/domain/Catalog"
import { type Claimed, DraftId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import * as Domain from "@beauty-store/domain/PurchaseDraft"
import { methodIdsOf } from "@beauty-store/domain/Shipping"
import { type Entropy, nextId } from "@beauty-store/sql/Entropy"
import type { Jobs } from "@beauty-store/sql/Jobs"
import type { StoreSecret } from "@beauty-store/sql/Secrets"
import type { StoreUnavailable, Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Inventory from "../catalog/Inventory.ts"
import type { Checkout } from "../checkout/Checkout.ts"
import type { Events } from "../events/Events.ts"
import { reactNow } from "../events/ReactionRuns.ts"
import type { RefusedByShop } from "../events/Reactions.ts"
import type { Owner } from "../identity/Identity.ts"
import { checking, OwnerKeys } from "../InputChecks.ts"
import type { Policy } from "../Policy.ts"
import * as SessionRecords from "../records/SessionRecords.ts"
import * as UseCase from "../UseCase.ts"
import { type Changes, withChanges } from "./DraftChanges.ts"
import { type Dependencies, dependencies } from "./DraftDependencies.ts"
import * as DraftPayment from "./DraftPayment.ts"
import * as DraftRecords from "./DraftRecords.ts"
import { type DraftNotFound, endSession, find, load, mustBeChangeable, type NotChangeable } from "./DraftState.ts"
import { type DraftView, viewOf } from "./DraftView.ts"

export type { Changes } from "./DraftChanges.ts"
export type { DraftCompletion, Payer, TakeOverRefusal } from "./DraftPayment.ts"
export { DraftNotFound, type NotChangeable } from "./DraftState.ts"

type Kind = DraftRecords.Kind

/** A new draft, with the abilities of its editor. */
export interface NewDraft extends Changes {
  readonly authenticates: boolean
  readonly paysByToken: boolean
}

export class PurchaseDrafts extends Context.Tag("@beauty-store/commerce/PurchaseDrafts")<PurchaseDrafts, {
  readonly create: (
    owner: Owner,
    kind: Kind,
    draft: NewDraft
  ) => Effect.Effect<DraftView, InvalidInput | Catalogue.ProductNotFound | StoreUnavailable>
  readonly view: (
    owner: Owner,
    kind: Kind,
    draftId: Claimed<DraftId>
  ) => Effect.Effect<DraftView, DraftNotFound | StoreUnavailable>
  readonly revise: (
    owner: Owner,
    kind: Kind,
    draftId: Claimed<DraftId>,
    changes: Changes
  ) => Effect.Effect<
    DraftView,
    InvalidInput | NotChangeable | Catalogue.ProductNotFound | RefusedByShop | StoreUnavailable
  >
  readonly cancel: (
    owner: Owner,
    kind: Kind,
    draftId: Claimed<DraftId>
  ) => Effect.Effect<DraftView, NotChangeable | RefusedByShop | StoreUnavailable>
  /** The editor pays. */
  readonly completion: DraftPayment.DraftCompletion
  /** The draft that a person is to take over. */
  readonly viewByHandover: (handover: string) => Effect.Effect<DraftView, DraftNotFound | StoreUnavailable>
  /** A person takes a draft over. Returns the address of the provider's page on which they pay. */
  readonly takeOver: (
    handover: string,
    payer?: DraftPayment.Payer
  ) => Effect.Effect<string, DraftPayment.TakeOverRefusal | StoreUnavailable>
}>() {}

type Service = Context.Tag.Service<PurchaseDrafts>

const { authenticates, buyer, discountCodes, language, note, paysByToken, recipient } = Domain.Draft.fields
const changedIn = ({ terms }: Dependencies) => ({
  lines: Schema.optional(
    Schema.Array(Schema.Struct({ productId: Schema.String, quantity: Domain.Line.fields.quantity }))
  ),
  buyer,
  recipient,
  method: Schema.optional(Schema.Literal(...methodIdsOf(terms.strategies.shipping))),
  note,
  language,
  discountCodes: Schema.optional(discountCodes)
})
/** Fields with texts that are kept as they are given. */
const texts = ["buyer", "recipient", "note", "discountCodes"] as const
const checkingNew = (deps: Dependencies) =>
  checking(
    Schema.Struct({ owner: OwnerKeys, kind: DraftRecords.Kind, ...changedIn(deps), authenticates, paysByToken }),
    texts
  )
/** The whole of it: units of a product that was named twice add up, and there may be too many products. */
const checkDocument = checking(Domain.Draft)

const create = (deps: Dependencies): Service["create"] => {
  const checkNew = checkingNew(deps)
  return Effect.fnUntraced(
    function*(owner: Owner, kind: Kind, draft: NewDraft) {
      yield* checkNew({ ...draft, owner, kind })
      const { authenticates, paysByToken, ...changes } = draft
      const empty: Domain.Draft = { lines: [], discountCodes: [], authenticates, paysByToken }
      const document = yield* withChanges(empty, changes)
      yield* checkDocument(document)
      const now = yield* Clock.currentTimeMillis
      const row: DraftRecords.DraftRow = {
        id: yield* nextId(DraftId),
        kind,
        ...owner,
        document,
        failed: null,
        created_at: now,
        updated_at: now,
        expires_at: now + deps.lifetimeMillis[kind],
        cancelled_at: null
      }
      const shown = yield* viewOf(deps, { ...(yield* load(deps, row)), isRevised: true }, now)
      yield* DraftRecords.insert({ ...row, document: Domain.withPricesSeen(document, shown) })
      return shown
    },
    deps.write
  )
}

const view = (deps: Dependencies): Service["view"] =>
  Effect.fnUntraced(function*(owner: Owner, kind: Kind, draftId: Claimed<DraftId>) {
    const row = yield* find(owner, kind, draftId)
    return yield* viewOf(deps, yield* load(deps, row), yield* Clock.currentTimeMillis)
  }, deps.transactions.read)

const revise = (deps: Dependencies): Service["revise"] => {
  const checkChanges = checking(Schema.Struct(changedIn(deps)), texts)
  return Effect.fnUntraced(function*(owner: Owner, kind: Kind, draftId: Claimed<DraftId>, changes: Changes) {
    yield* checkChanges(changes)
    const before = yield* find(owner, kind, draftId)
    const now = yield* Clock.currentTimeMillis
    const session = Option.getOrUndefined(yield* SessionRecords.latestOfDraft(before.id))
    yield* mustBeChangeable({ row: before, session }, now)
    const document = yield* withChanges(before.document, changes)
    yield* checkDocument(document)
    const freed = yield* endSession(session)
    yield* Inventory.release(freed)
    yield* reactNow
    const row = { ...before, document, failed: null, updated_at: now, expires_at: now + deps.lifetimeMillis[kind] }
    const shown = yield* viewOf(deps, { ...(yield* load(deps, row)), isRevised: true }, now)
    yield* DraftRecords.update({ ...row, document: Domain.withPricesSeen(document, shown) })
    return shown
  }, deps.write)
}

const cancel = (deps: Dependencies): Service["cancel"] =>
  Effect.fnUntraced(function*(owner: Owner, kind: Kind, draftId: Claimed<DraftId>) {
    const before = yield* find(owner, kind, draftId)
    const now = yield* Clock.currentTimeMillis
    const session = Option.getOrUndefined(yield* SessionRecords.latestOfDraft(before.id))
    yield* mustBeChangeable({ row: before, session }, now)
    yield* DraftRecords.setCancelled(now, now, before.id)
    const freed = yield* endSession(session)
    yield* Inventory.release(freed)
    yield* reactNow
    return yield* viewOf(deps, yield* load(deps, { ...before, updated_at: now, cancelled_at: now }), now)
  }, deps.write)

export const layer: Layer.Layer<
  PurchaseDrafts,
  never,
  Transactions | Checkout | Entropy | StoreSecret | Jobs | Events | Policy
> = Layer.effect(
  PurchaseDrafts,
  Effect.map(dependencies, (deps) => {
    const completion = DraftPayment.completion(deps)
    return {
      create: UseCase.named("PurchaseDrafts.create", create(deps), {
        given: (caller) => ({ caller }),
        found: ({ id, status }) => ({ draftId: id, status })
      }),
      view: UseCase.named("PurchaseDrafts.view", view(deps), {
        given: (caller, _kind, draftId) => ({ caller, draftId }),
        found: ({ id, status }) => ({ draftId: id, status })
      }),
      revise: UseCase.named("PurchaseDrafts.revise", revise(deps), {
        given: (caller, _kind, draftId) => ({ caller, draftId }),
        found: ({ id, status }) => ({ draftId: id, status })
      }),
      cancel: UseCase.named("PurchaseDrafts.cancel", cancel(deps), {
        given: (caller, _kind, draftId) => ({ caller, draftId }),
        found: ({ id, status }) => ({ draftId: id, status })
      }),
      completion: {
        begin: UseCase.named("PurchaseDrafts.completion.begin", completion.begin, {
          given: (caller, draftId) => ({ caller, draftId })
        }),
        finish: UseCase.named("PurchaseDrafts.completion.finish", completion.finish, {
          given: (chargeId) => ({ chargeId }),
          found: ({ id, status }) => ({ draftId: id, status })
        })
      },
      viewByHandover: UseCase.named("PurchaseDrafts.viewByHandover", DraftPayment.viewByHandover(deps), {
        found: ({ id, status }) => ({ draftId: id, status })
      }),
      takeOver: UseCase.named("PurchaseDrafts.takeOver", DraftPayment.takeOver(deps))
    }
  })
)
