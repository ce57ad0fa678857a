/** Pictures encoded in processes: the same files, a bounded number, and what becomes of a process that dies or hangs. */
import { StoreOverloaded } from "@beauty-store/http/internal/pipeline/StoreOverloaded"
import { PictureEncoding } from "@beauty-store/http/pipeline/PictureEncoding"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, beforeAll, expect, it } from "vitest"
import { bundle, filesBeside } from "../../../scripts/bundle.mjs"
import { encode } from "../src/PictureEncoder.ts"
import * as PictureWorker from "../src/PictureWorker.ts"
import { bomb, draw, jpeg } from "./pictures.ts"

// In the checkout, because the library that encodes is not in the bundle.
const dist = join(import.meta.dirname, "../../../dist")
mkdirSync(dist, { recursive: true })
const folder = mkdtempSync(join(dist, "pictures-"))
const file = (name: string): URL => pathToFileURL(join(folder, name))

/** Encodes nothing: it returns its process's id as the reason of a refusal, or does what the bytes say. */
const pretending = `
process.on("message", (bytes) => {
  const words = Buffer.from(bytes).toString()
  if (words === "dies") process.exit(3)
  if (words === "hangs") return
  process.send(words === "fails" ? { failure: "out of ink" } : { refused: String(process.pid) })
})
process.on("disconnect", () => process.exit())`

beforeAll(async () => {
  await bundle({ PictureProcess: filesBeside["PictureProcess"]! }, folder)
  writeFileSync(join(folder, "pretending.mjs"), pretending)
})
afterAll(() => rmSync(folder, { recursive: true }))

const encodeAll = (
  program: string,
  given: ReadonlyArray<Uint8Array | string>,
  limits: Parameters<typeof PictureWorker.layerOf>[1] = {}
) =>
  Effect.runPromise(
    Effect.flatMap(PictureEncoding, ({ encode }) =>
      Effect.forEach(
        given,
        (one) => Effect.exit(encode(Effect.succeed(Buffer.from(one)))),
        { concurrency: "unbounded" }
      )).pipe(Effect.provide(PictureWorker.layerOf(file(program), limits)))
  )

/** Why each was refused, or the error. */
const wordsOf = (exit: Awaited<ReturnType<typeof encodeAll>>[number]): string =>
  Exit.match(exit, {
    onFailure: (cause) => String(cause),
    onSuccess: ({ picture }) =>
      Either.match(picture, { onLeft: ({ reason }) => reason, onRight: ({ width }) => `${width} wide` })
  })

it("gives the files that this process would make, and refuses what it would", async () => {
  const given = await jpeg(700, 400)
  const done = await encodeAll("PictureProcess.mjs", [given, "no picture", bomb(15_000, 15_000), given])
  expect(done.map(wordsOf)).toEqual([
    "700 wide",
    expect.stringContaining("is no JPEG"),
    expect.stringContaining("15000 × 15000"),
    "700 wide"
  ])
  const { files } = await encode(given)
  const inProcess = Exit.isSuccess(done[0]!) ? Either.getOrThrow(done[0].value.picture) : undefined
  expect(inProcess?.files.map(({ name }) => name)).toEqual(files.map(({ name }) => name))
  for (const [n, { bytes }] of files.entries()) expect(Buffer.from(inProcess!.files[n]!.bytes)).toEqual(bytes)
}, 60_000)

it("encodes one after the other in one process, and refuses beyond its places", async () => {
  const said = (await encodeAll("pretending.mjs", Array.from({ length: 5 }, () => "x"), { pictures: 3 })).map(wordsOf)
  expect(new Set(said.slice(0, 3)).size).toBe(1)
  for (const words of said.slice(3)) expect(words).toContain("StoreOverloaded")
  expect(new StoreOverloaded({ retryAfterSeconds: 5 }).retryAfterSeconds).toBe(5)
})

it("receives nothing for which there is no place", async () => {
  let received = 0
  await Effect.runPromise(
    Effect.flatMap(PictureEncoding, ({ encode }) => {
      const bytes = Effect.sync(() => {
        received++
        return Buffer.from("x")
      })
      return Effect.forEach([1, 2, 3], () => Effect.exit(encode(bytes)), { concurrency: "unbounded" })
    }).pipe(Effect.provide(PictureWorker.layerOf(file("pretending.mjs"), { pictures: 1 })))
  )
  expect(received).toBe(1)
})

it(
  "refuses what ends two processes, or takes too long, and encodes the next all the same",
  { timeout: 60_000 },
  async () => {
    const said = (await encodeAll("pretending.mjs", ["dies", "x", "hangs", "x"], { longestMillis: 6_000 })).map(wordsOf)
    expect(said).toEqual([
      "takes more memory than a picture may",
      expect.stringMatching(/^\d+$/),
      "takes too long to read",
      expect.stringMatching(/^\d+$/)
    ])
    expect((await encodeAll("pretending.mjs", ["fails"])).map(wordsOf)[0]).toContain("out of ink")
  }
)

it("encodes the largest picture within its memory", async () => {
  const large = await draw(6_000, 4_000).avif({ effort: 0, quality: 40, bitdepth: 10 }).toBuffer()
  const png = await draw(8_000, 6_000).png({ compressionLevel: 1 }).toBuffer()
  const given = png.length < 10 * 2 ** 20 ? [large, png] : [large]
  expect((await encodeAll("PictureProcess.mjs", given)).map(wordsOf)).toEqual(given.map(() => "1280 wide"))
}, 120_000)
