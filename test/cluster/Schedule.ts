/**
 * The faults of a run, drawn from its seed before it begins: kind, instance, beginning and length of each.
 *
 * Faults overlap, except that none acts on what another one is acting on (`uses`). The same seed draws the same faults
 * for the same length and number of instances. What the machine does in between (which request a fault hits, how long a
 * restart takes) is not reproducible.
 */
import type { Prng } from "@beauty-store/simulation/engine/Prng"

/** A part of the cluster that a fault acts on. */
export type Part = "database" | `network ${number}` | `door ${number}` | `process ${number}` | `clock ${number}`

interface Form {
  /** How long it lasts, in milliseconds. */
  readonly lasts: readonly [least: number, most: number]
  /** What it acts on; `all` instances where it may act on all at once. */
  readonly on: "database" | "network" | "door" | "process" | "clock"
  readonly mayHitAll?: boolean
  readonly says: string
}

/** `network` is between an instance and the database, `door` between clients and an instance. */
export const kinds = {
  silence: { lasts: [1_500, 9_000], on: "network", mayHitAll: true, says: "the network to the database is silent" },
  loss: { lasts: [500, 6_000], on: "network", mayHitAll: true, says: "bytes to and from the database are lost" },
  halfSilence: {
    lasts: [500, 6_000],
    on: "network",
    mayHitAll: true,
    says: "statements arrive at the database, its responses do not come back"
  },
  refusal: { lasts: [300, 3_000], on: "network", mayHitAll: true, says: "connections to the database are refused" },
  reset: { lasts: [0, 0], on: "network", mayHitAll: true, says: "connections to the database are reset" },
  delay: { lasts: [1_000, 5_000], on: "network", mayHitAll: true, says: "the network to the database is slow" },
  doorReset: { lasts: [0, 0], on: "door", mayHitAll: true, says: "clients' connections are reset" },
  doorSilence: { lasts: [500, 4_000], on: "door", says: "responses to clients are lost" },
  pause: { lasts: [500, 9_000], on: "process", says: "SIGSTOP, then SIGCONT" },
  kill: { lasts: [0, 2_500], on: "process", says: "SIGKILL, then a start" },
  stop: { lasts: [0, 2_000], on: "process", says: "SIGTERM, then a start" },
  release: { lasts: [5_000, 9_000], on: "process", says: "the released program runs in place of the present one" },
  clock: { lasts: [2_000, 8_000], on: "clock", says: "the clock is wrong" },
  backends: { lasts: [0, 0], on: "database", says: "some sessions of PostgreSQL are ended" },
  readOnly: { lasts: [1_000, 5_000], on: "database", says: "the database is read-only" },
  restart: { lasts: [0, 0], on: "database", says: "PostgreSQL stops and starts" }
} as const satisfies Readonly<Record<string, Form>>

export type Kind = keyof typeof kinds

export interface Fault {
  readonly kind: Kind
  /** When it begins, and how long it lasts, in milliseconds. */
  readonly at: number
  readonly lasts: number
  /** The instances that it hits; for a fault of the database, all. */
  readonly instances: ReadonlyArray<number>
  /** From 0 to 1: how far a clock is off, how slow the network is, how many sessions end. */
  readonly strength: number
}

/** How long parts may take to be as before, after a fault: another one would have nothing to hit. */
const recovery = { network: 500, door: 300, process: 3_000, clock: 500, database: 2_000 }

/** What a fault acts on: no other fault acts on it before this one has ended. */
export const partsOf = (kind: Kind, instances: ReadonlyArray<number>): ReadonlyArray<Part> => {
  const { on }: Form = kinds[kind]
  return on === "database" ? [on] : instances.map((instance): Part => `${on} ${instance}`)
}

/** Draws the faults of a run of so many milliseconds. */
export const drawSchedule = (prng: Prng, millis: number, instances: number): ReadonlyArray<Fault> => {
  const all = Array.from({ length: instances }, (_, n) => n)
  const busyUntil = new Map<Part, number>()
  const faults: Array<Fault> = []
  const names = Object.keys(kinds) as ReadonlyArray<Kind>
  // Each kind once before any comes again, so that a short run has many of them.
  let left: Array<Kind> = []
  for (let at = 1_000; at < millis; at += prng.int(200, 2_500)) {
    if (left.length === 0) left = [...names]
    const kind = prng.pick(left)
    const form: Form = kinds[kind]
    const isForAll = form.on === "database" || (form.mayHitAll === true && prng.happens(0.3))
    const hit = isForAll ? all : [prng.pick(all)]
    const lasts = Math.min(prng.int(...form.lasts), Math.max(0, millis - at))
    const strength = prng.next()
    const parts = partsOf(kind, hit)
    if (parts.some((part) => (busyUntil.get(part) ?? 0) > at)) continue
    left.splice(left.indexOf(kind), 1)
    for (const part of parts) busyUntil.set(part, at + lasts + recovery[form.on])
    faults.push({ kind, at, lasts, instances: hit, strength })
  }
  return faults
}
