/**
 * Support tickets: a question, perhaps about an order, and what is said about it until staff close it. A ticket that
 * names somebody else's order is stored without it, and the response is the same. Every change is decided on the locked
 * row (`Ticket`). Whoever asked has a page (`TicketPages`). Follows docs/specification.md#support.
 *
 * @since 1.0.0
 */
import { Email, foldEmail } from "@beauty-store/domain/Address"
import { type Claimed, OrderId, TicketId } from "@beauty-store/domain/Ids"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import { answerIn, Language } from "@beauty-store/domain/Language"
import { clientOf, mayAccess, owns, type Principal } from "@beauty-store/domain/Principal"
import { bodyOf, ReferenceNumber } from "@beauty-store/domain/ReferenceNumber"
import * as Domain from "@beauty-store/domain/Ticket"
import { longestMessage, longestSubject, TicketStatus, ticketTransitions } from "@beauty-store/domain/Ticket"
import { Entropy, idsFrom } from "@beauty-store/sql/Entropy"
import { StoreSecret } from "@beauty-store/sql/Secrets"
import { type StoreUnavailable, Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Identity from "../identity/Identity.ts"
import { checking, Key, refuse, text } from "../InputChecks.ts"
import { Policy } from "../Policy.ts"
import * as StaffTrail from "../staff/StaffTrail.ts"
import * as UseCase from "../UseCase.ts"
import * as TicketLists from "./TicketLists.ts"
import * as TicketPages from "./TicketPages.ts"
import * as TicketRecords from "./TicketRecords.ts"

export type { Search, TicketFilter, TicketSummary } from "./TicketLists.ts"
export { TicketPageNotFound } from "./TicketPages.ts"

export interface Ticket {
  readonly ticketId: TicketId
  /** By which people name it. */
  readonly ticketNumber: ReferenceNumber
  readonly status: TicketStatus
  readonly email: string
  readonly subject: string
  readonly message: string
  readonly orderId: OrderId | null
  readonly orderNumber: ReferenceNumber | null
  readonly createdAt: number
  /** In which whoever asked is spoken to. */
  readonly language: Language
  /** Grows with every change; staff name the one that they have seen. */
  readonly version: number
  /** The OAuth client's id of the member of staff who sees to it. */
  readonly assignedTo: string | null
  /** What was said after the question, oldest first. */
  readonly messages: ReadonlyArray<TicketMessage>
}

export interface TicketMessage {
  readonly from: Domain.TicketAuthor
  readonly text: string
  readonly at: number
}

/** A ticket that was just made, with the address of its page, which nothing shows again. */
export interface NewTicket extends Ticket {
  readonly pageUrl: string
}

/** What the page of a ticket shows. */
export type TicketPageView = Omit<Ticket, "assignedTo">

export interface Question {
  readonly email: string
  readonly subject: string
  readonly message: string
  /** The order that it is about, if any, by its id or by its number. */
  readonly orderId: Claimed<OrderId> | undefined
  readonly orderNumber?: ReferenceNumber | undefined
  /** In which the page of the ticket speaks to whoever asked; default: English. */
  readonly language?: Language | undefined
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

/** Why something is not done with the version of a ticket that somebody has seen. */
type Refusal = Domain.TicketClosed | Domain.TicketChanged

export class Support extends Context.Tag("@beauty-store/commerce/Support")<Support, {
  /** Anybody may ask; without an identity the ticket can be read again on its page only. */
  readonly ask: (
    principal: Principal | undefined,
    question: Question
  ) => Effect.Effect<NewTicket, InvalidInput | StoreUnavailable>
  readonly view: (
    principal: Principal,
    ticketId: Claimed<TicketId>
  ) => Effect.Effect<Ticket, TicketNotFound | StoreUnavailable>
  /** The tickets that fit a filter: those that the principal made, or all for staff that may read them. */
  readonly search: TicketLists.Search
  /** Whoever made it adds something. A ticket that was answered is open again. */
  readonly reply: (
    principal: Principal,
    ticketId: Claimed<TicketId>,
    message: string
  ) => Effect.Effect<
    Ticket,
    InvalidInput | TicketNotFound | Domain.TicketClosed | Domain.TicketFull | StoreUnavailable
  >
  /** Staff answer the version that they have seen. */
  readonly answer: (
    principal: Principal,
    ticketId: Claimed<TicketId>,
    answer: { readonly message: string; readonly version: number }
  ) => Effect.Effect<Ticket, InvalidInput | TicketNotFound | Refusal | Domain.TicketFull | StoreUnavailable>
  /** Staff take a ticket, or give it to a colleague by the OAuth client's id; null: to nobody. */
  readonly assign: (
    principal: Principal,
    ticketId: Claimed<TicketId>,
    assignment: { readonly to: string | null; readonly version: number }
  ) => Effect.Effect<Ticket, InvalidInput | TicketNotFound | Refusal | StoreUnavailable>
  /** Staff close a ticket for good. */
  readonly close: (
    principal: Principal,
    ticketId: Claimed<TicketId>,
    version: number
  ) => Effect.Effect<Ticket, InvalidInput | TicketNotFound | Refusal | StoreUnavailable>
  /** Changes the status of a ticket. For programs that embed the store: no operation of the API calls it. */
  readonly move: (
    ticketId: Claimed<TicketId>,
    to: TicketStatus
  ) => Effect.Effect<Ticket, InvalidInput | TicketNotFound | IllegalTicketStep | StoreUnavailable>
  /** The page of whoever asked, by the token in its address. */
  readonly page: (token: string) => Effect.Effect<TicketPageView, TicketPages.TicketPageNotFound | StoreUnavailable>
  /**
   * Adds something on the page, unless the ticket has changed since the version that the person saw: then they have not
   * read the newest answer. A form that is sent twice adds something once.
   */
  readonly replyOnPage: (
    token: string,
    reply: { readonly message: string; readonly version: number }
  ) => Effect.Effect<
    TicketPageView,
    InvalidInput | TicketPages.TicketPageNotFound | Refusal | Domain.TicketFull | StoreUnavailable
  >
  /** Revokes a page: from now on its address leads nowhere. */
  readonly revokePage: (token: string) => Effect.Effect<void, TicketPages.TicketPageNotFound | StoreUnavailable>
}>() {}

const viewOf = (row: TicketRecords.TicketRow, messages: ReadonlyArray<TicketMessage>): Ticket => ({
  ticketId: row.id,
  ticketNumber: row.number,
  status: row.status,
  email: row.email,
  subject: row.subject,
  message: row.message,
  orderId: row.order_id,
  orderNumber: row.order_number,
  createdAt: row.created_at,
  language: row.language,
  version: row.version,
  assignedTo: row.assigned_to,
  messages
})

/** A ticket with its messages. Runs in the caller's transaction. */
const whole = (row: TicketRecords.TicketRow) =>
  Effect.map(
    row.messages === 0 ? Effect.succeed([]) : TicketRecords.messagesOf(row.id),
    (rows) => viewOf(row, rows.map(({ at, author, text }) => ({ from: author, text, at })))
  )

const dependencies = Effect.all({
  transactions: Transactions,
  entropy: Entropy,
  secret: StoreSecret,
  policy: Policy,
  lists: TicketLists.dependencies
})
type Dependencies = Effect.Effect.Success<typeof dependencies>

const checkQuestion = checking(Schema.Struct({
  principal: Schema.optional(Key),
  email: Email,
  subject: text(longestSubject),
  message: text(longestMessage),
  orderId: Schema.optional(Schema.String),
  orderNumber: Schema.optional(Schema.typeSchema(ReferenceNumber)),
  language: Schema.optional(Language)
}))
const checkMove = checking(Schema.Struct({ to: TicketStatus }))
const checkMessage = checking(Schema.Struct({ message: text(longestMessage) }))
const checkAnswer = checking(Schema.Struct({ message: text(longestMessage), version: Schema.NonNegativeInt }))
const checkAssignment = checking(Schema.Struct({ to: Schema.NullOr(Key), version: Schema.NonNegativeInt }))
const checkClosing = checking(Schema.Struct({ version: Schema.NonNegativeInt }))

const ask = ({ entropy, policy: { baseUrl, languages }, secret, transactions }: Dependencies) =>
  Effect.fnUntraced(
    function*(principal: Principal | undefined, question: Question) {
      yield* checkQuestion({ ...question, principal: principal?.id })
      const { email, message, orderId, orderNumber, subject } = question
      // Looked up in every case, so that the time it takes reveals nothing either.
      const order = Option.getOrUndefined(
        yield* TicketRecords.orderOf(
          orderId ?? OrderId.claimed.make(""),
          orderNumber === undefined ? null : bodyOf(orderNumber)
        )
      )
      const isOwn = order !== undefined && principal !== undefined && owns(principal, order.principal)
      const now = yield* Clock.currentTimeMillis
      const page = yield* TicketPages.make({ entropy, secret })
      const row = {
        id: yield* idsFrom(entropy)(TicketId),
        principal: principal?.id ?? null,
        email,
        subject,
        message,
        order_id: isOwn ? order.id : null,
        status: "open" as const,
        created_at: now,
        waiting_since: now,
        language: answerIn(languages, question.language),
        page_id: page.id,
        page_hash: page.hash
      }
      yield* Effect.provideService(
        TicketRecords.insert({ ...row, email_folded: foldEmail(email) }),
        Entropy,
        entropy
      )
      const ticket = viewOf(Option.getOrThrow(yield* TicketRecords.byId(row.id)), [])
      return { ...ticket, pageUrl: `${baseUrl}/support/${page.token}` }
    },
    transactions.write
  )

const view = ({ transactions }: Dependencies) =>
  Effect.fnUntraced(function*(principal: Principal, ticketId: Claimed<TicketId>) {
    const row = Option.getOrUndefined(yield* TicketRecords.byId(ticketId))
    return row !== undefined && mayAccess(principal, row.principal, "orders:read")
      ? yield* whole(row)
      : yield* new TicketNotFound({ ticketId })
  }, transactions.read)

/** What an action changes besides the lifecycle. */
interface Effects {
  readonly message?: string
  readonly assignedTo?: string | null
}

/** What the domain decides on, now. */
const decided = (row: TicketRecords.TicketRow, action: Exclude<Domain.TicketAction, "resolve">) =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const before = TicketRecords.stateOf(row)
    return { action, row, now, before, after: Domain.act(before, action, now) }
  })
