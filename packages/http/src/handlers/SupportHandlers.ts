/** The handlers of the group `support` (docs/specification.md#support). The page of a ticket is `TicketPageRoutes`. */
import { Support } from "@beauty-store/commerce/support/Support"
import { clientOf } from "@beauty-store/domain/Principal"
import * as Effect from "effect/Effect"
import { anyone, buyer, holder, InvalidRequest, orderReader } from "../pipeline/Authentication.ts"
import * as Operations from "../pipeline/Operations.ts"
import { languageFor } from "../pipeline/RequestLanguage.ts"
import { type HandlersOf, operation } from "./StoreOperations.ts"
import * as Views from "./Views.ts"

const staff = holder("orders:write")
const forStaff = Views.ticket("staff")

export const handlers = Effect.map(Support, (support) => ({
  ask: Operations.change(
    operation("support", "ask"),
    anyone,
    ({ caller, payload, request }) =>
      Effect.map(
        support.ask(caller?.principal, {
          ...payload,
          orderId: payload.orderId,
          language: languageFor(payload, request)
        }),
        (ticket) => Views.newTicket(caller?.principal.kind, ticket)
      ),
    // The address of the ticket's page.
    { sealed: () => true }
  ),
  list: Operations.view(operation("support", "list"), orderReader, ({ caller: { principal }, urlParams }) =>
    Effect.map(
      support.search(principal, { ...urlParams, limit: urlParams.limit ?? 20 }),
      (page) => Views.page(page, Views.ticketSummary(principal.kind))
    )),
  view: Operations.view(
    operation("support", "view"),
    orderReader,
    ({ caller: { principal }, path }) =>
      Effect.map(support.view(principal, path.ticketId), Views.ticket(principal.kind))
  ),
  reply: Operations.change(
    operation("support", "reply"),
    buyer,
    ({ caller: { principal }, path, payload }) =>
      Effect.map(support.reply(principal, path.ticketId, payload.message), Views.ticket(principal.kind))
  ),
  answer: Operations.change(
    operation("support", "answer"),
    staff,
    ({ caller: { principal }, path, payload }) =>
      Effect.map(support.answer(principal, path.ticketId, payload), forStaff)
  ),
  assign: Operations.change(
    operation("support", "assign"),
    staff,
    ({ caller: { principal }, path, payload: { to = clientOf(principal.id), version } }) =>
      support.assign(principal, path.ticketId, { to, version }).pipe(
        // Which clients there are, the schema of the request cannot tell.
        Effect.catchTag(
          "InvalidInput",
          () => new InvalidRequest({ errors: [{ pointer: "/to", detail: "must be a client of staff" }] })
        ),
        Effect.map(forStaff)
      )
  ),
  close: Operations.change(
    operation("support", "close"),
    staff,
    ({ caller: { principal }, path, payload }) =>
      Effect.map(support.close(principal, path.ticketId, payload.version), forStaff)
  )
} satisfies HandlersOf<"support">))
