/**
 * Encodes pictures in processes of their own, one in each at a time; the others wait. One for which there is no room is
 * refused before it is received; one that takes too long, or ends two processes, is refused. A process ends when there
 * was none for a while. TypeScript has no process (`PdfWorker`). Follows docs/specification.md#pictures.
 */
import type { EncodedPicture } from "@beauty-store/commerce/catalog/ProductPictures"
import { PictureRefused } from "@beauty-store/domain/Picture"
import { StoreOverloaded } from "@beauty-store/http/internal/pipeline/StoreOverloaded"
import { PictureEncoding } from "@beauty-store/http/pipeline/PictureEncoding"
import * as WorkPermit from "@beauty-store/sql/WorkPermit"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { type ChildProcess, fork } from "node:child_process"
import { extname } from "node:path"
import { fileURLToPath } from "node:url"
import * as PictureEncoder from "./PictureEncoder.ts"

/** The only message of a process, one for each picture. */
export type ProcessResult =
  | { readonly picture: EncodedPicture }
  | { readonly refused: string }
  | { readonly failure: string }

export interface Limits {
  /** How many processes encode at once. */
  readonly processes: number
  /** How many pictures are received, wait or are encoded. */
  readonly pictures: number
  /** A picture may take so long. */
  readonly longestMillis: number
  /** A process without pictures ends after this time. */
  readonly idleMillis: number
}

/** A picture takes one to three seconds, so that the last one waits for about a quarter of a minute. */
const defaultLimits: Limits = { processes: 1, pictures: 8, longestMillis: 30_000, idleMillis: 60_000 }

/** When a picture that was refused may be sent again. */
const retryAfterSeconds = 5

/** How a picture ended: its result, or that its process was killed or died. */
type Outcome = ProcessResult | "late" | "lost"

/** A process without a picture, and when it ends. */
interface Idle {
  readonly child: ChildProcess
  readonly timer: NodeJS.Timeout
}

class Processes {
  private readonly program: URL
  private readonly limits: Limits
  private readonly idle: Array<Idle> = []
  private readonly all = new Set<ChildProcess>()

  constructor(program: URL, limits: Limits) {
    this.program = program
    this.limits = limits
  }

  encode(bytes: Uint8Array): Promise<Outcome> {
    const child = this.take()
    return new Promise((resolve) => {
      const end = (outcome: Outcome): void => {
        clearTimeout(timer)
        child.off("message", received).off("exit", lost).off("error", lost)
        resolve(outcome)
      }
      const received = (result: ProcessResult): void => {
        this.leave(child)
        end(result)
      }
      const lost = (): void => end("lost")
      const timer = setTimeout(() => {
        child.kill("SIGKILL")
        end("late")
      }, this.limits.longestMillis)
      child.on("message", received).on("exit", lost).on("error", lost)
      child.send(bytes)
    })
  }

  end(): void {
    for (const { timer } of this.idle) clearTimeout(timer)
    for (const child of this.all) child.kill("SIGKILL")
  }

  private take(): ChildProcess {
    const free = this.idle.pop()
    if (free === undefined) return this.start()
    clearTimeout(free.timer)
    free.child.ref()
    free.child.channel?.ref()
    return free.child
  }

  private start(): ChildProcess {
    const child = fork(fileURLToPath(this.program), [], { serialization: "advanced", execArgv: [] })
    this.all.add(child)
    // A message that cannot be sent is followed by the end of the process.
    child.on("error", () => {}).on("exit", () => {
      this.all.delete(child)
      const at = this.idle.findIndex((one) => one.child === child)
      for (const { timer } of at < 0 ? [] : this.idle.splice(at, 1)) clearTimeout(timer)
    })
    return child
  }

  /** An idle process keeps this one from ending no more. */
  private leave(child: ChildProcess): void {
    child.unref()
    child.channel?.unref()
    const timer = setTimeout(() => child.disconnect(), this.limits.idleMillis).unref()
    this.idle.push({ child, timer })
  }
}

type Encode = (bytes: Uint8Array) => Effect.Effect<Either.Either<EncodedPicture, PictureRefused>>

const refuse = (reason: string) => Either.left(new PictureRefused({ reason }))

/** Encodes in processes; a picture whose process died is tried once more. */
const inProcesses = (processes: Processes): Encode => {
  const attempt = (bytes: Uint8Array, isLast: boolean): ReturnType<Encode> =>
    Effect.flatMap(Effect.promise(() => processes.encode(bytes)), (outcome) =>
      outcome === "late"
        ? Effect.succeed(refuse("takes too long to read"))
        : outcome === "lost"
        ? isLast ? Effect.succeed(refuse("takes more memory than a picture may")) : attempt(bytes, true)
        : "failure" in outcome
        ? Effect.dieMessage(outcome.failure)
        : Effect.succeed("picture" in outcome ? Either.right(outcome.picture) : refuse(outcome.refused)))
  return (bytes) => attempt(bytes, false)
}

const inThisProcess: Encode = (bytes) =>
  Effect.promise(() =>
    PictureEncoder.encode(bytes).then(Either.right, (error: unknown) => {
      if (error instanceof PictureEncoder.Refusal) return refuse(error.message)
      throw error
    })
  )

/** Pictures are encoded by processes that run the given program, or else in this process. */
export const layerOf = (program: URL | undefined, given: Partial<Limits> = {}): Layer.Layer<never> =>
  Layer.scoped(
    PictureEncoding,
    Effect.gen(function*() {
      const limits = { ...defaultLimits, ...given }
      const encodeOne = program === undefined ? inThisProcess : inProcesses(
        yield* Effect.acquireRelease(
          Effect.sync(() => new Processes(program, limits)),
          (processes) => Effect.sync(() => processes.end())
        )
      )
      const atOnce = Effect.unsafeMakeSemaphore(limits.processes)
      const places = Effect.unsafeMakeSemaphore(limits.pictures)
      return {
        encode: (received) =>
          Effect.flatMap(received, (bytes) =>
            Effect.map(
              WorkPermit.releaseDuring(atOnce.withPermits(1)(encodeOne(bytes))),
              (picture) => ({ bytes, picture })
            )).pipe(
              places.withPermitsIfAvailable(1),
              Effect.flatten,
              Effect.catchTag("NoSuchElementException", () => new StoreOverloaded({ retryAfterSeconds }))
            )
      }
    })
  )

const extension = extname(new URL(import.meta.url).pathname)

/** The program beside this module, if there is one. */
export const program: URL | undefined = extension === ".ts"
  ? undefined
  : new URL(`./PictureProcess${extension}`, import.meta.url)

export const layer: Layer.Layer<never> = layerOf(program)
