/**
 * The changes of the catalogue's content, recorded in the transactions that make them, so that copies in memory can be
 * dropped. Each raises the version by one; the last thousand are rows. A process hears of its own at the commit
 * (`CommitListeners`), and reads others'; a copy is shown at most `MaxUnconfirmed` after that. Follows
 * docs/specification.md#caching.
 */
import { type Claimed, ProductId } from "@beauty-store/domain/Ids"
import { CommitListeners } from "@beauty-store/sql/CommitListeners"
import * as Query from "@beauty-store/sql/Query"
import * as SingleFlight from "@beauty-store/sql/SingleFlight"
import { type StoreUnavailable, Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"

/**
 * How long a copy of catalogue content may be shown after the last read of the version, in milliseconds. After half of
 * that time the next reader reads the version; until it is read, the others may still be shown copies.
 */
export class MaxUnconfirmed extends Context.Reference<MaxUnconfirmed>()(
  "@beauty-store/commerce/CatalogChanges/MaxUnconfirmed",
  { defaultValue: () => 1_000 }
) {}

const any: unique symbol = Symbol("any product")
const announcements: unique symbol = Symbol("what is announced of any product")

/** What has changed. Announcements are on pages, and are no facts. */
type Subject = ProductId | typeof any | typeof announcements

interface Change {
  readonly version: number
  readonly subject: Subject
}

const changed = new CommitListeners<Change>()

const Version = Schema.Struct({ version: Query.Int })
const raiseVersion = Query.returning(Version)(
  "UPDATE catalog_version SET version = version + 1 WHERE one = 1 RETURNING version"
)
/** Each change replaces the one a thousand versions before it. */
const insertChange = Query.change<[version: number, version: number, productId: ProductId]>(
  `INSERT INTO catalog_change (place, version, product_id) VALUES (? % 1000, ?, ?)
   ON CONFLICT (place) DO UPDATE SET version = excluded.version, product_id = excluded.product_id`
)

/**
 * Records that the catalogue's content changes for these products. Last in a transaction, because it locks the version.
 */
export const record = Effect.fnUntraced(
  function*(productIds: ReadonlyArray<ProductId>): Effect.fn.Return<void, never, Transaction> {
    for (const productId of productIds) {
      const [row] = yield* raiseVersion()
      const { version } = row!
      yield* insertChange(version, version, productId)
      changed.notify(yield* Transaction, { version, subject: productId })
    }
  }
)

const recordAll = (subject: Subject): Effect.Effect<void, never, Transaction> =>
  Effect.gen(function*() {
    const [row] = yield* raiseVersion()
    changed.notify(yield* Transaction, { version: row!.version, subject })
  })

/** Records that the catalogue's content may change for any product. */
export const recordAny = recordAll(any)

/** Records that what is announced of any product may change. Other processes cannot tell it from `recordAny`. */
export const recordAnnouncements = recordAll(announcements)

/** The changes that this process knows. `count` is its own number of them. */
export interface CatalogChanges {
  readonly count: number
  /** Whether the content may have changed since the count was `since`: of a product, or of any if none is given. */
  readonly isChanged: (since: number, productId: Claimed<ProductId> | undefined) => boolean
  /** Whether any product may have changed since, in any way, as when goods are added. */
  readonly mayAllHaveChanged: (since: number) => boolean
  /** The products whose facts have changed since; undefined if any may have. */
  readonly changedProducts: (since: number) => ReadonlyArray<ProductId> | undefined
  /** Whether copies may be shown at this time without a read of the version. */
  readonly isConfirmed: (now: number) => boolean
  /** Reads the version if that is due. Concurrent callers share one read. */
  readonly confirm: Effect.Effect<void, StoreUnavailable>
}

/** How many changed products are remembered. Beyond that number any product counts as changed. */
const mostChanged = 10_000

const version = Query.all(Version)("SELECT version FROM catalog_version")
const changesAfter = Query.all(Schema.Struct({ version: Query.Int, product_id: ProductId }))<[version: number]>(
  "SELECT version, product_id FROM catalog_change WHERE version > ? ORDER BY version"
)

/** The catalogue's version, and its changes since another, in one snapshot. */
const changesSince = Effect.fnUntraced(function*(known: number | undefined) {
  const [row] = yield* version()
  const current = row!.version
  const rows = known === undefined || current === known ? [] : yield* changesAfter(known)
  return { current, rows }
})

class Follower implements CatalogChanges {
  count = 0
  /** The version up to which all changes are known. */
  private known: number | undefined
  /** When the last successful read of the version began. */
  private confirmedAt = -Infinity
  /** How many commits had an unknown outcome. */
  private doubts = 0
  private readonly reading: SingleFlight.SingleFlight<void, StoreUnavailable> = { current: undefined }
  /** The count at which any product may have changed, and the count at which each of the others has since. */
  private anyAt = 0
  /** The count at which what is announced may have changed. */
  private announcedAt = 0
  private readonly changedAt = new Map<ProductId, number>()
  private readonly transactions: typeof Transactions.Service
  private readonly maxUnconfirmed: number

  constructor(transactions: typeof Transactions.Service, maxUnconfirmed: number) {
    this.transactions = transactions
    this.maxUnconfirmed = maxUnconfirmed
  }

  isChanged(since: number, productId: Claimed<ProductId> | undefined): boolean {
    const changedAt: ReadonlyMap<Claimed<ProductId>, number> = this.changedAt
    if (since === this.count) return false
    return productId === undefined || this.mayAllHaveChanged(since) || since < (changedAt.get(productId) ?? 0)
  }

  mayAllHaveChanged(since: number): boolean {
    return since < this.anyAt || since < this.announcedAt
  }

  changedProducts(since: number): ReadonlyArray<ProductId> | undefined {
    if (since < this.anyAt) return undefined
    return [...this.changedAt].flatMap(([productId, at]) => at > since ? [productId] : [])
  }

  isConfirmed(now: number): boolean {
    const age = now - this.confirmedAt
    // After the clock was set back, the age is unknown.
    return age >= 0 && age < (this.reading.current === undefined ? this.maxUnconfirmed / 2 : this.maxUnconfirmed)
  }

  readonly confirm = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    if (this.isConfirmed(now)) return Effect.void
    const read = SingleFlight.join(this.reading, this.readVersion)
    // A slow read may have begun too long ago. The next one begins after this call, whatever the clock says.
    return Effect.flatMap(read, () => this.confirmedAt >= now - this.maxUnconfirmed ? Effect.void : read)
  })

  private readonly readVersion = Effect.gen(this, function*() {
    const now = yield* Clock.currentTimeMillis
    const { doubts, known: from } = this
    const { current, rows } = yield* this.transactions.read(changesSince(from))
    if (doubts === this.doubts) this.confirmedAt = now
    // This process was notified of its own changes meanwhile.
    if (this.known !== from && this.known !== undefined && current <= this.known) return
    if (from !== undefined && current !== from && rows.length !== current - from) this.learn(any)
    else for (const { product_id, version } of rows) if (version > (this.known ?? 0)) this.learn(product_id)
    this.known = current
  })

  /** This process has committed a change. */
  committed({ subject, version }: Change): void {
    this.learn(subject)
    if (this.known === version - 1) this.known = version
  }

  /** The outcome of a commit of this process is unknown: nothing is confirmed before the version was read again. */
  uncertain(): void {
    this.doubts++
    this.confirmedAt = -Infinity
  }

  private learn(subject: Subject): void {
    this.count++
    if (subject === announcements) this.announcedAt = this.count
    else if (subject === any || this.changedAt.size >= mostChanged) {
      this.changedAt.clear()
      this.anyAt = this.count
    } else this.changedAt.set(subject, this.count)
  }
}

/** Follows the changes until the scope closes. */
export const follow: Effect.Effect<CatalogChanges, never, Transactions | Scope.Scope> = Effect.gen(function*() {
  const transactions = yield* Transactions
  const follower = new Follower(transactions, yield* MaxUnconfirmed)
  yield* changed.listen(transactions, {
    committed: (change) => follower.committed(change),
    uncertain: () => follower.uncertain()
  })
  return follower
})
