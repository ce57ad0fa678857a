/**
 * What a database keeps about the settings of the programs that run on it: the store's secret, or a mark of the one that
 * is configured, and a mark of each setting that has to be the same for all of them.
 *
 * A secret other than the database's own is refused: under it no link and no cursor would be recognised, and partners'
 * secrets could not be opened. Other settings that differ are named, and the store runs: an
 * operator may change them one instance after the other. A mark is keyed; it tells nobody what was marked. Follows
 * docs/specification.md#start-and-stop.
 */
import { Entropy, nextSecret } from "@beauty-store/kernel/Entropy"
import * as Query from "@beauty-store/kernel/Query"
import { equal, mark, StoreSecret } from "@beauty-store/kernel/Secrets"
import { type StoreUnavailable, type Transaction, Transactions } from "@beauty-store/kernel/Transactions"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** The secret is not the one that the database was written with. */
export class SecretDiffers extends Data.TaggedError("SecretDiffers")<{
  /**
   * `configured`: the database was written with another configured secret. `kept`: it was written with the secret that it
   * keeps itself, and one is configured. `missing`: it was written with a configured one, and none is.
   */
  readonly reason: "configured" | "kept" | "missing"
}> {}

const Setting = Schema.Struct({ value: Schema.String })
const settingOf = Query.first(Setting)<[name: string]>("SELECT value FROM setting WHERE name = ?")
const insertSetting = Query.change<[name: string, value: string]>(
  "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING"
)
const putSetting = Query.change<[name: string, value: string]>(
  "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)

/** A setting that is made at its first use and is the same ever after: `fresh` is taken only where there is none. */
const keptSetting = (name: string, fresh: string): Effect.Effect<string, never, Transaction> =>
  Effect.zipRight(
    insertSetting(name, fresh),
    Effect.map(settingOf(name), (setting) => Option.getOrThrow(setting).value)
  )

const secretName = "store_secret"
const checkName = "secret_check"

/** Whether a key is the one that the database was written with. The first one that asks is. */
const isOwn = (key: Uint8Array): Effect.Effect<boolean, never, Transaction> => {
  const own = mark({ key }, "secret check", "")
  return Effect.map(keptSetting(checkName, own), (kept) => equal(kept, own))
}

/** A secret that was made once for this database and is kept in it: for demos, where nobody configures one. */
export const keptSecret: Layer.Layer<StoreSecret, StoreUnavailable | SecretDiffers, Transactions | Entropy> = Layer
  .effect(
    StoreSecret,
    Effect.gen(function*() {
      const { write } = yield* Transactions
      const fresh = yield* nextSecret
      return yield* write(Effect.gen(function*() {
        const key = Buffer.from(yield* keptSetting(secretName, fresh), "base64url")
        return (yield* isOwn(key)) ? { key } : yield* new SecretDiffers({ reason: "missing" })
      }))
    })
  )

/** A secret from the configuration: at least 32 bytes of it. */
export const configuredSecret = (
  secret: string
): Layer.Layer<StoreSecret, StoreUnavailable | SecretDiffers, Transactions> =>
  Layer.effect(
    StoreSecret,
    Effect.gen(function*() {
      const { write } = yield* Transactions
      const key = Buffer.from(secret)
      return yield* write(Effect.gen(function*() {
        if (yield* isOwn(key)) return { key }
        const kept = yield* settingOf(secretName)
        return yield* new SecretDiffers({ reason: Option.isSome(kept) ? "kept" : "configured" })
      }))
    })
  )

/**
 * The names of those settings that are not as the instance had them that started last on this database, which from now on
 * is this one. On SQLite there is no other instance, and nothing is kept or compared.
 */
export const differing = Effect.fnUntraced(
  function*(
    settings: Readonly<Record<string, unknown>>
  ): Effect.fn.Return<ReadonlyArray<string>, StoreUnavailable, Transactions | StoreSecret> {
    const { dialect, write } = yield* Transactions
    const secret = yield* StoreSecret
    if (dialect === "sqlite") return []
    // In one order everywhere, so that instances that start together wait for each other and not in a circle.
    const marks = Object.entries(settings).toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) =>
      [name, mark(secret, "shared setting", JSON.stringify([name, value]))] as const
    )
    return yield* write(Effect.gen(function*() {
      const others: Array<string> = []
      for (const [name, own] of marks) {
        const kept = yield* keptSetting(`shared ${name}`, own)
        if (kept === own) continue
        others.push(name)
        yield* putSetting(`shared ${name}`, own)
      }
      return others
    }))
  }
)
