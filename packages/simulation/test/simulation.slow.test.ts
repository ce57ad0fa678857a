/** The simulation at more places, and for longer, than the quick tests have time for. */
import { simulate } from "@beauty-store/simulation/Simulation"
import { describe, expect, test } from "vitest"
import { strike, traitsThatStrike } from "./singleFault.ts"

describe("one fault", () => {
  test.each(traitsThatStrike)("%s does no harm where it can strike later", (trait) => strike(trait, 1, 2))
})

test("a world of five days in which a limit was once counted from before the moment that the order told", () => {
  expect(simulate({ seed: 751, days: 5 }).violations).toEqual([])
})
