import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

const tests = ["packages/*/test/**/*.test.ts", "test/**/*.test.ts", "examples/*.test.ts"]
/** Crashes, sweeps, races by the thousand and long simulations: `npm run test:slow`. */
const slow = ["packages/*/test/**/*.slow.test.ts", "test/**/*.slow.test.ts"]

/** The slow files that take minutes. Most of them are short, and vitest begins with those that have the most lines. */
const longest = ["sweeps", "packages", "bench", "simulation", "crash", "readme", "mutants", "silence"]

/** Begins with the longest, so that none of them is left alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const place = ({ moduleId }: TestSpecification): number =>
      longest.toReversed().findIndex((name) => moduleId.endsWith(`/${name}.slow.test.ts`))
    return (await super.sort(files)).toSorted((one, other) => place(other) - place(one))
  }
}

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
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Files share three processes: to load everything anew for each of them takes as long as a fifth of the tests, and
    // while one waits for a timer or a page, another computes.
    pool: "forks",
    poolOptions: { forks: { minForks: 3, maxForks: 3, isolate: false } }
  }
})
