import { describe, expect, it } from "vitest"
import * as Charge from "../src/Charge.ts"

describe("a charge", () => {
  it("is never asked for before it is counted", () => {
    const before = Charge.State.literals.filter((state) => Charge.transitions[state].includes("succeeded"))
    expect(before).toEqual(["authorised"])
  })

  it("has an end whatever happens, and an end is one", () => {
    const undecided = Charge.State.literals.filter(Charge.isUndecided)
    expect(undecided).toEqual(["begun", "authorised"])
    const reached = new Set<Charge.State>(["begun"])
    for (const state of reached) for (const next of Charge.transitions[state]) reached.add(next)
    expect([...reached].sort()).toEqual([...Charge.State.literals].sort())
  })

  it("that came to nothing never pays after all", () => {
    expect(Charge.State.literals.filter(Charge.mayPay)).toEqual(["begun", "authorised", "succeeded"])
  })
})

it("a payment by a charge that ended without money, or by an unknown one, is given up", () => {
  const charges = [{ id: "taken", state: "succeeded" }, { id: "void", state: "voided" }] as const
  expect([undefined, "taken", "void", "other"].map((id) => Charge.isGivenUp(id, charges)))
    .toEqual([false, false, true, true])
})
