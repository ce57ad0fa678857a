/**
 * Parts of a transaction that are undone alone where they fail, each a `Level` with a savepoint: a `write` inside
 * `Transactions.transaction`. One level at a time runs inside another, whose own statements wait. A savepoint is set
 * before the first change, so that reads cost nothing. Follows docs/specification.md#transactions.
 */
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import { type Join, NotATransaction, partlyDone } from "../Transactions.ts"
import { control, isOfBody, type Progress, waitUntil } from "./TransactionProgress.ts"

/** The whole transaction, or a part of it that is undone alone where it fails. */
export interface Level {
  readonly progress: Progress
  readonly outer: Level | undefined
  /** How many are around it. */
  readonly depth: number
  open: boolean
  changes: number
  /** To be run after the commit, and where its outcome is unknown. */
  readonly hooks: Array<() => void>
  readonly uncertainHooks: Array<() => void>
  /** Whether its savepoint is set, which happens before its first change. */
  isSaved: boolean
  /** The one inside it that is running, and who waits for its end. */
  inner: Level | undefined
  readonly waiting: Array<() => void>
}

export const levelIn = (progress: Progress, outer?: Level): Level => ({
  progress,
  outer,
  depth: outer === undefined ? 0 : outer.depth + 1,
  open: true,
  changes: 0,
  hooks: [],
  uncertainHooks: [],
  isSaved: outer === undefined,
  inner: undefined,
  waiting: []
})

/** Why no statement may run, if that is so. */
const refusal = ({ open, progress }: Level): Effect.Effect<never> | undefined =>
  !open || !progress.open
    ? Effect.die(new NotATransaction({ message: "a query after the transaction was over" }))
    : progress.failure === undefined
    ? undefined
    : Effect.die(progress.failure)

/** Counts a change, and returns why it may not run, if that is so. */
const countChange = (level: Level): Effect.Effect<never> | undefined => {
  if (!level.progress.writable) return Effect.die(new NotATransaction({ message: "a change inside a snapshot" }))
  level.changes++
  return undefined
}

/** Runs a step of a level once no level inside it is running. */
const inTurn = <A, E, R>(
  level: Level,
  step: () => Effect.Effect<A, E, R>,
  restore: (waiting: Effect.Effect<void>) => Effect.Effect<void> = identity
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    if (level.inner === undefined) return step()
    const over = Effect.async<void>((resume) => void level.waiting.push(() => resume(Effect.void)))
    return Effect.zipRight(restore(over), inTurn(level, step, restore))
  })

/**
 * Runs a statement in its turn, unless none may run. `saves`: it can be undone with its level, whose savepoint is set
 * before.
 */
export const inLevel = <A, E>(
  level: Level,
  changing: boolean,
  saves: boolean,
  statement: () => Effect.Effect<A, E>
): Effect.Effect<A, E> =>
  inTurn(level, () => {
    const refused = refusal(level)
    if (refused !== undefined) return refused
    if (saves && !level.isSaved) {
      return Effect.zipRight(save(level), inLevel(level, changing, saves, statement))
    }
    return (changing ? countChange(level) : undefined) ?? statement()
  })

const savepointOf = ({ depth }: Level): string => `level_${depth}`

/** Sets the savepoint of a level, and those of the levels around it first. */
const save = (level: Level): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (level.isSaved) return Effect.void
    level.isSaved = true
    const own = control(level.progress, `SAVEPOINT ${savepointOf(level)}`)
    return Effect.uninterruptible(level.outer?.isSaved === false ? Effect.zipRight(save(level.outer), own) : own)
  })

/** Undoes what a level has done, unless the transaction as a whole is undone. */
const undo = (level: Level): Effect.Effect<void> =>
  Effect.suspend(() => {
    const { progress } = level
    const { failure } = progress
    if (!level.isSaved || !progress.open || (failure !== undefined && !isOfBody(failure))) return Effect.void
    const name = savepointOf(level)
    const undone = Effect.zipRight(
      control(progress, `ROLLBACK TO SAVEPOINT ${name}`),
      control(progress, `RELEASE SAVEPOINT ${name}`)
    )
    if (failure === undefined) return undone
    // Those that were sent behind the one that failed fail, too.
    return Effect.zipRight(
      waitUntil(progress, () => progress.unanswered === 0),
      Effect.suspend(() => {
        progress.failure = undefined
        return undone
      })
    )
  })

/** Adds what a level has done to the one around it. */
const keep = (level: Level, outer: Level): Effect.Effect<void> =>
  Effect.suspend(() => {
    outer.changes += level.changes
    outer.hooks.push(...level.hooks)
    outer.uncertainHooks.push(...level.uncertainHooks)
    const { failure, open } = level.progress
    if (!level.isSaved || !open || failure !== undefined) return Effect.void
    return control(level.progress, `RELEASE SAVEPOINT ${savepointOf(level)}`)
  })

/** Runs a body in a level of its own. One at a time: savepoints lie inside each other. */
export const nest =
  (outer: Level, inside: <A, E, R>(level: Level, body: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>): Join =>
  (body) =>
    Effect.uninterruptibleMask((restore) =>
      inTurn(
        outer,
        () => {
          const level = levelIn(outer.progress, outer)
          outer.inner = level
          const ended = Effect.flatMap(Effect.exit(restore(inside(level, body))), (exit) => {
            level.open = false
            return Effect.zipRight(exit._tag === "Success" ? keep(level, outer) : undo(level), exit)
          })
          return Effect.ensuring(
            ended,
            Effect.sync(() => {
              outer.inner = undefined
              for (const next of outer.waiting.splice(0)) next()
            })
          )
        },
        restore
      )
    )

/** Runs a body as a part of the whole: if it fails after a change, the transaction cannot commit. */
export const joinWhole = (level: Level): Join => (body) =>
  Effect.suspend(() => {
    const before = level.changes
    return Effect.tapErrorCause(body, () =>
      Effect.sync(() => {
        if (level.changes !== before) level.progress.failure ??= partlyDone()
      }))
  })
