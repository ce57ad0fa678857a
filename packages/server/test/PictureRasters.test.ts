/** The pictures of products as pixels: what they look like, and how they are served. */
import { catalogue } from "@beauty-store/demo-catalog/Catalogue"
import { homePicture, RasterPictures } from "@beauty-store/http/pipeline/RasterPictures"
import * as Effect from "effect/Effect"
import sharp from "sharp"
import { describe, expect, it } from "vitest"
import { serum } from "../../../test/shop/products.ts"
import { useShop } from "../../../test/shop/server.ts"
import * as DemoPictures from "../src/DemoPictures.ts"
import * as PictureRasters from "../src/PictureRasters.ts"

const draw = (layer = PictureRasters.layer(DemoPictures.ids, DemoPictures.picture)) =>
  Effect.runSync(Effect.provide(RasterPictures, layer))
const nameOf = ({ path }: { readonly path: string }) => path.slice("/images/".length)
const fileOf = async (name: string, rasters = draw()) => (await Effect.runPromise(rasters.file(name)))?.bytes

describe("a picture", () => {
  it("has WebP in three widths and a PNG, for every product of the demo, each at an address of its own", () => {
    const rasters = draw()
    const all = catalogue.brands.flatMap(({ products }) => products.map(({ id }) => rasters.of(id)))
    expect(all.map((files) => files.map(({ height, type, width }) => `${type} ${width} ${height}`))).toEqual(
      all.map(() => ["image/webp 320 320", "image/webp 640 640", "image/webp 1280 1280", "image/png 1280 1280"])
    )
    expect(new Set(all.flat().map(({ path }) => path)).size).toBe(all.length * 4)
    expect(rasters.of("none")).toEqual([])
    expect(rasters.of(homePicture).map(({ height, width }) => `${width} ${height}`))
      .toEqual(["480 200", "960 400", "1920 800", "1920 800"])
  })

  it("is as wide as its address says, the same each time, and at another address where it is drawn otherwise", async () => {
    const rasters = draw()
    for (const file of rasters.of(serum).filter(({ type, width }) => width === 320 || type === "image/png")) {
      const bytes = await fileOf(nameOf(file), rasters)
      const { format, height, width } = await sharp(bytes).metadata()
      expect({ format, height, width }).toEqual({ format: file.type.slice(6), height: file.height, width: file.width })
      if (width === 320) expect(await fileOf(nameOf(file))).toEqual(bytes)
    }
    const other = draw(
      PictureRasters.layer([serum], (id) => DemoPictures.picture(id)!.replace("<rect", "<rect opacity=\".9\""))
    )
    expect(other.of(serum)[0]!.path).not.toBe(rasters.of(serum)[0]!.path)
    expect(await fileOf(nameOf(rasters.of(serum)[0]!), other)).toBeUndefined()
  })

  it("has its letters, in fonts that differ by their kind, on a machine that may have none", async () => {
    const text = (family: string, words: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800"><rect width="800" height="800" fill="#fff"/>` +
      `<text x="40" y="400" font-family="${family}" font-size="90">${words}</text></svg>`
    const pixels = async (family: string, words: string) => {
      const rasters = draw(PictureRasters.layer(["x"], () => text(family, words)))
      return Buffer.from((await fileOf(nameOf(rasters.of("x")[0]!), rasters))!).toString("base64")
    }
    const drawn = await Promise.all([
      pixels("Didot, serif", "Rose"),
      pixels("Arial, sans-serif", "Rose"),
      pixels("ui-monospace, monospace", "Rose"),
      pixels("Arial, sans-serif", ""),
      // What no font has is a box, so that two of those look the same.
      pixels("Arial, sans-serif", "Nose")
    ])
    expect(new Set(drawn).size).toBe(drawn.length)
  })
})

describe("a picture's address", () => {
  const store = useShop()

  it("is served for ever, under a tag, and leads nowhere where it names no drawing of the shop's", async () => {
    const path = draw().of(serum)[0]!.path
    const { headers, status } = await store().get(path)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable"
    })
    const known = await store().get(path, { headers: { "if-none-match": headers["etag"]! } })
    expect(known.status).toBe(304)
    const kept = ["cache-control", "etag", "vary"] as const
    expect(kept.map((name) => known.headers[name])).toEqual(kept.map((name) => headers[name]))
    for (
      const wrong of [
        path.replace("-320.", "-321."),
        path.replace(/-.{16}-320/, "-0000000000000000-320"),
        "/images/x.webp"
      ]
    ) {
      expect((await store().get(wrong)).status, wrong).toBe(404)
    }
  })

  it("stands in the feed, as a PNG", async () => {
    const { text } = await store().get("/acp/feed/products.jsonl")
    const line = JSON.parse(text.split("\n").find((line) => line.includes(serum))!)
    expect(line.media).toEqual([{
      type: "image",
      url: `${store().baseUrl}${draw().of(serum)[3]!.path}`,
      alt_text: line.title,
      width: 1280,
      height: 1280
    }])
    const { headers, status } = await store().get(new URL(line.media[0].url).pathname)
    expect([status, headers["content-type"]]).toEqual([200, "image/png"])
  })
})
