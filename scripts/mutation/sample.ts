/**
 * Which generated mutants are run: a seeded sample, the same number of each stratum. Strata are the kinds, and, as one of
 * its own, whatever judges: the store's audit and the simulation's auditor.
 *
 * A mutant's place in its stratum depends on the seed and its id alone, so a mutant that comes or goes elsewhere in the
 * sources, or one that is passed over, moves no other.
 */
import { createHash } from "node:crypto"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { type Compiler, root } from "./compiler.ts"
import type { MutantResult } from "./results.ts"
import { type GeneratedMutant, kinds, mutantsOf } from "./sourceMutants.ts"

/** Sources with the rules by which a shop is judged. */
const judging = /^packages\/(commerce\/src\/audit|simulation\/src\/auditor)\//

/** A released migration never changes. */
const leftOut = /^packages\/commerce\/src\/Tables\.ts$/

const folders = ["packages/domain/src", "packages/commerce/src", "packages/http/src", "packages/simulation/src/auditor"]

export const strata = [...kinds, "audit"] as const
export type Stratum = typeof strata[number]

export const stratumOf = ({ file, kind }: Pick<GeneratedMutant, "file" | "kind">): Stratum =>
  judging.test(file) ? "audit" : kind

/** A pattern of paths: `*` is anything within a folder, `**` anything. */
const patternOf = (glob: string): RegExp => {
  const quoted = glob.replace(/[\\^$.+?()[\]{}|]/g, "\\$&")
  return new RegExp(`^${quoted.replace(/\*\*|\*/g, (stars) => stars === "*" ? "[^/]*" : ".*")}$`)
}

/** The sources that are mutated, from the root. */
export const sources = (glob = "**"): ReadonlyArray<string> => {
  const pattern = patternOf(glob)
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
  ).filter((file) => !leftOut.test(file) && pattern.test(file)).sort()
}

/** Every mutant of those sources. */
export const allMutants = (compiler: Compiler, glob?: string): ReadonlyArray<GeneratedMutant> =>
  sources(glob).flatMap((file) => mutantsOf(file, compiler.parse(file)))

/** In the order that a seed draws. */
const rankedBy = (seed: number, mutants: ReadonlyArray<GeneratedMutant>): ReadonlyArray<GeneratedMutant> =>
  mutants.map((mutant) => ({ mutant, at: createHash("sha256").update(`${seed} ${mutant.id}`).digest("hex") }))
    .sort((a, b) => a.at < b.at ? -1 : a.at > b.at ? 1 : 0)
    .map(({ mutant }) => mutant)

/**
 * `size` of them, the strata in turn, each in the order that the seed draws. Those that are not `fit` are passed over,
 * and the next of their stratum comes in their place.
 */
export const drawn = function*(
  mutants: ReadonlyArray<GeneratedMutant>,
  seed: number,
  size: number,
  fit: (mutant: GeneratedMutant) => boolean
): Generator<GeneratedMutant, void> {
  const ranked = rankedBy(seed, mutants)
  const rest = new Map(
    strata.map((stratum) => [stratum, ranked.filter((mutant) => stratumOf(mutant) === stratum).values()] as const)
  )
  let count = 0
  while (rest.size > 0) {
    for (const [stratum, left] of rest) {
      if (count === size) return
      let next = left.next()
      while (next.done !== true && !fit(next.value)) next = left.next()
      if (next.done === true) {
        rest.delete(stratum)
        continue
      }
      count++
      yield next.value
    }
  }
}

/** `size` of those that one of the first seeds saw, the strata in turn. */
export const cheapKills = (
  mutants: ReadonlyArray<GeneratedMutant>,
  seed: number,
  size: number,
  known: (mutant: GeneratedMutant) => MutantResult | undefined
): Iterable<GeneratedMutant> =>
  drawn(mutants, seed, size, (mutant) => {
    const { simulation } = known(mutant) ?? {}
    return simulation !== undefined && "seed" in simulation && simulation.seed <= 5
  })
