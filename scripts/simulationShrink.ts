/**
 * Shrinks a failure of the simulation: takes away days, traits, people and requests for as long as the same promise is
 * broken, of the same thing (`promises` of a report). Another failure on the way is not the failure.
 *
 * Of each list half is tried first, then less, in the end one by one, in at most 120 runs. What is left need not be the
 * least possible.
 */
import type { RunRequest, RunResult } from "./simulationPool.ts"

interface Smallest {
  readonly request: RunRequest
  readonly result: RunResult
}

/** The most runs for one kind of part. */
const mostRuns = 120

/** Names with numbers as ranges: `shopper-1:2`, `shopper-1:3` are `shopper-1:2-3`. */
const compact = (requests: ReadonlyArray<string>): string => {
  const byClient = new Map<string, Array<number>>()
  for (const request of requests) {
    const [client = "", n] = request.split(":")
    byClient.set(client, [...byClient.get(client) ?? [], Number(n)])
  }
  return [...byClient].flatMap(([client, numbers]) => {
    const ranges: Array<[from: number, to: number]> = []
    for (const n of numbers.sort((a, b) => a - b)) {
      const last = ranges.at(-1)
      if (last !== undefined && last[1] === n - 1) last[1] = n
      else ranges.push([n, n])
    }
    return ranges.map(([from, to]) => `${client}:${from === to ? from : `${from}-${to}`}`)
  }).join(",")
}

/** The reverse. */
export const expanded = (text: string): ReadonlyArray<string> =>
  text.split(",").filter(Boolean).flatMap((range) => {
    const [, client = "", from = "1", to = from] = /^([\w-]+):(\d+)(?:-(\d+))?$/.exec(range) ?? []
    return Array.from({ length: Math.max(0, Number(to) - Number(from) + 1) }, (_, i) => `${client}:${Number(from) + i}`)
  })

/** The command that repeats a run, which had these traits. */
export const commandOf = (request: RunRequest, traits: ReadonlyArray<string>): string => {
  const { without = [], withoutPeople = [], withoutRequests = [] } = request
  return [
    `npm run simulate -- --seed ${request.seed} --days ${request.days}`,
    ...(request.calm === true ? ["--calm"] : []),
    ...(request.interleaved === true ? ["--interleaved"] : []),
    ...(request.stores === undefined ? [] : [`--stores ${request.stores}`]),
    ...(request.preemption === false ? ["--no-preemption"] : []),
    ...(request.reactions === true ? ["--reactions"] : []),
    ...(request.shoppersPerDay === undefined ? [] : [`--shoppers ${request.shoppersPerDay}`]),
    ...(request.fault === undefined ? [] : [`--fault ${request.fault}`]),
    ...(without.length === 0
      ? []
      : [traits.length < without.length ? `--only ${traits.join(",")}` : `--without ${without.join(",")}`]),
    ...(withoutPeople.length === 0 ? [] : [`--without-people ${withoutPeople.join(",")}`]),
    ...(withoutRequests.length === 0 ? [] : [`--without-requests ${compact(withoutRequests)}`])
  ].join(" ")
}

/** Something that a run has and that can be left out of it, part by part. */
interface Kind {
  readonly name: string
  readonly parts: (result: RunResult) => ReadonlyArray<string>
  readonly without: (request: RunRequest, some: ReadonlyArray<string>) => RunRequest
}

/** Leaves out parts of a kind: half of them at a time, then fewer, in the end one by one. */
function* leavingOut(
  { parts, without }: Kind,
  start: Smallest,
  same: (result: RunResult) => boolean,
  note: (text: string) => void
): Generator<RunRequest, Smallest, RunResult> {
  let smallest = start
  let left = mostRuns
  for (let size = Math.ceil(parts(smallest.result).length / 2); size > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < parts(smallest.result).length && left > 0; left--) {
      const some = parts(smallest.result).slice(at, at + size)
      const request = without(smallest.request, some)
      const result = yield request
      // Clients send others in the place of those that are left out: then nothing is won.
      const isSame = same(result) && parts(result).length < parts(smallest.result).length
      note(`  ${isSame ? "not needed" : "needed    "}  ${some.length > 8 ? `${some.length} of them` : some.join(" ")}`)
      if (isSame) smallest = { request, result }
      // Later ones may have taken the places of those that are gone.
      else at += size
    }
  }
  return smallest
}

/** Who requests everything again when all is over, and must not be left out. */
const isFinal = (request: string): boolean => /^(?:auditor|closer)/.test(request)

/** What is left out, in this order: what stands for most comes first. */
const kinds: ReadonlyArray<Kind> = [
  {
    name: "actions and faults",
    parts: ({ traits }) => traits,
    without: (request, some) => ({ ...request, without: [...request.without ?? [], ...some] })
  },
  {
    name: "people",
    parts: ({ people }) => people,
    without: (request, some) => ({ ...request, withoutPeople: [...request.withoutPeople ?? [], ...some] })
  },
  {
    name: "requests",
    parts: ({ sent }) => sent.filter((request) => !isFinal(request)),
    without: (request, some) => ({ ...request, withoutRequests: [...request.withoutRequests ?? [], ...some] })
  }
]

/** Asks for runs, and returns the smallest in which the same promise is broken. */
export function* shrinking(
  first: RunRequest,
  failed: RunResult,
  note: (text: string) => void
): Generator<RunRequest, Smallest, RunResult> {
  const [promise] = failed.promises
  const same = ({ promises }: RunResult) => promise !== undefined && promises.includes(promise)
  let smallest: Smallest = { request: { ...first, trace: false }, result: failed }
  note(`what is needed for: ${promise}\ndays`)
  for (const days of [0.25, 0.5, 1, 2, 3, 5, 10, 20].filter((days) => days < first.days)) {
    const request = { ...smallest.request, days }
    const result = yield request
    note(`  ${same(result) ? "enough    " : "not enough"}  ${days}`)
    if (!same(result)) continue
    smallest = { request, result }
    break
  }
  for (const kind of kinds) {
    note(kind.name)
    smallest = yield* leavingOut(kind, smallest, same, note)
  }
  return smallest
}
