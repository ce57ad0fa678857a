/** The score, by properties over any verdicts. */
import fc from "fast-check"
import { expect, it } from "vitest"
import { Dimension, Status } from "../src/Check.ts"
import * as Score from "../src/Score.ts"

const verdict = fc.record({
  dimension: fc.constantFrom(...Dimension.literals),
  weight: fc.integer({ min: 1, max: 10 }),
  status: fc.constantFrom(...Status.literals)
})

const verdicts = fc.array(verdict, { maxLength: 60 }).map((all) => all.map((one, n) => ({ ...one, id: `check-${n}` })))

/** Without errors, so that there is a score wherever anything counts. */
const judged = verdicts.map((all) => all.filter(({ status }) => status !== "error"))

it("is between 0 and 100, or null where nothing counts", () => {
  fc.assert(fc.property(judged, (all) => {
    const { overall } = Score.of(all)
    const counts = all.some(({ status }) => status !== "not_applicable")
    expect(overall === null).toBe(!counts)
    if (overall !== null) expect(overall >= 0 && overall <= 100).toBe(true)
  }))
})

it("is 100 exactly where everything that counts passes, and 0 where everything fails", () => {
  fc.assert(fc.property(judged, (all) => {
    const { overall } = Score.of(all)
    const counted = all.filter(({ status }) => status !== "not_applicable")
    if (counted.length === 0) return
    expect(overall === 100).toBe(counted.every(({ status }) => status === "pass"))
    expect(overall === 0).toBe(counted.every(({ status }) => status === "fail"))
  }))
})

it("counts what is met in part as half", () => {
  const dimension = "understandability"
  expect(
    Score.of([
      { id: "a", dimension, weight: 3, status: "partial" },
      { id: "b", dimension, weight: 4, status: "pass" },
      { id: "c", dimension, weight: 1, status: "fail" }
    ]).overall
  ).toBe(68.75)
})

it("of a dimension depends on its own checks alone", () => {
  fc.assert(fc.property(verdicts, fc.constantFrom(...Dimension.literals), (all, dimension) => {
    const own = Score.of(all.filter((one) => one.dimension === dimension))
    expect(own.dimensions[dimension]).toBe(Score.of(all).dimensions[dimension])
    expect(own.overall).toBe(Score.of(all).dimensions[dimension])
  }))
})

it("the gain of a fix is the difference between the two scores", () => {
  fc.assert(fc.property(verdicts, fc.nat(), (all, pick) => {
    const chosen = all[pick % Math.max(1, all.length)]
    if (chosen === undefined) return
    const mended = all.map((one) => one.id === chosen.id ? { ...one, status: "pass" as const } : one)
    const [before, after] = [Score.of(all).overall, Score.of(mended).overall]
    const gain = Score.gain(all, chosen.id)
    if (before === null || after === null) expect(gain).toBeNull()
    else {
      expect(gain).toBe(after - before)
      if (chosen.status === "fail" || chosen.status === "partial") expect(gain!).toBeGreaterThan(0)
    }
  }))
})

it("does not exist where more than a tenth of the weight could not be judged", () => {
  const of = (errors: number) =>
    Score.of([
      { id: "a", dimension: "discoverability", weight: 90, status: "pass" },
      { id: "b", dimension: "discoverability", weight: errors, status: "error" },
      { id: "c", dimension: "discoverability", weight: 900, status: "not_applicable" }
    ]).overall
  expect(of(10)).toBe(100)
  expect(of(11)).toBeNull()
})

it("is shown with one decimal", () => {
  expect(Score.shown(100 * 2 / 3)).toBe(66.7)
  expect(Score.shown(null)).toBeNull()
})
