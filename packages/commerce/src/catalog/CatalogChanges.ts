/**
 * The changes of what the catalogue shows: a price, a product that sells out or comes back. They are written down in the
 * transaction that makes them, and followed by those who keep in memory what the catalogue showed.
 *
 * The catalogue has a version, which each change of a product raises by one; the last thousand changes are rows. A process
 * hears of its own changes as they commit, before whoever made them is told so (`CommitNotice`). Of other processes' it
 * learns by a look at the version: what is kept may be shown for `MaxUnconfirmed` since the last look and no longer, so a
 * database that is silent makes nobody see what is old. Where the rows do not tell what every version changed (a version of
 * an earlier program, a gap, a database that was restored), everything may have changed.
 *
 * How many units there are is not among these changes: what shows a number reads it. Follows
 * docs/specification.md#catalogue and docs/specification.md#caching.
 */
import { ProductId } from "@beauty-store/domain/Ids"
import { CommitNotice } from "@beauty-store/kernel/CommitNotice"
import * as Query from "@beauty-store/kernel/Query"
import * as SharedRun from "@beauty-store/kernel/SharedRun"
import { type StoreUnavailable, Transaction, Transactions } from "@beauty-store/kernel/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"

/**
 * How long, in milliseconds, what is kept of the catalogue is shown without a look for other processes' changes. After half
 * of it somebody looks, while the others are still shown what is kept.
 */
export class MaxUnconfirmed extends Context.Reference<MaxUnconfirmed>()(
  "@beauty-store/commerce/catalog/MaxUnconfirmed",
  { defaultValue: () => 1_000 }
) {}

/** A change as its process hears of it: of one product, or of anything. */
interface Change {
  readonly version: number
  readonly productId: ProductId | undefined
}

const changed = new CommitNotice<Change>()

const Version = Schema.Struct({ version: Query.Int })
const raiseVersion = Query.returning(Version)(
  "UPDATE catalog_version SET version = version + 1 WHERE one = 1 RETURNING version"
)
/** Each change takes the place of the one a thousand versions before it. */
const insertChange = Query.change<[version: number, version: number, productId: ProductId]>(
  `INSERT INTO catalog_change (place, version, product_id) VALUES (? % 1000, ?, ?)
   ON CONFLICT (place) DO UPDATE SET version = excluded.version, product_id = excluded.product_id`
)

/** Writes down that the catalogue shows these products in another way from now on. Last in a transaction: all wait for the version. */
export const record = Effect.fnUntraced(
  function*(productIds: ReadonlyArray<ProductId>): Effect.fn.Return<void, never, Transaction> {
    for (const productId of productIds) {
      const [row] = yield* raiseVersion()
      const { version } = row!
      yield* insertChange(version, version, productId)
      changed.tell(yield* Transaction, { version, productId })
    }
  }
)

/** Writes down that the catalogue may show everything in another way from now on. */
export const recordAny: Effect.Effect<void, never, Transaction> = Effect.gen(function*() {
  const [row] = yield* raiseVersion()
  changed.tell(yield* Transaction, { version: row!.version, productId: undefined })
})

/** The changes that this process knows of, by a count of its own that grows with each. */
export interface CatalogChanges {
  readonly count: number
  /** Whether a product, or without one any, may be shown in another way than when the count was `since`. */
  readonly isChanged: (since: number, productId: ProductId | undefined) => boolean
  /** The products that have changed since; nothing where any may have. */
  readonly changedProducts: (since: number) => ReadonlyArray<ProductId> | undefined
  /** Whether what has not changed can be shown now without a look for other processes' changes. */
  readonly isConfirmed: (now: number) => boolean
  /** Looks for other processes' changes, where that is due: once for all who ask. */
  readonly confirm: Effect.Effect<void, StoreUnavailable>
}

/** More products than change in a while; beyond that, everything may have. */
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
  /** The version up to which all changes are known here. */
  private known: number | undefined
  /** When the last look began that was answered. */
  private confirmedAt = -Infinity
  /** How often it was not known whether a change has happened. */
  private doubts = 0
  private readonly looking: SharedRun.SharedRun<void, StoreUnavailable> = { current: undefined }
  /** The count at which anything may have changed, and that at which a product has: in the order of the counts. */
  private anyAt = 0
  private readonly changedAt = new Map<ProductId, number>()
  private readonly transactions: typeof Transactions.Service
  private readonly maxUnconfirmed: number

  constructor(transactions: typeof Transactions.Service, maxUnconfirmed: number) {
    this.transactions = transactions
    this.maxUnconfirmed = maxUnconfirmed
  }

  isChanged(since: number, productId: ProductId | undefined): boolean {
    if (since === this.count) return false
    return productId === undefined || since < this.anyAt || since < (this.changedAt.get(productId) ?? 0)
  }

  changedProducts(since: number): ReadonlyArray<ProductId> | undefined {
    if (since < this.anyAt) return undefined
    return [...this.changedAt].flatMap(([productId, at]) => at > since ? [productId] : [])
  }

  isConfirmed(now: number): boolean {
    const age = now - this.confirmedAt
    // A clock that was set back says nothing about how long it has been.
    return age >= 0 && age < (this.looking.current === undefined ? this.maxUnconfirmed / 2 : this.maxUnconfirmed)
  }

  readonly confirm = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    if (this.isConfirmed(now)) return Effect.void
    const look = SharedRun.join(this.looking, this.look)
    // A look that took long may have begun too long ago. The one after it begins later than now, whatever the clock says.
    return Effect.flatMap(look, () => this.confirmedAt >= now - this.maxUnconfirmed ? Effect.void : look)
  })

  private readonly look = Effect.gen(this, function*() {
    const now = yield* Clock.currentTimeMillis
    const { doubts, known: from } = this
    const { current, rows } = yield* this.transactions.read(changesSince(from))
    if (doubts === this.doubts) this.confirmedAt = now
    // What this process did meanwhile it has heard of.
    if (this.known !== from && this.known !== undefined && current <= this.known) return
    if (from !== undefined && current !== from && rows.length !== current - from) this.learn(undefined)
    else for (const { product_id, version } of rows) if (version > (this.known ?? 0)) this.learn(product_id)
    this.known = current
  })

  /** A change of this process's own. */
  hear({ productId, version }: Change): void {
    this.learn(productId)
    if (this.known === version - 1) this.known = version
  }

  /** It is not known whether a change of this process's own has happened: the next one who asks looks. */
  doubt(): void {
    this.doubts++
    this.confirmedAt = -Infinity
  }

  private learn(productId: ProductId | undefined): void {
    this.count++
    if (productId === undefined || this.changedAt.size >= mostChanged) {
      this.changedAt.clear()
      this.anyAt = this.count
    } else this.changedAt.set(productId, this.count)
  }
}

/** Follows the changes from now on, until the scope closes. */
export const follow: Effect.Effect<CatalogChanges, never, Transactions | Scope.Scope> = Effect.gen(function*() {
  const transactions = yield* Transactions
  const follower = new Follower(transactions, yield* MaxUnconfirmed)
  yield* changed.listen(transactions, {
    committed: (change) => follower.hear(change),
    uncertain: () => follower.doubt()
  })
  return follower
})
