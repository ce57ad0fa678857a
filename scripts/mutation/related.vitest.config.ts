/**
 * The tests' settings for a run with a mutant (`relatedTests.ts`): its source is changed as a test imports it, and the
 * tests of its own package come first, because they are the likeliest to fail.
 */
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import shared from "../../vitest.config.ts"
import { stratumOf } from "./sample.ts"
import { type GeneratedMutant, plantedAt } from "./sourceMutants.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const mutant = JSON.parse(process.env["MUTANT"]!) as GeneratedMutant
const place = `${root}${mutant.file}`
const ownTests = `${root}${mutant.file.split("/").slice(0, 2).join("/")}/test/`

class OwnTestsFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const ordered = await super.sort(files)
    const isOwn = ({ moduleId }: TestSpecification) => moduleId.startsWith(ownTests)
    const others = ordered.filter((file) => !isOwn(file))
    return [...ordered.filter(isOwn), ...others]
  }
}

const simulations = ["packages/simulation/test/**", "test/simulate.test.ts", "test/mutants.test.ts"]
const [quick] = shared.test!.projects as ReadonlyArray<{ readonly test: { readonly exclude: ReadonlyArray<string> } }>

export default defineConfig({
  ...shared,
  plugins: [{
    name: "plant",
    enforce: "pre",
    transform: (source, id) => id.split("?")[0] === place ? plantedAt(mutant, source) : undefined
  }],
  test: {
    ...shared.test,
    projects: [{
      ...quick,
      extends: true,
      test: {
        ...quick!.test,
        exclude: [...quick!.test.exclude, ...(stratumOf(mutant) === "audit" ? [] : simulations)]
      }
    }],
    sequence: { sequencer: OwnTestsFirst },
    poolOptions: { forks: { minForks: 2, maxForks: 2, isolate: false } }
  }
})
