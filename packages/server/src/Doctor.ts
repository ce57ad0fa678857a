/**
 * What keeps a shop from taking real money, and what else its operator should know: `beauty-store doctor` prints it, and
 * live mode does not start while something of it prevents that. Rules are pure functions of facts, which `DoctorCommand`
 * and the start gather. Follows docs/operations.md#going-live.
 */
import * as LaunchFacts from "@beauty-store/commerce/audit/LaunchFacts"
import { isServed } from "@beauty-store/domain/Shipping"
import { memberStates } from "@beauty-store/domain/Vat"
import { blockOf, isLoopbackHost, isWithin } from "@beauty-store/outbound/NetworkAddress"
import type { AccountFacts } from "@beauty-store/payments-stripe/StripePaymentProvider"
import type { Transactions } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import { published } from "./Demo.ts"
import type { Configuration, Shop } from "./Server.ts"
import { isLiveKey, StartRefused } from "./ServerConfig.ts"

/** Something that is missing or wrong. */
export interface Finding {
  /** Whether the shop must not go live with it. */
  readonly prevents: boolean
  /** What is wrong, and what to do. */
  readonly words: string
}

export interface Facts {
  readonly config: Configuration
  /** Undefined: the demo shop. */
  readonly shop: Shop | undefined
  /** Of Node.js: `20.19.2`. */
  readonly nodeVersion: string
  /** Why the database could not be read; undefined: not asked yet. */
  readonly database: LaunchFacts.LaunchFacts | { readonly failure: string } | undefined
  /** Free bytes where a SQLite file is; undefined: there is none. */
  readonly freeBytes: number | undefined
  /** Undefined: not asked yet, or there is nobody to ask. */
  readonly provider: AccountFacts | undefined
}

const prevents = (words: string): Finding => ({ prevents: true, words })
const warns = (words: string): Finding => ({ prevents: false, words })

type Rule = (facts: Facts) => Finding | undefined

/** A host that nobody has (RFC 2606), or the pattern of `init`. */
const isExample = (host: string): boolean => /(^|\.)(example|test|invalid|localhost|example\.(com|net|org))$/.test(host)

/** RFC 1918 and 4193. */
const privateBlocks = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"].map((block) => blockOf(block)!)

const settingRules: ReadonlyArray<Rule> = [
  ({ shop }) =>
    shop === undefined
      ? prevents("The demo shop is served: start the shop of a folder, `beauty-store start --shop <folder>`.")
      : undefined,
  ({ config: { STRIPE_SECRET_KEY: key } }) =>
    key === undefined
      ? prevents("STRIPE_SECRET_KEY is not set, so that nobody can pay: set it to the account's live key, `sk_live_…`.")
      : !isLiveKey(key)
      ? prevents(
        "STRIPE_SECRET_KEY is of Stripe's test mode, which moves no money: set it to `sk_live_…` or `rk_live_…`."
      )
      : undefined,
  ({ config: { BASE_URL } }) =>
    BASE_URL === undefined
      ? prevents("BASE_URL is not set: set it to the shop's public address, https://….")
      : !BASE_URL.startsWith("https:")
      ? prevents(`BASE_URL=${BASE_URL} is without TLS, and whoever listens reads orders: set it to https://….`)
      : isExample(new URL(BASE_URL).hostname) || isLoopbackHost(new URL(BASE_URL).hostname)
          || isWithin(new URL(BASE_URL).hostname, privateBlocks)
      ? prevents(`BASE_URL=${BASE_URL} is an address that nobody outside reaches: set it to the shop's own.`)
      : undefined,
  ({ config: { BASE_URL = "", TRUSTED_PROXIES } }) =>
    BASE_URL.startsWith("https:") && TRUSTED_PROXIES.length === 0
      ? prevents(
        "TRUSTED_PROXIES names nobody, but something in front of the store ends TLS: set it to that address, or all "
          + "shoppers count as one network and share its limits."
      )
      : undefined,
  ({ config: { WEBHOOK_SECRETS } }) =>
    WEBHOOK_SECRETS.includes(published.webhookSecret)
      ? prevents(
        "WEBHOOK_SECRETS is the one that everybody knows, so that anybody may report parcels: set it to `whsec_` and the "
          + "output of `openssl rand -base64 32`."
      )
      : undefined,
  ({ config: { DATABASE_URL } }) =>
    DATABASE_URL._tag === "Memory"
      ? prevents("DATABASE_URL=sqlite::memory: forgets all orders at the end: set it to a file or to PostgreSQL.")
      : undefined,
  ({ config: { STORE_SECRET } }) =>
    STORE_SECRET === undefined
      ? warns(
        "STORE_SECRET is not set, so the database and each backup contain the secret that opens customers' pages: set "
          + "it before the first start to the output of `openssl rand -base64 32`."
      )
      : undefined,
  ({ nodeVersion }) =>
    Number.parseInt(nodeVersion) % 2 === 1
      ? warns(`Node.js ${nodeVersion} is a version without long support: take an even one.`)
      : undefined
]

