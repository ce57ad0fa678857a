/**
 * Programs that differ and share a database, one after the other: which of them start. `start-and-stop.slow.test.ts`
 * has what they print. Follows docs/specification.md#start-and-stop and docs/specification.md#migrations.
 */
import * as Carrier from "@beauty-store/carrier-simulated/Ledger"
import * as Store from "@beauty-store/commerce/Tables"
import * as Payments from "@beauty-store/payments-simulated/provider/Ledger"
import * as Scanner from "@beauty-store/readiness/Platform"
import * as PgClient from "@effect/sql-pg/PgClient"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { everyDatabase, type Place } from "./shop/places.ts"
import { openShop } from "./shop/server.ts"

const databases = {
  "the store's tables": { file: "store.db", schema: "public", before: "", list: Store.migrations },
  "the scanner's tables": {
    file: "store.db",
    schema: "public",
    before: `${Scanner.tables.key}_`,
    list: Scanner.tables.migrations
  },
  "the simulated payment provider's ledger": {
    file: "payments-simulated.db",
    schema: "payments_simulated",
    before: "",
    list: Payments.migrations
  },
  "the simulated carrier's ledger": {
    file: "carrier-simulated.db",
    schema: "carrier_simulated",
    before: "",
    list: Carrier.migrations
  }
}
type Name = keyof typeof databases
const names = Object.keys(databases) as ReadonlyArray<Name>

/** Runs a statement on one of a place's databases. */
const execute = async ({ databaseUrl }: Place, name: Name, text: string): Promise<void> => {
  const { file, schema } = databases[name]
  if (databaseUrl.startsWith("sqlite:")) {
    const db = new Sqlite(join(dirname(databaseUrl.slice("sqlite:".length)), file))
    db.exec(text)
    db.close()
    return
  }
  const url = new URL(databaseUrl)
  url.searchParams.set("options", `-c search_path=${schema}`)
  await Effect.runPromise(Effect.provide(
    Effect.flatMap(PgClient.PgClient, (sql) => sql.unsafe(text)),
    PgClient.layer({ url: Redacted.make(url.href), maxConnections: 1 })
  ))
}

it.each(names)("%s name, for each migration, an older one that its window begins with, or none", (name) => {
  const before: Array<string> = []
  for (const { compatibleFrom, name: own } of databases[name].list) {
    expect((before.at(-1) ?? "") < own).toBe(true)
    if (compatibleFrom !== undefined) expect(before).toContain(compatibleFrom)
    before.push(own)
  }
})

describe.each(Object.entries(everyDatabase))("on %s, a start", (_, at) => {
  let place: Place
  beforeAll(async () => {
    place = await at()
  })
  afterAll(() => place.leave())
  const secret = "the secret of the first instance and of all others"
  const run = async (more: Readonly<Record<string, string>>): Promise<void> => {
    const running = await openShop({ DATABASE_URL: place.databaseUrl, SIMULATED_CARRIER_SECONDS: "20", ...more })
    expect((await running.get("/health/ready")).status).toBe(200)
    await running.close()
  }
  const refused = (more: Readonly<Record<string, string>>): Promise<any> =>
    run(more).then(() => expect.fail("it started"), (error: unknown) => error)

  it("over tables of a newer program is refused, by name, unless that one only added to them", async () => {
    await run({ STORE_SECRET: secret })
    const applied = (name: Name, migrated: string) =>
      execute(place, name, `INSERT INTO ${databases[name].before}migration (name, at) VALUES ('${migrated}', 1)`)
    const requires = (name: Name, migrated: string) =>
      execute(place, name, `UPDATE ${databases[name].before}compatibility SET compatible_from = '${migrated}'`)
    for (const name of names) await applied(name, "998_added")
    await run({ STORE_SECRET: secret })
    for (const name of names) {
      const last = databases[name].list.at(-1)!.name
      await applied(name, "999_newer")
      await requires(name, "998_added")
      expect(String((await refused({ STORE_SECRET: secret })).message)).toContain(
        `A newer program has brought ${name} to 999_newer. They need a program that knows 998_added, and this one ends `
          + `with ${last}`
      )
      await requires(name, last)
    }
    await run({ STORE_SECRET: secret })
  })

  it("with another secret than its database's, or none, is refused", async () => {
    expect(String(await refused({ STORE_SECRET: "another secret as long as it has to be" }))).toContain(
      "SecretDiffers"
    )
    expect(String(await refused({}))).toContain("SecretDiffers")
    // It has not left a secret of its own.
    await run({ STORE_SECRET: secret })
  })

  it("with another secret beside its database's takes that one's place, and the one before goes", async () => {
    const [next, after] = ["the second secret of all instances", "the third secret of all instances"]
    await run({ STORE_SECRET: `${next},${secret}` })
    await run({ STORE_SECRET: next })
    expect(String(await refused({ STORE_SECRET: secret }))).toContain("SecretDiffers")
    await run({ STORE_SECRET: `${after}, ${next}` })
    expect(String(await refused({ STORE_SECRET: secret }))).toContain("SecretDiffers")
  })
})
