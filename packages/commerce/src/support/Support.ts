/**
 * Support tickets: a question, perhaps about an order, for staff to answer.
 *
 * Only its owner may learn that an order exists: a ticket that names somebody else's is stored without it, and the
 * response is the same. The text is stored as received and shown as text, never as markup. Follows
 * docs/specification.md#support.
 *
 * @since 1.0.0
 */
import { Email } from "@beauty-store/domain/Address"
import { OrderId, TicketId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import { mayAccess, owns, type Principal } from "@beauty-store/domain/Principal"
import { longestMessage, longestSubject, TicketStatus, ticketTransitions } from "@beauty-store/domain/Ticket"
import { Entropy, idsFrom } from "@beauty-store/kernel/Entropy"
import * as Query from "@beauty-store/kernel/Query"
import { type StoreUnavailable, Transactions } from "@beauty-store/kernel/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { checking, Key, text } from "../InputChecks.ts"

export interface Ticket {
  readonly ticketId: TicketId
  readonly status: TicketStatus
  readonly email: string
  readonly subject: string
  readonly message: string
  readonly orderId: OrderId | null
  readonly createdAt: number
}

export interface Question {
  readonly email: string
  readonly subject: string
  readonly message: string
  readonly orderId: OrderId | undefined
}

/** There is no ticket of this id that the caller may read. */
export class TicketNotFound
  extends Schema.TaggedError<TicketNotFound>()("TicketNotFound", { ticketId: TicketId.claimed })
{
  override get message(): string {
    return `There is no ticket ${this.ticketId}.`
  }
}

/** The table has no such transition of a ticket. */
export class IllegalTicketStep extends Schema.TaggedError<IllegalTicketStep>()("IllegalTicketStep", {
  currentStatus: TicketStatus,
  requestedStatus: TicketStatus
}) {
  override get message(): string {
    return `A ticket that is ${this.currentStatus} cannot become ${this.requestedStatus}.`
  }
}

export class Support extends Context.Tag("@beauty-store/commerce/Support")<Support, {
  /** Anybody may ask; without an identity the ticket cannot be read again. */
  readonly ask: (
    principal: Principal | undefined,
    question: Question
  ) => Effect.Effect<Ticket, InvalidInput | StoreUnavailable>
  readonly view: (principal: Principal, ticketId: TicketId) => Effect.Effect<Ticket, TicketNotFound | StoreUnavailable>
  /** Changes the status of a ticket. For programs that embed the store: no operation of the API calls it. */
  readonly move: (
    ticketId: TicketId,
    to: TicketStatus
  ) => Effect.Effect<Ticket, InvalidInput | TicketNotFound | IllegalTicketStep | StoreUnavailable>
}>() {}

const TicketRow = Schema.Struct({
  id: TicketId,
  principal: Schema.NullOr(Schema.String),
  email: Schema.String,
  subject: Schema.String,
  message: Schema.String,
  order_id: Schema.NullOr(OrderId),
  status: TicketStatus,
  created_at: Query.Int
})
const byId = Query.first(TicketRow)<[id: TicketId]>(
  "SELECT id, principal, email, subject, message, order_id, status, created_at FROM ticket WHERE id = ? FOR UPDATE"
)
const insert = Query.insert("ticket", [
  "id",
  "principal",
  "email",
  "subject",
  "message",
  "order_id",
  "status",
  "created_at"
])
const setStatus = Query.changeOne<[to: string, id: TicketId, from: string]>(
  "UPDATE ticket SET status = ? WHERE id = ? AND status = ?"
)
const orderOf = Query.first(Schema.Struct({ id: OrderId, principal: Schema.String }))<[orderId: OrderId]>(
  "SELECT id, principal FROM orders WHERE id = ?"
)

const viewOf = (row: typeof TicketRow.Type): Ticket => ({
  ticketId: row.id,
  status: row.status,
  email: row.email,
  subject: row.subject,
  message: row.message,
  orderId: row.order_id,
  createdAt: row.created_at
})

const dependencies = Effect.all({ transactions: Transactions, entropy: Entropy })
type Dependencies = Effect.Effect.Success<typeof dependencies>

const checkQuestion = checking(Schema.Struct({
  principal: Schema.optional(Key),
  email: Email,
  subject: text(longestSubject),
  message: text(longestMessage),
  orderId: Schema.optional(Schema.String)
}))
const checkMove = checking(Schema.Struct({ to: TicketStatus }))

const ask = ({ entropy, transactions }: Dependencies) =>
  Effect.fnUntraced(
    function*(principal: Principal | undefined, question: Question) {
      yield* checkQuestion({ ...question, principal: principal?.id })
      const { email, message, orderId, subject } = question
      // Looked up in every case, so that the time it takes reveals nothing either.
      const order = Option.getOrUndefined(yield* orderOf(orderId ?? OrderId.claimed.make("")))
      const isOwn = order !== undefined && principal !== undefined && owns(principal, order.principal)
      const row = {
        id: yield* idsFrom(entropy)(TicketId),
        principal: principal?.id ?? null,
        email,
        subject,
        message,
        order_id: isOwn ? order.id : null,
        status: "open" as const,
        created_at: yield* Clock.currentTimeMillis
      }
      yield* insert(row)
      return viewOf(row)
    },
    transactions.write
  )

const view = ({ transactions }: Dependencies) => (principal: Principal, ticketId: TicketId) =>
  Effect.flatMap(
    transactions.read(byId(ticketId)),
    (row) =>
      Option.isSome(row) && mayAccess(principal, row.value.principal, "orders:read")
        ? Effect.succeed(viewOf(row.value))
        : new TicketNotFound({ ticketId })
  )

const move = ({ transactions }: Dependencies) =>
  Effect.fnUntraced(function*(ticketId: TicketId, to: TicketStatus) {
    yield* checkMove({ to })
    const row = Option.getOrUndefined(yield* byId(ticketId))
    if (row === undefined) return yield* new TicketNotFound({ ticketId })
    if (row.status !== to) {
      if (!ticketTransitions[row.status].includes(to)) {
        return yield* new IllegalTicketStep({ currentStatus: row.status, requestedStatus: to })
      }
      yield* setStatus(to, ticketId, row.status)
    }
    return viewOf({ ...row, status: to })
  }, transactions.write)

export const layer: Layer.Layer<Support, never, Transactions | Entropy> = Layer.effect(
  Support,
  Effect.map(dependencies, (deps) => ({ ask: ask(deps), view: view(deps), move: move(deps) }))
)
