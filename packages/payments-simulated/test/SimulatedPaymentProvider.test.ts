import { describe } from "vitest"
import { useDatabase } from "../../../test/postgres.ts"
import { providerSuite } from "./providerSuite.ts"
import { memory, postgres, world } from "./worlds.ts"

providerSuite("simulated, on SQLite", () => world(memory()))

describe("on PostgreSQL", () => {
  const url = useDatabase()
  providerSuite("simulated, on PostgreSQL", () => world(postgres(url)))
})