type Decided = Effect.Effect.Success<ReturnType<typeof decided>>

/** Saves what the domain has decided on a locked ticket. Runs in the caller's transaction. */
const saved = Effect.fnUntraced(
  function*(
    { action, now, row }: Decided,
    after: Domain.TicketState,
    { assignedTo = row.assigned_to, message }: Effects
  ) {
    const changed = yield* TicketRecords.save(row, after, assignedTo)
    if (message !== undefined) {
      const author = action === "reply" ? "customer" : "staff"
      yield* TicketRecords.insertMessage({ ticket_id: row.id, n: after.messages, author, text: message, at: now })
    }
    if (action !== "reply") {
      yield* StaffTrail.record({
        action: `ticket.${action}`,
        subject: row.id,
        before: TicketRecords.factsOf(row),
        after: TicketRecords.factsOf(changed)
      })
    }
    return yield* whole(changed)
  }
)

/** A ticket, locked, as its use case finds it. */
const found = Effect.fnUntraced(
  function*(ticketId: Claimed<TicketId>, isAllowed: (row: TicketRecords.TicketRow) => boolean) {
    const row = Option.getOrUndefined(yield* TicketRecords.byIdLocked(ticketId))
    return row !== undefined && isAllowed(row) ? row : yield* new TicketNotFound({ ticketId })
  }
)