const shopRules: ReadonlyArray<Rule> = [
  ({ shop }) =>
    shop !== undefined && (shop.policy.seller.name === "Your company" || shop.policy.seller.address === "Your street 1")
      ? prevents("shop.json: /seller is the pattern's: fill in who sells. It stands on receipts and in the imprint.")
      : undefined,
  ({ shop }) =>
    shop !== undefined && /^[A-Z]{2}0+$/.test(shop.policy.seller.vatId)
      ? prevents(`shop.json: /seller/vatId is ${shop.policy.seller.vatId}: fill in the seller's number.`)
      : undefined,
  ({ shop }) =>
    shop !== undefined && isExample(shop.policy.seller.email.split("@").at(-1)!)
      ? prevents(`shop.json: /seller/email is ${shop.policy.seller.email}, which nobody reads: fill in the seller's.`)
      : undefined,
  ({ shop }) => {
    const own = new Set(shop?.policy.pages.map(({ name }) => name))
    const templates = ["terms", "privacy"].filter((name) => !own.has(name))
    return shop === undefined || templates.length === 0
      ? undefined
      : warns(
        `${templates.map((name) => `pages/${name}.md`).join(" and ")} ${
          templates.length === 1 ? "is" : "are"
        } not there, `
          + "so the shop shows a template: read it at /policies, and have it checked or write your own."
      )
  },
  () =>
    warns(
      "The store sends no mail: customers find receipt and order on the page that their purchase ends on, and have to be "
        + "sent by hand what the law wants them to have."
    )
]

const deliversToEu = ({ policy }: Shop): boolean => memberStates.some((country) => isServed(policy.shipping, country))

const databaseRules: ReadonlyArray<(facts: LaunchFacts.LaunchFacts, all: Facts) => Finding | undefined> = [
  ({ staff }) =>
    staff === 0
      ? prevents("Nobody may act for the shop: `beauty-store client add owner --kind staff --shop <folder>`.")
      : undefined,
  ({ published }) =>
    published.length > 0
      ? prevents(
        `Everybody knows the secret of ${
          published.join(" and of ")
        }: end each, \`beauty-store client remove <id> --shop `
          + "<folder>`."
      )
      : undefined,
  ({ hasDemoOrders }) =>
    hasDemoOrders
      ? prevents(
        "The database has orders of demo mode, which nobody paid: begin with an empty one, into which you import the goods."
      )
      : undefined,
  ({ keepsSecret }, { config: { STORE_SECRET } }) =>
    keepsSecret && STORE_SECRET !== undefined
      ? warns(
        "The database still has the secret that it made before STORE_SECRET was set, and links that were made with it "
          + "open: `DELETE FROM setting WHERE name = 'store_secret'` once they may end."
      )
      : undefined,
  ({ products }) =>
    products === 0 ? prevents("The shop sells nothing: `beauty-store import <file>` loads its goods.") : undefined,
  ({ products, withoutPerson }, { shop }) =>
    withoutPerson > 0 && shop !== undefined && shop.policy.responsiblePerson === undefined && deliversToEu(shop)
      ? warns(
        `${withoutPerson} of ${products} products name nobody who answers for them in the EU, as all but food has to (GPSR, `
          + "Art. 19): fill in `responsiblePerson` in shop.json, or with the goods or their brands."
      )
      : undefined,
  ({ postgres }) => {
    const off = ["fsync", "full_page_writes"].filter((name) => postgres?.get(name) === "off")
    return off.length > 0
      ? prevents(`PostgreSQL has ${off.join(" and ")} off, and may lose paid orders with the power: turn it on.`)
      : undefined
  },
  ({ postgres }) =>
    postgres?.get("synchronous_commit") === "off"
      ? prevents("PostgreSQL has synchronous_commit off, and may lose what it has acknowledged: turn it on.")
      : undefined,
  ({ postgres }, { config: { DATABASE_CONNECTIONS } }) => {
    const most = Number(postgres?.get("max_connections") ?? Infinity)
    return most < 2 * DATABASE_CONNECTIONS + 3
      ? warns(
        `PostgreSQL takes ${most} connections, too few for two processes with DATABASE_CONNECTIONS=${DATABASE_CONNECTIONS} `
          + "each, of which one replaces the other: raise the one or lower the other."
      )
      : undefined
  }
]

