/**
 * What a database stores about the settings of its processes: the store's secret, or a mark of it; the currency; a mark
 * of each setting that has to be the same for all. Another currency or secret than the database's is refused, other
 * differences are named. A mark is keyed and reveals no setting. Follows docs/specification.md#start-and-stop.
 *
 * @since 1.0.0
 */
import { Currency, defaultCurrency } from "@beauty-store/domain/Money"
import { Entropy, nextSecret } from "@beauty-store/sql/Entropy"
import * as Query from "@beauty-store/sql/Query"
import { equal, marks, StoreSecret } from "@beauty-store/sql/Secrets"
import { type StoreUnavailable, type Transaction, Transactions } from "@beauty-store/sql/Transactions"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** The secret is not the one that the database was written with. */
export class SecretDiffers extends Data.TaggedError("SecretDiffers")<{
  /**
   * `configured`: the database was written with another configured secret. `missing`: it was written with a configured
   * secret, but none is configured.
   */
  readonly reason: "configured" | "missing"
}> {
  override get message(): string {
    return secretWords[this.reason]
  }
}

const secretWords: Readonly<Record<SecretDiffers["reason"], string>> = {
  configured: "The database was written with another secret than the configured one: set STORE_SECRET to that one.",
  missing: "The database was written with a configured secret: set STORE_SECRET to that one."
}

/** The amounts in the database are in another currency than the policy says. */
export class CurrencyDiffers extends Data.TaggedError("CurrencyDiffers")<{
  readonly stored: string
  readonly configured: string
}> {
  override get message(): string {
    return `The amounts in the database are in ${this.stored}: it does not open for a shop in ${this.configured}. `
      + "Correct the shop's currency, or begin with an empty database."
  }
}

/** The money of a database is real, and the program's is not; or the other way round. */
export class ModeDiffers extends Data.TaggedError("ModeDiffers")<{
  /** How the program opens the database. */
  readonly mode: "demo" | "live"
}> {
  override get message(): string {
    return this.mode === "demo"
      ? "The database is a live shop's: start it with STORE_MODE=live."
      : "The database has orders of demo mode, which nobody paid: begin with an empty one."
  }
}

