/** The handlers of ACP's carts: drafts that are stored by id and never paid (docs/specification.md#drafts). */
import { DraftNotFound } from "@beauty-store/commerce/internal/drafts/DraftState"
import * as Draft from "@beauty-store/domain/PurchaseDraft"
import { buyer } from "@beauty-store/http/pipeline/Authentication"
import * as Operations from "@beauty-store/http/pipeline/Operations"
import * as Effect from "effect/Effect"
import { AcpApi } from "./Api.ts"
import * as RequestRules from "./RequestRules.ts"
import * as Requests from "./Requests.ts"
import { cartView, pointAtItem, type Services } from "./SessionUseCases.ts"

const operation = Operations.operationsOf(AcpApi, RequestRules.strict)

const create = (services: Services) =>
  Operations.change(
    operation("acpCarts", "create"),
    buyer,
    Effect.fnUntraced(function*({ caller, payload }) {
      const changes = yield* Requests.changesOf(payload, services.methods)
      const beginning = { ...changes, authenticates: false, paysByToken: false }
      const created = services.drafts.create(caller.owner, "cart", beginning)
      return cartView(services, yield* pointAtItem(payload.line_items)(created))
    })
  )

const view = (services: Services) =>
  Operations.read(
    operation("acpCarts", "view"),
    buyer,
    Effect.fnUntraced(function*({ caller, path: { cartId } }) {
      const view = yield* services.drafts.view(caller.owner, "cart", cartId)
      if (Draft.isFinal(view.status)) return yield* new DraftNotFound({ draftId: cartId })
      return cartView(services, view)
    })
  )

/** A cart never becomes an order: there is no event that the shop could refuse. */
const neverOrdered = Effect.die

const update = (services: Services) =>
  Operations.change(
    operation("acpCarts", "update"),
    buyer,
    Effect.fnUntraced(function*({ caller, path: { cartId }, payload }) {
      const changes = yield* Requests.changesOf(payload, services.methods)
      const revised = services.drafts.revise(caller.owner, "cart", cartId, changes).pipe(
        pointAtItem(payload.line_items),
        // A cart that was cancelled, or whose time ran out, does not exist.
        Effect.catchTag("DraftClosed", ({ draftId }) => new DraftNotFound({ draftId })),
        Effect.catchTag("RefusedByShop", neverOrdered)
      )
      return cartView(services, yield* revised)
    })
  )

const cancel = (services: Services) =>
  Operations.change(
    operation("acpCarts", "cancel"),
    buyer,
    ({ caller, path: { cartId } }) =>
      services.drafts.cancel(caller.owner, "cart", cartId).pipe(
        Effect.catchTag("DraftClosed", ({ draftId }) => new DraftNotFound({ draftId })),
        Effect.catchTag("RefusedByShop", neverOrdered),
        Effect.map((view) => cartView(services, view))
      )
  )

export const handlers = (services: Services) => ({
  create: create(services),
  view: view(services),
  update: update(services),
  cancel: cancel(services)
})