/** A disk with less is full within days. */
const leastFreeBytes = 1024 ** 3
/** Stripe refuses messages, and this store Stripe's, that are older than five minutes. */
const mostAheadMillis = 30_000

const providerRules: ReadonlyArray<(facts: AccountFacts, all: Facts) => Finding | undefined> = [
  ({ failure }) => (failure === undefined ? undefined : prevents(`Stripe cannot be asked: ${failure}.`)),
  ({ endpoints }, { config: { BASE_URL = "" } }) => {
    const own = `${BASE_URL}/api/payments/notifications`
    return endpoints === undefined
      ? warns(`The key may not read Stripe's webhook endpoints: see there that one leads to ${own}.`)
      : endpoints.includes(own)
      ? undefined
      : prevents(`No webhook endpoint of Stripe's account leads to ${own}: add it, with all of its events on payments.`)
  },
  ({ aheadMillis }) =>
    Math.abs(aheadMillis) > mostAheadMillis
      ? prevents(
        `This machine's clock is ${Math.round(Math.abs(aheadMillis) / 1000)} seconds ${
          aheadMillis > 0 ? "behind" : "ahead"
        }: set it by NTP, or signed messages are refused.`
      )
      : undefined
]

/** All that is missing or wrong, what prevents going live first. */
export const examine = (facts: Facts): ReadonlyArray<Finding> => {
  const { database, freeBytes, provider } = facts
  const found = [
    ...[...settingRules, ...shopRules].map((rule) => rule(facts)),
    freeBytes !== undefined && freeBytes < leastFreeBytes
      ? prevents(`The disk of the database has ${Math.floor(freeBytes / 1024 ** 2)} MiB left: make room for more.`)
      : undefined,
    ...(database === undefined
      ? []
      : "failure" in database
      ? [prevents(`The database cannot be read: ${database.failure}.`)]
      : databaseRules.map((rule) => rule(database, facts))),
    ...(provider === undefined ? [] : providerRules.map((rule) => rule(provider, facts)))
  ].filter((finding) => finding !== undefined)
  return [...found.filter((finding) => finding.prevents), ...found.filter((finding) => !finding.prevents)]
}

/** A line for each finding. */
export const print = (findings: ReadonlyArray<Finding>): string =>
  findings.map(({ prevents, words }) => `${prevents ? "✗" : "!"} ${words}`).join("\n")

/** The facts of a database; whether its clients have secrets that everybody knows, too. */
export const readDatabase = LaunchFacts.read(published.clients.map(({ secret }) => secret))

/**
 * Refuses a start in live mode by what prevents it. The provider is not asked: a shop opens while Stripe is away.
 * `transactions`: of the store, once it is open.
 */
export const checkStart = Effect.fnUntraced(
  function*(config: Configuration, shop: Shop | undefined, transactions?: typeof Transactions.Service) {
    const database = transactions === undefined ? undefined : yield* transactions.read(readDatabase)
    const found = examine({
      config,
      shop,
      nodeVersion: process.versions.node,
      database,
      freeBytes: undefined,
      provider: undefined
    }).filter(({ prevents }) => prevents)
    if (found.length > 0) {
      return yield* new StartRefused({ message: `STORE_MODE=live does not start.\n${print(found)}` })
    }
  }
)
