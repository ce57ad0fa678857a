/**
 * Which endpoints have their turn at a process's outgoing requests: the one with the fewest attempts under way first,
 * of equal ones that which had its turn longest ago. Endpoints that fail have a few slots only, and with unknown ones
 * no more than half. No slot stays free while somebody may have it. Follows docs/specification.md#endpoints.
 *
 * @since 1.0.0
 */
import * as Endpoint from "./WebhookEndpoint.ts"

/**
 * Attempts under way in one process: all of them, those to endpoints that have not proven themselves, and of these
 * those to endpoints that fail.
 */
export const slots = 128
export const unprovenSlots = 64
export const failingSlots = 32

/** An endpoint that has something to be sent now or later. */
export interface Candidate {
  readonly endpointId: string
  readonly health: Endpoint.Health
  /** It has taken a message lately, as far as this process knows. */
  readonly isProven: boolean
  /** Attempts under way: in all processes, and in this one. */
  readonly underWay: number
  readonly underWayHere: number
  /** How many more could begin now; counted up to `Endpoint.mostAttemptsAtOnce`. */
  readonly due: number
  /** When the next one after these is due. */
  readonly laterAt: number | undefined
  /** The number of the round in which it had its last turn. */
  readonly lastTurn: number
}

export interface Turns {
  /** How many attempts begin now, by endpoint; at least one each. */
  readonly attempts: ReadonlyMap<string, number>
  /** When more may begin by the clock alone. */
  readonly nextAt: number | undefined
  /** More may begin as soon as one of those that are under way has ended. */
  readonly isCrowded: boolean
}

type Class = "proven" | "unproven" | "failing"

const classOf = ({ health, isProven }: Candidate): Class =>
  Endpoint.stateOf(health) !== "healthy" ? "failing" : isProven ? "proven" : "unproven"

/** The free slots, by who may have them. */
class Room {
  private readonly free: { all: number; unproven: number; failing: number }

  constructor(candidates: ReadonlyArray<Candidate>, free: number) {
    const used = (...classes: ReadonlyArray<Class>) =>
      candidates.filter((one) => classes.includes(classOf(one))).reduce((sum, one) => sum + one.underWayHere, 0)
    this.free = {
      all: free,
      unproven: unprovenSlots - used("unproven", "failing"),
      failing: failingSlots - used("failing")
    }
  }

  /** Takes a slot, if there is one. */
  take(of: Class): boolean {
    const { free } = this
    if (free.all <= 0 || (of !== "proven" && free.unproven <= 0) || (of === "failing" && free.failing <= 0)) {
      return false
    }
    free.all--
    if (of !== "proven") free.unproven--
    if (of === "failing") free.failing--
    return true
  }
}

/**
 * When something of an endpoint's may begin by the clock: what is due, at the end of its pause; else what comes later.
 */
const nextOf = ({ due, health: { disabledAt, pausedUntil }, laterAt }: Candidate, now: number): number | undefined => {
  if (disabledAt !== undefined) return undefined
  const isPaused = pausedUntil !== undefined && now < pausedUntil
  if (!isPaused) return laterAt
  return due > 0 ? pausedUntil : laterAt === undefined ? undefined : Math.max(laterAt, pausedUntil)
}

const earliest = (times: ReadonlyArray<number | undefined>): number | undefined =>
  times.reduce((least, one) => one === undefined || (least !== undefined && least < one) ? least : one, undefined)

/** Shares free slots among endpoints. */
export const take = (candidates: ReadonlyArray<Candidate>, free: number, now: number): Turns => {
  const room = new Room(candidates, free)
  const open = candidates.filter(({ due, health }) => due > 0 && !Endpoint.isClosed(health, now))
    .toSorted((a, b) => a.lastTurn - b.lastTurn || (a.endpointId < b.endpointId ? -1 : 1))
  const attempts = new Map<string, number>()
  for (let level = 1; level <= Endpoint.mostAttemptsAtOnce; level++) {
    for (const one of open) {
      const given = attempts.get(one.endpointId) ?? 0
      const isBehind = one.underWay + given < level
      const hasRoom = one.underWay + given < Endpoint.attemptsAtOnce(one.health, one.isProven, now)
      if (isBehind && hasRoom && given < one.due && room.take(classOf(one))) attempts.set(one.endpointId, given + 1)
    }
  }
  return {
    attempts,
    nextAt: earliest(candidates.map((one) => nextOf(one, now))),
    isCrowded: open.some(({ due, endpointId }) =>
      due >= Endpoint.mostAttemptsAtOnce || due > (attempts.get(endpointId) ?? 0)
    )
  }
}
