/**
 * A Vendure shop with our assortment, one tax, one way to ship and its own dummy payment, which takes the money at once.
 * `node server.mjs '<Shop as JSON>'` prints `ready` when it is open. It has no admin pages, no search and no mail. Tokens
 * are bearer tokens, because its shoppers keep no cookies. The driver of SQLite is that of the root's `node_modules`.
 */

/**
 * @typedef {object} Shop
 * @property {number} port
 * @property {string} database A PostgreSQL URL, or the path of a SQLite file that is to be made.
 * @property {string} catalogue The path of Vendure's CSV of products.
 */
import { bootstrap, DefaultLogger, dummyPaymentHandler, LanguageCode, LogLevel } from "@vendure/core"
import { populate } from "@vendure/core/cli/index.js"

const { catalogue, database, port } = JSON.parse(process.argv[2])

const connection = /^postgres(ql)?:/.test(database)
  ? { type: "postgres", url: database, poolSize: 16 }
  : {
    type: "better-sqlite3",
    database,
    prepareDatabase: (db) => {
      db.pragma("journal_mode = wal")
      db.pragma("synchronous = full")
    }
  }

const config = {
  apiOptions: { hostname: "127.0.0.1", port, adminApiPath: "admin-api", shopApiPath: "shop-api" },
  authOptions: {
    tokenMethod: ["bearer"],
    superadminCredentials: { identifier: "bench", password: "bench" },
    cookieOptions: { secret: "bench" }
  },
  dbConnectionOptions: { ...connection, synchronize: true, logging: false },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  logger: new DefaultLogger({ level: LogLevel.Error })
}

const data = {
  defaultLanguage: LanguageCode.en,
  defaultZone: "Europe",
  countries: [{ code: "DE", name: "Germany", zone: "Europe" }],
  taxRates: [{ name: "VAT", percentage: 19 }],
  shippingMethods: [{ name: "Standard", price: 490 }],
  paymentMethods: [{
    name: "card",
    handler: { code: dummyPaymentHandler.code, arguments: [{ name: "automaticSettle", value: "true" }] }
  }],
  collections: []
}

await populate(() => bootstrap(config), data, catalogue)
process.stdout.write("ready\n")
process.on("SIGTERM", () => process.exit(0))
