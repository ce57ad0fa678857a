/**
 * Stops that take their time: what runs is finished, what is half sent is answered, and what still runs when the time
 * is over is cut off. Follows docs/specification.md#start-and-stop.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { connect } from "node:net"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { everyDatabase, type Place } from "./shop/places.ts"
import { product } from "./shop/products.ts"
import { closedGate, killAll, type Program, start } from "./shop/program.ts"
import { useProgram, useServerProgram } from "./shop/programs.ts"
import { atOnce, checkedOut, eventually, newShopper, pay, sleep } from "./shop/shopper.ts"

const server = useServerProgram()
const slowServer = useProgram("test/slow-provider-server.ts")
afterEach(killAll)

const inMemory = { PORT: "0", DATABASE_URL: "sqlite::memory:" }

/** A connection by hand: what is written goes out as it is, and what comes back is kept until the other side ends. */
const byHand = (url: string) => {
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", allowHalfOpen: true })
  const errors: Array<string | undefined> = []
  let text = ""
  socket.setEncoding("utf8").on("data", (more: string) => void (text += more))
  const ended = new Promise<string>((resolve) => {
    socket.on("end", () => resolve(text))
    socket.on("error", ({ code }: NodeJS.ErrnoException) => {
      errors.push(code)
      resolve(`${text}${code}`)
    })
  })
  return { write: (more: string) => void socket.write(more), said: () => text, ended, errors }
}
const statuses = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status!)

/** Waits until a shop that was sent a signal says that it stops. */
const stops = (running: Program) =>
  eventually(async () => running.output(), (said) => expect(said).toContain("Stopping: "))

/** The kinds of the jobs that are running. */
const leases = async ({ databaseUrl }: Place): Promise<ReadonlyArray<string>> => {
  const text = "SELECT kind FROM job WHERE lease_until > 0 ORDER BY kind"
  const rows: ReadonlyArray<{ kind: string }> = databaseUrl.startsWith("sqlite:")
    ? new Sqlite(databaseUrl.slice("sqlite:".length), { readonly: true }).prepare<[], { kind: string }>(text).all()
    : await Effect.runPromise(Effect.provide(
      Effect.flatMap(PgClient.PgClient, (sql) => sql.unsafe<{ kind: string }>(text)),
      PgClient.layer({ url: Redacted.make(databaseUrl), maxConnections: 1 })
    ))
  return rows.map(({ kind }) => kind)
}

describe.each(Object.entries(everyDatabase))("a stop on %s", (_, at) => {
  let place: Place
  beforeAll(async () => {
    place = await at()
  })
  afterAll(() => place.leave())

  it("ends background work between jobs: one that runs is finished and given back", async () => {
    const gate = closedGate("refund")
    const running = await start(slowServer(), {
      PORT: "0",
      DATABASE_URL: place.databaseUrl,
      STOP_GRACE_SECONDS: "0",
      ...gate.settings
    })
    const shopper = await newShopper(running, product(2))
    const { orderId, redirectUrl } = await checkedOut(shopper)
    await pay(running, redirectUrl)
    await eventually(() => shopper.order(orderId), ({ status }) => expect(status).toBe("confirmed"))
    await shopper.post(`/api/orders/${orderId}/cancel`, {}, randomUUID())
    await eventually(() => leases(place), (kinds) => expect(kinds).toEqual(["refund"]))
    const stopped = running.stop()
    await stops(running)
    gate.open()
    expect(await stopped).toBe(0)
    expect(await leases(place)).toEqual([])
  })
})

describe("a stop", () => {
  it("answers what is half sent when it comes, and what has come behind it on one connection", async () => {
    const gate = closedGate("createSession")
    const running = await start(slowServer(), { ...inMemory, ...gate.settings })
    const shopper = await newShopper(running, product(0))
    const [inBody, inHeaders, behind, idle, late, silent] = await atOnce(6, async () => byHand(running.url))
    const post = "POST /api/auth/guest HTTP/1.1\r\nhost: localhost\r\n"
    inBody!.write(`${post}content-type: application/json\r\ncontent-length: 20\r\n\r\n{`)
    inHeaders!.write(post)
    behind!.write("GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(3))
    const live = "GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n"
    idle!.write(live)
    late!.write(live)
    // It holds the stop up while the others are still sending.
    const long = shopper.checkout(randomUUID())
    await eventually(() => shopper.get("/api/orders"), ({ json }) => expect(json.data).toHaveLength(1))
    const stopped = running.stop()
    await stops(running)
    inBody!.write("\"some\":\"thing\"    }")
    inHeaders!.write("content-length: 0\r\n\r\n")
    // What is on its way behind the last response resets nothing.
    late!.write(live + `${post}content-length: 60000\r\n\r\n${"x".repeat(60_000)}`.repeat(100))
    expect(statuses(await inHeaders!.ended)).toEqual(["503"])
    expect(statuses(await late!.ended)).toEqual(["200", "503"])
    // Its request was there before the stop.
    expect(statuses(await inBody!.ended)).toEqual(["200"])
    gate.open()
    expect(statuses(await behind!.ended)).toEqual(["200", "200", "200"])
    expect(statuses(await idle!.ended)).toEqual(["200"])
    expect(await silent!.ended).toBe("")
    expect((await long).status).toBe(200)
    expect((await long).headers["connection"]).toBe("close")
    expect(await stopped).toBe(0)
    for (const { errors } of [inBody!, inHeaders!, behind!, idle!, late!, silent!]) expect(errors).toEqual([])
  })

  it("refuses a request of which the rest does not come, without a reset", async () => {
    const gate = closedGate("createSession")
    const running = await start(slowServer(), { ...inMemory, ...gate.settings })
    const shopper = await newShopper(running, product(0))
    const long = shopper.checkout(randomUUID())
    await eventually(() => shopper.get("/api/orders"), ({ json }) => expect(json.data).toHaveLength(1))
    const half = byHand(running.url)
    half.write("GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n")
    await eventually(async () => statuses(half.said()), (answered) => expect(answered).toEqual(["200"]))
    const stopped = running.stop()
    await stops(running)
    // Ten times as long as until the stop first looks at how much has come: it shows that to nobody.
    await sleep(200)
    half.write("GET /health/live HTTP/1.1\r\nho")
    const text = await half.ended
    expect(statuses(text)).toEqual(["200", "503"])
    expect(text).toMatch(/connection: close[^]*"code":"store_unavailable"/i)
    // It is read on for a moment, so that what was still on its way resets nothing.
    half.write("st: store\r\n\r\n")
    gate.open()
    expect((await long).status).toBe(200)
    expect(await stopped).toBe(0)
    expect(half.errors).toEqual([])
  })

  it("a request of which the rest never comes is refused, and the process exits with 0", async () => {
    const running = await start(server(), inMemory)
    const socket = connect(Number(new URL(running.url).port), "127.0.0.1")
    let text = ""
    socket.on("data", (more) => void (text += more)).on("error", () => undefined)
    socket.write(
      "POST /api/auth/guest HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{"
    )
    // It has been received when a later one has its response.
    await once(socket, "connect")
    expect((await running.get("/health/live")).status).toBe(200)
    const closed = once(socket, "close")
    expect(await running.stop()).toBe(0)
    await closed
    expect(text).toMatch(/^HTTP\/1\.1 408 /)
  }, 60_000)
})
