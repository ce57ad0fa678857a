/**
 * Public representations: responses that are the same for everybody, made once and sent many times. A representation has
 * the response in each coding, and the 304 for those who have it already; each is made when it is first wanted.
 *
 * How long a representation holds, and where it is kept, is `PublicReads`' to know. Follows
 * docs/specification.md#caching, docs/specification.md#responses.
 */
import type * as Headers from "@effect/platform/Headers"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Encoding from "./Encoding.ts"
import * as Responses from "./Responses.ts"

type Response = HttpServerResponse.HttpServerResponse

/** A response that can be sent any number of times. */
export interface Variant {
  readonly response: Response
  /** Room for what an adapter makes of it once. */
  head: ReadonlyArray<string> | undefined
}

const variant = (response: Response): Variant => ({ response, head: undefined })

export class Representation {
  private readonly whole: Variant
  private readonly level: Encoding.Level
  private readonly coded: Partial<Record<Encoding.Coding, Variant>> = {}
  private readonly unchanged = new Map<string, Variant>()

  /** `response`: the whole of it, in no coding. `level`: how much work a coding of it is worth. */
  constructor(response: Response, level: Encoding.Level) {
    this.whole = variant(response)
    this.level = level
  }

  /** How many bytes of memory it takes, roughly: codings are smaller than the whole. */
  get size(): number {
    const { body } = this.whole.response
    return 2_000 + 2 * (body._tag === "Uint8Array" ? body.body.length : 0)
  }

  /** The variant for a request with these headers. */
  variantFor(ifNoneMatch: string | undefined, acceptEncoding: string | undefined): Variant {
    const { response } = this.whole
    const { etag } = response.headers
    if (ifNoneMatch !== undefined && etag !== undefined) {
      const known = Responses.matchedEtag(ifNoneMatch, etag)
      if (known !== undefined) return this.unchangedFor(known)
    }
    if (acceptEncoding === undefined) return this.whole
    const coding = Encoding.preferred(acceptEncoding)
    if (coding === "identity" || !Responses.isWorthCoding(response)) return this.whole
    return this.coded[coding] ??= variant(Responses.inCoding(response, coding, this.level))
  }

  private unchangedFor(known: string): Variant {
    const made = this.unchanged.get(known)
    if (made !== undefined) return made
    const fresh = variant(Responses.unchanged(this.whole.response, known))
    this.unchanged.set(known, fresh)
    return fresh
  }
}

/** The response to a request with these headers. */
export const responseTo = (representation: Representation, headers: Headers.Headers): Response =>
  representation.variantFor(headers["if-none-match"], headers["accept-encoding"]).response
