/**
 * The server as a process: reads the environment, listens, serves, stops on a signal. Exit code 0: it was asked to
 * stop, and has; 1: one line on standard error says why it could not start, continue, or stop in time.
 *
 * A stop lets requests and jobs finish, with a deadline. After the deadline the process ends in any case: what is
 * committed is durable, and what is not will be repeated. Follows docs/specification.md#start-and-stop.
 */
import type { SecretDiffers } from "@beauty-store/commerce/StoreSettings"
import * as Jobs from "@beauty-store/sql/Jobs"
import { StoreSecret } from "@beauty-store/sql/Secrets"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import { banner } from "./Banner.ts"
import { listen, type Listener } from "./Listener.ts"
import * as Server from "./Server.ts"
import * as ServerConfig from "./ServerConfig.ts"

/** The storage cannot be trusted or used any longer: everything is opened anew, as after a crash. */
class Reopen extends Data.TaggedError("Reopen")<{ readonly cause: unknown }> {}

/** How long to wait before the database is opened anew. */
const reopenMillis = 1_000

/** The database's own error message. */
const reasonOf = (error: unknown): string =>
  error instanceof Object && "cause" in error && error.cause !== undefined
    ? reasonOf(error.cause)
    : error instanceof Error
    ? error.message
    : String(error)

/** The line about a secret that is not the database's. */
const otherSecret: Readonly<Record<SecretDiffers["reason"], string>> = {
  configured: "STORE_SECRET is not the secret that this database was written with: set that one.",
  missing: "STORE_SECRET is not set, but this database was written with one: set that one."
}

/** How long requests and jobs may take to finish, from the first signal on: process managers commonly wait as long. */
const stopMillis = 30_000
/** How long closing the databases may take after that. */
const closeMillis = 3_000
/**
 * Signals within this time of the first count as one: on Ctrl-C a terminal sends a signal to all its programs, and npm,
 * one of them, forwards its own.
 */
const sameSignalMillis = 250

/** Lets the running requests and jobs finish. */
const wait = Effect.fnUntraced(
  function*(config: Server.Configuration, listener: Listener, stop: Context.Tag.Service<typeof Jobs.RunnerStop>) {
    const until = (yield* Clock.currentTimeMillis) + stopMillis
    stop.requested = true
    const grace = Server.graceOf(config)
    yield* Effect.logInfo(
      grace > 0
        ? `Stopping: serving for ${grace} more seconds, then finishing what has begun.`
        : "Stopping: finishing what has begun."
    )
    yield* listener.stop(grace * 1000, until)
    const waiting = Effect.map(Clock.currentTimeMillis, (now) => stop.busy > 0 && now < until)
    while (yield* waiting) yield* Effect.sleep(20)
  }
)

/** The database in words, without user and password. */
const placeOf = (address: ServerConfig.DatabaseAddress): string =>
  address._tag === "File"
    ? `the database ${address.path}`
    : address._tag === "Postgres"
    ? "PostgreSQL"
    : "a database in memory"

/** How the shop that is served is read, if it is not the demo. */
type ShopSource = Effect.Effect<Server.Shop, ServerConfig.StartRefused> | undefined

/** Runs until it is asked to stop. */
const program = (given: Server.Overrides, shop: ShopSource, asked: Effect.Effect<void>) =>
  Effect.scoped(Effect.gen(function*() {
    const overrides = shop === undefined ? given : { ...given, shop: yield* shop }
    for (const line of ServerConfig.misspelt(Object.keys(process.env))) process.stderr.write(`${line}\n`)
    const config = yield* ServerConfig.loadFor(overrides.shop?.folder)
    const listener = yield* listen(
      config.HOST,
      config.PORT,
      Server.listenerLimits(config, Server.shopOf(overrides))
    )
    const stop = { requested: false, busy: 0 }
    let greeted = false
    const life = Effect.scoped(Effect.gen(function*() {
      yield* Effect.logInfo(`Opening ${placeOf(config.DATABASE_URL)}.`)
      const context = yield* Effect.provideService(Server.serve(config, listener, overrides), Jobs.RunnerStop, stop)
      const { halted } = Context.get(context, Transactions)
      if (!greeted) {
        const credentials = config.STORE_MODE === "live"
          ? undefined
          : Server.credentialsOf(config, Context.get(context, StoreSecret))
        yield* Effect.sync(() =>
          process.stdout.write(
            banner(
              Server.shopOf(overrides).storeName,
              Server.baseUrlOf(config, listener),
              credentials,
              overrides.shop === undefined
            )
          )
        )
      }
      greeted = true
      return yield* halted
    })).pipe(
      Effect.mapError((error) => {
        // Also where the database is reopened: a newer program may have changed it meanwhile.
        if (
          error._tag === "TablesTooNew" || error._tag === "TablesTooOld" || error._tag === "TableTaken"
          || error._tag === "InvalidInput" || error._tag === "CurrencyDiffers"
          || error._tag === "ModeDiffers"
        ) {
          return new ServerConfig.StartRefused({ message: error.message })
        }
        if (error._tag === "SecretDiffers") return new ServerConfig.StartRefused({ message: otherSecret[error.reason] })
        if (greeted) return new Reopen({ cause: error })
        return error._tag === "StartRefused"
          ? error
          : new ServerConfig.StartRefused({ message: `DATABASE_URL: the database fails: ${reasonOf(error)}` })
      })
    )
    // A disk that keeps failing is tried again and again; meanwhile requests get 503.
    const lives = Effect.retry(
      Effect.tapErrorTag(life, "Reopen", (error) => Effect.logError("the database is opened anew", error.cause)),
      { while: (error) => error._tag === "Reopen", schedule: Schedule.spaced(reopenMillis) }
    )
    return yield* Effect.provide(
      Effect.raceFirst(lives, Effect.zipRight(asked, wait(config, listener, stop))),
      Server.logging(config)
    )
  }))

/** Ends the process as a crash would. */
const endAtOnce = (why: string): void => {
  process.stderr.write(`${why}\n`)
  process.exit(1)
}

/** Runs the server until a signal stops it, and ends the process. */
export const run = (overrides: Server.Overrides = {}, shop?: ShopSource): void => {
  const asked = Deferred.unsafeMake<void>(FiberId.none)
  const fiber = Effect.runFork(program(overrides, shop, Deferred.await(asked)))
  let firstAt: number | undefined
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      const now = performance.now()
      if (firstAt === undefined) {
        firstAt = now
        Deferred.unsafeDone(asked, Effect.void)
        setTimeout(
          endAtOnce,
          stopMillis + closeMillis,
          "The databases could not be closed in time: the process ends without that."
        )
      } else if (now - firstAt > sameSignalMillis) endAtOnce(`${signal}, a second time: the process ends at once.`)
    })
  }
  fiber.addObserver((exit) => {
    if (Exit.isSuccess(exit) || Cause.isInterruptedOnly(exit.cause)) process.exit(0)
    // Told by its tag: a part that is loaded on demand is a bundle of its own, with a class of its own.
    const refusal = Option.filter(Cause.failureOption(exit.cause), ({ _tag }) => _tag === "StartRefused")
    process.stderr.write(`${Option.isSome(refusal) ? refusal.value.message : Cause.pretty(exit.cause)}\n`)
    process.exit(1)
  })
}
