/**
 * Makes a shop of any size from a small one: clones the products and the orders of a store whose server does not run, by
 * SQL on its SQLite files.
 *
 * The rule: clones differ in their ids and in what an index holds apart, and constraints and foreign keys hold. Their ids
 * do not have the form of the store's own, because nobody reads them.
 */
import Sqlite from "better-sqlite3"
import { join } from "node:path"

/** What the columns of a clone have instead of the original's; `k` is the number of the clone. */
type Changes = Readonly<Record<string, string>>

const apart = (column: string): string => `${column} || printf('-%07d', k)`
/** The condition of a column that `apart` has not changed. */
const original = "NOT GLOB '*-[0-9][0-9][0-9][0-9][0-9][0-9][0-9]'"
const apartIn = (...columns: ReadonlyArray<string>): Changes =>
  Object.fromEntries(columns.map((column) => [column, apart(column)]))

/** Adds the clones from `first` to `last` of those rows of a table that a condition selects. */
const clone = (
  db: Sqlite.Database,
  table: string,
  condition: string,
  changes: Changes,
  first: number,
  last: number
): void => {
  if (last < first) return
  const columns = (db.pragma(`table_info(${table})`) as ReadonlyArray<{ readonly name: string }>).map(({ name }) =>
    name
  )
  db.exec(`
    CREATE TEMP TABLE original AS SELECT * FROM main.${table} WHERE ${condition};
    WITH RECURSIVE clone(k) AS (SELECT ${first} UNION ALL SELECT k + 1 FROM clone WHERE k < ${last})
    INSERT INTO main.${table} (${columns.join(", ")})
      SELECT ${columns.map((column) => changes[column] ?? column).join(", ")} FROM clone CROSS JOIN original;
    DROP TABLE original`)
}

/** Changes a file in one transaction, which need not be durable. */
const change = (path: string, body: (db: Sqlite.Database) => void): void => {
  const db = new Sqlite(path)
  db.pragma("synchronous = OFF")
  db.pragma("cache_size = -200000")
  db.transaction(() => body(db))()
  db.pragma("wal_checkpoint(TRUNCATE)")
  db.close()
}

/** How many clones of its products a brand has, before the next clones get a brand of their own. */
const perBrand = 20

/**
 * Clones all products of the demo catalogue until there are so many times as many. Each clone of the catalogue has a word
 * of its own, and the original has one too, so that a search for it finds as many products however many there are.
 */
export const multiplyProducts = (folder: string, before: number, times: number): void =>
  change(join(folder, "store.db"), (db) => {
    if (before === 1) db.exec("UPDATE product_words SET name = name || ' lot0000000'")
    const [first, last] = [before, times - 1]
    const brands = [Math.ceil(before / perBrand), Math.floor(last / perBrand)] as const
    clone(db, "brand", `id ${original}`, { ...apartIn("id", "name"), position: "position + k * 100" }, ...brands)
    clone(
      db,
      "product",
      `id ${original}`,
      {
        ...apartIn("id", "name", "name_key"),
        brand_id: `CASE WHEN k < ${perBrand} THEN brand_id ELSE brand_id || printf('-%07d', k / ${perBrand}) END`,
        price_minor: "price_minor + k % 97",
        position: "position + k * 100"
      },
      first,
      last
    )
    const ofOriginals = `product_id ${original}`
    clone(db, "stock", ofOriginals, { ...apartIn("product_id"), reserved: "0" }, first, last)
    clone(
      db,
      "product_words",
      ofOriginals,
      {
        ...apartIn("product_id"),
        name: "replace(name, 'lot0000000', printf('lot%07d', k))"
      },
      first,
      last
    )
    db.exec("UPDATE catalog_version SET version = version + 1")
  })

/** A subscription that takes the clones' messages. */
const subscribe = `INSERT OR IGNORE INTO subscription (id, url, secret, created_at, deleted_at)
  VALUES ('sub-of-clones', 'https://partner.example/', '', 0, 1)`

/** The requests with an idempotency key of each shopper of `ownRequests`. */
const keysOfShopper = 7

/**
 * Clones the first orders that a small store confirmed, with everything that belongs to them, so many times each. The
 * shoppers of `ownRequests` placed them.
 */
export const multiplyOrders = (folder: string, originals: number, before: number, times: number): void => {
  const [first, last] = [before + 1, times]
  change(join(folder, "store.db"), (db) => {
    const orders = `SELECT id FROM orders WHERE status = 'confirmed' AND id ${original}
      ORDER BY created_at, id LIMIT ${originals}`
    const sessions = `SELECT id FROM checkout_session WHERE order_id IN (${orders})`
    const carts = `SELECT cart_id FROM checkout_session WHERE order_id IN (${orders})`
    const shoppers = `SELECT principal FROM orders WHERE id IN (${orders})`
    const ofOrders = `order_id IN (${orders})`
    const add = (table: string, condition: string, changes: Changes) =>
      clone(db, table, condition, changes, first, last)
    add("token", `principal IN (${shoppers}) AND id ${original}`, apartIn("id", "principal"))
    add("cart", `id IN (${carts})`, apartIn("id", "principal"))
    add("cart_line", `cart_id IN (${carts})`, apartIn("cart_id"))
    add("orders", `id IN (${orders})`, apartIn("id", "principal"))
    add("order_line", ofOrders, apartIn("order_id"))
    add("checkout_session", `id IN (${sessions})`, {
      ...apartIn("id", "cart_id", "order_id", "provider_id", "paid_by"),
      holder: "NULL",
      network: "NULL",
      held_until: "NULL"
    })
    add("payment", ofOrders, apartIn("id", "session_id", "order_id", "provider_id"))
    add("event", ofOrders, apartIn("id", "order_id"))
    add("receipt", ofOrders, { ...apartIn("order_id", "subject"), series: "'C-' || k" })
    const keys = `SELECT rowid FROM idempotency WHERE scope_hash ${original}
      ORDER BY expires_at LIMIT ${keysOfShopper * originals}`
    add("idempotency", `rowid IN (${keys})`, apartIn("scope_hash", "key_hash"))
    // A message for each event. There is none to clone, because no partner has subscribed.
    db.exec(`${subscribe};
      INSERT OR IGNORE INTO delivery (subscription_id, order_id, seq, event_id, state, attempts, first_at, round)
        SELECT 'sub-of-clones', order_id, seq, id, 'delivered', 1, at, 1 FROM event WHERE order_id GLOB '*-[0-9][0-9][0-9][0-9][0-9][0-9][0-9]'`)
  })
  change(join(folder, "payments-simulated.db"), (db) => {
    const sessions = `SELECT id FROM session WHERE status = 'complete' AND id ${original}
      ORDER BY created_at, id LIMIT ${originals}`
    const add = (table: string, condition: string, changes: Changes) =>
      clone(db, table, condition, changes, first, last)
    add("session", `id IN (${sessions})`, apartIn("id", "order_id"))
    // Of long ago, so that reconciliation does not walk them while the requests are measured.
    const long = 40 * 86_400_000
    add("payment", `session_id IN (${sessions})`, {
      ...apartIn("id", "session_id"),
      at: `at - ${long}`,
      changed_at: `changed_at - ${long}`
    })
  })
}
