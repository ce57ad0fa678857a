import { defineConfig } from "vitest/config"

const tests = ["packages/*/test/**/*.test.ts", "test/**/*.test.ts"]
/** Crashes, sweeps, races by the thousand and long simulations: `npm run test:slow`. */
const slow = ["packages/*/test/**/*.slow.test.ts", "test/**/*.slow.test.ts"]

/** Tests read the packages' sources, without a build: the export condition says so. */
export default defineConfig({
  resolve: { conditions: ["@beauty-store/source"] },
  ssr: { resolve: { conditions: ["@beauty-store/source"], externalConditions: [] } },
  test: {
    projects: [
      { extends: true, test: { name: "quick", include: tests, exclude: slow } },
      { extends: true, test: { name: "slow", include: slow } }
    ],
    globalSetup: ["test/broker.ts"],
    setupFiles: ["test/setup.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Files share three processes: to load everything anew for each of them takes as long as a fifth of the tests, and
    // while one waits for a timer or a page, another computes.
    pool: "forks",
    poolOptions: { forks: { minForks: 3, maxForks: 3, isolate: false } }
  }
})
