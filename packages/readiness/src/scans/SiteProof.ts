/**
 * How a principal proves that a site is theirs: a text that only this store can make for them, in a file of the site or
 * in a TXT record of its name.
 *
 * The rule: a scan that needs the proof looks for it anew each time, because a domain may change hands. Follows
 * docs/specification.md#proof-of-ownership.
 */
import { TxtRecords } from "@beauty-store/outbound/TxtRecords"
import { marks, type StoreSecret } from "@beauty-store/sql/Secrets"
import * as Effect from "effect/Effect"
import { linesOf } from "../documents/Lines.ts"
import type { SiteFetch } from "../SiteFetch.ts"
import type { SiteId } from "./ScanIds.ts"

/** Where the proof is looked for, and what has to be there. */
export interface Proof {
  readonly token: string
  /** Tokens that were given out under older secrets of the store. */
  readonly older: ReadonlyArray<string>
  readonly fileUrl: string
  readonly recordName: string
}

const purpose = "site proof"

export const proofOf = (secret: typeof StoreSecret.Service, siteId: SiteId, origin: string): Proof => {
  const [token, ...older] = marks(secret, purpose, siteId).map((one) => `beauty-store-readiness=${one}`)
  return {
    token: token!,
    older,
    fileUrl: `${origin}/.well-known/beauty-store-readiness.txt`,
    recordName: `_beauty-store-readiness.${new URL(origin).hostname}`
  }
}

const trimmedLinesOf = (body: Uint8Array): ReadonlyArray<string> =>
  linesOf(Buffer.from(body).toString("utf8")).map((line) => line.trim())

/** Whether the proof is there now. */
export const isGiven = Effect.fnUntraced(
  function*({ fileUrl, older, recordName, token }: Proof, site: typeof SiteFetch.Service) {
    const { find } = yield* TxtRecords
    const isOne = (text: string) => text === token || older.includes(text)
    if ((yield* find(recordName)).some((record) => isOne(record.trim()))) return true
    const file = yield* Effect.option(
      site.fetch({ method: "GET", url: fileUrl, headers: {}, maxBytes: 4_096, followRedirects: false })
    )
    return file._tag === "Some" && file.value.status === 200 && trimmedLinesOf(file.value.body).some(isOne)
  }
)
