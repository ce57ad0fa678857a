/**
 * A world whose store is killed and whose disk fails as its seed decides: at drawn steps and statements while faults
 * are injected, or at a single place (`SingleFault`).
 */
import type { DiskFault, StatementKind } from "./engine/Disk.ts"
import type { Prng } from "./engine/Prng.ts"
import { minute } from "./engine/Time.ts"
import { World, type WorldOptions } from "./World.ts"
import type { SingleFault } from "./world/FaultInjector.ts"

export class SeededWorld extends World {
  private readonly singleFault: SingleFault | undefined
  /** The boot of the store in which the outcome of a commit was unknown to it. */
  private bootInDoubt = 0
  private killAt = Infinity
  /** Whether the store is killed only while it serves a request. */
  private killsOnlyWhileServing = false

  constructor(options: WorldOptions, singleFault: SingleFault | undefined) {
    super(options)
    this.singleFault = singleFault
    const prng = this.prng.stream("disk")
    this.disks.store.faults = {
      next: (kind, text, bodies) => {
        this.auditor.expect(
          this.bootInDoubt !== this.store?.boots,
          "storage.trusted",
          "a store asks no more of a disk that left it in doubt about a commit",
          () => text
        )
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
      this.restart("is killed", this.prng.stream(`down ${this.steps + 1}`).logUniform(0, 2 * minute))
    }
    return super.step(until)
  }

  private get isToBeKilled(): boolean {
    return this.injector.active && this.store.isUp && (this.store.isServing || !this.killsOnlyWhileServing)
  }

  private planKill(): void {
    if (this.singleFault?.trait === "store.killed") {
      this.killAt = this.store.boots === 1 ? this.steps + this.singleFault.nth : Infinity
      return
    }
    const probability = this.swarm.probability("store.killed")
    const prng = this.prng.stream(`kill ${this.steps}`)
    // The more finely a process is cut into steps, the more of them it takes.
    const { preemptEvery } = this.swarm
    const most = (2 / probability) * (preemptEvery === 0 ? 1 : Math.max(1, 100 / preemptEvery))
    this.killAt = probability === 0 ? Infinity : this.steps + prng.logUniform(200, most)
    this.killsOnlyWhileServing = prng.happens(0.5)
  }

  override boot(): void {
    super.boot()
    this.planKill()
  }
}
