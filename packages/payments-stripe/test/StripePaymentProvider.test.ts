import { providerSuite, type SuiteOptions } from "@beauty-store/testing/ProviderSuite"
import { describe } from "vitest"
import { useDatabase } from "../../../test/postgres.ts"
import * as Provider from "../../../test/shop/payment-provider.ts"
import { makeWorld } from "./world.ts"

/** Stripe's page has no button to refuse a mandate, and its tokens are not redeemed. */
const options: SuiteOptions = { offers: ["wallets", "challenges", "delays", "notifications", "mandates"] }

providerSuite("Stripe, on SQLite", () => makeWorld(Provider.memory()), options)

describe("on PostgreSQL", () => {
  const url = useDatabase()
  providerSuite("Stripe, on PostgreSQL", () => makeWorld(Provider.postgres(url)), options)
})
