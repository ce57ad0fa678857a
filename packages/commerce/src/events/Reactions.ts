/**
 * Reactions: an embedder's own code that runs in the transaction that makes an event true, and commits or rolls back
 * with it. One to a request may refuse it (`RefusedByShop`); one to a fact from outside may not: where it dies, it runs
 * as a job until it succeeds (`ReactionRuns`). It may run again before a commit. Follows
 * docs/specification.md#reactions.
 *
 * @since 1.0.0
 */
import { comesLate, type Transaction, withSavepoints } from "@beauty-store/sql/Transactions"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type DomainEvent, type EventSchema, type EventType, type Requested, typeOf } from "./DomainEvents.ts"

/** A reaction refuses what somebody asks for. `reason` is a code for programs, `text` is for people. */
export class RefusedByShop extends Schema.TaggedError<RefusedByShop>()("RefusedByShop", {
  reason: Schema.String.pipe(Schema.pattern(/^[a-z][a-z0-9_]{0,63}$/)),
  text: Schema.String.pipe(Schema.minLength(1), Schema.maxLength(1000))
}) {
  /** The event that it refuses was written before. */
  readonly [comesLate] = true
  override get message(): string {
    return this.text
  }
}

/** Refuses a request: `reason` is lower-case letters, digits and underscores. */
export const refuse = (reason: string, text: string): Effect.Effect<never, RefusedByShop> =>
  Effect.suspend(() => new RefusedByShop({ reason, text }))

/** What a reaction may fail with: a refusal where somebody asked for the event, otherwise nothing. */
export type RefusalOf<E extends EventSchema> = E["Type"]["type"] extends Requested ? RefusedByShop : never

/** A reaction that needs the services `R` besides the transaction. */
export interface Reaction<out R = never> {
  readonly type: EventType
  readonly name: string | undefined
  /** It is called with events of its type alone. */
  readonly handle: (event: DomainEvent) => Effect.Effect<void, RefusedByShop, R | Transaction>
}

/**
 * Reacts to an event. `name` is what the reaction's unfinished work is stored under, and says in flags which reaction
 * failed: lower-case letters, digits, dots and hyphens; default: the event's type. A shop with two reactions to one
 * type has to name them, so that the work finds its reaction in a program that has others.
 */
export const on = <const E extends EventSchema, R = never>(
  event: E,
  handle: (event: E["Type"]) => Effect.Effect<void, RefusalOf<E>, R>,
  options: { readonly name?: string } = {}
): Reaction<Exclude<R, Transaction>> => ({
  type: typeOf(event),
  name: options.name,
  // Its type is that of the schema: the reactions of a type get its events alone.
  handle: handle as Reaction<Exclude<R, Transaction>>["handle"]
})

/** A reaction with its name and everything that it needs. */
export interface NamedReaction extends Reaction {
  readonly name: string
}

const nameForm = /^[a-z0-9][a-z0-9.-]{0,63}$/

/** The reactions with their names, in the same order. Dies where a name is malformed or used twice. */
const named = (reactions: ReadonlyArray<Reaction>): ReadonlyArray<NamedReaction> => {
  const names = new Set<string>()
  return reactions.map(({ handle, name: given, type }) => {
    const name = given ?? type.replaceAll("_", "-")
    if (!nameForm.test(name)) {
      throw new TypeError(`a reaction's name is lower-case letters, digits, "." and "-": ${name}`)
    }
    if (names.has(name)) throw new TypeError(`two reactions are called ${name}: give each a name of its own`)
    names.add(name)
    return { handle, name, type }
  })
}

/** The reactions of a shop, in the order in which they run. Default: none. */
export class Reactions extends Context.Reference<Reactions>()("@beauty-store/commerce/Reactions", {
  defaultValue: (): ReadonlyArray<NamedReaction> => []
}) {}

/** A reaction, or a part of it, interrupted itself. */
class ReactionInterrupted extends Data.TaggedError("ReactionInterrupted") {
  override get message() {
    return "the reaction was interrupted, and not by whoever called the store"
  }
}

/**
 * A reaction whose failure is never an interruption: only a caller may interrupt a transaction. Where the caller does,
 * this is not asked any more.
 */
const uninterruptedByItself = <A, E, R>(reaction: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.catchAllCause(reaction, (cause) =>
    Cause.isInterrupted(cause)
      ? Effect.die(Option.getOrElse(Cause.dieOption(cause), () => new ReactionInterrupted()))
      : Effect.failCause(cause))

type ServicesOf<Any> = Any extends Reaction<infer R> ? R : never

/**
 * The shop's reactions. Those to one event run in this order.
 *
 * ```ts
 * Reactions.layer(
 *   Reactions.on(OrderPlaced, ({ orderId }) => insertPoints({ order_id: orderId })),
 *   Reactions.on(OrderCancelled, () => Reactions.refuse("on_sundays", "On Sundays nothing is cancelled."))
 * )
 * ```
 */
export const layer = <const All extends ReadonlyArray<Reaction<unknown>>>(
  ...reactions: All
): Layer.Layer<never, never, ServicesOf<All[number]>> =>
  Layer.effect(
    Reactions,
    Effect.map(Effect.context<ServicesOf<All[number]>>(), (context) =>
      named(reactions.map(({ handle, ...reaction }) => ({
        ...reaction,
        handle: (event) =>
          Effect.provide(
            // The union of what all of them need is what each of them gets.
            uninterruptedByItself(
              withSavepoints(handle(event) as Effect.Effect<void, RefusedByShop, ServicesOf<All[number]> | Transaction>)
            ),
            context
          )
      }))))
  )
