/**
 * Decides when the work on a request begins: so many at the same time and in one turn of the event loop; the others
 * wait in a queue of their class (`WorkClass`). What finds its queue full, or waited too long, is refused. A class
 * never takes the places of another. A request that waits for somebody outside releases its `WorkPermit`. Follows
 * docs/specification.md#overload.
 */
import { type WaitingClass, waitingClasses, type WorkClass } from "@beauty-store/http/internal/pipeline/WorkClass"
import type { Permit } from "@beauty-store/sql/WorkPermit"

/** How much of a class is done and waits at once. */
export interface ClassLimits {
  /** Requests that are worked on at the same time. */
  readonly running: number
  /** Requests that wait. */
  readonly waiting: number
  /** A request waits so long. */
  readonly waitMillis: number
  /** Requests that begin in a turn of the event loop while other classes wait as well. */
  readonly share: number
}

export type QueueLimits = Readonly<Record<WaitingClass, ClassLimits>> & {
  /** Requests that begin in a turn, of all classes. */
  readonly perTurn: number
}

export const defaultLimits: QueueLimits = {
  perTurn: 16,
  change: { running: 64, waiting: 1000, waitMillis: 2_000, share: 8 },
  read: { running: 64, waiting: 500, waitMillis: 2_000, share: 4 },
  newcomer: { running: 32, waiting: 250, waitMillis: 2_000, share: 2 },
  heavy: { running: 8, waiting: 100, waitMillis: 2_000, share: 2 }
}

/** What the queues need of the event loop and the clock. */
export interface Turns {
  /** Calls back in the next turn of the event loop. */
  readonly nextTurn: (callback: () => void) => void
  readonly after: (millis: number, callback: () => void) => void
  readonly now: () => number
}

export const realTurns: Turns = {
  nextTurn: setImmediate,
  after: (millis, callback) => void setTimeout(callback, millis).unref(),
  now: () => performance.now()
}

/** A request, as far as the queues know it. */
export interface Arrival {
  /** Begins the work. `permit` is the request's place, and `end` has to be called when the work is over. */
  readonly begin: (permit: Permit | undefined, end: () => void) => void
  readonly refuse: () => void
}

interface Waiting {
  readonly arrival: Arrival
  readonly since: number
}

/** The requests of one class. */
interface Queue {
  readonly limits: ClassLimits
  readonly waiting: Set<Waiting>
  running: number
  /** Whether a timer looks for requests that have waited too long. */
  watched: boolean
}

/** The permit of a request that is worked on. It counts unless it is released or the request is over. */
class RunningPermit implements Permit {
  private readonly count: (by: 1 | -1) => void
  private outside = 0
  private over = false

  constructor(count: (by: 1 | -1) => void) {
    this.count = count
    count(1)
  }

  readonly release = (): void => {
    if (this.outside++ === 0 && !this.over) this.count(-1)
  }

  readonly reacquire = (): void => {
    if (--this.outside === 0 && !this.over) this.count(1)
  }

  readonly end = (): void => {
    if (this.over) return
    this.over = true
    if (this.outside === 0) this.count(-1)
  }
}

/**
 * A longer time between two looks at the clock counts as this long: the process was suspended, or got no processor, and
 * nothing could have begun meanwhile.
 */
const longestStepMillis = 100
/** How often the queues look for requests that have waited too long, while any waits. */
const lookMillis = 50

export class RequestQueues {
  private readonly queues: ReadonlyMap<WaitingClass, Queue>
  private readonly perTurn: number
  private readonly turns: Turns
  private begun = 0
  private seenAt = 0
  private waited = 0
  /** Whether the next turn is asked for. */
  private isPlanned = false

  constructor(limits: QueueLimits = defaultLimits, turns: Turns = realTurns) {
    this.turns = turns
    this.perTurn = limits.perTurn
    this.queues = new Map(
      waitingClasses.map((name) => [name, { limits: limits[name], waiting: new Set(), running: 0, watched: false }])
    )
  }

  /** Takes a request in. If it has to wait, returns a function that takes it out again: its client has gone. */
  enter(name: WorkClass, arrival: Arrival): (() => void) | undefined {
    if (name === "health") {
      arrival.begin(undefined, () => undefined)
      return undefined
    }
    const queue = this.queues.get(name)!
    const { limits: { running, waiting }, waiting: line } = queue
    if (line.size === 0 && queue.running < running && this.begun < this.perTurn) {
      this.begin(queue, arrival)
      return undefined
    }
    if (line.size >= waiting) {
      arrival.refuse()
      return undefined
    }
    const one: Waiting = { arrival, since: this.time() }
    line.add(one)
    this.watch(queue)
    if (queue.running < running) this.plan()
    return () => void line.delete(one)
  }

  /** The time that counts as waiting. */
  private time(): number {
    const now = this.turns.now()
    this.waited += Math.min(now - this.seenAt, longestStepMillis)
    this.seenAt = now
    return this.waited
  }

  private begin(queue: Queue, { begin }: Arrival): void {
    this.begun++
    this.plan()
    const place = new RunningPermit((by) => {
      queue.running += by
      if (by < 0 && queue.waiting.size > 0) this.plan()
    })
    begin(place, place.end)
  }

  private plan(): void {
    if (this.isPlanned) return
    this.isPlanned = true
    this.turns.nextTurn(() => {
      this.isPlanned = false
      this.turn()
    })
  }

  /** Begins what may begin in this turn. */
  private turn(): void {
    this.begun = 0
    for (const queue of this.queues.values()) this.beginSome(queue, queue.limits.share)
    for (const queue of this.queues.values()) this.beginSome(queue, this.perTurn)
  }

  /** Begins requests of a class, the oldest first. Requests that have waited too long are refused. */
  private beginSome(queue: Queue, most: number): void {
    this.refuseOld(queue)
    const { limits, waiting } = queue
    let left = most
    for (const one of waiting) {
      if (left-- === 0 || this.begun >= this.perTurn || queue.running >= limits.running) return
      waiting.delete(one)
      this.begin(queue, one.arrival)
    }
  }

  private refuseOld({ limits: { waitMillis }, waiting }: Queue): void {
    const oldest = this.time() - waitMillis
    for (const one of waiting) {
      if (one.since > oldest) return
      waiting.delete(one)
      one.arrival.refuse()
    }
  }

  /** Refuses in time also when no place becomes free. */
  private watch(queue: Queue): void {
    if (queue.watched) return
    queue.watched = true
    const look = () => {
      this.refuseOld(queue)
      queue.watched = queue.waiting.size > 0
      if (queue.watched) this.turns.after(lookMillis, look)
    }
    this.turns.after(lookMillis, look)
  }
}
