/**
 * The addresses of the pages on which people follow their tickets: each is a capability for this ticket, a keyed mark
 * of which the database stores the hash. Only the response to the question shows it. It can be revoked, for good.
 * Follows docs/specification.md#ticket-page, docs/specification.md#capability-urls.
 */
import { type Claimed, TicketPageId } from "@beauty-store/domain/Ids"
import { type Entropy, idsFrom } from "@beauty-store/sql/Entropy"
import type * as Query from "@beauty-store/sql/Query"
import { hash, matches, sign, type StoreSecret, unsign } from "@beauty-store/sql/Secrets"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** There is no page with this token, or no longer. */
export class TicketPageNotFound extends Schema.TaggedError<TicketPageNotFound>()("TicketPageNotFound", {}) {}

const purpose = "ticket page"

/** A new page: its id, its token, and the hash to store. */
export const make = (
  { entropy, secret }: { readonly entropy: typeof Entropy.Service; readonly secret: typeof StoreSecret.Service }
) =>
  Effect.map(idsFrom(entropy)(TicketPageId), (id) => {
    const token = sign(secret, purpose, id)
    return { id, token, hash: hash(token) }
  })

/** The ticket of a token, by the statement that finds the row of a page. Runs in the caller's transaction. */
export const resolve = Effect.fnUntraced(
  function*<Row extends { readonly page_hash: string | null; readonly page_revoked_at: number | null }>(
    secret: typeof StoreSecret.Service,
    token: string,
    byPage: Query.Statement<[pageId: Claimed<TicketPageId>], Option.Option<Row>>
  ) {
    const row = Option.getOrUndefined(yield* byPage(TicketPageId.claimed.make(unsign(secret, purpose, token) ?? "")))
    return row === undefined || row.page_revoked_at !== null || !matches(token, row.page_hash ?? "")
      ? yield* new TicketPageNotFound()
      : row
  }
)
