/**
 * The store's tables, as the list of migrations that makes them.
 *
 * Ids are text that grows with time, moments are BIGINT milliseconds of the application's clock, money is BIGINT minor
 * units, values that are only read whole are JSON in TEXT. Rules that must hold under any concurrency are constraints
 * here as well as decisions in the domain. Migrations that make many tables are in `tables/`.
 *
 * @since 1.0.0
 */
import { defaultLanguage } from "@beauty-store/domain/Language"
import * as JobTable from "@beauty-store/kernel/internal/JobTable"
import type { Migration } from "@beauty-store/kernel/Migrations"
import * as IndexedWords from "./catalog/IndexedWords.ts"
import * as FoldedEmails from "./staff/FoldedEmails.ts"
import { afterPayment, receiptByOrder, receiptColumns } from "./tables/AfterPaymentTables.ts"
import { buying } from "./tables/BuyingTables.ts"
import { catalogue } from "./tables/CatalogueTables.ts"
import { delegatedPayment } from "./tables/DelegatedPaymentTables.ts"
import { endpoints } from "./tables/EndpointTables.ts"
import { idempotencyByExpiry, idempotencyColumns, identity } from "./tables/IdentityTables.ts"
import { readiness } from "./tables/ReadinessTables.ts"
import { reconciliation } from "./tables/ReconciliationTables.ts"
import { staff } from "./tables/StaffTables.ts"

const scale: Migration = {
  name: "004_scale",
  statements: () => [
    `CREATE INDEX token_by_expiry ON token (expires_at)`,
    // An agent may have many orders, but few for each of its people.
    `CREATE INDEX orders_by_shopper ON orders (principal, shopper, id)`,
    `CREATE INDEX refund_by_payment ON refund (payment_id)`,
    ...JobTable.indexByDueTime
  ]
}

const orderPages: Migration = {
  name: "006_order_pages",
  statements: ({ clustered, id }) => [
    // The page on which a person follows an order. Its address is a capability, stored as a hash.
    `CREATE TABLE order_page (
      id ${id} PRIMARY KEY,
      order_id ${id} NOT NULL UNIQUE REFERENCES orders(id),
      token_hash TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      revoked_at BIGINT
    ) ${clustered}`
  ]
}

const drafts: Migration = {
  name: "008_drafts",
  statements: ({ id }) => [
    // A purchase that is put together step by step: a checkout that programs edit, or a cart of theirs.
    `CREATE TABLE draft (
      id ${id} PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('checkout', 'cart')),
      principal TEXT NOT NULL,
      shopper TEXT NOT NULL,
      document TEXT NOT NULL,
      -- What the last try to pay came to, where it came to nothing.
      failed TEXT,
      created_at BIGINT NOT NULL,
      updated_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      cancelled_at BIGINT
    )`,
    `CREATE INDEX draft_by_expiry ON draft (expires_at)`,
    `ALTER TABLE checkout_session ADD COLUMN draft_id ${id} REFERENCES draft(id)`,
    `CREATE INDEX checkout_session_by_draft ON checkout_session (draft_id, id)`,
    // As for a cart: one live session per draft.
    `CREATE UNIQUE INDEX checkout_session_of_draft ON checkout_session (draft_id)
      WHERE phase IN ('opening', 'open', 'processing')`,
    // The owner whose orders a subscription receives events of, and its dialect; null: everybody's orders, and the
    // shop's own form.
    `ALTER TABLE subscription ADD COLUMN principal TEXT`,
    `ALTER TABLE subscription ADD COLUMN dialect TEXT`
  ]
}

/**
 * Rows with a document are not clustered. SQLite keeps a quarter of a page of a clustered row in place and gives the
 * rest a page of its own; and where the key is random, each row changes another page. By row number they share pages
 * with rows of the same time, and a commit that many requests share writes half as many pages.
 */
const documentsByRowNumber: Migration = {
  name: "009_documents_by_row_number",
  statements: ({ id }, dialect) => {
    // PostgreSQL has no clustered tables.
    if (dialect === "pg") return []
    const rebuilt = (table: string, columns: string, order: string) => [
      `ALTER TABLE ${table} RENAME TO clustered_${table}`,
      `CREATE TABLE ${table} (${columns})`,
      `INSERT INTO ${table} SELECT * FROM clustered_${table} ORDER BY ${order}`,
      `DROP TABLE clustered_${table}`
    ]
    return [
      ...rebuilt("idempotency", idempotencyColumns, "expires_at"),
      idempotencyByExpiry,
      ...rebuilt("receipt", receiptColumns(id), "at, series, n"),
      receiptByOrder
    ]
  }
}

/**
 * Conditions of indexes, written by `Query.plannedOnce` as in the statements that use them, which have to match. SQLite
 * evaluates them four times at each change of a session's phase.
 */
