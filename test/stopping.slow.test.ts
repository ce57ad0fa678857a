/**
 * The end of a stop's patience: what still runs when the time is over is cut off, and the process ends. Follows
 * docs/specification.md#start-and-stop.
 */
import { once } from "node:events"
import { connect } from "node:net"
import { afterAll, expect, it } from "vitest"
import { bundle, killAll, start } from "./program.ts"
import { send } from "./shopper.ts"

afterAll(killAll)

it("a request of which the rest never comes is cut off by the deadline, and the process exits with 0", async () => {
  const running = await start(bundle("packages/server/src/main.ts", "server-to-stop-late.mjs"), {
    PORT: "0",
    DATABASE_URL: "sqlite::memory:"
  })
  const socket = connect(Number(new URL(running.url).port), "127.0.0.1")
  let text = ""
  socket.on("data", (more) => void (text += more)).on("error", () => undefined)
  socket.write(
    "POST /api/auth/guest HTTP/1.1\r\nhost: store\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{"
  )
  // It has been received when a later one has its response.
  await once(socket, "connect")
  expect((await send("GET", `${running.url}/health/live`)).status).toBe(200)
  const closed = once(socket, "close")
  expect(await running.stop()).toBe(0)
  await closed
  expect(text).toBe("")
}, 60_000)
