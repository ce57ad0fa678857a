/** Documents drawn in a thread: the same bytes, a bounded queue, and what becomes of a thread that dies or stands still. */
import { draw, type PdfDocument, PdfDrawing } from "@beauty-store/http/pipeline/PdfDrawing"
import { StoreOverloaded } from "@beauty-store/http/pipeline/StoreOverloaded"
import * as PdfWorker from "@beauty-store/server/PdfWorker"
import * as Cause from "effect/Cause"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, beforeAll, expect, it } from "vitest"
import { bundle, filesBeside } from "../../../scripts/bundle.mjs"
import { entriesOf, label, receiptOf } from "../../documents/test/documents.ts"

// In the checkout, because the libraries that draw are not in the bundle.
const dist = path.join(import.meta.dirname, "../../../dist")
mkdirSync(dist, { recursive: true })
const folder = mkdtempSync(path.join(dist, "pdf-"))
const file = (name: string): URL => pathToFileURL(path.join(folder, name))

/** A thread that draws nothing: it returns its own number and the name of the document, or does what that says. */
const pretending = `
import { parentPort, threadId } from "node:worker_threads"
let drawn = 0
parentPort.on("message", ({ label: { returnId } }) => {
  if (returnId === "dies" || (returnId === "dies once" && drawn > 0)) process.exit(3)
  if (returnId === "hangs") return
  drawn++
  parentPort.postMessage(
    returnId === "fails" ? { failure: "out of ink" } : { pdf: Buffer.from(threadId + " " + returnId) }
  )
})`

beforeAll(async () => {
  await bundle({ Barcode: filesBeside["Barcode"]!, PdfThread: filesBeside["PdfThread"]! }, folder)
  writeFileSync(path.join(folder, "pretending.mjs"), pretending)
})
afterAll(() => rmSync(folder, { recursive: true }))

const named = (returnId: string): PdfDocument => ({ kind: "label", label: { ...label, returnId } })

/** Draws documents at the same time. */
const drawAll = (
  thread: string,
  documents: ReadonlyArray<PdfDocument>,
  limits: Parameters<typeof PdfWorker.layerOf>[1] = {}
) =>
  Effect.runPromise(
    Effect.flatMap(
      PdfDrawing,
      ({ draw }) => Effect.forEach(documents, (one) => Effect.exit(draw(one)), { concurrency: "unbounded" })
    ).pipe(Effect.provide(PdfWorker.layerOf(file(thread), limits)))
  )

/** What became of each: the name that a pretending thread returned, or the error or defect. */
const wordsOf = (exit: Exit.Exit<Uint8Array, StoreOverloaded>): string => {
  if (Exit.isSuccess(exit)) return Buffer.from(exit.value).toString().replace(/^\d+ /, "")
  const [defect] = Chunk.toReadonlyArray(Cause.defects(exit.cause))
  return defect === undefined ? "refused" : `defect: ${(defect as Error).message}`
}

it("draws the same bytes as the store itself, and the event loop turns meanwhile", async () => {
  const receipt = receiptOf()
  const more: PdfDocument = { kind: "receipt", receipt, entries: [] }
  const documents: ReadonlyArray<PdfDocument> = [
    { kind: "receipt", receipt, entries: entriesOf(receipt) },
    { kind: "label", label },
    ...Array.from({ length: 8 }, () => more)
  ]
  let turns = 0
  let over = false
  const turn = () => void (over || setImmediate(() => (turns++, turn())))
  turn()
  const drawn = await drawAll("PdfThread.mjs", documents)
  over = true
  // Drawn here, there are some hundreds.
  expect(turns).toBeGreaterThan(10_000)
  for (const [n, document] of documents.slice(0, 2).entries()) {
    const bytes = Exit.getOrElse(drawn[n]!, () => new Uint8Array())
    expect(Buffer.compare(bytes, await Effect.runPromise(draw(document)))).toBe(0)
  }
})

it("refuses what the queue has no room for, and draws the rest", async () => {
  const exits = await drawAll("pretending.mjs", ["a", "b", "c", "d", "e"].map(named), { documents: 3 })
  expect(exits.map(wordsOf)).toEqual(["a", "b", "c", "refused", "refused"])
})

it("draws a document once more whose thread has died, gives up one that ends two, and draws those after it", async () => {
  const exits = await drawAll("pretending.mjs", ["a", "dies once", "dies", "b"].map(named))
  expect(exits.map(wordsOf)).toEqual(["a", "dies once", "defect: the thread ended with 3", "b"])
})

it("gives up a document that takes too long or fails, and draws those after it", async () => {
  const exits = await drawAll("pretending.mjs", ["hangs", "fails", "a"].map(named), { longestMillis: 1_500 })
  expect(exits.map(wordsOf)).toEqual([
    "defect: a document took more than 1500 ms to draw",
    "defect: out of ink",
    "a"
  ])
})

it("ends a thread without work, and starts another for the next document", async () => {
  const numbers = await Effect.runPromise(
    Effect.flatMap(
      PdfDrawing,
      ({ draw }) =>
        Effect.forEach(
          ["a", "b"],
          (name) =>
            Effect.map(Effect.zipLeft(draw(named(name)), Effect.sleep(200)), (pdf) => Buffer.from(pdf).toString())
        )
    )
      .pipe(Effect.provide(PdfWorker.layerOf(file("pretending.mjs"), { idleMillis: 1 })))
  )
  expect(numbers.map((text) => text.replace(/^\d+ /, ""))).toEqual(["a", "b"])
  expect(numbers[0]!.split(" ")[0]).not.toBe(numbers[1]!.split(" ")[0])
})

it("forgets a document that nobody waits for any more", async () => {
  const result = await Effect.runPromise(
    Effect.flatMap(PdfDrawing, ({ draw }) =>
      Effect.gen(function*() {
        const drawn = yield* Effect.fork(draw(named("a")))
        yield* Effect.yieldNow()
        yield* Effect.raceFirst(draw(named("dies")), Effect.yieldNow())
        return [yield* drawn, yield* draw(named("b"))].map((pdf) => Buffer.from(pdf).toString())
      })).pipe(Effect.provide(PdfWorker.layerOf(file("pretending.mjs"))))
  )
  // Both by one thread: it has not died.
  expect(new Set(result.map((text) => text.split(" ")[0])).size).toBe(1)
})
