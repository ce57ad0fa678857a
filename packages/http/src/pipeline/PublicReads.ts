/**
 * Public reads: representations in memory, by the path at which they are served. `get` returns the kept one or makes
 * it, once for concurrent requests; `find` only looks. A representation is valid while its source has not changed since
 * its making began, and while the source is confirmed. Memory is bounded. Follows docs/specification.md#caching.
 */
import * as SingleFlight from "@beauty-store/sql/SingleFlight"
import type { StoreUnavailable } from "@beauty-store/sql/Transactions"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { RequestHeaders } from "./ClientAddress.ts"
import type { Level } from "./Encoding.ts"
import { Representation } from "./Representation.ts"

/** What a representation is made from, with its changes. */
export interface CacheDependency {
  /** Grows with every change. */
  readonly count: () => number
  /** Whether it has changed since the count was `since`. */
  readonly isChanged: (since: number) => boolean
  /** Whether all changes are known at this time. */
  readonly isConfirmed: (now: number) => boolean
  /** Learns the changes that are not known yet. */
  readonly confirm: Effect.Effect<void, StoreUnavailable>
}

/** A source that does not change while the program runs. */
export const unchanging: CacheDependency = {
  count: () => 0,
  isChanged: () => false,
  isConfirmed: () => true,
  confirm: Effect.void
}

interface Entry {
  /** About how many bytes of memory it takes, its path included. */
  readonly bytes: number
  readonly representation: Representation
  readonly source: CacheDependency
  readonly since: number
  readonly isFor: CachedRead<never, never>["isFor"]
}

interface Entries {
  readonly get: (path: string) => Entry | undefined
  readonly set: (path: string, entry: Entry) => void
}

/**
 * The most recently read entries, up to a number of bytes, in two generations. An entry of the old generation that is
 * read moves to the young one. When the young generation is full it becomes the old one, whose unread entries are
 * dropped.
 */
const recent = (maxBytes: number): Entries => {
  let [young, old] = [new Map<string, Entry>(), new Map<string, Entry>()]
  let bytes = 0
  const set = (path: string, entry: Entry): void => {
    const rest = bytes - (young.get(path)?.bytes ?? 0)
    if (rest + entry.bytes <= maxBytes / 2) bytes = rest
    else {
      old = young
      young = new Map()
      bytes = 0
    }
    young.set(path, entry)
    bytes += entry.bytes
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

/** A text in memory of its own. Part of another text keeps the whole of it: a path, all of a long address. */
const copied = (text: string): string => Buffer.from(text).toString()

/** What kind of path it is: of a single resource (a page, the catalogue), with parameters, or with a query. */
export type Kind = "single" | "parametric" | "query"

/** The making of a representation, and the count of its source when it began. */
interface Making {
  readonly since: number
  readonly run: SingleFlight.SingleFlight<Representation, unknown>
}

/** A representation to keep, and how it is made. `response` makes the full response, in no coding. */
export interface CachedRead<E, R> {
  readonly path: string
  readonly kind: Kind
  readonly source: CacheDependency
  readonly level?: Level
  /** Whether it is the response to requests with these headers, where the path alone does not say; default: it is. */
  readonly isFor?: ((headers: RequestHeaders) => boolean) | undefined
  readonly response: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
}

export class PublicReads extends Context.Tag("@beauty-store/http/PublicReads")<PublicReads, {
  /** Returns the representation of a path, and makes it if there is no valid one. Failures are not kept. */
  readonly get: <E, R>(read: CachedRead<E, R>) => Effect.Effect<Representation, E | StoreUnavailable, R>
  /** Returns the representation of a path if there is a valid one at this time. */
  readonly find: (url: string, now: number, headers?: RequestHeaders) => Representation | undefined
}>() {}

export const make = (): typeof PublicReads.Service => {
  const entries: Readonly<Record<Kind, Entries>> = {
    single: new Map(),
    parametric: recent(32 * mebibyte),
    query: recent(8 * mebibyte)
  }
  const makings = new Map<string, Making>()

  const begin = <E, R>({ isFor, kind, level = "fast", path, response, source }: CachedRead<E, R>) => {
    const under = makings.get(path)
    const making = under === undefined || source.isChanged(under.since)
      ? { since: source.count(), run: { current: undefined } }
      : under
    const run = Effect.suspend(() => {
      makings.set(path, making)
      return Effect.map(response, (response) => {
        const representation = new Representation(response, level)
        entries[kind].set(copied(path), {
          bytes: representation.size + path.length,
          representation,
          source,
          since: making.since,
          isFor
        })
        return representation
      })
    })
    const over = Effect.sync(() => {
      if (makings.get(path) === making) makings.delete(path)
    })
    // A path is always served by the same operation, so every making of it has the same errors.
    return SingleFlight.join(making.run as SingleFlight.SingleFlight<Representation, E>, Effect.ensuring(run, over))
  }

  return {
    get: (read) =>
      Effect.flatMap(read.source.confirm, () => {
        const entry = entries[read.kind].get(read.path)
        return entry === undefined || entry.source.isChanged(entry.since)
          ? begin(read)
          : Effect.succeed(entry.representation)
      }),
    find: (url, now, headers = {}) => {
      const path = url === "/api" ? "/api/" : url
      const entry = entries.single.get(path) ?? entries.parametric.get(path)
        ?? (path.includes("?") ? entries.query.get(path) : undefined)
      return entry !== undefined && entry.source.isConfirmed(now) && !entry.source.isChanged(entry.since)
          && entry.isFor?.(headers) !== false
        ? entry.representation
        : undefined
    }
  }
}

/** Those of the application that handlers are made for, or new ones if they are mounted without an application. */
export const forHandlers: Effect.Effect<typeof PublicReads.Service> = Effect.map(
  Effect.serviceOption(PublicReads),
  Option.getOrElse(make)
)
