/**
 * A response with a text, as nearly all operations have it. It is made with its headers and copied once, with those
 * that every response has. The platform's own response copies its headers whenever one is set. Follows
 * docs/specification.md#responses.
 */
import * as Cookies from "@effect/platform/Cookies"
import type * as Headers from "@effect/platform/Headers"
import * as HttpServerRespondable from "@effect/platform/HttpServerRespondable"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Effectable from "effect/Effectable"
import * as Inspectable from "effect/Inspectable"
import type { TextBody } from "./TextBody.ts"

type Response = HttpServerResponse.HttpServerResponse

export class BareResponse extends Effectable.Class<Response> implements Response {
  readonly [HttpServerResponse.TypeId]: HttpServerResponse.TypeId = HttpServerResponse.TypeId
  readonly status: number
  readonly headers: Headers.Headers
  readonly cookies: Cookies.Cookies = Cookies.empty
  readonly body: TextBody

  /** `headers`: by names in lower case, with the type and the length of the body. */
  constructor(status: number, headers: Readonly<Record<string, string>>, body: TextBody) {
    super()
    this.status = status
    this.headers = headers as Headers.Headers
    this.body = body
  }

  /** The same response with more headers, by names in lower case. */
  with(headers: Readonly<Record<string, string>>): BareResponse {
    return new BareResponse(this.status, { ...this.headers, ...headers }, this.body)
  }

  override commit(): Effect.Effect<Response> {
    return Effect.succeed(this)
  }

  [HttpServerRespondable.symbol](): Effect.Effect<Response> {
    return Effect.succeed(this)
  }

  toJSON(): unknown {
    const { body, headers, status } = this
    return { _id: "HttpServerResponse", status, headers: Inspectable.redact(headers), body: body.toJSON() }
  }

  override toString(): string {
    return Inspectable.format(this.toJSON())
  }

  [Inspectable.NodeInspectSymbol](): unknown {
    return this.toJSON()
  }
}
