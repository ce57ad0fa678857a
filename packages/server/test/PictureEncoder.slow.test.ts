/** Files that are sent as pictures: what becomes of a photograph, and which are refused, by their bytes. */
import sharp from "sharp"
import { describe, expect, it } from "vitest"
import { encode, idOf } from "../src/PictureEncoder.ts"
import { animated, bomb, draw, jpeg, photograph, pngWith, zip } from "./pictures.ts"

const refusal = async (file: Buffer | Promise<Buffer>): Promise<string> =>
  encode(await file).then(() => "taken", (error: Error) => `${error.constructor.name}: ${error.message}`)

describe("a picture", () => {
  it("is there in three widths as AVIF and WebP, and once as JPEG", async () => {
    const { files, height, id, width } = await encode(await jpeg(3000, 1500))
    expect([width, height]).toEqual([1280, 640])
    expect(id).toBe(idOf(await jpeg(3000, 1500)))
    const found = await Promise.all(files.map(async ({ bytes, name }) => {
      const { compression, format, height, width } = await sharp(bytes).metadata()
      return [name, format, compression ?? "", width, height].join(" ").replace("heif av1", "avif")
    }))
    expect(found.map((one) => one.replace(/ +/g, " "))).toEqual([
      "320.avif avif 320 160",
      "320.webp webp 320 160",
      "640.avif avif 640 320",
      "640.webp webp 640 320",
      "1280.avif avif 1280 640",
      "1280.webp webp 1280 640",
      "1280.jpg jpeg 1280 640"
    ])
    expect(files.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThan(600_000)
  })

  it("is never enlarged, however small or narrow it is", async () => {
    const names = async (width: number, height: number) =>
      (await encode(await jpeg(width, height))).files
        .map(({ name }) => name).join(" ")
    expect(await names(500, 300)).toBe("320.avif 320.webp 500.avif 500.webp 500.jpg")
    expect(await names(1, 1)).toBe("1.avif 1.webp 1.jpg")
    expect(await names(20, 9000)).toBe("6.avif 6.webp 6.jpg")
  })

  it("of a phone stands upright, in sRGB, without its place and serial number", async () => {
    const given = await photograph()
    expect(given.includes("SERIAL-4711")).toBe(true)
    expect((await sharp(given).metadata()).orientation).toBe(6)
    const { files, height, width } = await encode(given)
    expect([width, height]).toEqual([1200, 1600])
    for (const { bytes } of files) {
      const { exif, icc, orientation, space, xmp } = await sharp(bytes).metadata()
      expect([exif, icc, orientation, space, xmp]).toEqual([undefined, undefined, undefined, "srgb", undefined])
      expect(Buffer.from(bytes).includes("SERIAL-4711")).toBe(false)
      // Turned by a quarter to the right, the blue quarter is on the right.
      const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
      const blueAt = (x: number, y: number) =>
        data[(Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3 + 2]!
      expect([blueAt(.75, .25) > 150, blueAt(.25, .25) > 150, blueAt(.75, .75) > 150]).toEqual([true, false, false])
    }
  })

  it.each([
    ["grey", () => draw().greyscale().png()],
    ["of 16 bits", () => draw().toColourspace("rgb16").png()],
    ["for print", () => draw().toColourspace("cmyk").jpeg()],
    ["WebP", () => draw().webp()],
    ["AVIF", () => draw(300, 200).avif({ effort: 0 })],
    ["progressive", () => draw().jpeg({ progressive: true })],
    ["see-through", () => draw().ensureAlpha(.5).png()]
  ])("that is %s is taken", async (_, file) => {
    const { files } = await encode(await file().toBuffer())
    const { channels, space } = await sharp(files.at(-1)!.bytes).metadata()
    expect([space, channels]).toEqual(["srgb", 3])
  })

  it("may have behind it what cameras put there", async () => {
    const file = await jpeg(64, 64)
    const film = Buffer.from("\0\0\0\x18ftypmp42")
    for (const rest of [Buffer.alloc(9), file, film, Buffer.from("notesSEFT")]) {
      expect(await refusal(Buffer.concat([file, rest]))).toBe("taken")
    }
  })
})

describe("refused is", () => {
  const noPicture = "Refusal: is no JPEG, PNG, WebP or AVIF picture, whatever its name says"
  const behind = "Refusal: has other data behind the picture"
  const cut = "Refusal: is cut off: it ends before the picture does"
  const isAnimated = "Refusal: is animated: a picture of a product stands still"

  it.each<[string, () => Buffer | Promise<Buffer>, string | RegExp]>([
    ["nothing", () => Buffer.alloc(0), noPicture],
    ["a few bytes", () => Buffer.from("\xFF\xD8\xFF", "latin1"), cut],
    ["an SVG", () => Buffer.from("<svg xmlns=\"http://www.w3.org/2000/svg\"/>"), noPicture],
    ["a GIF", () => draw(32, 32).gif().toBuffer(), noPicture],
    ["a TIFF", () => draw(32, 32).tiff().toBuffer(), noPicture],
    ["HTML", () => Buffer.from("<!doctype html><script>alert(1)</script>"), noPicture],
    ["HEIC", () => Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic"), noPicture],
    ["a JPEG with a ZIP behind it", async () => Buffer.concat([await jpeg(64, 64), zip]), behind],
    ["a JPEG with a page behind it", async () => Buffer.concat([await jpeg(64, 64), Buffer.from("<script>")]), behind],
    ["a PNG with a ZIP behind it", async () => Buffer.concat([await draw(64, 64).png().toBuffer(), zip]), behind],
    [
      "a WebP with a PDF behind it",
      async () => Buffer.concat([await draw(64, 64).webp().toBuffer(), Buffer.from("%PDF-1.7")]),
      behind
    ],
    [
      "an AVIF with a ZIP behind it",
      async () => Buffer.concat([await draw(64, 64).avif({ effort: 0 }).toBuffer(), zip]),
      behind
    ],
    ["half of a JPEG", async () => (await jpeg()).subarray(0, 20_000), cut],
    ["half of a PNG", async () => (await draw().png().toBuffer()).subarray(0, 20_000), cut],
    ["half of a WebP", async () => (await draw().webp().toBuffer()).subarray(0, 4_000), cut],
    ["half of an AVIF", async () => (await draw().avif({ effort: 0 }).toBuffer()).subarray(0, 1_500), cut],
    [
      "a JPEG with an end in its middle",
      async () => Buffer.concat([(await jpeg()).subarray(0, 20_000), Buffer.from("\xFF\xD9", "latin1")]),
      /damaged/
    ],
    ["a damaged PNG", async () => {
      const file = await draw().png().toBuffer()
      file.fill(7, 5_000, 6_000)
      return file
    }, /damaged|cut off/],
    ["an animated WebP", animated, isAnimated],
    ["an animated PNG", () => pngWith("acTL", Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])), isAnimated],
    ["an AVIF sequence", () => Buffer.from("\0\0\0\x18ftypavis\0\0\0\0avifavis"), isAnimated],
    ["a bomb", () => bomb(15_000, 15_000), /15000 × 15000 pixels: taken are 50 million at most/],
    ["a ribbon", () => bomb(60_000, 8), /60000 × 8 pixels/]
  ])("%s", async (_, file, words) => {
    const found = await refusal(await file())
    if (typeof words === "string") expect(found).toBe(words)
    else expect(found).toMatch(words)
  })
})