const plainConditions: Migration = {
  name: "010_plain_conditions",
  statements: (_, dialect) => {
    if (dialect === "pg") return []
    const live = "phase = 'opening' OR phase = 'open' OR phase = 'processing'"
    return [
      "DROP INDEX checkout_session_live",
      `CREATE UNIQUE INDEX checkout_session_live ON checkout_session (cart_id) WHERE ${live}`,
      "DROP INDEX checkout_session_of_draft",
      `CREATE UNIQUE INDEX checkout_session_of_draft ON checkout_session (draft_id) WHERE ${live}`
    ]
  }
}

/**
 * A line of an order carries its own money. Earlier lines had no discount: their total is the list amount. SQLite
 * cannot add a constraint to an existing table, so the table is made anew.
 */
const lineMoney: Migration = {
  name: "011_line_money",
  statements: ({ clustered, id }, dialect) => {
    const adds =
      "line_total_minor = list_minor - discount_minor AND 0 <= discount_minor AND discount_minor <= list_minor"
    if (dialect === "pg") {
      return [
        "ALTER TABLE order_line ADD COLUMN list_minor BIGINT, ADD COLUMN discount_minor BIGINT",
        `UPDATE order_line SET list_minor = quantity * unit_price_minor, discount_minor = 0,
           line_total_minor = quantity * unit_price_minor`,
        `ALTER TABLE order_line ALTER COLUMN list_minor SET NOT NULL, ALTER COLUMN discount_minor SET NOT NULL,
           ADD CONSTRAINT order_line_money CHECK (${adds})`
      ]
    }
    const kept = "order_id, n, product_id, name, quantity, unit_price_minor, vat_minor, shipped, sent_back"
    return [
      "ALTER TABLE order_line RENAME TO order_line_before",
      `CREATE TABLE order_line (
        order_id ${id} NOT NULL REFERENCES orders(id),
        n INTEGER NOT NULL,
        product_id ${id} NOT NULL,
        name TEXT NOT NULL,
        quantity INTEGER NOT NULL CHECK (quantity > 0),
        unit_price_minor BIGINT NOT NULL,
        list_minor BIGINT NOT NULL,
        discount_minor BIGINT NOT NULL,
        line_total_minor BIGINT NOT NULL,
        vat_minor BIGINT NOT NULL,
        shipped INTEGER NOT NULL DEFAULT 0,
        sent_back INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (order_id, n),
        CHECK (0 <= sent_back AND sent_back <= shipped AND shipped <= quantity),
        CHECK (${adds})
      ) ${clustered}`,
      `INSERT INTO order_line (${kept}, list_minor, discount_minor, line_total_minor)
         SELECT ${kept}, quantity * unit_price_minor, 0, quantity * unit_price_minor FROM order_line_before
         ORDER BY order_id, n`,
      "DROP TABLE order_line_before"
    ]
  }
}

/**
 * The last changes of the catalogue, one row each: processes that share a database learn of each other's from them. An
 * older program writes no rows, and then any product counts as changed (`CatalogChanges`).
 */
const catalogueChanges: Migration = {
  name: "013_catalogue_changes",
  compatibleFrom: "011_line_money",
  statements: ({ id }) => [
    `CREATE TABLE catalog_change (
      place INTEGER PRIMARY KEY,
      version BIGINT NOT NULL,
      product_id ${id} NOT NULL
    )`
  ]
}

/**
 * The holder of an unpaid session's units, and the network that they call from. Both are forgotten once the session is
 * paid, and a day after it ended. Sessions that an older program writes count for nobody.
 */
const unpaidHolds: Migration = {
  name: "014_unpaid_holds",
  compatibleFrom: "011_line_money",
  statements: () => [
    "ALTER TABLE checkout_session ADD COLUMN holder TEXT",
    // A keyed hash: no address is kept.
    "ALTER TABLE checkout_session ADD COLUMN network TEXT",
    // When it ended, if it ended unpaid.
    "ALTER TABLE checkout_session ADD COLUMN held_until BIGINT",
    `UPDATE checkout_session SET holder = (SELECT o.principal FROM orders o WHERE o.id = checkout_session.order_id)
      WHERE phase IN ('opening', 'open', 'processing')`,
    "CREATE INDEX checkout_session_by_holder ON checkout_session (holder) WHERE holder IS NOT NULL",
    "CREATE INDEX checkout_session_by_network ON checkout_session (network) WHERE network IS NOT NULL",
    "CREATE INDEX checkout_session_by_held_until ON checkout_session (held_until) WHERE held_until IS NOT NULL"
  ]
}

/** The instances of the program that share the database (`Instances` of the kernel). */
const instances: Migration = {
  name: "015_instances",
  compatibleFrom: "011_line_money",
  statements: ({ id }) => [
    `CREATE TABLE instance (
      id ${id} PRIMARY KEY,
      seen_at BIGINT NOT NULL
    )`
  ]
}

