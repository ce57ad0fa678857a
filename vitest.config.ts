import { defineConfig } from "vitest/config"

/** Tests read the packages' sources, without a build: the export condition says so. */
export default defineConfig({
  resolve: { conditions: ["@beauty-store/source"] },
  ssr: { resolve: { conditions: ["@beauty-store/source"], externalConditions: [] } },
  test: {
    include: ["packages/*/test/**/*.test.{ts,tsx}", "test/**/*.test.ts"],
    globalSetup: ["test/postgres-server.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Files share two processes: to load everything anew for each of them takes as long as a fifth of the tests.
    pool: "forks",
    poolOptions: { forks: { maxForks: 2, isolate: false } }
  }
})
