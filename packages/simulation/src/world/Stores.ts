/**
 * The stores of a world, as those outside reach them: by one address, behind which there is one process or several on
 * one database. Each request goes to any of them; one that is sent again may meet another. A balancer that checks its
 * stores sends most requests to those that are up, and some to one that has just gone down. One that stands still
 * counts as up: its requests wait.
 */
import * as Effect from "effect/Effect"
import type * as Network from "../engine/Network.ts"
import type { Prng } from "../engine/Prng.ts"
import type { Services, StoreProcess } from "./StoreProcess.ts"

/** How often the balancer does not know yet that a store is down. */
const missed = 0.1

export class Stores {
  readonly all: ReadonlyArray<StoreProcess>
  private readonly balancer: Prng

  constructor(all: ReadonlyArray<StoreProcess>, balancer: Prng) {
    this.all = all
    this.balancer = balancer
  }

  /** Whether all are up. */
  get isUp(): boolean {
    return this.all.every(({ isUp }) => isUp)
  }

  get isServing(): boolean {
    return this.all.some(({ isServing }) => isServing)
  }

  /** How many times any was started. */
  get boots(): number {
    return this.all.reduce((sum, { boots }) => sum + boots, 0)
  }

  get requestsUnderWay(): ReadonlyArray<Network.Request> {
    return this.all.flatMap(({ requestsUnderWay }) => requestsUnderWay)
  }

  private anyOf(those: ReadonlyArray<StoreProcess>): StoreProcess {
    return those.length === 1 ? those[0]! : this.balancer.pick(those.length === 0 ? this.all : those)
  }

  /** Where a request goes. */
  private next(): StoreProcess {
    if (this.all.length === 1) return this.all[0]!
    return this.anyOf(this.balancer.happens(missed) ? this.all : this.all.filter(({ isUp }) => isUp))
  }

  readonly send: Network.Transport = (request) => Effect.suspend(() => this.next().send(request))

  /** Calls the services of one that is up and does not stand still, if there is one. */
  call<A, E>(effect: Effect.Effect<A, E, Services>): Effect.Effect<A, E | Network.NoResponse> {
    return Effect.suspend(() => {
      const well = this.all.filter(({ isPaused, isUp }) => isUp && !isPaused)
      return this.anyOf(this.all.length === 1 ? this.all : well).call(effect)
    })
  }
}