/** Pages in the order of prices or names: as many rows are read as are shown, however many products there are. */
const productOrders: Migration = {
  name: "017_product_orders",
  compatibleFrom: "011_line_money",
  statements: () => [
    "CREATE INDEX product_by_category_and_price ON product (category, price_minor, id)",
    "CREATE INDEX product_by_price ON product (price_minor, id)",
    "CREATE INDEX product_by_name ON product (name_key, id)"
  ]
}

/** Shops of older programs trade in euros: their database is fixed to them, as others are at their first start. */
const currency: Migration = {
  name: "018_currency",
  compatibleFrom: "011_line_money",
  statements: () => [
    `INSERT INTO setting (name, value) SELECT 'currency', 'EUR' WHERE EXISTS (SELECT 1 FROM product)
     ON CONFLICT DO NOTHING`
  ]
}

/**
 * The positions of events in the stream of all of them. They are given after the commit, by whoever follows the stream
 * (`EventStream`). An older program's events get theirs likewise.
 */
const eventPositions: Migration = {
  name: "020_event_positions",
  compatibleFrom: "011_line_money",
  statements: () => [
    "ALTER TABLE event ADD COLUMN position BIGINT",
    "CREATE UNIQUE INDEX event_by_position ON event (position) WHERE position IS NOT NULL",
    "CREATE INDEX event_without_position ON event (order_id, seq) WHERE position IS NULL"
  ]
}

/**
 * What a shop knows of its products, carts and orders by a schema of its own (`Attributes`), each as one JSON text. An
 * order keeps its cart's, and each of its lines the product's. Until this version the ingredients of products were a
 * column of their own: they become attributes. An older program still reads and writes that column (`ProductRecords`).
 */
const attributes: Migration = {
  name: "021_attributes",
  compatibleFrom: "011_line_money",
  statements: (_, dialect) => [
    "ALTER TABLE product ADD COLUMN attributes TEXT",
    "ALTER TABLE cart ADD COLUMN attributes TEXT",
    "ALTER TABLE orders ADD COLUMN attributes TEXT",
    "ALTER TABLE orders ADD COLUMN cart_attributes TEXT",
    "ALTER TABLE order_line ADD COLUMN attributes TEXT",
    `UPDATE product SET attributes = ${
      dialect === "sqlite"
        ? "json_object('ingredients', ingredients)"
        : "json_build_object('ingredients', ingredients)::text"
    } WHERE ingredients <> ''`
  ]
}

/**
 * The group of products that a product is chosen from, when it was added to the catalogue, and what else is said of it.
 * Products of before, and those that an older program adds, are on their own, count as the oldest and have no texts. A
 * search is not corrected by words that only products of an older program have.
 */
const productGroups: Migration = {
  name: "022_product_groups",
  compatibleFrom: "011_line_money",
  statements: ({ clustered, id }, dialect) => [
    `ALTER TABLE product ADD COLUMN group_id ${id}`,
    "ALTER TABLE product ADD COLUMN group_name TEXT",
    "ALTER TABLE product ADD COLUMN varies_by TEXT",
    "ALTER TABLE product ADD COLUMN group_value TEXT",
    "ALTER TABLE product ADD COLUMN added_at BIGINT NOT NULL DEFAULT 0",
    "CREATE INDEX product_by_group ON product (group_id) WHERE group_id IS NOT NULL",
    "CREATE INDEX product_by_age ON product (added_at DESC, id)",
    // In a table of its own, because whoever lists, prices or buys products reads none.
    `CREATE TABLE product_text (
      product_id ${id} PRIMARY KEY REFERENCES product(id),
      texts TEXT NOT NULL
    )`,
    // The words of all products, and how many have each: to correct a search with, which the index of words cannot do.
    `CREATE TABLE catalog_word (word ${id} PRIMARY KEY, products BIGINT NOT NULL) ${clustered}`,
    ...(dialect === "sqlite"
      ? [
        "CREATE VIRTUAL TABLE product_word_count USING fts5vocab(product_words, row)",
        "INSERT INTO catalog_word SELECT term, doc FROM product_word_count WHERE length(term) <= 40",
        "DROP TABLE product_word_count"
      ]
      : [
        `INSERT INTO catalog_word SELECT word, ndoc
          FROM ts_stat('SELECT name || brand || category || other FROM product_words') WHERE length(word) <= 40`
      ])
  ]
}

/**
 * When a refund was last decided, where an attempt of it had failed: an older program leaves it out. And an index for a
 * person's permissions.
 */
const decisions: Migration = {
  name: "024_decisions",
  compatibleFrom: "011_line_money",
  statements: () => [
    "ALTER TABLE refund ADD COLUMN decided_at BIGINT",
    "CREATE INDEX delegation_by_principal ON delegation (principal, id)"
  ]
}

