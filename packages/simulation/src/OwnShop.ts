/**
 * What an embedder's shop brings into a simulation: goods and categories, its provider's wrapper, reactions with their
 * tables, strategies, rules, and people who use it. All of it is optional. The store's own promises are audited as
 * always, but for the auditor's rules that a rule of the shop names and replaces. It has to be deterministic.
 *
 * @since 1.0.0
 */
import type { Assortment } from "@beauty-store/commerce/catalog/CatalogImport"
import type { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import { defaultPolicy, faultsOfPolicy, type StorePolicy } from "@beauty-store/commerce/Policy"
import { synonyms } from "@beauty-store/demo-catalog/DemoShop"
import type { Definitions } from "@beauty-store/domain/Attribute"
import type { Category } from "@beauty-store/domain/Catalog"
import { InvalidInput } from "@beauty-store/domain/InvalidInput"
import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { Audit } from "./auditor/Audit.ts"
import type { Disk } from "./engine/Disk.ts"
import type { Prng } from "./engine/Prng.ts"
import type { Client } from "./workload/Client.ts"
import type { deliveryOf } from "./workload/Workload.ts"
import type { Currency } from "./world/Currencies.ts"
import { disagreements } from "./world/OwnReactions.ts"
import { baseUrl } from "./world/StoreProcess.ts"

export type { Assortment, Audit, Client, deliveryOf, Prng }

/** Reads what the store's database has committed: SQL with `?` for each parameter. */
export type ReadRows = <Row>(text: string, ...parameters: ReadonlyArray<string | number>) => ReadonlyArray<Row>

/** The auditor's rules that have the store's default rules of price, tax, shipping and returns, by the strategy. */
export const rulesByStrategy = {
  Discounts: ["cart.sums", "order.sums", "session.sums", "return.worth", "price.refused"],
  Tax: ["order.vat", "receipt.vat", "receipt.creditedVat", "receipt.creditedRates"],
  Shipping: ["order.shipping", "session.shipping", "cart.shipping"],
  Returns: ["return.window", "return.sealed"]
} as const

/** A rule of the auditor that does not hold for a shop with a strategy of its own. */
export type MovableRule = typeof rulesByStrategy[keyof typeof rulesByStrategy][number]

/**
 * A promise of the shop's own. It is checked before each start of the store, so after each crash, and at rest: when no
 * fault is injected any more and all work is done. Between two starts a transaction may be open, so nothing is checked.
 */
export interface OwnRule {
  /** Stable, like `loyalty.points`. */
  readonly name: string
  /** In words, for the report. */
  readonly expected: string
  /** What is there instead; undefined where the rule holds. */
  readonly check: (query: ReadRows) => string | undefined
  /**
   * Names of the auditor's rules that do not hold for this shop, because a strategy moves them (`rulesByStrategy`).
   * They are not checked.
   */
  readonly replaces?: ReadonlyArray<MovableRule>
}

/** What an actor works with. */
export interface Stage {
  /** A guest that is signed in. Its network is slow and loses requests; `sendUntilFinal` tries until it has a response. */
  readonly client: Client
  /** The actor's own stream of the seed. */
  readonly prng: Prng
  /** The ids of the products that are sold in this run. */
  readonly products: ReadonlyArray<string>
  /** Recipient and mail address for a checkout. Every client has an address of its own. */
  readonly delivery: () => ReturnType<typeof deliveryOf>
  /** Pays on the provider's page, or gives up. */
  readonly pay: (redirectUrl: string) => Effect.Effect<void>
  /** The end of the days, in milliseconds: nothing begins after it. */
  readonly endsAt: number
}

/** Somebody who uses the shop beside the simulation's own shoppers, agents and staff. */
export interface OwnActor {
  /** Its name in the history. */
  readonly name: string
  /** Begins at a moment of the days that is drawn from its stream. */
  readonly act: (stage: Stage) => Effect.Effect<void>
}

export interface OwnShop {
  /** What is sold. The first two to eight products, as the seed decides. Default: some of the demo's catalogue. */
  readonly catalogue?: Assortment | undefined
  /** The kinds of goods that the shop sells, as in its `Policy`. Default: those of the default policy. */
  readonly categories?: ReadonlyArray<Category> | undefined
  /** What products, carts and orders have besides. Default: what the demo's catalogue needs, for that alone. */
  readonly attributes?: Definitions | undefined
  /**
   * Wraps the simulated provider, whose faults it meets. It is called at each start of the store, and runs in the
   * store's process, so that its memory is gone after a crash. The money stays in the simulated provider's ledger.
   */
  readonly provider?:
    | ((simulated: Context.Tag.Service<PaymentProvider>) => Context.Tag.Service<PaymentProvider>)
    | undefined
  /** `Reactions.layer(…)`. It is built anew at each start of the store. */
  readonly reactions?: Layer.Layer<never, never, SqlClient.SqlClient> | undefined
  /** Statements that make the shop's own tables, before the first start of the store. */
  readonly tables?: ReadonlyArray<string> | undefined
  /** Layers of `Strategies`, merged. It is built anew at each start of the store. */
  readonly strategies?: Layer.Layer<never> | undefined
  readonly rules?: ReadonlyArray<OwnRule> | undefined
  readonly workload?: ReadonlyArray<OwnActor> | undefined
}

export const rulesHold = ({ rules = [] }: OwnShop, audit: Audit, disk: Disk): void => {
  for (const { check, expected, name } of rules) {
    const seen = check((text, ...parameters) => disk.query(text, ...parameters))
    // Also where it has the name of the rule whose place it takes.
    if (seen !== undefined) audit.violated(name, expected, seen)
  }
}

/**
 * The settings of a shop: limits and charges are as many minor units in each currency. Throws for categories that no
 * shop may have.
 */
export const policyOf = ({ categories = defaultPolicy.categories }: OwnShop, currency: Currency): StorePolicy => {
  const policy = { ...defaultPolicy, synonyms, baseUrl, categories, currency }
  const faults = faultsOfPolicy(policy)
  if (faults.length > 0) throw new TypeError(new InvalidInput({ faults }).message)
  return policy
}

/** The auditor's rules that do not hold for a shop. Throws for a name that is none of them, and for one used twice. */
export const replacedBy = ({ rules = [] }: OwnShop): ReadonlySet<string> => {
  const movable = new Set<string>(Object.values(rulesByStrategy).flat())
  const names = new Set<string>()
  for (const { name, replaces = [] } of rules) {
    if (names.has(name)) {
      throw new TypeError(`two rules are called ${JSON.stringify(name)}: give each a name of its own`)
    }
    names.add(name)
    const unknown = replaces.find((one) => !movable.has(one))
    if (unknown !== undefined) {
      throw new TypeError(
        `the rule ${JSON.stringify(name)} replaces ${JSON.stringify(unknown)}, but a strategy can only move `
          + [...movable].join(", ")
      )
    }
  }
  return new Set(rules.flatMap(({ replaces = [] }) => replaces))
}

/** Each row of the reactions of `OwnReactions` is there exactly where its event is. */
export const rowsAgree = (audit: Audit, disk: Disk): void => {
  for (const what of disagreements(disk)) {
    audit.violated("reactions.row", "a row of the shop's own exactly where its event is", what)
  }
}
