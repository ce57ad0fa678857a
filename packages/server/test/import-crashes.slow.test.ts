/** An import whose server dies: it is begun again, applied once, and fails in the end if servers keep dying. */
import { afterAll, afterEach, describe, expect, it } from "vitest"
import { everyDatabase } from "../../../test/shop/places.ts"
import { killAll, type Program, start } from "../../../test/shop/program.ts"
import { useServerProgram } from "../../../test/shop/programs.ts"
import { eventually } from "../../../test/shop/shopper.ts"

const program = useServerProgram()
afterEach(killAll)

const rows = 8_000
const goods = [
  "id,brand,name,category,price,stock",
  ...Array.from({ length: rows }, (_, n) => `tonic-${n},Alba,Tonic ${n},skincare,9.90,4`),
  ""
].join("\n")

describe.each(Object.entries(everyDatabase))("an import on %s", (database, open) => {
  const leave: Array<() => Promise<void>> = []
  afterAll(async () => {
    for (const one of leave) await one()
  })
  const opened = async () => {
    const place = await open()
    leave.push(place.leave)
    const started = () => start(program(), { PORT: "0", DATABASE_URL: place.databaseUrl })
    return { place, started }
  }
  const tokenOf = (server: Program) => server.clientToken("demo-staff")
  const send = async (server: Program) => {
    const headers = { "content-type": "text/csv" }
    const sent = { token: await tokenOf(server), headers, body: goods }
    return (await server.request("POST", "/api/admin/imports", sent)).json.id as string
  }
  const until = async (server: Program, id: string, isSo: (found: any) => boolean) => {
    const token = await tokenOf(server)
    return eventually(async () => (await server.get(`/api/admin/imports/${id}`, { token })).json, isSo)
  }

  it("is begun again after a kill, whether it was read or written, and applied once", async () => {
    const { started } = await opened()
    const first = await started()
    const id = await send(first)
    await until(first, id, ({ status }) => status === "reading")
    await first.kill()
    const second = await started()
    const done = await until(second, id, ({ endedAt }) => endedAt !== null)
    expect(done).toMatchObject({ status: "done", rows, result: { added: rows, changed: 0, unchanged: 0 } })
    const token = await tokenOf(second)
    const { json: { data } } = await second.get("/api/admin/trail?action=product.import", { token })
    expect(data.map(({ subject }: any) => subject)).toEqual([id])
    expect((await second.get("/api/admin/consistency", { token })).json.findings ?? []).toEqual([])
    expect(await second.stop()).toBe(0)
  })

  // On PostgreSQL nobody sees from outside when the lease of a dead process is over.
  it.runIf(database === "SQLite")("fails in words after three deaths, and leaves nothing", async () => {
    const { started } = await opened()
    let server = await started()
    const id = await send(server)
    for (let n = 0; n < 3; n++) {
      await until(server, id, ({ status }) => status === "reading" || status === "writing")
      await server.kill()
      server = await started()
    }
    const failed = await until(server, id, ({ endedAt }) => endedAt !== null)
    expect(failed).toMatchObject({ status: "failed", result: null, failure: "The import was interrupted too often." })
    const token = await tokenOf(server)
    expect((await server.get("/api/admin/products/tonic-0", { token })).status).toBe(404)
    expect(await server.stop()).toBe(0)
  })
})
