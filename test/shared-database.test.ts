/**
 * Programs that differ and share a database, at once or one after the other: which of them start, and what they say. Follows
 * docs/specification.md#start-and-stop and docs/specification.md#migrations.
 */
import * as Carrier from "@beauty-store/carrier-simulated/Ledger"
import * as Store from "@beauty-store/commerce/Tables"
import * as Payments from "@beauty-store/payments-simulated/Ledger"
import * as PgClient from "@effect/sql-pg/PgClient"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { dirname, join } from "node:path"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { everyDatabase, file, type Place, postgres } from "./shop/places.ts"
import { killAll, runToEnd, start } from "./shop/program.ts"
import { useServerProgram } from "./shop/programs.ts"
import { openShop } from "./shop/server.ts"

const server = useServerProgram()
afterEach(killAll)

const databases = {
  "the store's tables": { file: "store.db", schema: "public", list: Store.migrations },
  "the simulated payment provider's ledger": {
    file: "payments-simulated.db",
    schema: "payments_simulated",
    list: Payments.migrations
  },
  "the simulated carrier's ledger": {
    file: "carrier-simulated.db",
    schema: "carrier_simulated",
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
    expect(before.at(-1) ?? "" < own).toBeTruthy()
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
  const secret = "the secret of the first instance, and of all"
  const run = async (more: Readonly<Record<string, string>>): Promise<void> => {
    const running = await openShop({ DATABASE_URL: place.databaseUrl, SIMULATED_CARRIER_SECONDS: "20", ...more })
    expect((await running.get("/health/ready")).status).toBe(200)
    await running.close()
  }
  const refused = (more: Readonly<Record<string, string>>): Promise<any> =>
    run(more).then(() => expect.fail("it started"), (error: unknown) => error)

  it("over tables of a newer program is refused, by name, unless that one only added to them", async () => {
    await run({ STORE_SECRET: secret })
    for (const name of names) {
      const last = databases[name].list.at(-1)!.name
      await execute(place, name, "INSERT INTO migration (name, at) VALUES ('998_added', 1)")
      await run({ STORE_SECRET: secret })
      await execute(place, name, "INSERT INTO migration (name, at) VALUES ('999_newer', 1)")
      await execute(place, name, "UPDATE compatibility SET compatible_from = '998_added'")
      expect(String((await refused({ STORE_SECRET: secret })).message)).toContain(
        `A newer program has brought ${name} to 999_newer. They need a program that knows 998_added, and this one ends `
          + `with ${last}`
      )
      await execute(place, name, "DELETE FROM migration WHERE name LIKE '99%'")
      await execute(place, name, `UPDATE compatibility SET compatible_from = '${last}'`)
    }
    await run({ STORE_SECRET: secret })
  })

  it("with another secret than its database's, or none, is refused", async () => {
    await run({ STORE_SECRET: secret })
    expect(String(await refused({ STORE_SECRET: "another secret, as long as it has to be" }))).toContain(
      "SecretDiffers"
    )
    expect(String(await refused({}))).toContain("SecretDiffers")
    // It has not left a secret of its own.
    await run({ STORE_SECRET: secret })
  })
})

describe("on SQLite, the process", () => {
  let place: Place
  beforeAll(async () => {
    place = await file()
    const running = await openShop({ DATABASE_URL: place.databaseUrl })
    await running.close()
  })
  afterAll(() => place.leave())

  it.each(
    [
      [/^STORE_SECRET is set, but this database was written with the secret that is stored in it.*\n$/, {
        STORE_SECRET: "a secret that somebody has set by hand"
      }, "SELECT 1"],
      [
        /^A newer program has brought the store's tables to .* start a newer release\.\n$/,
        {},
        "UPDATE compatibility SET compatible_from = '999_newer'"
      ],
      [
        /^STORE_SECRET is not set, but this database was written with one.*\n$/,
        {},
        `DELETE FROM setting WHERE name = 'store_secret'; UPDATE compatibility SET compatible_from = '${
          Store.migrations.at(-1)!.name
        }'`
      ],
      [/^STORE_SECRET is not the secret that this database was written with.*\n$/, {
        STORE_SECRET: "a secret that somebody has set by hand"
      }, "SELECT 1"]
    ] as const
  )("says %s in one line and exits with 1", async (line, settings, text) => {
    await execute(place, "the store's tables", text)
    const { code, err, out } = await runToEnd(server(), { PORT: "0", DATABASE_URL: place.databaseUrl, ...settings })
    expect({ code, out }).toEqual({ code: 1, out: "" })
    expect(err).toMatch(line)
    expect(err.trim().split("\n")).toHaveLength(1)
    expect(err).not.toContain("by hand")
  })
})

it("on PostgreSQL, other settings that differ are warned of by name, and the store runs", async () => {
  const place = await postgres()
  const settings = {
    PORT: "0",
    DATABASE_URL: place.databaseUrl,
    BASE_URL: "http://shop.example",
    STOP_GRACE_SECONDS: "0"
  }
  const one = await start(server(), settings)
  expect(one.output()).not.toContain("these settings")
  const webhooks = "whsec_c29tZSBvdGhlciBzZWNyZXQgb2YgcGFydG5lcnM="
  const two = await start(server(), {
    ...settings,
    STORE_NAME: "Another",
    ALLOWANCE_PER_DAY: "1",
    WEBHOOK_SECRETS: webhooks
  })
  const warnings = two.output().split("\n").filter((line) => line.includes("these settings"))
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toContain(": ALLOWANCE_PER_DAY, STORE_NAME, WEBHOOK_SECRETS")
  expect(warnings[0]).toContain("WARN")
  expect(warnings[0]).not.toContain("whsec_")
  // The next one with the same is like the last.
  const three = await start(server(), {
    ...settings,
    STORE_NAME: "Another",
    ALLOWANCE_PER_DAY: "1",
    WEBHOOK_SECRETS: webhooks
  })
  expect(three.output()).not.toContain("these settings")
  for (const running of [one, two, three]) expect(await running.stop()).toBe(0)
  await place.leave()
})
