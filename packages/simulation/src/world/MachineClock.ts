/**
 * The clock of a machine that a store runs on: wrong by some seconds or minutes, running too fast or too slow, and set
 * now and then, also backwards. It outlives the store's process. A clock that drifts is corrected once a day, by a
 * jump. All of it is drawn before the world begins, so that the auditor knows how wrong a clock can be, and allows no
 * more.
 */
import type { Prng } from "../engine/Prng.ts"
import { day, minute, second } from "../engine/Time.ts"
import type { SwarmConfiguration } from "./SwarmConfiguration.ts"

/** From a moment on, the clock is ahead by so much, and gains so much each millisecond until the day is over. */
interface Setting {
  readonly from: number
  readonly ahead: number
  readonly gain: number
}

/** How far clocks may be behind and ahead, in milliseconds. */
export interface Skew {
  readonly behind: number
  readonly ahead: number
}

/** The largest errors of clocks in a world. They stay below what signatures allow, for two that are wrong together. */
const errors = [2 * second, 20 * second, 2 * minute] as const
/** The most that a clock gains or loses in a day. */
const mostDrift = 15 * second

export class MachineClock {
  private readonly settings: ReadonlyArray<Setting>

  constructor(settings: ReadonlyArray<Setting>) {
    this.settings = settings
  }

  private settingAt(now: number): Setting {
    return this.settings.findLast(({ from }) => from <= now) ?? this.settings[0]!
  }

  /** What it shows at a moment. */
  readonly read = (now: number): number => {
    const { ahead, from, gain } = this.settingAt(now)
    return now + Math.round(ahead + gain * (Math.max(0, now - from) % day))
  }

  /** How far it is ahead. */
  aheadAt(now: number): number {
    return this.read(now) - now
  }

  /** When it is set, or corrected, for the next time. */
  nextJump(now: number): number {
    const { from, gain } = this.settingAt(now)
    const correction = gain === 0 ? Infinity : from + (Math.floor(Math.max(0, now - from) / day) + 1) * day
    return Math.min(correction, this.settings.find((one) => one.from > now)?.from ?? Infinity)
  }

  /** When it is set back until a moment, in milliseconds. */
  setBackUntil(end: number): ReadonlyArray<number> {
    const moments: Array<number> = []
    for (let at = this.nextJump(0); at < end; at = this.nextJump(at)) {
      if (this.read(at) < this.read(at - 1)) moments.push(at)
    }
    return moments
  }

  /** Whether it is ever set or corrected. */
  get isEverSet(): boolean {
    return this.settings.length > 1 || this.settings.some(({ gain }) => gain !== 0)
  }

  get skew(): Skew {
    const all = this.settings.flatMap(({ ahead, gain }) => [ahead, ahead + gain * day])
    return { behind: Math.ceil(Math.max(0, -Math.min(...all))), ahead: Math.ceil(Math.max(0, ...all)) }
  }
}

export const rightClock = new MachineClock([{ from: 0, ahead: 0, gain: 0 }])

/** The clocks of a world's machines, from its first moment to the end of its days. */
export const drawClocks = (
  swarm: SwarmConfiguration,
  prng: Prng,
  start: number,
  end: number
): ReadonlyArray<MachineClock> =>
  Array.from({ length: swarm.stores }, (_, n) => {
    if (swarm.stores === 1) return rightClock
    const own = prng.stream(`clock ${n}`)
    const [isApart, isSet] = [swarm.has("clocks.apart"), swarm.has("clocks.set")]
    const error = prng.stream("error").pick(errors)
    const first: Setting = {
      from: start,
      ahead: isApart ? own.int(-error, error) : 0,
      gain: isApart && own.happens(0.5) ? (own.int(-mostDrift, mostDrift)) / day : 0
    }
    const sets = isSet ? own.int(1, Math.ceil(6 * (1 + (end - start) / day) * swarm.probability("clocks.set"))) : 0
    const moments = Array.from({ length: sets }, () => own.int(start, Math.max(start, end))).sort((a, b) => a - b)
    const later = moments.map((from): Setting => ({ from, ahead: own.int(-error, error), gain: first.gain }))
    return new MachineClock([first, ...later])
  })

/** How far apart from the right time the clocks can be. */
export const skewOf = (clocks: ReadonlyArray<MachineClock>): Skew => ({
  behind: Math.max(...clocks.map(({ skew }) => skew.behind)),
  ahead: Math.max(...clocks.map(({ skew }) => skew.ahead))
})
