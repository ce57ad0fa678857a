/** The simulation at more places, and for longer, than the quick tests have time for. */
import { type Options, simulate } from "@beauty-store/simulation/Simulation"
import { describe, expect, test } from "vitest"
import { strike, traitsThatStrike } from "./singleFault.ts"

describe("one fault", () => {
  test.each(traitsThatStrike)("%s does no harm where it first can strike, and later", (trait) => strike(trait, 0, 3))
})

describe.each([{ interleaved: false }, { interleaved: true }])(
  "a world, interleaved: $interleaved",
  ({ interleaved }) => {
    test.each([11, 12])("has a shop's own rows exactly where their events are, seed %d", (seed) => {
      const { violations } = simulate({ days: 2, shoppersPerDay: 2, seed, interleaved, ownReactions: true })
      expect(violations).toEqual([])
    })
  }
)

/** Worlds in which the store once broke a promise, and which. */
const regressions: ReadonlyArray<readonly [was: string, Options]> = [
  ["a bank sent a refund back, the notification was lost, and it stayed done", { seed: 116, days: 2 }],
  ["the books missed messages of others' orders to an agent's platform", { seed: 1, days: 1 }],
  ["an endpoint's recovery overwrote what had become of it meanwhile", { seed: 10, days: 2, interleaved: true }],
  ["a limit was counted from before the moment that the order told", { seed: 751, days: 5 }]
]

describe("worlds that once broke a promise", () => {
  test.each(regressions)("%s", (_, options) => {
    expect(simulate(options).violations).toEqual([])
  })
})
