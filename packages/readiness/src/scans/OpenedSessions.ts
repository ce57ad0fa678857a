/**
 * Checkouts that a scan has opened at a site, and their cancellation, which is a job: it is planned before anything
 * else happens to the checkout, so that a scan that dies leaves nothing reserved there.
 *
 * The request that cancels may have credentials of the site, so it is stored sealed, and deleted once it was sent. A
 * site that does not answer is asked again for an hour. Follows docs/specification.md#checkout-dry-run.
 */
import { Entropy, idAt } from "@beauty-store/sql/Entropy"
import type { JobHandler } from "@beauty-store/sql/JobHandler"
import { Jobs } from "@beauty-store/sql/Jobs"
import * as Query from "@beauty-store/sql/Query"
import { sealFor, StoreSecret, unsealFor } from "@beauty-store/sql/Secrets"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as GuardedSiteFetch from "../fetching/GuardedSiteFetch.ts"
import type { OpenedSession } from "../Scanner.ts"
import { limits } from "./ScanSettings.ts"

export const jobKind = "scan-cancellation"

const Cancellation = Schema.parseJson(Schema.Struct({
  url: Schema.String,
  headers: Schema.Record({ key: Schema.String, value: Schema.String }),
  body: Schema.String,
  /** Headers of the scan itself, for the own store. */
  added: Schema.Record({ key: Schema.String, value: Schema.String })
}))
const encode = Schema.encodeSync(Cancellation)
const decode = Schema.decodeSync(Cancellation)

const Row = Schema.Struct({ request: Schema.String, created_at: Query.Int })
const insert = Query.insert("opened_session", ["id", "request", "created_at"])
const byId = Query.first(Row)<[id: string]>("SELECT request, created_at FROM opened_session WHERE id = ?")
const remove = Query.change<[id: string]>("DELETE FROM opened_session WHERE id = ?")

const purpose = "opened session"

const retryMillis = 5 * 60_000
const patienceMillis = 60 * 60_000

const dependencies = Effect.all({
  entropy: Entropy,
  jobs: Jobs,
  secret: StoreSecret,
  transactions: Transactions
})
type Dependencies = Effect.Effect.Success<typeof dependencies>

/** Notes a checkout, to be cancelled soon. */
const note = ({ entropy, jobs, secret, transactions }: Dependencies) =>
  Effect.fnUntraced(function*(session: OpenedSession, added: Readonly<Record<string, string>>) {
    const now = yield* Clock.currentTimeMillis
    const id = idAt(entropy, "ops", now)
    const request = sealFor(secret, purpose, entropy.bytes(12), encode({ ...session, added }))
    yield* transactions.write(Effect.zipRight(
      insert({ id, request, created_at: now }),
      jobs.schedule(jobKind, id, now + limits.cancelAfterMillis)
    ))
  })

/** Sends the cancellation. Any answer that is not a failure of the site's own ends it: the checkout may be over already. */
const cancel = ({ secret, transactions }: Dependencies, send: typeof GuardedSiteFetch.make) => {
  const run = Effect.fnUntraced(function*(id: string) {
    const row = Option.getOrUndefined(yield* transactions.read(byId(id)))
    if (row === undefined) return undefined
    const request = unsealFor(secret, purpose, row.request)
    // The secret that sealed it is gone, and with it the address.
    if (request === undefined) return yield* Effect.as(transactions.write(remove(id)), undefined)
    const { added, body, headers, url } = decode(request)
    const site = yield* send({ headersFor: () => added })
    const sent = yield* Effect.option(
      site.fetch({ method: "POST", url, headers, body, maxBytes: 16_384, followRedirects: false })
    )
    const now = yield* Clock.currentTimeMillis
    const isOver = sent._tag === "Some" && sent.value.status < 500 && sent.value.status !== 429
    if (!isOver && now < row.created_at + patienceMillis) return now + retryMillis
    yield* transactions.write(remove(id))
    return undefined
  })
  return run
}

/** What scans need of this module, over the store's services. */
export const make = Effect.gen(function*() {
  const deps = yield* dependencies
  const context = yield* Effect.context<Effect.Effect.Context<ReturnType<typeof GuardedSiteFetch.make>>>()
  const handler: JobHandler = (id) => Effect.provide(cancel(deps, GuardedSiteFetch.make)(id), context)
  return { note: note(deps), handler }
})
