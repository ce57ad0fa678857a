/**
 * The program as an operator meets it: how it starts, what it says when it cannot, and how it stops under load.
 * Follows docs/specification.md#start-and-stop.
 */
import { spawnSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { Agent, request } from "node:http"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import { freePort } from "./free-port.ts"
import { keepTables, useDatabase } from "./postgres.ts"
import { product } from "./shop/products.ts"
import { closedGate, killAll, runToEnd, start } from "./shop/program.ts"
import { useProgram, useServerProgram } from "./shop/programs.ts"
import { openShop } from "./shop/server.ts"
import { atOnce, delivery, eventually, newShopper } from "./shop/shopper.ts"
import { wrongSettings } from "./wrong-settings.ts"

const folder = mkdtempSync(join(tmpdir(), "beauty-store-start-"))
let files = 0
const freshDatabase = () => `sqlite:${join(folder, String(++files), "store.db")}`
afterEach(killAll)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const server = useServerProgram()
const slowServer = useProgram("test/slow-provider-server.ts")

/** Why a shop does not open. */
const refusal = (wrong: Readonly<Record<string, string>>): Promise<string> =>
  openShop({ DATABASE_URL: freshDatabase(), ...wrong }).then(() => "it opened", (error: Error) => error.message)

describe("a start", () => {
  it("on any free port prints the port", async () => {
    const running = await start(server(), { PORT: "0", DATABASE_URL: freshDatabase() })
    expect(new URL(running.url).port).not.toBe("0")
    expect((await running.get("/health/ready")).status).toBe(200)
    expect(await running.stop()).toBe(0)
  })

  it("has every contract in its document, though what prints that is in another file of the bundle", async () => {
    const running = await start(server(), { PORT: "0", DATABASE_URL: freshDatabase() })
    const { json, status } = await running.get("/openapi.json")
    expect([status, json.servers]).toEqual([200, [{ url: running.url }]])
    const { paths } = JSON.parse(readFileSync("docs/openapi.json", "utf8"))
    expect(json.paths).toEqual(paths)
    expect(await running.stop()).toBe(0)
  })

  it("says a line for each step that it takes, and of what it does not know", async () => {
    const running = await start(server(), { PORT: "0", DATABASE_URL: freshDatabase(), STRORE_SECRET: "mine" })
    const said = running.output()
    const steps = ["Opening the database", "Stocking the demo shop", "is open at"].map((step) => said.indexOf(step))
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
    expect(steps[0]).toBeGreaterThanOrEqual(0)
    expect(said).toContain("STRORE_SECRET is no setting of the store: is STORE_SECRET meant?\n")
    expect(await running.stop()).toBe(0)
  })

  it.each(wrongSettings)("with %j is refused in one line", async (wrong, line) => {
    const refused = await refusal(wrong)
    expect(refused).toMatch(line)
    expect(refused.split("\n")).toHaveLength(1)
  })

  it.each([
    ["STORE_SECRET", "hunter2"],
    ["DATABASE_URL", "postgres://nobody:hunter2@127.0.0.1:1/none"],
    ["DATABASE_URL", "postgre://nobody:hunter2@127.0.0.1:1/none"]
  ])("does not repeat what is secret in %s=%s", async (name, value) => {
    const refused = await refusal({ [name]: value })
    expect(refused).toContain(name)
    expect(refused).not.toContain("hunter2")
  })

  it("that is refused says so in one line and exits 1", async () => {
    const { code, err, out } = await runToEnd(server(), { PORT: "abc", DATABASE_URL: freshDatabase() })
    expect({ code, out }).toEqual({ code: 1, out: "" })
    expect(err).toMatch(/^PORT=abc .*port number.*\n$/)
  })

  it.each([
    [["--help"], 0, /^usage: beauty-store /],
    [["--version"], 0, /^(\d+\.\d+\.\d+|unknown: .*)\n$/],
    [["scna", "http://localhost"], 2, /^scna http:\/\/localhost: not understood\. .*\n$/]
  ])("that is none, with %j, opens no shop", (given, code, words) => {
    const at = mkdtempSync(join(folder, "no-shop-"))
    const { status, stderr, stdout } = spawnSync(process.execPath, [server(), ...given], { cwd: at, encoding: "utf8" })
    expect({ status, left: readdirSync(at) }).toEqual({ status: code, left: [] })
    expect(code === 0 ? stdout : stderr).toMatch(words)
  })

  it("on a port in use says so in one line and exits 1", async () => {
    const other = createServer()
    await new Promise<void>((listening) => other.listen(0, "127.0.0.1", listening))
    const { port } = other.address() as AddressInfo
    const { code, err } = await runToEnd(server(), { PORT: String(port), DATABASE_URL: freshDatabase() })
    other.close()
    expect(code).toBe(1)
    expect(err).toMatch(new RegExp(`^PORT=${port} is in use.*\n$`))
  })

  it.each([
    ["is not there", "throw Object.assign(new Error('Cannot find module'), { code: 'MODULE_NOT_FOUND' })"],
    [
      "is of another Node.js",
      "throw Object.assign(new Error('The module was compiled\\nagainst another version'), {"
      + " code: 'ERR_DLOPEN_FAILED' })"
    ]
  ])("whose SQLite module %s says how to build it, in one line, and exits 1", async (_, fault) => {
    const preload = join(folder, `preload-${++files}.cjs`)
    writeFileSync(
      preload,
      `const ordinary = process.dlopen
process.dlopen = function (module, file, ...rest) {
  if (file.includes("better_sqlite3")) { ${fault} }
  return ordinary.call(process, module, file, ...rest)
}
`
    )
    for (const DATABASE_URL of [freshDatabase(), "sqlite::memory:"]) {
      const settings = { PORT: "0", DATABASE_URL, NODE_OPTIONS: `--require ${preload}` }
      const { code, err } = await runToEnd(server(), settings)
      expect(code).toBe(1)
      expect(err).toMatch(/^The native module of better-sqlite3 .*`npm rebuild better-sqlite3`.*\n$/)
      expect(err).not.toContain("DATABASE_URL")
    }
  })

  it("on a SQLite file that another process has open says so in one line and exits 1, and harms nothing", async () => {
    const DATABASE_URL = freshDatabase()
    const first = await start(server(), { PORT: "0", DATABASE_URL })
    const { code, err } = await runToEnd(server(), { PORT: "0", DATABASE_URL })
    expect(code).toBe(1)
    expect(err).toMatch(/^\S+store\.db is in use by another process.*\n$/)
    expect((await first.get("/health/ready")).status).toBe(200)
    expect(await first.stop()).toBe(0)
    const second = await start(server(), { PORT: "0", DATABASE_URL })
    expect(await second.stop("SIGINT")).toBe(0)
  })

  it.skipIf(process.platform !== "linux")(
    "where the folder of a SQLite file cannot be made says so and ends",
    async () => {
      const { code, err } = await runToEnd(server(), { PORT: "0", DATABASE_URL: "sqlite:/proc/nope/deeper/store.db" })
      expect(code).toBe(1)
      expect(err).toMatch(/^DATABASE_URL: cannot make the folder of \/proc\/nope\/deeper\/store\.db: .*ENOENT.*\n$/)
    }
  )

  it("on a SQLite file that cannot be locked for another reason names the reason", async () => {
    const DATABASE_URL = freshDatabase()
    const path = DATABASE_URL.slice("sqlite:".length)
    mkdirSync(dirname(path))
    writeFileSync(`${path}.lock`, "no database".repeat(500))
    const { code, err } = await runToEnd(server(), { PORT: "0", DATABASE_URL })
    expect(code).toBe(1)
    expect(err).toMatch(/^DATABASE_URL: cannot lock \S+store\.db: .*not a database.*\n$/)
  })
})

describe("a stop", () => {
  /** A connection that stays open between requests, as a browser's does. */
  const onOneConnection = (url: string) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const get = (path: string) =>
      new Promise<{ readonly status: number; readonly connection: string | undefined; readonly body: string }>(
        (resolve, reject) => {
          request(`${url}${path}`, { agent }, (response) => {
            let body = ""
            response.setEncoding("utf8").on("data", (text: string) => void (body += text))
            response.on(
              "end",
              () => resolve({ status: response.statusCode!, connection: response.headers.connection, body })
            )
          }).on("error", reject).end()
        }
      )
    return { get, close: () => agent.destroy() }
  }

  it(
    "by a signal finishes what runs, asks what is late to come again, and exits 0, also where the signal comes several times at once",
    async () => {
      const gate = closedGate("createSession")
      const running = await start(slowServer(), { PORT: "0", DATABASE_URL: freshDatabase(), ...gate.settings })
      const shoppers = await atOnce(8, () => newShopper(running, product(0)))
      const connection = onOneConnection(running.url)
      expect((await connection.get("/health/live")).status).toBe(200)

      const inFlight = Promise.allSettled(shoppers.map((shopper) => shopper.checkout(randomUUID())))
      // Each has its order by now and waits for the provider.
      for (const shopper of shoppers) {
        await eventually(() => shopper.get("/api/orders"), ({ json }) => expect(json.data).toHaveLength(1))
      }
      const stopped = running.stop("SIGTERM")
      for (let n = 0; n < 5; n++) running.process.kill(n % 2 === 0 ? "SIGTERM" : "SIGINT")
      const late = await eventually(() => connection.get("/api/"), ({ status }) => expect(status).toBe(503))
      expect(late.connection).toBe("close")
      expect(JSON.parse(late.body)).toMatchObject({ status: 503, code: "store_unavailable", retryable: true })

      gate.open()
      expect((await inFlight).map((one) => one.status === "fulfilled" && one.value.status)).toEqual(Array(8).fill(200))
      expect(await stopped).toBe(0)
      connection.close()
      await expect(fetch(`${running.url}/health/live`)).rejects.toThrow()
    }
  )

  it("under load answers every request that it took", async () => {
    const DATABASE_URL = freshDatabase()
    const running = await start(server(), { PORT: "0", DATABASE_URL })
    let stopping = false
    const acknowledged: Array<{ readonly token: string; readonly quantity: number }> = []
    const buying = new Set<string>()
    const surprises: Array<unknown> = []
    const shoppers = await atOnce(16, () => newShopper(running))
    const shopping = Promise.all(shoppers.map(async ({ add, token }) => {
      let quantity = 0
      for (;;) {
        try {
          const { json, status } = await add(product(1))
          if (status === 200) {
            quantity = json.items[0].quantity
            buying.add(token)
          } else if (status !== 503 || !stopping) surprises.push([status, json])
          if (status === 503 || quantity === 99) break
        } catch (error) {
          // The connection was refused: nothing was sent.
          const { code } = error as { readonly code: string }
          if (!stopping || code !== "ECONNREFUSED") surprises.push(error)
          break
        }
      }
      acknowledged.push({ token, quantity })
    }))
    await eventually(async () => buying, ({ size }) => expect(size).toBe(16))
    stopping = true
    expect(await running.stop()).toBe(0)
    await shopping
    expect(surprises).toEqual([])
    // It stopped before they had all that one cart may hold.
    expect(acknowledged.filter(({ quantity }) => quantity < 99)).not.toEqual([])

    const again = await start(server(), { PORT: "0", DATABASE_URL })
    for (const { quantity, token } of acknowledged) {
      const { json } = await again.get("/api/cart", { token })
      expect(json.items[0]?.quantity ?? 0).toBe(quantity)
    }
    expect(await again.stop()).toBe(0)
  })

  it("at rest does not wait thirty seconds for an idle connection", async () => {
    const running = await start(server(), { PORT: "0", DATABASE_URL: freshDatabase() })
    const { get } = onOneConnection(running.url)
    await get("/health/live")
    expect(await running.stop()).toBe(0)
  }, 20_000)
})

describe("before it is open", () => {
  const url = useDatabase()

  it("asks to come again", async () => {
    const port = await freePort()
    const ask = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/checkout`, {
        method: "POST",
        body: JSON.stringify(delivery)
      }).catch(() => undefined)
      await answer?.text()
      return answer
    }
    // As long as somebody else has the tables, it does not open.
    const keeper = await keepTables(url())
    const starting = start(server(), { PORT: String(port), DATABASE_URL: url() })
    const early = await eventually(ask, (answer) => answer !== undefined)
    expect([early!.status, early!.headers.get("retry-after")]).toEqual([503, "1"])
    expect((await ask())!.status).toBe(503)
    await keeper.leave()
    const running = await starting
    expect((await ask())!.status).toBe(401)
    expect(await running.stop()).toBe(0)
  })
})
