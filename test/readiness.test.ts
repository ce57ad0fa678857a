/** A store whose disk is full is not ready, although it can still read (docs/specification.md#health). */
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { killAll, start } from "./shop/program.ts"
import { useServerProgram } from "./shop/programs.ts"
import { eventually } from "./shop/shopper.ts"

const server = useServerProgram()
const folder = mkdtempSync(join(tmpdir(), "beauty-store-readiness-"))
afterAll(() => {
  killAll()
  rmSync(folder, { recursive: true, force: true })
})

// A limit on the size of files acts like a full disk, and it can be lifted.
it.runIf(process.platform === "linux")("readiness is 503 while the disk is full, and no longer", async () => {
  const running = await start(server(), { PORT: "0", DATABASE_URL: `sqlite:${join(folder, "store.db")}` })
  const limit = (bytes: string) => execFileSync("prlimit", ["--pid", String(running.process.pid), `--fsize=${bytes}:`])
  const ready = () => running.get("/health/ready")
  expect((await ready()).status).toBe(200)
  limit("1")
  await eventually(ready, ({ status }) => expect(status).toBe(503), 20_000)
  limit("unlimited")
  await eventually(ready, ({ status }) => expect(status).toBe(200), 20_000)
  expect(await running.stop()).toBe(0)
})
