/**
 * Starts that are refused, every one of them by the program itself, and databases that keep it waiting.
 * Follows docs/specification.md#start-and-stop.
 */
import Database from "better-sqlite3"
import { execFileSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import { killAll, runToEnd, start } from "./shop/program.ts"
import { useServerProgram } from "./shop/programs.ts"
import { eventually } from "./shop/shopper.ts"
import { wrongSettings } from "./wrong-settings.ts"

const folder = mkdtempSync(join(tmpdir(), "beauty-store-start-"))
let files = 0
const freshDatabase = () => `sqlite:${join(folder, String(++files), "store.db")}`
afterEach(killAll)
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const server = useServerProgram()

describe("a start", () => {
  it.each(wrongSettings)("with %j says so in one line and exits 1", async (wrong, line) => {
    const { code, err, out } = await runToEnd(server(), { PORT: "0", DATABASE_URL: freshDatabase(), ...wrong })
    expect({ code, out }).toEqual({ code: 1, out: "" })
    expect(err.endsWith("\n")).toBe(true)
    const lines = err.trimEnd().split("\n")
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(line)
  })

  it("does not repeat a secret that is too short", async () => {
    const { err } = await runToEnd(server(), { PORT: "0", DATABASE_URL: freshDatabase(), STORE_SECRET: "hunter2" })
    expect(err).not.toContain("hunter2")
  })

  it("does not print a database's password", async () => {
    const { err } = await runToEnd(server(), {
      PORT: "0",
      DATABASE_URL: "postgres://nobody:hunter2@127.0.0.1:1/none"
    })
    expect(err).not.toContain("hunter2")
    const { err: malformed } = await runToEnd(server(), {
      PORT: "0",
      DATABASE_URL: "postgre://nobody:hunter2@127.0.0.1:1/none"
    })
    expect(malformed).not.toContain("hunter2")
  })

  it("on another SQLite file beside that of a running store, whose ledgers it would share, says so and exits 1", async () => {
    const DATABASE_URL = freshDatabase()
    const first = await start(server(), { PORT: "0", DATABASE_URL })
    const { code, err } = await runToEnd(server(), {
      PORT: "0",
      DATABASE_URL: DATABASE_URL.replace("store.db", "other.db")
    })
    expect(code).toBe(1)
    expect(err).toMatch(/^\S+payments-simulated\.db is in use by another process.*folder of its own.*\n$/)
    expect(await first.stop()).toBe(0)
  })

  it("on a SQLite file that somebody is writing to says so in one line and exits 1", async () => {
    const DATABASE_URL = freshDatabase()
    const path = DATABASE_URL.slice("sqlite:".length)
    mkdirSync(dirname(path))
    const somebody = new Database(path)
    somebody.exec("PRAGMA journal_mode = wal; BEGIN IMMEDIATE")
    const { code, err } = await runToEnd(server(), { PORT: "0", DATABASE_URL })
    somebody.close()
    expect(code).toBe(1)
    expect(err).toMatch(/^DATABASE_URL: the database fails: database is locked\n$/)
  })
})

// A limit on the size of files is a disk that fails: nothing can be written behind it, and it can be lifted.
describe.runIf(process.platform === "linux")("a disk that fails for a while", () => {
  it("is asked again until it is well; who comes meanwhile is told to come later", async () => {
    const running = await start(server(), { PORT: "0", DATABASE_URL: freshDatabase() })
    const limit = (bytes: string) =>
      execFileSync("prlimit", ["--pid", String(running.process.pid), `--fsize=${bytes}:`])
    const guest = () => running.post("/api/auth/guest", undefined, { key: randomUUID() })
    const { status } = await guest()
    limit("1")
    await eventually(
      async () => {
        await guest()
        return running.output().split("the database is opened anew").length - 1
      },
      (times) => expect(times).toBeGreaterThan(2),
      20_000
    )
    const meanwhile = await guest()
    limit("unlimited")
    await eventually(guest, ({ status }) => expect(status).toBe(200), 20_000)
    expect([status, meanwhile.status]).toEqual([200, 503])
    expect(await running.stop()).toBe(0)
  })
})