const ofStaff = (principal: Principal) => (): boolean =>
  principal.kind === "staff" && principal.scopes.includes("orders:write")

const reply = ({ transactions }: Dependencies) =>
  Effect.fnUntraced(function*(principal: Principal, ticketId: Claimed<TicketId>, message: string) {
    yield* checkMessage({ message })
    const row = yield* found(ticketId, ({ principal: owner }) => owns(principal, owner))
    const decision = yield* decided(row, "reply")
    const after = yield* decision.after
    yield* Domain.hasRoom(decision.before)
    return yield* saved(decision, after, { message })
  }, transactions.write)

const answer = ({ transactions }: Dependencies) =>
  Effect.fnUntraced(
    function*(
      principal: Principal,
      ticketId: Claimed<TicketId>,
      { message, version }: { readonly message: string; readonly version: number }
    ) {
      yield* checkAnswer({ message, version })
      const row = yield* found(ticketId, ofStaff(principal))
      const decision = yield* decided(row, "answer")
      const after = yield* decision.after
      yield* Domain.unchanged(decision.before, version)
      yield* Domain.hasRoom(decision.before)
      // Whoever answers first sees to it, unless somebody does already.
      return yield* saved(decision, after, { message, assignedTo: row.assigned_to ?? clientOf(principal.id) })
    },
    transactions.write
  )

