/** Tables of goods over the API: loaded whole or not at all, in turn, once, with all faults named. */
import { expect, it } from "vitest"
import { describeShop, type Shop } from "../../../test/shop/server.ts"
import { eventually } from "../../../test/shop/shopper.ts"

const header = "id,brand,name,category,price,stock"
const tableOf = (count: number, name = "tonic", price = "9.90") =>
  [header, ...Array.from({ length: count }, (_, n) => `${name}-${n},Alba,Tonic ${n},skincare,${price},4`), ""].join(
    "\n"
  )

const csv = { "content-type": "text/csv" }
const imports = "/api/admin/imports"

const staffOf = (shop: Shop) => {
  let token: string | undefined
  const sent = async () => ({ token: token ??= await shop.clientToken("demo-staff") })
  const send = async (body: string | Uint8Array, query = "", more: object = {}) =>
    shop.request("POST", `${imports}${query}`, { ...await sent(), headers: csv, body, ...more })
  const view = async (id: string) => (await shop.get(`${imports}/${id}`, await sent())).json
  const ended = (id: string) => eventually(() => view(id), ({ endedAt }) => endedAt !== null)
  const found = async (id: string) => (await shop.get(`/api/admin/products/${id}`, await sent())).status
  return {
    sent,
    send,
    ended,
    found,
    view,
    load: async (...given: Parameters<typeof send>) => {
      const { json, status } = await send(...given)
      expect([status, json.status]).toEqual([200, "waiting"])
      return ended(json.id)
    }
  }
}

