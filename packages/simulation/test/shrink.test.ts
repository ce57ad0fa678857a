/** How a failure is shrunk: what is taken away, in which order, and that the same promise stays broken. */
import { expect, test } from "vitest"
import type { RunRequest, RunResult } from "../../../scripts/simulationPool.ts"
import { commandOf, expanded, shrinking } from "../../../scripts/simulationShrink.ts"

const promise = "stock.conserved of serum"

/** What a run would have, by what is left out of it. */
interface World {
  readonly traits: ReadonlyArray<string>
  readonly people: ReadonlyArray<string>
  readonly sent: ReadonlyArray<string>
  readonly fails: (left: { readonly has: (part: string) => boolean; readonly days: number }) => ReadonlyArray<string>
}

const run = ({ fails, people, sent, traits }: World, request: RunRequest): RunResult => {
  const { days, without = [], withoutPeople = [], withoutRequests = [] } = request
  const left = {
    traits: traits.filter((one) => !without.includes(one)),
    people: people.filter((one) => !withoutPeople.includes(one)),
    sent: sent.filter((one) => !withoutRequests.includes(one) && !withoutPeople.includes(one.split(":")[0]!))
  }
  const has = (part: string) => Object.values(left).some((parts) => parts.includes(part))
  // The shrinker reads no more of a result.
  return { ...left, promises: fails({ has, days }) } as unknown as RunResult
}

/** Shrinks the failure of a world. Returns what is left of it, what was said, and in how many runs. */
const shrink = (world: World, first: RunRequest = { seed: 7, days: 5 }) => {
  const said: Array<string> = []
  const steps = shrinking(first, run(world, first), (text) => void said.push(text))
  let runs = 0
  for (let step = steps.next();; runs++) {
    if (step.done === true) return { ...step.value, runs, said }
    step = steps.next(run(world, step.value))
  }
}

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}${n + 1}`)
const none = () => [] as ReadonlyArray<string>

test("what a failure does not need is left out: days, actions, people and requests", () => {
  const { request, result, said } = shrink({
    traits: numbered("act.", 20),
    people: numbered("shopper-", 6),
    sent: numbered("shopper-2:", 30),
    fails: ({ days, has }) =>
      days >= 0.5 && ["act.3", "act.17", "shopper-2", "shopper-2:4", "shopper-2:29"].every(has) ? [promise] : none()
  })
  expect(request.days).toBe(0.5)
  expect(result.traits).toEqual(["act.3", "act.17"])
  expect(result.people).toEqual(["shopper-2"])
  expect(result.sent).toEqual(["shopper-2:4", "shopper-2:29"])
  expect(said.filter((line) => !line.startsWith(" "))).toEqual([
    `what is needed for: ${promise}\ndays`,
    "actions and faults",
    "people",
    "requests"
  ])
  const command = commandOf(request, result.traits)
  expect(command).toContain("--seed 7 --days 0.5 --only act.3,act.17 --without-people ")
  expect(command).toContain("--without-requests shopper-2:1-3,shopper-2:5-28,shopper-2:30")
})

test("another promise on the way is not the failure", () => {
  const { request, result } = shrink({
    traits: ["act.cancel", "act.return"],
    people: [],
    sent: [],
    fails: ({ has }) => has("act.cancel") ? [promise] : ["stock.conserved of balm"]
  })
  expect(result.traits).toEqual(["act.cancel"])
  expect(request.days).toBe(0.25)
})

test("the failure needs any of two, and one is left", () => {
  const { result } = shrink({
    traits: ["disk.full", "disk.busy", "act.browse"],
    people: [],
    sent: [],
    fails: ({ has }) => has("disk.full") || has("disk.busy") ? [promise] : none()
  })
  expect(result.traits).toEqual(["disk.busy"])
})

test("the requests of the final audit stay, and what others send instead is no gain", () => {
  const world: World = {
    traits: [],
    people: ["staff"],
    sent: ["staff:1", "auditor:1", "closer-2:1"],
    fails: ({ has }) => has("auditor:1") && has("closer-2:1") ? [promise] : none()
  }
  const { request } = shrink(world)
  expect(request.withoutPeople).toEqual(["staff"])
  expect(request.withoutRequests).toBeUndefined()
  const restless: World = { ...world, people: [], sent: numbered("staff:", 3), fails: () => [promise] }
  const steps = shrinking({ seed: 7, days: 1 }, run(restless, { seed: 7, days: 1 }), () => undefined)
  let step = steps.next()
  // Whatever is left out, as many are sent.
  for (; step.done !== true; step = steps.next(run(restless, { seed: 7, days: 1 })));
  expect(step.value.request.withoutRequests).toBeUndefined()
})

test("a large failure ends after 120 runs of each kind", () => {
  const { runs } = shrink({
    traits: [],
    people: [],
    sent: numbered("staff:", 400),
    fails: ({ has }) => numbered("staff:", 400).filter((_, n) => n % 2 === 0).every(has) ? [promise] : none()
  })
  // And one for the days.
  expect(runs).toBe(121)
})

test("numbers of requests are written as ranges, and read again", () => {
  expect(expanded("shopper-1:2-4,staff:7")).toEqual(["shopper-1:2", "shopper-1:3", "shopper-1:4", "staff:7"])
  const requests = ["shopper-1:3", "staff:7", "shopper-1:2", "shopper-1:4"]
  expect(commandOf({ seed: 7, days: 1, withoutRequests: requests }, [])).toBe(
    "npm run simulate -- --seed 7 --days 1 --without-requests shopper-1:2-4,staff:7"
  )
})
