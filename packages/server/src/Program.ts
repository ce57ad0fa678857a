/**
 * The server as a process: reads the environment, listens, serves, stops on a signal. Exit code 0: it was asked to
 * stop; 1: one line on standard error says why it could not start or continue.
 */
import { Transactions } from "@beauty-store/kernel/Transactions"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import { banner } from "./Banner.ts"
import { listen } from "./Listener.ts"
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

const program = (overrides: Server.Overrides) =>
  Effect.scoped(Effect.gen(function*() {
    const config = yield* ServerConfig.load
    const listener = yield* listen(config.HOST, config.PORT)
    let greeted = false
    const life = Effect.scoped(Effect.gen(function*() {
      const { halted } = Context.get(yield* Server.serve(config, listener, overrides), Transactions)
      if (!greeted) {
        yield* Effect.sync(() => process.stdout.write(banner(config, Server.baseUrlOf(config, listener.port))))
      }
      greeted = true
      return yield* halted
    })).pipe(
      Effect.mapError((error) =>
        greeted
          ? new Reopen({ cause: error })
          : error._tag === "StartRefused"
          ? error
          : new ServerConfig.StartRefused({ message: `DATABASE_URL: the database fails: ${reasonOf(error)}` })
      )
    )
    // A disk that keeps failing is tried again and again; meanwhile requests get 503.
    return yield* Effect.retry(
      Effect.tapErrorTag(life, "Reopen", (error) => Effect.logError("the database is opened anew", error.cause)),
      { while: (error) => error._tag === "Reopen", schedule: Schedule.spaced(reopenMillis) }
    )
  }))

/** Runs the server until a signal stops it, and ends the process. */
export const run = (overrides: Server.Overrides = {}): void => {
  const fiber = Effect.runFork(program(overrides))
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => Effect.runFork(Fiber.interruptFork(fiber)))
  }
  fiber.addObserver((exit) => {
    if (Exit.isSuccess(exit) || Cause.isInterruptedOnly(exit.cause)) process.exit(0)
    const error = Cause.squash(exit.cause)
    process.stderr.write(
      error instanceof ServerConfig.StartRefused ? `${error.message}\n` : `${Cause.pretty(exit.cause)}\n`
    )
    process.exit(1)
  })
}