const Setting = Schema.Struct({ value: Schema.String })
const settingOf = Query.first(Setting)<[name: string]>("SELECT value FROM setting WHERE name = ?")
const insertSetting = Query.change<[name: string, value: string]>(
  "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING"
)
const putSetting = Query.change<[name: string, value: string]>(
  "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)

/** The stored value of a setting; `fresh` is stored if there is none. */
const storedSetting = (name: string, fresh: string): Effect.Effect<string, never, Transaction> =>
  Effect.zipRight(
    insertSetting(name, fresh),
    Effect.map(settingOf(name), (setting) => Option.getOrThrow(setting).value)
  )

/** Fixes the currency at the first start; fails where another one is fixed. In a transaction. */
export const fixCurrency = (configured: Currency): Effect.Effect<void, CurrencyDiffers, Transaction> =>
  Effect.flatMap(
    storedSetting("currency", configured),
    (stored) => stored === configured ? Effect.void : new CurrencyDiffers({ stored, configured })
  )

/** The currency of the amounts in the database. In a transaction. */
export const storedCurrency: Effect.Effect<Currency, never, Transaction> = Effect.suspend(() =>
  Effect.map(
    settingOf("currency"),
    Option.match({
      onNone: () => defaultCurrency,
      onSome: ({ value }) => Currency.make(value)
    })
  )
)

const modeName = "mode"
const anyOrder = Query.first(Schema.Struct({ id: Schema.String }))("SELECT id FROM orders LIMIT 1")

/** Whether the orders of a database are a demo's. In a transaction. */
export const hasDemoOrders: Effect.Effect<boolean, never, Transaction> = Effect.gen(function*() {
  return Option.isNone(yield* settingOf(modeName)) && Option.isSome(yield* anyOrder())
})

/**
 * Fixes at the first start in live mode that the money of a database is real. From then on no start in demo mode opens
 * it, with a demo's clients and payments; and live mode opens none that has a demo's orders. In a transaction.
 */
export const fixMode = (mode: "demo" | "live"): Effect.Effect<void, ModeDiffers, Transaction> =>
  Effect.gen(function*() {
    if (mode === "demo" ? Option.isSome(yield* settingOf(modeName)) : yield* hasDemoOrders) {
      return yield* new ModeDiffers({ mode })
    }
    if (mode === "live") yield* insertSetting(modeName, mode)
  })

const secretName = "store_secret"
const checkName = "secret_check"

/** Whether a secret that the store made for itself is in the database, and so in each backup. In a transaction. */
export const keepsSecret: Effect.Effect<boolean, never, Transaction> = Effect.suspend(() =>
  Effect.map(settingOf(secretName), Option.isSome)
)

/**
 * Whether the database was written with one of a store's keys: the first key that is checked, and after each start the
 * newest one.
 */
const isOwn = Effect.fnUntraced(function*(secret: typeof StoreSecret.Service) {
  const own = marks(secret, "secret check", "")
  const stored = yield* storedSetting(checkName, own[0])
  if (!own.some((one) => equal(one, stored))) return false
  if (stored !== own[0]) yield* putSetting(checkName, own[0])
  return true
})

/** A secret that was made once for this database and is stored in it: for demos, where nobody configures one. */
export const keptSecret: Layer.Layer<StoreSecret, StoreUnavailable | SecretDiffers, Transactions | Entropy> = Layer
  .effect(
    StoreSecret,
    Effect.gen(function*() {
      const { write } = yield* Transactions
      const fresh = yield* nextSecret
      return yield* write(Effect.gen(function*() {
        const key = Buffer.from(yield* storedSetting(secretName, fresh), "base64url")
        return (yield* isOwn({ key })) ? { key } : yield* new SecretDiffers({ reason: "missing" })
      }))
    })
  )

/**
 * Secrets from the configuration, of at least 32 bytes: the store's own, and those that it had before, newest first. One
 * that was kept in the database was the first of all.
 */
export const configuredSecret = (
  [secret, ...older]: readonly [string, ...ReadonlyArray<string>]
): Layer.Layer<StoreSecret, StoreUnavailable | SecretDiffers, Transactions> =>
  Layer.effect(
    StoreSecret,
    Effect.gen(function*() {
      const { write } = yield* Transactions
      return yield* write(Effect.gen(function*() {
        const kept = Option.map(yield* settingOf(secretName), ({ value }) => Buffer.from(value, "base64url"))
        const own = {
          key: Buffer.from(secret),
          older: [...older.map((one) => Buffer.from(one)), ...Option.toArray(kept)]
        }
        return (yield* isOwn(own)) ? own : yield* new SecretDiffers({ reason: "configured" })
      }))
    })
  )

/**
 * Stores marks of the settings, and returns the names of those that differ from what the process stored that started
 * before this one.
 */
export const differing = Effect.fnUntraced(
  function*(
    settings: Readonly<Record<string, unknown>>
  ): Effect.fn.Return<ReadonlyArray<string>, StoreUnavailable, Transactions | StoreSecret> {
    const { write } = yield* Transactions
    const secret = yield* StoreSecret
    // In the same order everywhere, so that processes that start together do not deadlock.
    const own = Object.entries(settings).toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) =>
      [name, marks(secret, "shared setting", JSON.stringify([name, value]))] as const
    )
    return yield* write(Effect.gen(function*() {
      const others: Array<string> = []
      for (const [name, known] of own) {
        const stored = yield* storedSetting(`shared ${name}`, known[0])
        if (stored === known[0]) continue
        if (!known.includes(stored)) others.push(name)
        yield* putSetting(`shared ${name}`, known[0])
      }
      return others
    }))
  }
)