describeShop("imports over the API", (shop) => {
  it("load a table, and load nothing when it comes again", async () => {
    const { load, sent } = staffOf(shop())
    const first = await load(tableOf(3))
    expect(first).toMatchObject({
      status: "done",
      rows: 3,
      rowsRead: 3,
      faults: [],
      bytes: tableOf(3).length,
      bytesRead: tableOf(3).length,
      result: { added: 3, changed: 0, unchanged: 0, archived: [] }
    })
    expect((await load(tableOf(3))).result).toMatchObject({ added: 0, changed: 0, unchanged: 3 })
    expect((await load(tableOf(3, "tonic", "8.90"))).result).toMatchObject({ added: 0, changed: 3, unchanged: 0 })
    const { json: { data } } = await shop().get("/api/admin/trail?action=product.import", await sent())
    expect(data.map(({ after, client }: any) => [client, after])).toEqual([
      ["demo-staff", { added: 0, changed: 3, unchanged: 0 }],
      ["demo-staff", { added: 3, changed: 0, unchanged: 0 }]
    ])
    const { json: list } = await shop().get(imports, await sent())
    expect(list.data.map(({ id }: any) => id).at(-1)).toBe(first.id)
  })

  it("are one where a request is repeated, and refuse a key that came with another table", async () => {
    const { ended, send } = staffOf(shop())
    const key = "an-import-of-mine"
    const [first, second] = await Promise.all([
      send(tableOf(1, "once"), "", { key }),
      send(tableOf(1, "once"), "", { key })
    ])
    const [a, b] = [first, second].map(({ json }) => json.id)
    expect(new Set([a, b].filter((id) => id !== undefined)).size).toBe(1)
    const again = await send(tableOf(1, "once"), "", { key })
    expect([again.json.id, again.headers["idempotent-replayed"]]).toEqual([a ?? b, "true"])
    expect((await send(tableOf(1, "other"), "", { key })).json.code).toBe("idempotency_conflict")
    expect((await send(tableOf(1, "once"), "?dryRun=true", { key })).json.code).toBe("idempotency_conflict")
    expect((await ended(a ?? b)).result.added).toBe(1)
  })

  it("leave nothing of a dry run, and of a table with a fault in its last row", async () => {
    const { found, load } = staffOf(shop())
    expect(await load(tableOf(2, "dry"), "?dryRun=true"))
      .toMatchObject({ status: "done", dryRun: true, result: { added: 2, changed: 0, unchanged: 0 } })
    const faulty = await load(`${tableOf(3000, "many")}last,Alba,Last,skincare,1,many\n`)
    expect(faulty).toMatchObject({ status: "refused", result: null, faultCount: 1, rows: 3001 })
    expect(faulty.faults).toEqual([
      { line: 3002, column: "stock", message: "\"many\" is no whole number up to 1000000" }
    ])
    expect([await found("dry-0"), await found("many-0")]).toEqual([404, 404])
  })

  it("name faults that only the shop knows, the first thousand of very many, and what is no text", async () => {
    const { found, load } = staffOf(shop())
    await load(`${header},gtin\nowner,Alba,Owner,skincare,1,1,4006381333931\n`)
    const taken = await load(
      `${header},gtin\nfree,Alba,Free,skincare,1,1,\nthief,Alba,Thief,skincare,1,1,4006381333931\n`
    )
    expect(taken).toMatchObject({ status: "refused", faultCount: 1, faults: [{ line: 3, column: "gtin" }] })
    expect(await found("free")).toBe(404)
    const all = await load(tableOf(1500, "bad", "free"))
    expect([all.status, all.faultCount, all.faults.length]).toEqual(["refused", 1500, 1000])
    const none = await load(Buffer.from([0xff, 0xfe, 0, 0x41]))
    expect(none).toMatchObject({ status: "refused", faultCount: 1, faults: [{ line: 1, column: null }] })
    expect((await load("")).status).toBe("refused")
    const pictured = await load(`${header},pictures\npic,Alba,Pic,skincare,1,1,front.jpg\n`)
    expect(pictured).toMatchObject({ status: "refused", faultCount: 1, faults: [{ line: 2, column: "pictures" }] })
  })

  it("take turns", async () => {
    const { ended, send } = staffOf(shop())
    const sent = await Promise.all(
      ["9.10", "9.20", "9.30", "9.40"].map((price) => send(tableOf(400, "turns", price)))
    )
    const all = await Promise.all(sent.map(({ json }) => ended(json.id)))
    const inTurn = all.toSorted((a, b) => (a.endedAt < b.endedAt ? -1 : 1))
    expect(inTurn.map(({ result: { added, changed } }) => [added, changed]))
      .toEqual([[400, 0], [0, 400], [0, 400], [0, 400]])
  })

  it("read JSON Lines and decimal commas, and take nothing else", async () => {
    const { load, send, sent } = staffOf(shop())
    const line = { id: "json", brand: "Alba", name: "JSON", category: "skincare", price: 1.5, stock: 2 }
    expect((await load(JSON.stringify(line), "", { headers: { "content-type": "application/jsonl" } })).result.added)
      .toBe(1)
    const german = await load(
      `\uFEFF${header.replaceAll(",", ";")}\nkomma;Alba;Komma;skincare;24,90;3\n`,
      "?decimalComma=true"
    )
    expect(german).toMatchObject({ decimalComma: true, result: { added: 1 } })
    expect((await shop().get("/api/admin/products/komma", await sent())).json.price).toBe(24.9)
    expect((await send("{}", "", { headers: { "content-type": "application/json" } })).status).toBe(415)
    expect((await send("x", "?dryRun=maybe")).status).toBe(400)
    expect((await send(Buffer.alloc(64 * 1024 * 1024 + 1, "x"))).status).toBe(413)
    expect((await shop().get(`${imports}/imp_none`, await sent())).json.code).toBe("import_not_found")
  })

  it("give all goods as a table that changes nothing, in both forms", async () => {
    const { load, sent } = staffOf(shop())
    await load(tableOf(1200, "given"))
    for (const type of ["text/csv", "application/jsonl"]) {
      const get = async () => shop().get("/api/admin/exports/products", { ...await sent(), headers: { accept: type } })
      const { headers, status, text } = await get()
      expect([status, headers["content-type"]]).toEqual([200, `${type}; charset=utf-8`])
      const again = await load(text, "", { headers: { "content-type": type } })
      expect(again).toMatchObject({ status: "done", result: { added: 0, changed: 0 } })
      expect(again.rows).toBeGreaterThan(1200)
      expect((await get()).text).toBe(text)
    }
  })
})