/**
 * The language of each order, permission and question. Those of before were in English, and so are those that an older
 * program makes.
 */
const languages: Migration = {
  name: "025_languages",
  compatibleFrom: "011_line_money",
  statements: () =>
    ["orders", "delegation", "ticket"].map((table) =>
      `ALTER TABLE ${table} ADD COLUMN language TEXT NOT NULL DEFAULT '${defaultLanguage}'`
    )
}

/** Lists of a category in the order of their ids, and the newest first: no page of one sorts all that it has. */
const categoryLists: Migration = {
  name: "027_category_lists",
  compatibleFrom: "011_line_money",
  statements: () => [
    "CREATE INDEX product_by_category ON product (category, id)",
    "CREATE INDEX product_by_category_and_age ON product (category, added_at DESC, id)"
  ]
}

/**
 * Whether the limits of a charge are to be checked once more, because its process had not caught up with what agents spent
 * when it began. A charge of an older program is not: it never checks twice.
 */
const provisionalCharges: Migration = {
  name: "028_provisional_charges",
  compatibleFrom: "011_line_money",
  statements: () => ["ALTER TABLE charge ADD COLUMN provisional INTEGER NOT NULL DEFAULT 0"]
}

/**
 * The amounts of events in minor units. An older program writes them into `data` alone, in euros, and sends them to
 * partners from there (`EventRecords`).
 */
const eventAmounts: Migration = {
  name: "030_event_amounts",
  compatibleFrom: "011_line_money",
  statements: (_, dialect) => [
    "ALTER TABLE event ADD COLUMN amount_minor BIGINT",
    `UPDATE event SET amount_minor = ${
      dialect === "sqlite"
        ? "CAST(round(json_extract(data, '$.amount') * 100) AS INTEGER)"
        : "(data::json ->> 'amount')::numeric * 100"
    } WHERE type IN ('payment.succeeded', 'refund.created', 'refund.succeeded', 'refund.failed')`
  ]
}

/**
 * The email addresses of orders and tickets as people are compared by them (`FoldedEmails`). Rows of an older program
 * lack them until somebody is looked for; it finds people as before, without its index.
 */
const foldedEmails: Migration = {
  name: "031_folded_emails",
  compatibleFrom: "011_line_money",
  statements: () => [
    ...["orders", "ticket"].flatMap((table) => [
      `ALTER TABLE ${table} ADD COLUMN email_folded TEXT`,
      `CREATE INDEX ${table}_unfolded ON ${table} (id) WHERE email_folded IS NULL`
    ]),
    "DROP INDEX orders_by_email",
    "DROP INDEX ticket_by_email",
    "CREATE INDEX orders_by_email ON orders (email_folded, id)",
    "CREATE INDEX ticket_by_email ON ticket (email_folded, id)"
  ],
  fill: FoldedEmails.fill
}

/** The index of words, whose folding has changed. Products that an older program adds are found by its folding. */
const refoldedWords: Migration = {
  name: "032_refolded_words",
  compatibleFrom: "011_line_money",
  statements: () => [],
  fill: IndexedWords.fill
}

/** The price of a cart's line that its owner was shown since they touched it, where that is another. */
const pricesShown: Migration = {
  name: "033_prices_shown",
  compatibleFrom: "011_line_money",
  statements: () => ["ALTER TABLE cart_line ADD COLUMN price_shown_minor BIGINT"]
}

/**
 * The email addresses as people are compared by them, whose folding has changed for letters beyond ASCII. Those of an
 * older program's rows are found by its folding.
 */
const refoldedEmails: Migration = {
  name: "034_refolded_emails",
  compatibleFrom: "011_line_money",
  statements: (_, dialect) =>
    ["orders", "ticket"].map((table) =>
      `UPDATE ${table} SET email_folded = NULL WHERE length(email) <> ${
        dialect === "sqlite" ? "length(CAST(email AS BLOB))" : "octet_length(email)"
      }`
    ),
  fill: FoldedEmails.fill
}

/** All migrations, oldest first. Never change one that was released; add another. */
export const migrations: ReadonlyArray<Migration> = [
  catalogue,
  identity,
  buying,
  scale,
  afterPayment,
  orderPages,
  delegatedPayment,
  drafts,
  documentsByRowNumber,
  plainConditions,
  lineMoney,
  endpoints,
  catalogueChanges,
  unpaidHolds,
  instances,
  reconciliation,
  productOrders,
  currency,
  eventPositions,
  attributes,
  productGroups,
  staff,
  decisions,
  languages,
  readiness,
  categoryLists,
  provisionalCharges,
  eventAmounts,
  foldedEmails,
  refoldedWords,
  pricesShown,
  refoldedEmails
]
