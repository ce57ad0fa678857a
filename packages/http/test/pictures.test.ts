/** The pictures of products over HTTP, on both databases: sent, refused, shown everywhere, and gone. */
import { afterEach, expect, it } from "vitest"
import { serum } from "../../../test/shop/products.ts"
import type { Answer } from "../../../test/shop/requests.ts"
import { describeShop } from "../../../test/shop/server.ts"
import { animated, bomb, jpeg, photograph } from "../../server/test/pictures.ts"
import { expectProblem } from "./problem.ts"

const at = `/api/admin/products/${serum}/pictures`

let cleared = 0

describeShop("pictures", (shop) => {
  afterEach(() => clear())
  const staff = () => shop().clientToken("demo-staff")
  const send = async (file: Uint8Array | string, query = "", key?: string): Promise<Answer> =>
    shop().post(at + query, file, { token: await staff(), key, headers: { "content-type": "image/png" } })
  const idsOf = ({ json }: Answer): ReadonlyArray<string> => json.pictures.map(({ id }: any) => id)
  const clear = async () => {
    const token = await staff()
    for (const id of idsOf(await shop().get(at, { token }))) {
      expect((await shop().request("DELETE", `${at}/${id}`, { token, key: `clear-${cleared++}` })).status).toBe(200)
    }
  }

  it("are shown by the page, the API, feeds and the address of the product, until they are removed", async () => {
    const token = await staff()
    const before = (await shop().get(`/api/products/${serum}`)).json.image
    const added = await send(await photograph(), "?alt.en=The%20bottle&alt.de=Die%20Flasche", "add-1")
    expect([added.status, added.json.pictures[0].alt]).toEqual([200, { en: "The bottle", de: "Die Flasche" }])
    const second = await send(await jpeg(700, 700), "?position=1", "add-2")
    expect(idsOf(second)[1]).toBe(idsOf(added)[0])
    const [, { height, url, width }] = second.json.pictures
    expect([width, height]).toEqual([1200, 1600])
    const path = new URL(url).pathname
    const file = await shop().get(path)
    expect([file.status, file.headers["content-type"], file.headers["cache-control"]])
      .toEqual([200, "image/jpeg", "public, max-age=31536000, immutable"])
    expect((await shop().get(path, { headers: { "if-none-match": file.headers["etag"]! } })).status).toBe(304)
    const avif = await shop().get(path.replace("1200.jpg", "640.avif"))
    expect([avif.status, avif.headers["content-type"]]).toEqual([200, "image/avif"])
    expect((await shop().get(path.replace("1200.jpg", "641.avif"))).status).toBe(404)

    const product = await shop().get(`/api/products/${serum}`)
    expect(product.json.image).toBe(second.json.pictures[0].url)
    const page = await shop().get(`/products/${serum}`, { headers: { accept: "text/html" } })
    for (const { url } of second.json.pictures) expect(page.text).toContain(new URL(url).pathname)
    expect(page.text).toContain("alt=\"The bottle\"")
    expect(page.text).toContain(`<meta property="og:image" content="${second.json.pictures[0].url}"`)
    const german = await shop().get(`/de/products/${serum}`, { headers: { accept: "text/html" } })
    expect(german.text).toContain("alt=\"Die Flasche\"")
    const feed = await shop().get("/acp/feed/products.jsonl")
    const line = feed.text.split("\n").find((one) => one.includes(`"id":"${serum}"`))!
    expect(JSON.parse(line).media.map(({ url }: any) => url)).toEqual(second.json.pictures.map(({ url }: any) => url))
    const small = await shop().get(`/images/${serum}.svg`)
    expect([small.status, small.headers["content-type"]]).toEqual([200, "image/webp"])

    // As before, of what was removed and of what stands in memory.
    await clear()
    for (const gone of [path, path.replace("1200.jpg", "640.avif")]) expect((await shop().get(gone)).status).toBe(404)
    expect((await shop().get(`/api/products/${serum}`)).json.image).toBe(before)
    expect((await shop().get(`/products/${serum}`, { headers: { accept: "text/html" } })).text).not.toContain(path)
    expect((await shop().get(`/images/${serum}.svg`)).headers["content-type"]).toBe("image/svg+xml")
    expect((await shop().get("/api/admin/consistency", { token })).json.total).toBe(0)
  })

  it("take effect once under a key, and are in the trail", async () => {
    const token = await staff()
    const file = await jpeg(300, 200)
    const [one, again] = [await send(file, "", "once"), await send(file, "", "once")]
    expect([again.headers["idempotent-replayed"], again.text]).toEqual(["true", one.text])
    expectProblem(await send(file, "?position=2", "once"), "idempotency_conflict")
    expectProblem(await send(await jpeg(301, 200), "", "once"), "idempotency_conflict")
    const trail = await shop().get(`/api/admin/trail?action=pictures.set&subject=${serum}`, { token })
    expect(trail.json.data[0]).toMatchObject({ before: { pictures: "" }, after: { pictures: idsOf(one)[0] } })
  })

  it("are put in order whole, or not at all", async () => {
    const token = await staff()
    const arrange = (ids: ReadonlyArray<string>, key: string) =>
      shop().request("PUT", at, {
        token,
        key,
        body: { pictures: ids.map((id) => ({ id, alt: { en: ` ${id}  x ` } })) }
      })
    for (const [n, width] of [300, 310, 320].entries()) await send(await jpeg(width, 200), "", `three-${n}`)
    const ids = idsOf(await shop().get(at, { token }))
    const turned = await arrange(ids.toReversed(), "turn")
    expect([idsOf(turned), turned.json.pictures[0].alt]).toEqual([ids.toReversed(), { en: `${ids[2]} x` }])
    expectProblem(await arrange(ids.slice(1), "less"), "pictures_changed")
    const both = await Promise.all([arrange(ids, "at-once-1"), arrange(ids.toReversed(), "at-once-2")])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect([ids, ids.toReversed()]).toContainEqual(idsOf(await shop().get(at, { token })))
    expectProblem(await shop().request("DELETE", `${at}/none`, { token, key: "none" }), "picture_not_found")
    expectProblem(await shop().get(at.replace(serum, "none"), { token }), "product_not_found")
  })

  it("are refused by what they are, with a reason, and nothing is changed", async () => {
    const token = await staff()
    const files = [
      ["an SVG", "<svg xmlns='http://www.w3.org/2000/svg'/>", /no JPEG/],
      ["nothing", "", /no JPEG/],
      ["half", (await jpeg()).subarray(0, 10_000), /cut off/],
      ["a polyglot", Buffer.concat([await jpeg(64, 64), Buffer.from("<script>alert(1)</script>")]), /behind/],
      ["animated", await animated(), /animated/],
      ["a bomb", bomb(15_000, 15_000), /pixels/]
    ] as const
    for (const [name, file, words] of files) {
      const refused = await send(file, "", `refused ${name}`.replaceAll(" ", "-"))
      expectProblem(refused, "picture_refused")
      expect(refused.json.reason).toMatch(words)
    }
    expectProblem(await send(Buffer.alloc(10 * 2 ** 20 + 1), "", "long"), "payload_too_large")
    expectProblem(await send(await jpeg(64, 64), "?position=0", "place"), "invalid_request")
    expectProblem(await send(await jpeg(64, 64), `?alt.en=${"x".repeat(251)}`, "alt"), "invalid_request")
    expect(idsOf(await shop().get(at, { token }))).toEqual([])
  })

  it("are refused for a moment where too many come at once", async () => {
    const file = await jpeg(64, 64)
    const answers = await Promise.all(Array.from({ length: 14 }, (_, n) => send(file, "", `many-${n}`)))
    const refused = answers.filter(({ status }) => status === 503)
    expect(answers.filter(({ status }) => status === 200).length + refused.length).toBe(14)
    expect(refused.length).toBeGreaterThan(0)
    for (const one of refused) {
      expectProblem(one, "store_overloaded")
      expect(one.headers["retry-after"]).toBe("5")
    }
    // Nothing was recorded under the keys of those.
    expect((await send(file, "", `many-${answers.findIndex(({ status }) => status === 503)}`)).status).toBe(200)
  })
})
