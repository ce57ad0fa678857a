/** A small calm world in which one fault strikes once, at one place after another. `--every-fault` tries all places. */
import { type Options, simulate } from "@beauty-store/simulation/Simulation"
import { faults } from "@beauty-store/simulation/world/SwarmConfiguration"
import { expect } from "vitest"

type Trait = keyof typeof faults

/** Faults that strike at a place: an outage lasts for hours instead, and some are of several stores. */
export const traitsThatStrike = (Object.keys(faults) as ReadonlyArray<Trait>).filter((trait) =>
  !trait.endsWith(".outage") && !/^(?:stores|clocks)\./.test(trait)
)

/** So far apart are the places that a fault is tried at, of those that one small world has. */
const stride: Partial<Record<Trait, number>> = {
  "disk.full": 97,
  "disk.ioerr": 101,
  "disk.busy": 29,
  "disk.commitFails": 29,
  "disk.commitLost": 31,
  "store.killed": 397
}

const world: Options = {
  seed: 6,
  days: 1,
  shoppersPerDay: 1,
  calm: true,
  interleaved: false,
  without: new Set(["act.hoard"])
}

/** Tries a fault at some of its places: from one of them on, so many. No promise may break. */
export const strike = (trait: Trait, from: number, places: number): void => {
  for (let i = from; i < from + places; i++) {
    const singleFault = { trait, nth: 1 + i * (stride[trait] ?? 1) }
    const { faults: struck, violations } = simulate({ ...world, singleFault })
    expect(violations, `${trait}, place ${singleFault.nth}`).toEqual([])
    if (!struck.has(trait)) break
  }
}
