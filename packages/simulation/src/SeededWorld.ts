/**
 * A world whose store is killed and whose disk fails as its seed decides: at drawn steps and statements while faults
 * are injected, or at a single place (`SingleFault`).
 */
import type { DiskFault, StatementKind } from "./engine/Disk.ts"
import type { Prng } from "./engine/Prng.ts"
import { day, minute, second } from "./engine/Time.ts"
import { World, type WorldOptions } from "./World.ts"
import type { SingleFault } from "./world/FaultInjector.ts"

export class SeededWorld extends World {
  private readonly singleFault: SingleFault | undefined
  /** The boot of the store in which the outcome of a commit was unknown to it. */
  private bootInDoubt = 0
  private killAt = Infinity
  private pauseAt = Infinity
  /** Whether the store is killed only while it serves a request. */
  private killsOnlyWhileServing = false

  constructor(options: WorldOptions, singleFault: SingleFault | undefined) {
    super(options)
    this.singleFault = singleFault
    const prng = this.prng.stream("disk")
    this.disks.store.faults = {
      next: (kind, text, bodies) => {
        this.auditor.expect("storage.trusted", "a store asks no more of a disk that left it in doubt about a commit")
          .that(this.bootInDoubt !== this.store?.boots, () => text)
        const fault = this.diskFault(kind, bodies, prng)
        // Interleaved transactions simulate PostgreSQL, with a connection for each: only that one is left.
        const leavesDoubt = kind === "commit" && (fault === "ioerr" || fault === "lost")
        if (leavesDoubt && !this.swarm.interleaved) this.bootInDoubt = this.store.boots
        return fault
      }
    }
  }

  private diskFault(kind: StatementKind, bodies: number, prng: Prng): DiskFault | undefined {
    const { injector } = this
    switch (kind) {
      case "begin":
        return injector.injects("disk.busy", prng) ? "busy" : undefined
      case "commit":
        return injector.injects("disk.commitFails", prng)
          ? prng.pick<DiskFault>(["busy", "full", "ioerr"])
          // Few transactions share a commit, and there a lost one can do the most harm.
          : injector.injects("disk.commitLost", prng, undefined, bodies > 1 ? 30 : 1)
          ? "lost"
          : undefined
      case "statement":
        return injector.injects("disk.full", prng) ? "full" : injector.injects("disk.ioerr", prng) ? "ioerr" : undefined
    }
  }

  /** One step of the world; the store may be killed before it. */
  override step(until: number): boolean {
    if (this.steps + 1 >= this.killAt && this.isToBeKilled) {
      this.injector.count("store.killed")
      const prng = this.prng.stream(`down ${this.steps + 1}`)
      const millis = prng.logUniform(0, 2 * minute)
      this.restart("is killed", millis, this.anyOf(this.standing(), prng))
    }
    if (this.steps + 1 >= this.pauseAt) this.pauseAny()
    return super.step(until)
  }

  /** The stores that are up and do not stand still. */
  private standing(): ReadonlyArray<number> {
    return this.store.all.flatMap(({ isPaused, isUp }, n) => isUp && !isPaused ? [n] : [])
  }

  private anyOf(those: ReadonlyArray<number>, prng: Prng): number {
    return those.length <= 1 ? those[0] ?? 0 : prng.pick(those)
  }

  /** One of several stores stands still: mostly for longer than its leases last. */
  private pauseAny(): void {
    const prng = this.prng.stream(`pause ${this.steps + 1}`)
    this.planPause()
    const those = this.standing()
    if (!this.injector.active || those.length === 0) return
    this.injector.count("stores.paused")
    this.pause(
      this.anyOf(those, prng),
      prng.happens(0.7) ? prng.int(4 * second, minute) : prng.logUniform(1, 5 * minute)
    )
  }

  private planPause(): void {
    const probability = this.clocks.length === 1 ? 0 : this.swarm.probability("stores.paused")
    const prng = this.prng.stream(`pauses ${this.steps}`)
    this.pauseAt = probability === 0 ? Infinity : this.steps + prng.logUniform(200, 8_000 / probability)
  }

  /** Plans the moments at which all of several stores are started anew, one after the other, as for an update. */
  planRestarts(end: number): void {
    const probability = this.clocks.length === 1 ? 0 : this.swarm.probability("stores.restarted")
    const prng = this.prng.stream("restarts")
    const { now } = this.time
    const times = probability === 0 ? 0 : prng.int(1, Math.ceil(1 + ((end - now) * probability) / (2 * day)))
    for (let i = 0; i < times; i++) {
      const own = prng.stream(String(i))
      this.machines.at(own.int(now, end), () => this.restartNext(0, own))
    }
  }

  private restartNext(n: number, prng: Prng): void {
    if (n >= this.clocks.length || !this.injector.active) return
    if (this.store.all[n]!.isUp) {
      this.injector.count("stores.restarted")
      this.restart("is restarted", prng.logUniform(second, minute), n)
    }
    this.machines.at(this.time.now + prng.int(minute, 3 * minute), () => this.restartNext(n + 1, prng))
  }

  private get isToBeKilled(): boolean {
    return this.injector.active && this.standing().length > 0 && (this.store.isServing || !this.killsOnlyWhileServing)
  }

  private planKill(): void {
    if (this.singleFault?.trait === "store.killed") {
      this.killAt = this.store.boots === 1 ? this.steps + this.singleFault.nth : Infinity
      return
    }
    const probability = this.swarm.probability("store.killed")
    const prng = this.prng.stream(`kill ${this.steps}`)
    // The more finely a process is cut into steps, the more of them it takes; and several take more than one.
    const { preemptEvery, stores } = this.swarm
    const most = (4 / probability) * (preemptEvery === 0 ? 1 : Math.max(1, 100 / preemptEvery)) * stores
    this.killAt = probability === 0 ? Infinity : this.steps + prng.logUniform(600, most)
    this.killsOnlyWhileServing = prng.happens(0.7)
  }

  protected override killWithin(steps: number): void {
    if (!this.swarm.has("store.killed")) return
    this.killAt = this.steps + steps
    this.killsOnlyWhileServing = false
  }

  override boot(n = 0): void {
    super.boot(n)
    this.planKill()
    if (this.pauseAt === Infinity) this.planPause()
  }
}