/** Nobody else than staff: a registered client; only the program knows the others of its own sign-in. */
const checkAssignee = Effect.fnUntraced(function*(principal: Principal, to: string) {
  const by = clientOf(principal.id)
  const [named, caller] = [yield* Identity.clientOf(to), yield* Identity.clientOf(by)]
  const isStaff = to === by || Option.match(named, {
    onNone: () => Option.isNone(caller),
    onSome: ({ kind }) => kind === "staff"
  })
  yield* refuse(isStaff ? [] : [{ path: "to", words: `Expected a client of staff, actual ${JSON.stringify(to)}` }])
})

const assign = ({ transactions }: Dependencies) =>
  Effect.fnUntraced(
    function*(
      principal: Principal,
      ticketId: Claimed<TicketId>,
      { to, version }: { readonly to: string | null; readonly version: number }
    ) {
      yield* checkAssignment({ to, version })
      const row = yield* found(ticketId, ofStaff(principal))
      if (to !== null) yield* checkAssignee(principal, to)
      const decision = yield* decided(row, "assign")
      const after = yield* decision.after
      yield* Domain.unchanged(decision.before, version)
      return yield* saved(decision, after, { assignedTo: to })
    },
    transactions.write
  )

const close = ({ transactions }: Dependencies) =>
  Effect.fnUntraced(function*(principal: Principal, ticketId: Claimed<TicketId>, version: number) {
    yield* checkClosing({ version })
    const row = yield* found(ticketId, ofStaff(principal))
    const decision = yield* decided(row, "close")
    const after = yield* decision.after
    yield* Domain.unchanged(decision.before, version)
    return yield* saved(decision, after, {})
  }, transactions.write)

const move = ({ transactions }: Dependencies) =>
  Effect.fnUntraced(function*(ticketId: Claimed<TicketId>, to: TicketStatus) {
    yield* checkMove({ to })
    const row = yield* found(ticketId, () => true)
    if (row.status === to) return yield* whole(row)
    if (!ticketTransitions[row.status].includes(to)) {
      return yield* new IllegalTicketStep({ currentStatus: row.status, requestedStatus: to })
    }
    const state = TicketRecords.stateOf(row)
    const waitingSince = to === "open" ? yield* Clock.currentTimeMillis : null
    const changed = yield* TicketRecords.save(
      row,
      { ...state, status: to, version: state.version + 1, waitingSince },
      row.assigned_to
    )
    yield* StaffTrail.record({
      action: "ticket.move",
      subject: row.id,
      before: TicketRecords.factsOf(row),
      after: TicketRecords.factsOf(changed)
    })
    return yield* whole(changed)
  }, transactions.write)

