/**
 * Runs reactions at the end of the `write` that writes their event, or before a use case reads what it returns
 * (`reactNow`). No fact is lost to one: where a reaction to a fact failed, the outermost transaction runs again without
 * it, and writes a job and a flag. One that refuses a fact gets a flag and no job. Follows
 * docs/specification.md#reactions.
 */
import { frozenCopy } from "@beauty-store/domain/FrozenCopy"
import { type Claimed, EventId, type OrderId } from "@beauty-store/domain/Ids"
import { Entropy } from "@beauty-store/sql/Entropy"
import type { ConcludingJobHandler, JobHandlers } from "@beauty-store/sql/JobHandler"
import type { Jobs } from "@beauty-store/sql/Jobs"
import * as Query from "@beauty-store/sql/Query"
import { LateRefusal, StoreUnavailable, Transaction, type Transactions } from "@beauty-store/sql/Transactions"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Flags from "../staff/Flags.ts"
import { type DomainEvent, isRequest } from "./DomainEvents.ts"
import { type NamedReaction, type Reactions, RefusedByShop } from "./Reactions.ts"

/** A reaction refused what cannot be refused. */
class FactRefused extends Data.TaggedError("FactRefused")<{ readonly refusal: RefusedByShop }> {}

/** What a transaction does about a reaction that failed when it ran before. */
type Verdict = "later" | RefusedByShop

/** What one outermost transaction knows of its reactions to facts, in all of its runs. */
interface Attempt {
  /** Those that do not run at once, by name. */
  readonly verdicts: Map<string, Verdict>
  /** Those that ran to their end in the current run. */
  readonly ran: Set<string>
  /** The one that is running, or failed. */
  running: string | undefined
  /** Why it failed, whoever has caught that since. */
  failure: Cause.Cause<never> | undefined
}

class CurrentAttempt extends Context.Reference<CurrentAttempt>()("@beauty-store/commerce/ReactionRuns/CurrentAttempt", {
  defaultValue: (): Attempt | undefined => undefined
}) {}

type Reacting = Effect.Effect<void, RefusedByShop, Transaction>

/** What is to run at the end of the current `write`, in order. */
class Pending extends Context.Reference<Pending>()("@beauty-store/commerce/ReactionRuns/Pending", {
  defaultValue: (): Array<Reacting> | undefined => undefined
}) {}

const runPending = (pending: Array<Reacting>): Reacting =>
  Effect.suspend(() => {
    const next = pending.shift()
    return next === undefined ? Effect.void : Effect.zipRight(endingWithReactions(next), runPending(pending))
  })

/** A body at whose end the reactions to its events run. One that asks for something may be refused: its errors say so. */
const endingWithReactions = <A, E, R>(body: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const pending: Array<Reacting> = []
    return Effect.zipLeft(
      Effect.provideService(body, Pending, pending),
      // In the transaction of the body, and refused as its events may be.
      runPending(pending) as Effect.Effect<void, E, R>
    )
  })

/** Runs the reactions to all events of the current `write` so far. */
export const reactNow: Effect.Effect<void> = Effect.flatMap(
  Pending,
  // As above: the errors are those of the use cases that wrote the events.
  (pending) => pending === undefined ? Effect.void : runPending(pending) as Effect.Effect<void>
)

/** The reactions to blame for the end of a transaction, and what is done about them in its next run. */
const verdictsOn = <E>({ ran, running }: Attempt, cause: Cause.Cause<E>): ReadonlyArray<readonly [string, Verdict]> => {
  if (Cause.isInterrupted(cause)) return []
  const defect = Option.getOrUndefined(Cause.dieOption(cause))
  if (defect === undefined) {
    // A statement that waited for too long, for example. What failed after the reactions may have been the commit.
    const isUnavailable = Option.exists(Cause.failureOption(cause), (error) => error instanceof StoreUnavailable)
    return isUnavailable && running !== undefined ? [[running, "later"]] : []
  }
  if (defect instanceof LateRefusal) return []
  if (running === undefined) return [...ran].map((name) => [name, "later"])
  return [[running, defect instanceof FactRefused ? defect.refusal : "later"]]
}

/** `write` of transactions in which reactions run. */
const guarded =
  (write: typeof Transactions.Service["write"]): typeof Transactions.Service["write"] =>
  <A, E, R>(body: Effect.Effect<A, E, R>) =>
    Effect.withFiberRuntime<A, E | StoreUnavailable, Exclude<R, Transaction>>((fiber) => {
      const reacting = endingWithReactions(body)
      if (Option.isSome(Context.getOption(fiber.currentContext, Transaction))) return write(reacting)
      const attempt: Attempt = { verdicts: new Map(), ran: new Set(), running: undefined, failure: undefined }
      const fresh = Effect.suspend(() => {
        attempt.ran.clear()
        attempt.running = undefined
        attempt.failure = undefined
        return Effect.tap(
          reacting,
          () => attempt.failure === undefined ? Effect.void : Effect.failCause(attempt.failure)
        )
      })
      const run: Effect.Effect<A, E | StoreUnavailable, Exclude<R, Transaction>> = Effect.catchAllCause(
        write(Effect.provideService(fresh, CurrentAttempt, attempt)),
        (cause) => {
          const verdicts = verdictsOn(attempt, cause)
          if (verdicts.length === 0) return Effect.failCause(cause)
          for (const [name, verdict] of verdicts) attempt.verdicts.set(name, verdict)
          const names = verdicts.map(([name]) => name)
          return Effect.zipRight(
            Effect.logWarning("a reaction failed: the fact stands without it", { names }, cause),
            run
          )
        }
      )
      return run
    })

