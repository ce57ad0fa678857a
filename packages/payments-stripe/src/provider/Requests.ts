/**
 * Requests that make something at Stripe once, however often they are repeated, at once, or later than Stripe keeps
 * idempotency keys (24 hours). The row comes first, then the request under the row's key. A repeat looks for what an
 * earlier one made before it sends again; after a failure that the key would bring again, it has the next version.
 */
import {
  ProviderDeclined,
  type ProviderFault,
  ProviderOutcomeUnknown
} from "@beauty-store/commerce/payment/PaymentProvider"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { StripeFault, StripeRefused } from "./StripeCall.ts"
import { type Dependencies, transactionsOf } from "./StripeDependencies.ts"
import * as Tables from "./StripeTables.ts"

/** How long a version of a key is used at most: shorter than the 24 hours that Stripe keeps it, in milliseconds. */
export const keyLifeMillis = 23 * 3_600_000

/** How far Stripe's clock may be from the store's when it is asked for what was made since, in seconds. */
const skewSeconds = 300

/** What Stripe makes of a request. */
export interface Made {
  readonly id: string
}

/** When something was made, in seconds, both inclusive. */
export interface Created {
  readonly gte: number
  readonly lte: number
}

/** How a kind of object is found again. */
export interface Finder<Object extends Made> {
  readonly kind: Tables.Kind
  /** The address that is kept with it. */
  readonly urlOf?: (made: Object) => string | null
  /** Finds what an earlier request made whose answer was lost: by what was created in that time. */
  readonly search: (
    key: string,
    request: string,
    created: Created
  ) => Effect.Effect<Object | undefined, ProviderFault>
}

/** How it is made. */
export interface Maker<Object extends Made> extends Finder<Object> {
  /** How long its request stays what it was, in milliseconds: then it needs the next version of its key. */
  readonly lifeMillis: number
  /** Sends the request, whose version of the key was first sent at `keyedAt`. */
  readonly send: (
    key: string,
    request: string,
    idempotencyKey: string,
    keyedAt: number
  ) => Effect.Effect<Object, StripeFault>
}

/** A row, and what Stripe made in this call; undefined where it was made before, or was never to be made. */
export interface Obtained<Object> {
  readonly row: Tables.Row
  readonly made: Object | undefined
}

const declinedOf = (code: string) => new ProviderDeclined({ code, message: `Stripe refused it: ${code}.` })

/** Begins a request that is to be sent now, unless there is one: the row, and whether it is new. In a transaction. */
export const begin = (kind: Tables.Kind, key: string, request: string) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => prepare(kind, key, request, now))

/** A request that is sent at a time, or later than anybody knows, unless there is one. In a transaction. */
export const prepare = Effect.fnUntraced(function*(kind: Tables.Kind, key: string, request: string, at: number | null) {
  const inserted = yield* Tables.insert({
    kind,
    key,
    request,
    version: 1,
    asked_at: at,
    keyed_at: at,
    sent_at: at,
    closed: 0
  })
  if (inserted === 0) yield* Tables.setRequest(request, kind, key)
  return { row: Option.getOrThrow(yield* Tables.lock(kind, key)), isNew: inserted > 0 }
})

/** Closes the id for good, also where nothing was asked under it. In a transaction. */
export const close = Effect.fnUntraced(function*(kind: Tables.Kind, key: string) {
  yield* Tables.insert({
    kind,
    key,
    request: null,
    version: 1,
    asked_at: null,
    keyed_at: null,
    sent_at: null,
    closed: 1
  })
  yield* Tables.close(kind, key)
  return Option.getOrThrow(yield* Tables.lock(kind, key))
})

export const make = (deps: Dependencies) => {
  const { read, write } = transactionsOf(deps)
  const rowOf = (kind: Tables.Kind, key: string) => Effect.map(Tables.lock(kind, key), Option.getOrThrow)

  /** Writes down what was made, and returns the row as it is then: it may have been closed meanwhile. */
  const keep = <Object extends Made>({ kind, urlOf }: Finder<Object>, key: string, made: Object) =>
    Effect.map(
      write(Effect.zipRight(Tables.setMade(made.id, urlOf?.(made) ?? null, kind, key), rowOf(kind, key))),
      (row): Obtained<Object> => ({ row, made: row.stripeId === made.id ? made : undefined })
    )

  /** What an earlier request made whose answer was lost. */
  const recover = Effect.fnUntraced(function*<Object extends Made>(finder: Finder<Object>, row: Tables.Row) {
    if (row.askedAt === null || row.request === null) return undefined
    const found = yield* finder.search(row.key, row.request, {
      gte: Math.floor(row.askedAt / 1000) - skewSeconds,
      lte: Math.ceil((row.sentAt ?? row.askedAt) / 1000) + skewSeconds
    })
    return found === undefined ? undefined : yield* keep(finder, row.key, found)
  })

  /** Notes that the request is sent, by a version of its key that Stripe still keeps. */
  const resend = ({ key, kind }: Tables.Row, lifeMillis: number) =>
    write(Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const { askedAt, keyedAt, version } = yield* rowOf(kind, key)
      const isKept = keyedAt !== null && now - keyedAt < lifeMillis
      const next = keyedAt === null || isKept ? version : version + 1
      yield* Tables.setSent(next, askedAt ?? now, isKept ? keyedAt : now, now, kind, key)
      return yield* rowOf(kind, key)
    }))

  const send = Effect.fnUntraced(function*<Object extends Made>(maker: Maker<Object>, row: Tables.Row) {
    const { key, kind, version } = row
    const idempotencyKey = `${deps.mark}:${kind}:${key}:${version}`
    const made = yield* maker.send(key, row.request!, idempotencyKey, row.keyedAt!).pipe(
      Effect.catchTags({
        StripeRefused: ({ code }: StripeRefused) =>
          Effect.zipRight(write(Tables.setRefusal(code, kind, key)), declinedOf(code)),
        KeySpent: (spent) =>
          Effect.zipRight(
            write(Tables.spendVersion(kind, key, version)),
            new ProviderOutcomeUnknown({ message: spent.message })
          )
      })
    )
    return yield* keep(maker, key, made)
  })

  /**
   * Has a row's request carried out, unless it was. A row that was closed is not sent.
   */
  const obtain = Effect.fnUntraced(function*<Object extends Made>(
    maker: Maker<Object>,
    row: Tables.Row,
    isNew: boolean
  ): Effect.fn.Return<Obtained<Object>, ProviderFault | ProviderDeclined> {
    if (row.stripeId !== null) return { row, made: undefined }
    if (row.refusal !== null) return yield* declinedOf(row.refusal)
    if (isNew) return yield* send(maker, row)
    const earlier = yield* recover(maker, row)
    if (earlier !== undefined) return earlier
    return row.closed ? { row, made: undefined } : yield* send(maker, yield* resend(row, maker.lifeMillis))
  })

  return {
    read,
    write,
    obtain,
    /** The row of a key, with what an earlier request made whose answer was lost; undefined where there is no row. */
    lookUp: Effect.fnUntraced(function*<Object extends Made>(
      maker: Finder<Object>,
      key: string
    ): Effect.fn.Return<Obtained<Object> | undefined, ProviderFault> {
      const row = Option.getOrUndefined(yield* read(Tables.find(maker.kind, key)))
      if (row === undefined || row.stripeId !== null || row.refusal !== null) {
        return row === undefined ? undefined : { row, made: undefined }
      }
      return (yield* recover(maker, row)) ?? { row, made: undefined }
    })
  }
}
export type Requests = ReturnType<typeof make>
