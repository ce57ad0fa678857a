/**
 * The handlers of checkout sessions: one set for both of their addresses, which differ only in the protocol's rules.
 * Follows docs/specification.md#acp.
 */
import { OrderId } from "@beauty-store/domain/Ids"
import { buyer, holder } from "@beauty-store/http/pipeline/Authentication"
import * as Operations from "@beauty-store/http/pipeline/Operations"
import * as Effect from "effect/Effect"
import { AcpApi } from "./Api.ts"
import { handlerId, tokenizedCard } from "./PaymentHandler.ts"
import * as RequestRules from "./RequestRules.ts"
import * as Requests from "./Requests.ts"
import { pointAtItem, type Services, sessionView } from "./SessionUseCases.ts"

const strictly = Operations.operationsOf(AcpApi, RequestRules.strict)
const leniently = Operations.operationsOf(AcpApi, RequestRules.lenient)

/** The operations under `/acp`, with all the rules of the protocol. */
const strict = {
  create: strictly("acpCheckoutSessions", "create"),
  view: strictly("acpCheckoutSessions", "view"),
  update: strictly("acpCheckoutSessions", "update"),
  complete: strictly("acpCheckoutSessions", "complete"),
  cancel: strictly("acpCheckoutSessions", "cancel")
}
type SessionOperations = typeof strict

/** The same operations under the shop's own path. */
const lenient: SessionOperations = {
  create: leniently("acp", "create"),
  view: leniently("acp", "view"),
  update: leniently("acp", "update"),
  complete: leniently("acp", "complete"),
  cancel: leniently("acp", "cancel")
}

const create = (operation: SessionOperations["create"], services: Services) =>
  Operations.change(
    operation,
    buyer,
    Effect.fnUntraced(function*({ caller, payload, request }) {
      const { methods, policy } = services
      const acceptLanguage = request.headers["accept-language"]
      const beginning = yield* Requests.beginningOf(payload, tokenizedCard, policy.currency, methods, acceptLanguage)
      const created = services.drafts.create(caller.owner, "checkout", beginning)
      return yield* sessionView(services, caller, yield* pointAtItem(payload.line_items)(created))
    })
  )

const view = (operation: SessionOperations["view"], services: Services) =>
  Operations.read(
    operation,
    buyer,
    Effect.fnUntraced(function*({ caller, path }) {
      return yield* sessionView(
        services,
        caller,
        yield* services.drafts.view(caller.owner, "checkout", path.sessionId)
      )
    })
  )

const update = (operation: SessionOperations["update"], services: Services) =>
  Operations.change(
    operation,
    buyer,
    Effect.fnUntraced(function*({ caller, path, payload }) {
      const changes = yield* Requests.changesOf(payload, services.methods)
      const revised = services.drafts.revise(caller.owner, "checkout", path.sessionId, changes)
      return yield* sessionView(services, caller, yield* pointAtItem(payload.line_items)(revised))
    })
  )

const complete = (operation: SessionOperations["complete"], services: Services) =>
  Operations.saga(operation, holder("orders:delegate"), {
    begin: Effect.fnUntraced(function*({ caller, path, payload }) {
      const completion = yield* Requests.completionOf(payload, handlerId)
      const begun = yield* services.drafts.completion.begin(caller.owner, path.sessionId, completion)
      return begun._tag === "Charging"
        ? begun.chargeId
        : new Operations.AlreadyDone(yield* sessionView(services, caller, begun.view))
    }),
    finish: Effect.fnUntraced(function*(chargeId, { caller }) {
      return yield* sessionView(services, caller, yield* services.drafts.completion.finish(chargeId))
    })
  })

/** Cancels first; then the payment page of an order that nobody has paid is closed, if the provider responds in time. */
const cancel = (operation: SessionOperations["cancel"], services: Services) =>
  Operations.saga(operation, buyer, {
    begin: Effect.fnUntraced(function*({ caller, path }) {
      const view = yield* services.drafts.cancel(caller.owner, "checkout", path.sessionId)
      return view.unpaidOrderId ?? new Operations.AlreadyDone(yield* sessionView(services, caller, view))
    }),
    finish: Effect.fnUntraced(function*(orderId, { caller, path }) {
      yield* services.checkout.closePage(OrderId.claimed.make(orderId))
      const view = yield* services.drafts.view(caller.owner, "checkout", path.sessionId)
      return yield* sessionView(services, caller, view)
    })
  })

const handlersOf = (operations: SessionOperations, services: Services) => ({
  create: create(operations.create, services),
  view: view(operations.view, services),
  update: update(operations.update, services),
  complete: complete(operations.complete, services),
  cancel: cancel(operations.cancel, services)
})

export const strictHandlers = (services: Services) => handlersOf(strict, services)
export const lenientHandlers = (services: Services) => handlersOf(lenient, services)