/** The transactions of a shop with these reactions. */
export const transactionsWith = (
  transactions: typeof Transactions.Service,
  reactions: typeof Reactions.Service
): typeof Transactions.Service =>
  reactions.length === 0 ? transactions : { ...transactions, write: guarded(transactions.write) }

/** The kind of the jobs of a reaction. A program without the reaction leaves them to others. */
const jobKind = ({ name }: NamedReaction): string => `reaction:${name}`

/** What reactions need of the store. */
export interface Dependencies {
  readonly reactions: typeof Reactions.Service
  readonly transactions: typeof Transactions.Service
  readonly jobs: typeof Jobs.Service
  readonly entropy: typeof Entropy.Service
}

const flag = ({ entropy }: Dependencies, orderId: OrderId, words: string) =>
  Effect.provideService(Flags.raise("reaction_failed", orderId, words), Entropy, entropy)

const flagRefusal = (deps: Dependencies, { name }: NamedReaction, event: DomainEvent, refusal: RefusedByShop) =>
  flag(deps, event.orderId, `${name} refuses ${event.type}, which has happened: ${refusal.reason}: ${refusal.text}`)

/** In place of a reaction that failed. */
const postpone = Effect.fnUntraced(
  function*(deps: Dependencies, reaction: NamedReaction, event: DomainEvent, verdict: Verdict) {
    if (verdict !== "later") return yield* flagRefusal(deps, reaction, event, verdict)
    yield* deps.jobs.schedule(jobKind(reaction), event.id, yield* Clock.currentTimeMillis)
    yield* flag(deps, event.orderId, `${reaction.name} failed for ${event.type} (${event.id}) and is tried again`)
  }
)

// Where statements are sent ahead, one of the reaction's may fail after it: this waits for all of them.
const allAnswered = Query.lock("SELECT 1")

/** A reaction to a fact, in the transaction that writes it. */
const reactToFact = Effect.fnUntraced(function*(deps: Dependencies, reaction: NamedReaction, event: DomainEvent) {
  const attempt = yield* CurrentAttempt
  const verdict = attempt?.verdicts.get(reaction.name)
  if (verdict !== undefined) return yield* postpone(deps, reaction, event, verdict)
  const reacted = Effect.zipRight(
    Effect.catchAll(reaction.handle(event), (refusal) => Effect.die(new FactRefused({ refusal }))),
    allAnswered()
  )
  if (attempt === undefined) return yield* reacted
  attempt.running = reaction.name
  yield* Effect.tapErrorCause(reacted, (cause) =>
    Effect.sync(() => {
      // A reaction inside this one has failed already.
      if (attempt.failure !== undefined) return
      attempt.running = reaction.name
      attempt.failure = cause
    }))
  attempt.ran.add(reaction.name)
  if (attempt.failure === undefined) attempt.running = undefined
})

/** Has the reactions to an event run in the transaction that has written it. Only a request is refused. */
export const react = (deps: Dependencies) => (event: DomainEvent): Effect.Effect<void, RefusedByShop, Transaction> => {
  const reactions = deps.reactions.filter(({ type }) => type === event.type)
  if (reactions.length === 0) return Effect.void
  const asked = isRequest(event)
  const seen = frozenCopy(event)
  const reacting = Effect.forEach(
    reactions,
    (reaction) => asked ? reaction.handle(seen) : reactToFact(deps, reaction, seen),
    { discard: true }
  )
  return Effect.flatMap(
    Pending,
    (pending) => pending === undefined ? reacting : Effect.sync(() => void pending.push(reacting))
  )
}

/** The handlers of the jobs of postponed reactions. `find` reads an event. */
export const jobs = (
  deps: Dependencies,
  find: (id: Claimed<EventId>) => Effect.Effect<Option.Option<DomainEvent>, never, Transaction>
): JobHandlers => {
  const { write } = deps.transactions
  const handler = (reaction: NamedReaction): ConcludingJobHandler => (subject, conclude) => {
    const found = find(EventId.claimed.make(subject))
    const work = Effect.flatMap(found, Option.match({ onNone: () => Effect.void, onSome: reaction.handle }))
    return write(Effect.zipRight(work, conclude(undefined))).pipe(
      Effect.catchTag("RefusedByShop", (refusal) =>
        write(Effect.zipRight(
          Effect.flatMap(
            found,
            Option.match({
              onNone: () => Effect.void,
              onSome: (event) => flagRefusal(deps, reaction, event, refusal)
            })
          ),
          conclude(undefined)
        ))),
      Effect.as(undefined)
    )
  }
  return Object.fromEntries(deps.reactions.map((reaction) => [jobKind(reaction), handler(reaction)]))
}
