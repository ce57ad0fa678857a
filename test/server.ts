/**
 * A whole store behind a real socket, for tests: the server as `npm start` composes it, in this process, on a free port
 * and a database of its own.
 *
 *     const store = useServer()
 *     it("…", async () => expect((await store().get("/api/")).status).toBe(200))
 *
 * Requests go out as they are written, by `node:http`: no path is normalised, no header added but `Host` and the length.
 */
import * as Client from "@beauty-store/http/Client"
import { listen } from "@beauty-store/server/Listener"
import * as Server from "@beauty-store/server/Server"
import * as ServerConfig from "@beauty-store/server/ServerConfig"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import type * as HttpClient from "@effect/platform/HttpClient"
import * as Clock from "effect/Clock"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as http from "node:http"
import * as net from "node:net"
import { afterAll, beforeAll } from "vitest"

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly cookies: ReadonlyArray<string>
  readonly bytes: Buffer
  readonly text: string
  /** The body as JSON; throws where it is none. */
  readonly json: any
}

export interface Sent {
  readonly headers?: Readonly<Record<string, string | ReadonlyArray<string>>>
  /** A bearer token. */
  readonly token?: string | undefined
  /** An idempotency key. */
  readonly key?: string | undefined
  /** Text and bytes go out as they are, as JSON unless a header says otherwise; anything else is printed as JSON. */
  readonly body?: unknown
}

export interface Running {
  readonly baseUrl: string
  readonly port: number
  readonly request: (method: string, path: string, sent?: Sent) => Promise<Answer>
  readonly get: (path: string, sent?: Sent) => Promise<Answer>
  readonly post: (path: string, body?: unknown, sent?: Sent) => Promise<Answer>
  /** Writes bytes to a new connection and answers all that comes back until it ends, or is silent for a while. */
  readonly raw: (bytes: string | Uint8Array, silence?: number) => Promise<string>
  /** The token of a new shopper. */
  readonly guest: () => Promise<string>
  /** The token of an OAuth client, by default one of the demo's. */
  readonly clientToken: (id: "demo-agent" | "demo-staff", scope?: string) => Promise<string>
  /** Runs an effect with the typed client. */
  readonly typed: <A, E>(
    use: (client: TypedClient) => Effect.Effect<A, E, HttpClient.HttpClient>,
    options?: Omit<Client.Options, "baseUrl">
  ) => Promise<A>
  readonly stop: () => Promise<void>
}

export type TypedClient = Effect.Effect.Success<ReturnType<typeof Client.make>>

/** The world around the store, where a test needs another. */
export interface Surroundings {
  /** Its time; default: the real one. */
  readonly clock?: Clock.Clock
  /** Faults of the external systems, and policy; default: none, and the store's own. */
  readonly circumstances?: Server.Overrides
}

/** Starts a store. The environment is the given one and nothing else. */
export const start = async (
  environment: Readonly<Record<string, string>> = {},
  { circumstances, clock = Clock.make() }: Surroundings = {}
): Promise<Running> => {
  const values = {
    PORT: "0",
    DATABASE_URL: "sqlite::memory:",
    LOG_LEVEL: "none",
    SIMULATED_CARRIER_SECONDS: "0",
    ...environment
  }
  const scope = Effect.runSync(Scope.make())
  const begun = Effect.gen(function*() {
    const config = yield* ServerConfig.load
    const listener = yield* listen(config.HOST, config.PORT)
    yield* Server.serve(config, listener, circumstances)
    return { port: listener.port, baseUrl: Server.baseUrlOf(config, listener.port) }
  }).pipe(
    Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(values)))),
    Effect.withClock(clock),
    Scope.extend(scope)
  )
  const { baseUrl, port } = await Effect.runPromise(begun)
  const agent = new http.Agent({ keepAlive: true, maxSockets: 32 })

  const request: Running["request"] = (method, path, { body, headers = {}, key, token } = {}) =>
    new Promise((resolve, reject) => {
      const bytes = body === undefined || typeof body === "string" || body instanceof Uint8Array
        ? body
        : JSON.stringify(body)
      const outgoing = http.request({ agent, host: "127.0.0.1", port, method, path, setHost: false }, (incoming) => {
        const chunks: Array<Buffer> = []
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
        incoming.on("error", reject)
        incoming.on("end", () => {
          const all = Buffer.concat(chunks)
          resolve({
            status: incoming.statusCode!,
            headers: Object.fromEntries(
              Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])
            ),
            cookies: incoming.headers["set-cookie"] ?? [],
            bytes: all,
            text: all.toString("utf8"),
            get json() {
              return JSON.parse(all.toString("utf8"))
            }
          })
        })
      })
      outgoing.on("error", reject)
      const all: Record<string, string | ReadonlyArray<string>> = {
        host: `localhost:${port}`,
        ...(bytes === undefined ? {} : { "content-type": "application/json" }),
        ...(bytes === undefined || "transfer-encoding" in headers
          ? {}
          : { "content-length": String(Buffer.byteLength(bytes)) }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { "idempotency-key": key }),
        ...headers
      }
      for (const [name, value] of Object.entries(all)) outgoing.setHeader(name, value)
      outgoing.end(bytes)
    })

  const raw: Running["raw"] = (bytes, silence = 2_000) =>
    new Promise((resolve, reject) => {
      const chunks: Array<Buffer> = []
      const done = () => {
        socket.destroy()
        resolve(Buffer.concat(chunks).toString("utf8"))
      }
      const socket = net.connect(port, "127.0.0.1", () => socket.write(bytes))
      socket.setTimeout(silence, done)
      socket.on("data", (chunk) => chunks.push(chunk))
      socket.on("close", done)
      socket.on("error", (error: NodeJS.ErrnoException) => error.code === "ECONNRESET" ? done() : reject(error))
    })

  const tokenOf = async (answer: Promise<Answer>): Promise<string> => {
    const { status, text } = await answer
    if (status !== 200) throw new Error(`no token: ${status} ${text}`)
    return JSON.parse(text).access_token
  }
  const post: Running["post"] = (path, body, sent) => request("POST", path, { ...sent, body })

  return {
    baseUrl,
    port,
    request,
    get: (path, sent) => request("GET", path, sent),
    post,
    raw,
    guest: () => tokenOf(post("/api/auth/guest")),
    clientToken: (id, scope) =>
      tokenOf(post("/api/auth/token", {
        grant_type: "client_credentials",
        client_id: id,
        client_secret: `${id}-secret`,
        ...(scope === undefined ? {} : { scope })
      })),
    typed: (use, options = {}) =>
      Effect.runPromise(
        Effect.provide(Effect.flatMap(Client.make({ baseUrl, ...options }), use), FetchHttpClient.layer)
      ),
    stop: async () => {
      agent.destroy()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  }
}

/** One store for the tests of the enclosing `describe` or file. Ask for it inside tests and hooks. */
export const useServer = (environment?: Readonly<Record<string, string>>): () => Running => {
  let running: Running | undefined
  beforeAll(async () => {
    running = await start(environment)
  })
  afterAll(() => running?.stop())
  return () => {
    if (running === undefined) throw new Error("the store runs inside tests and hooks only")
    return running
  }
}
