/**
 * Public reads: representations that are kept under the path that they are served at, for as long as nothing that they
 * show has changed.
 *
 * The ordinary way of a request is `get`: it has what is kept or makes it, once for all who want it meanwhile. `find` is a
 * look into the table and no more, for requests that are answered before the router is asked (`PreparedResponses`). Both
 * keep the same rule: a representation is shown while its source has not changed since it began to be made, and while the
 * source is confirmed.
 *
 * What is kept is bounded. A path that stands for itself is one of a list that the program has; of paths with parameters,
 * and of searches, those that were read last are kept, up to a number of bytes. Follows docs/specification.md#caching.
 */
import * as SharedRun from "@beauty-store/kernel/SharedRun"
import type { StoreUnavailable } from "@beauty-store/kernel/Transactions"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Level } from "./Encoding.ts"
import { Representation } from "./Representation.ts"

/** What a representation is made from, and how anybody learns that it has changed. */
export interface Source {
  /** Grows with every change. */
  readonly count: () => number
  /** Whether it has changed since the count was `since`. */
  readonly isChanged: (since: number) => boolean
  /** Whether it is known at this time that nothing else has changed. */
  readonly isConfirmed: (now: number) => boolean
  /** Makes sure of that, if it is not. */
  readonly confirm: Effect.Effect<void, StoreUnavailable>
}

/** What is the same for as long as the program runs. */
export const lasting: Source = {
  count: () => 0,
  isChanged: () => false,
  isConfirmed: () => true,
  confirm: Effect.void
}

interface Entry {
  readonly representation: Representation
  readonly source: Source
  readonly since: number
}

interface Shelf {
  readonly get: (path: string) => Entry | undefined
  readonly set: (path: string, entry: Entry) => void
}

/**
 * Entries up to a number of bytes: those that were read last, in two halves. What is read in the older half moves to the
 * younger one; when that is full it becomes the older one, and what was never read again goes.
 */
const recent = (maxBytes: number): Shelf => {
  let [young, old] = [new Map<string, Entry>(), new Map<string, Entry>()]
  let bytes = 0
  const set = (path: string, entry: Entry): void => {
    const more = entry.representation.size - (young.get(path)?.representation.size ?? 0)
    if (bytes + more > maxBytes / 2) {
      old = young
      young = new Map()
      bytes = 0
    }
    young.set(path, entry)
    bytes += more
  }
  return {
    set,
    get: (path) => {
      const found = young.get(path)
      if (found !== undefined) return found
      const older = old.get(path)
      if (older === undefined) return undefined
      old.delete(path)
      set(path, older)
      return older
    }
  }
}

const mebibyte = 2 ** 20

/** Where a path is kept: it stands for itself (a page, the catalogue), or is one of many, or has a query. */
export type Kind = "single" | "oneOfMany" | "query"

/** A run that makes a representation, and the count of its source when it began. */
interface Making {
  readonly since: number
  readonly run: SharedRun.SharedRun<Representation, unknown>
}

/** A representation to be kept, and how it is made. `response` is the whole of it, in no coding. */
export interface Kept<E, R> {
  readonly path: string
  readonly kind: Kind
  readonly source: Source
  readonly level?: Level
  readonly response: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
}

export class PublicReads extends Context.Tag("@beauty-store/http/PublicReads")<PublicReads, {
  /** The representation of a path, made if it is not kept. Where it cannot be made, nothing is kept. */
  readonly get: <E, R>(kept: Kept<E, R>) => Effect.Effect<Representation, E | StoreUnavailable, R>
  /** The representation of a path at this time, if it is kept and can be shown without a question. */
  readonly find: (url: string, now: number) => Representation | undefined
}>() {}

export const make = (): typeof PublicReads.Service => {
  const shelves: Readonly<Record<Kind, Shelf>> = {
    single: new Map(),
    oneOfMany: recent(32 * mebibyte),
    query: recent(8 * mebibyte)
  }
  const makings = new Map<string, Making>()

  const begin = <E, R>({ kind, level = "fast", path, response, source }: Kept<E, R>) => {
    const under = makings.get(path)
    const making = under === undefined || source.isChanged(under.since)
      ? { since: source.count(), run: { current: undefined } }
      : under
    const run = Effect.suspend(() => {
      makings.set(path, making)
      return Effect.map(response, (response) => {
        const representation = new Representation(response, level)
        shelves[kind].set(path, { representation, source, since: making.since })
        return representation
      })
    })
    const over = Effect.sync(() => {
      if (makings.get(path) === making) makings.delete(path)
    })
    // A path is always served by the same operation, so whoever runs it fails with the same errors.
    return SharedRun.join(making.run as SharedRun.SharedRun<Representation, E>, Effect.ensuring(run, over))
  }

  return {
    get: (kept) =>
      Effect.flatMap(kept.source.confirm, () => {
        const entry = shelves[kept.kind].get(kept.path)
        return entry === undefined || entry.source.isChanged(entry.since)
          ? begin(kept)
          : Effect.succeed(entry.representation)
      }),
    find: (url, now) => {
      const path = url === "/api" ? "/api/" : url
      const entry = shelves.single.get(path) ?? shelves.oneOfMany.get(path)
        ?? (path.includes("?") ? shelves.query.get(path) : undefined)
      return entry !== undefined && entry.source.isConfirmed(now) && !entry.source.isChanged(entry.since)
        ? entry.representation
        : undefined
    }
  }
}

/** Those of the application that a handler is made for; of its own where it is mounted without one. */
export const forHandlers: Effect.Effect<typeof PublicReads.Service> = Effect.map(
  Effect.serviceOption(PublicReads),
  Option.getOrElse(make)
)
