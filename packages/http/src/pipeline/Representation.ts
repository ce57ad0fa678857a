/**
 * Representations of public resources: responses that are the same for everybody, made once and sent many times, in
 * each coding and as 304. Each variant is made at its first request. `PublicReads` decides how long one is valid.
 * Follows docs/specification.md#caching, docs/specification.md#responses.
 */
import type * as Headers from "@effect/platform/Headers"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Encoding from "./Encoding.ts"
import * as Responses from "./Responses.ts"

type Response = HttpServerResponse.HttpServerResponse

/** One form of a representation. */
export interface Variant {
  readonly response: Response
  /** Its headers as `PreparedResponses` sends them, made once, with a gap for the request's id. */
  head: { readonly list: ReadonlyArray<string>; readonly gap: number } | undefined
}

const variant = (response: Response): Variant => ({ response, head: undefined })

export class Representation {
  private readonly full: Variant
  private readonly level: Encoding.Level
  private readonly coded: Partial<Record<Encoding.Coding, Variant>> = {}
  private readonly unchanged = new Map<string, Variant>()

  /** `response`: the full response, in no coding. `level`: how much work a coding is worth. */
  constructor(response: Response, level: Encoding.Level) {
    this.full = variant(response)
    this.level = level
  }

  /** About how many bytes of memory it takes. The codings together take less than the response. */
  get size(): number {
    const { body } = this.full.response
    return 2_000 + 2 * (body._tag === "Uint8Array" ? body.body.length : 0)
  }

  /** The variant for a request with these headers. */
  variantFor(ifNoneMatch: string | undefined, acceptEncoding: string | undefined): Variant {
    const { response } = this.full
    const { etag } = response.headers
    if (ifNoneMatch !== undefined && etag !== undefined) {
      const known = Responses.matchedEtag(ifNoneMatch, etag)
      if (known !== undefined) return this.unchangedFor(known)
    }
    if (acceptEncoding === undefined) return this.full
    const coding = Encoding.preferred(acceptEncoding)
    if (coding === "identity" || !Responses.isWorthCoding(response)) return this.full
    return this.coded[coding] ??= variant(Responses.inCoding(response, coding, this.level))
  }

  private unchangedFor(known: string): Variant {
    const made = this.unchanged.get(known)
    if (made !== undefined) return made
    const fresh = variant(Responses.unchanged(this.full.response, known))
    this.unchanged.set(known, fresh)
    return fresh
  }
}

/** The response to a request with these headers. */
export const responseTo = (representation: Representation, headers: Headers.Headers): Response =>
  representation.variantFor(headers["if-none-match"], headers["accept-encoding"]).response
