/**
 * Draws documents in a thread of its own, one at a time; the others wait in a queue, and one for which it has no room
 * is refused. The thread ends when there was none for a while. If it dies, the document is drawn once more; one that
 * ends two threads, or takes too long, is a defect. TypeScript has no thread (`AuditWorker`). Follows
 * docs/specification.md#overload.
 */
import { StoreOverloaded } from "@beauty-store/http/internal/pipeline/StoreOverloaded"
import { type PdfDocument, PdfDrawing } from "@beauty-store/http/pipeline/PdfDrawing"
import * as WorkPermit from "@beauty-store/sql/WorkPermit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { extname } from "node:path"
import { Worker } from "node:worker_threads"

/** The thread's only message, one for each document. */
export type ThreadResult = { readonly pdf: Uint8Array } | { readonly failure: string }

export interface Limits {
  /** How many documents are drawn or wait. */
  readonly documents: number
  /** A document may take so long. */
  readonly longestMillis: number
  /** A thread without documents ends after this time. */
  readonly idleMillis: number
}

/** Most documents take a few hundredths of a second, so that the last one in the queue waits for about a second. */
const defaultLimits: Limits = { documents: 32, longestMillis: 20_000, idleMillis: 60_000 }

/** When a document that was refused may be asked for again: the queue is empty by then. */
const retryAfterSeconds = 2

/**
 * The memory of the thread, in MiB. Without a limit its heap would be as roomy as that of the store, for work whose
 * speed does not matter; a document that needs more is a defect.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 96 }

interface Task {
  readonly document: PdfDocument
  readonly resume: (result: Effect.Effect<Uint8Array>) => void
  /** A thread died while it was being drawn. */
  wasLost: boolean
}

/** One thread at a time, and the documents for it. */
class Drawer {
  private readonly thread: URL
  private readonly limits: Limits
  private readonly waiting: Array<Task> = []
  private drawing: Task | undefined
  private worker: Worker | undefined
  /** Ends a thread that is idle, or that takes too long. */
  private timer: NodeJS.Timeout | undefined

  constructor(thread: URL, limits: Limits) {
    this.thread = thread
    this.limits = limits
  }

  readonly draw = (document: PdfDocument): Effect.Effect<Uint8Array, StoreOverloaded> =>
    Effect.async((resume) => {
      if (this.waiting.length + (this.drawing === undefined ? 0 : 1) >= this.limits.documents) {
        return resume(new StoreOverloaded({ retryAfterSeconds }))
      }
      const task: Task = { document, resume, wasLost: false }
      this.waiting.push(task)
      if (this.drawing === undefined) this.next()
      // One that is being drawn is drawn to its end, for nobody.
      return Effect.sync(() => {
        const at = this.waiting.indexOf(task)
        if (at >= 0) this.waiting.splice(at, 1)
      })
    })

  end(): Promise<unknown> {
    clearTimeout(this.timer)
    const { worker } = this
    this.worker = undefined
    return worker?.terminate() ?? Promise.resolve()
  }

  private next(): void {
    clearTimeout(this.timer)
    const task = this.drawing = this.waiting.shift()
    if (task === undefined) {
      this.timer = setTimeout(() => void this.end(), this.limits.idleMillis).unref()
      return
    }
    this.worker ??= this.start()
    this.worker.postMessage(task.document)
    this.timer = setTimeout(() => {
      void this.end()
      this.finish(task, Effect.dieMessage(`a document took more than ${this.limits.longestMillis} ms to draw`))
    }, this.limits.longestMillis)
  }

  private start(): Worker {
    const worker = new Worker(this.thread, { resourceLimits })
    // It keeps no process from ending.
    worker.unref()
    worker.on("message", (result: ThreadResult) => {
      if (worker !== this.worker || this.drawing === undefined) return
      this.finish(this.drawing, "pdf" in result ? Effect.succeed(result.pdf) : Effect.dieMessage(result.failure))
    })
    worker.on("error", (error) => this.lost(worker, error))
    worker.on("exit", (code) => this.lost(worker, new Error(`the thread ended with ${code}`)))
    return worker
  }

  private lost(worker: Worker, cause: unknown): void {
    if (worker !== this.worker) return
    this.worker = undefined
    const task = this.drawing
    if (task === undefined) return
    if (task.wasLost) return this.finish(task, Effect.die(cause))
    task.wasLost = true
    this.waiting.unshift(task)
    this.next()
  }

  private finish({ resume }: Task, result: Effect.Effect<Uint8Array>): void {
    this.next()
    resume(result)
  }
}

/** Documents are drawn by a thread that runs the given program. */
export const layerOf = (thread: URL, limits: Partial<Limits> = {}): Layer.Layer<PdfDrawing> =>
  Layer.scoped(
    PdfDrawing,
    Effect.map(
      Effect.acquireRelease(
        Effect.sync(() => new Drawer(thread, { ...defaultLimits, ...limits })),
        (drawer) => Effect.promise(() => drawer.end())
      ),
      ({ draw }) => ({ draw: (document) => WorkPermit.releaseDuring(draw(document)) })
    )
  )

const extension = extname(new URL(import.meta.url).pathname)

export const layer: Layer.Layer<never> = extension === ".ts"
  ? Layer.empty
  : layerOf(new URL(`./PdfThread${extension}`, import.meta.url))
