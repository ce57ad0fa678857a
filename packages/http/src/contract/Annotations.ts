/**
 * Annotations of the contract: facts about an endpoint that its shapes do not express.
 *
 * The rule: each of these facts is annotated at its endpoint and nowhere else. Handlers, the OpenAPI document and the
 * descriptors read it there, or a test compares them with it. Follows docs/specification.md#access,
 * docs/specification.md#caching, docs/specification.md#idempotency and docs/specification.md#overload.
 *
 * @since 1.0.0
 */
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as Context from "effect/Context"

/** Anyone may call it, without a token. Every other endpoint needs a bearer token or, in a browser, the cookie. */
export class OpenToAnyone extends Context.Reference<OpenToAnyone>()("@beauty-store/http/OpenToAnyone", {
  defaultValue: () => false
}) {}

/** Its response is a thing with a version, which is its ETag (docs/specification.md#goods). */
export class HasVersion extends Context.Reference<HasVersion>()("@beauty-store/http/HasVersion", {
  defaultValue: () => false
}) {}

/** A change of what its caller has seen: `If-Match` names the version (docs/specification.md#goods). */
export class NeedsIfMatch extends Context.Reference<NeedsIfMatch>()("@beauty-store/http/NeedsIfMatch", {
  defaultValue: () => false
}) {}

/** Its response is the same for everybody: it may be cached, and has an ETag. */
export class PublicResponse extends Context.Reference<PublicResponse>()("@beauty-store/http/PublicResponse", {
  defaultValue: () => false
}) {}

/** A change without an idempotency record: its messages have ids of their own, and a repeat does nothing new. */
export class WithoutIdempotencyKey
  extends Context.Reference<WithoutIdempotencyKey>()("@beauty-store/http/WithoutIdempotencyKey", {
    defaultValue: () => false
  })
{}

/** It takes much longer than other reads, where its response is not in memory. */
export class Heavy extends Context.Reference<Heavy>()("@beauty-store/http/Heavy", {
  defaultValue: () => false
}) {}

/**
 * Pages of other origins may not call it (CORS): its callers keep a secret that no page has, as staff, scanners of
 * sites and clients that sign in do.
 */
export class ClosedToPages extends Context.Reference<ClosedToPages>()("@beauty-store/http/ClosedToPages", {
  defaultValue: () => false
}) {}

/** It also accepts its payload as a form. */
export class TakesForms extends Context.Reference<TakesForms>()("@beauty-store/http/TakesForms", {
  defaultValue: () => false
}) {}

/** The media types of its payload, where that is a file. Default: it takes JSON. */
export class BodyTypes extends Context.Reference<BodyTypes>()("@beauty-store/http/BodyTypes", {
  defaultValue: (): ReadonlyArray<string> | undefined => undefined
}) {}

/** The media types of its success, of which a client chooses by `Accept`; the first is the default. */
export class MediaTypes extends Context.Reference<MediaTypes>()("@beauty-store/http/MediaTypes", {
  defaultValue: (): ReadonlyArray<string> => ["application/json"]
}) {}

/**
 * An annotation of a schema: in this object, a field within two letters of a known one that is absent is refused and
 * not ignored, because it would have limited what happens, or said where to.
 */
export const refusesMisspelling: unique symbol = Symbol.for("@beauty-store/http/refusesMisspelling")

/**
 * An annotation of a schema: a number of the body is an amount in the shop's currency within these bounds, in minor
 * units. The contract is of no currency; who reads a request is (`UnknownFields`).
 */
export const amountBounds: unique symbol = Symbol.for("@beauty-store/http/amountBounds")
export interface AmountBounds {
  readonly least: number
  readonly most: number
}

/** Whether an endpoint has an annotation. The type of any endpoint leaves its annotations out. */
export const says = <Fact>(
  endpoint: HttpApiEndpoint.HttpApiEndpoint.Any,
  fact: Context.Reference<Fact, boolean>
): boolean => Context.get((endpoint as HttpApiEndpoint.HttpApiEndpoint.AnyWithProps).annotations, fact)
