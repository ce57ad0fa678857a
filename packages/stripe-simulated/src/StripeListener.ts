/**
 * The simulated Stripe on a port of loopback, for the SDK (`host`, `port`, `protocol: "http"`). A broken connection is
 * a real one: the socket is reset.
 *
 * @since 1.0.0
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Runtime from "effect/Runtime"
import type { Scope } from "effect/Scope"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { SimulatedStripe } from "./SimulatedStripe.ts"

const host = "127.0.0.1"

const headersOf = (incoming: IncomingMessage): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : value])
  )

/** Answers one request, when its body is complete. */
const answerWith =
  (stripe: SimulatedStripe["Type"], runFork: (effect: Effect.Effect<void>) => void) =>
  (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const chunks: Array<Buffer> = []
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
    incoming.on("end", () =>
      runFork(
        stripe.handle({
          method: incoming.method ?? "GET",
          url: incoming.url ?? "/",
          headers: headersOf(incoming),
          body: Buffer.concat(chunks).toString()
        }).pipe(
          Effect.exit,
          Effect.map((exit) => {
            if (Exit.isFailure(exit)) incoming.socket.resetAndDestroy()
            else outgoing.writeHead(exit.value.status, exit.value.headers).end(exit.value.body)
          })
        )
      ))
  }

const close = (server: Server): Effect.Effect<void> =>
  Effect.async((resume) => {
    server.close(() => resume(Effect.void))
    server.closeAllConnections()
  })

/** Listens until the scope ends. Port 0 chooses a free one. */
export const listen = (
  port = 0
): Effect.Effect<{ readonly host: string; readonly port: number }, never, SimulatedStripe | Scope> =>
  Effect.gen(function*() {
    const stripe = yield* SimulatedStripe
    const runFork = Runtime.runFork(yield* Effect.runtime<never>())
    const server = createServer(answerWith(stripe, runFork))
    yield* Effect.acquireRelease(
      Effect.async<void>((resume) => {
        server.listen(port, host, () => resume(Effect.void))
      }),
      () => close(server)
    )
    const address = server.address() as AddressInfo
    return { host, port: address.port }
  })