const pageViewOf = ({ assignedTo: _of, ...ticket }: Ticket): TicketPageView => ticket

const page = ({ secret, transactions }: Dependencies) => (token: string) =>
  transactions.read(
    Effect.map(Effect.flatMap(TicketPages.resolve(secret, token, TicketRecords.byPage), whole), pageViewOf)
  )

/** Whether the last message of a ticket is this addition of the customer's. */
const endsWith = ({ messages }: Ticket, message: string): boolean => {
  const last = messages.at(-1)
  return last?.from === "customer" && last.text === message
}

const replyOnPage = ({ secret, transactions }: Dependencies) =>
  Effect.fnUntraced(
    function*(token: string, { message, version }: { readonly message: string; readonly version: number }) {
      yield* checkAnswer({ message, version })
      const row = yield* TicketPages.resolve(secret, token, TicketRecords.byPageLocked)
      if (row.version === version + 1) {
        const ticket = yield* whole(row)
        if (endsWith(ticket, message)) return pageViewOf(ticket)
      }
      const decision = yield* decided(row, "reply")
      const after = yield* decision.after
      yield* Domain.unchanged(decision.before, version)
      yield* Domain.hasRoom(decision.before)
      return pageViewOf(yield* saved(decision, after, { message }))
    },
    transactions.write
  )

const revokePage = ({ secret, transactions }: Dependencies) =>
  Effect.fnUntraced(function*(token: string) {
    const row = yield* TicketPages.resolve(secret, token, TicketRecords.byPageLocked)
    yield* TicketRecords.revokePage(yield* Clock.currentTimeMillis, row.id)
  }, transactions.write)

export const layer: Layer.Layer<Support, never, Transactions | Entropy | StoreSecret | Policy> = Layer.effect(
  Support,
  Effect.map(dependencies, (deps) => ({
    ask: UseCase.named("Support.ask", ask(deps), {
      given: (caller) => ({ caller }),
      found: ({ orderId, status, ticketId }) => ({ ticketId, orderId, status })
    }),
    view: UseCase.named("Support.view", view(deps), {
      given: (caller, ticketId) => ({ caller, ticketId }),
      found: ({ orderId, status, ticketId }) => ({ ticketId, orderId, status })
    }),
    search: UseCase.named("Support.search", TicketLists.search(deps.lists), { given: (caller) => ({ caller }) }),
    reply: UseCase.named("Support.reply", reply(deps), {
      given: (caller, ticketId) => ({ caller, ticketId }),
      found: ({ orderId, status, ticketId }) => ({ ticketId, orderId, status })
    }),
    answer: UseCase.named("Support.answer", answer(deps), {
      given: (caller, ticketId) => ({ caller, ticketId }),
      found: ({ orderId, status, ticketId }) => ({ ticketId, orderId, status })
    }),
    assign: UseCase.named("Support.assign", assign(deps), {
      given: (caller, ticketId) => ({ caller, ticketId }),
      found: ({ orderId, status, ticketId }) => ({ ticketId, orderId, status })
    }),
    close: UseCase.named("Support.close", close(deps), {
      given: (caller, ticketId) => ({ caller, ticketId }),
      found: ({ orderId, status, ticketId }) => ({ ticketId, orderId, status })
    }),
    move: UseCase.named("Support.move", move(deps), {
      given: (ticketId) => ({ ticketId }),
      found: ({ orderId, status, ticketId }) => ({ ticketId, orderId, status })
    }),
    page: UseCase.named("Support.page", page(deps), {
      found: ({ orderId, status, ticketId }) => ({ ticketId, orderId, status })
    }),
    replyOnPage: UseCase.named("Support.replyOnPage", replyOnPage(deps), {
      found: ({ orderId, status, ticketId }) => ({ ticketId, orderId, status })
    }),
    revokePage: UseCase.named("Support.revokePage", revokePage(deps))
  }))
)
