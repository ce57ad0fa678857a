/**
 * Simulated time and the scheduler: one queue of tasks, one clock, and the processes that share them. While a task is
 * waiting, one is drawn and run; when none is left, the clock jumps to the next timer. A process is an Effect scheduler
 * and clock that preempts its fibers; `kill` is `kill -9`: no finaliser runs.
 *
 * @since 1.0.0
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DefaultServices from "effect/DefaultServices"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as FiberRef from "effect/FiberRef"
import { globalValue } from "effect/GlobalValue"
import * as HashSet from "effect/HashSet"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Random from "effect/Random"
import * as Runtime from "effect/Runtime"
import * as RuntimeFlags from "effect/RuntimeFlags"
import type * as Scheduler from "effect/Scheduler"
import type { Prng } from "./Prng.ts"

/** The cause of what a fiber does, for those who watch: a request. Fibers that it starts inherit it. */
export const currentOrigin: FiberRef.FiberRef<unknown> = globalValue(
  Symbol.for("@beauty-store/simulation/Time/currentOrigin"),
  () => FiberRef.unsafeMake<unknown>(undefined)
)

/** Units of time, in milliseconds. */
export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

interface Task {
  readonly process: Process
  readonly run: () => void
}

interface Timer {
  /** Whether it is somebody else's clock that rings, although the process sleeps. */
  readonly isOutside: boolean
  readonly at: number
  readonly n: number
  readonly process: Process
  readonly wake: () => void
  off: boolean
}

const earlier = (one: Timer, other: Timer): boolean => one.at < other.at || (one.at === other.at && one.n < other.n)

export class Time {
  /** Milliseconds since the epoch. */
  now: number
  readonly prng: Prng
  private readonly tasks: Array<Task> = []
  /** A heap: the earliest timer first. */
  private readonly timers: Array<Timer> = []
  private count = 0

  constructor(now: number, prng: Prng) {
    this.now = now
    this.prng = prng
  }

  add(process: Process, run: () => void): void {
    this.tasks.push({ process, run })
  }

  /**
   * Calls `wake` at a time, unless the process is killed before; once it goes on, where it is paused and `wake` is not
   * from outside. Returns a function that cancels it.
   */
  at(process: Process, at: number, wake: () => void, isOutside = false): () => void {
    const n = this.count++
    const timer: Timer = { at: Math.max(Math.ceil(at), this.now), n, process, wake, isOutside, off: false }
    const { timers } = this
    let i = timers.push(timer) - 1
    for (; i > 0;) {
      const parent = (i - 1) >> 1
      if (!earlier(timer, timers[parent]!)) break
      timers[i] = timers[parent]!
      i = parent
    }
    timers[i] = timer
    return () => {
      timer.off = true
    }
  }

  private nextTimer(): Timer | undefined {
    const { timers } = this
    const first = timers[0]
    const last = timers.pop()
    if (first === undefined || last === undefined || timers.length === 0) return first
    let i = 0
    for (;;) {
      let child = 2 * i + 1
      if (child >= timers.length) break
      if (child + 1 < timers.length && earlier(timers[child + 1]!, timers[child]!)) child++
      if (!earlier(timers[child]!, last)) break
      timers[i] = timers[child]!
      i = child
    }
    timers[i] = last
    return first
  }

  /** Does the next thing, unless it is after `until`; false where there is none. */
  step(until: number): boolean {
    const { prng, tasks } = this
    while (tasks.length > 0) {
      const i = tasks.length === 1 ? 0 : Math.floor(prng.next() * tasks.length)
      const task = tasks[i]!
      const last = tasks.pop()!
      if (i < tasks.length) tasks[i] = last
      if (!task.process.alive) continue
      if (task.process.isPaused) {
        task.process.hold(task.run)
        continue
      }
      task.process.begin()
      task.run()
      return true
    }
    while (this.timers.length > 0 && this.timers[0]!.at <= until) {
      const timer = this.nextTimer()!
      if (timer.off || !timer.process.alive) continue
      this.now = timer.at
      if (timer.process.isPaused && !timer.isOutside) {
        timer.process.hold(() => {
          if (!timer.off) timer.wake()
        })
        return true
      }
      timer.process.begin()
      timer.wake()
      return true
    }
    this.now = Math.max(this.now, until)
    return false
  }

  /**
   * Runs an effect in a process, and the world with it, until it is done, and returns its result. Throws where it
   * fails, and where it is not done by `until` (milliseconds since the epoch) or its process is killed.
   */
  until<A, E>(process: Process, effect: Effect.Effect<A, E>, until: number): A {
    const end: { exit?: Exit.Exit<A, E> } = {}
    process.run(effect, (exit) => {
      end.exit = exit
    })
    while (end.exit === undefined && process.alive && this.step(until));
    if (end.exit === undefined) {
      const { alive, name } = process
      throw new Error(
        `${name} ${alive ? `is not done by ${new Date(until).toISOString()}` : "was killed before it was done"}`
      )
    }
    if (Exit.isFailure(end.exit)) throw new Error(Cause.pretty(end.exit.cause))
    return end.exit.value
  }
}

/** A world that does not come to an end: a task of it does far too much. */
export class Unbounded extends Error {}

/** Operations of fibers in one task: a thousand times as many as any correct one has, and few enough to take a second. */
const mostOperations = 5_000_000

/** How a process is preempted: on average after this many steps of a fiber; 0: never. */
export interface Preemption {
  readonly everySteps: number
}

/** Effect keeps each fiber without a parent here until it ends, which those of a closed world never do. */
const { roots } = globalValue(
  Symbol.for("effect/FiberScope/Global"),
  () => ({ roots: new Set<Fiber.RuntimeFiber<unknown, unknown>>() })
)

/** What a machine's clock shows at a moment, in milliseconds since the epoch. */
export type LocalClock = (now: number) => number

export class Process implements Scheduler.Scheduler, Clock.Clock {
  readonly [Clock.ClockTypeId]: Clock.ClockTypeId = Clock.ClockTypeId
  readonly name: string
  alive = true
  /** Whether it is stopped for a while, as by SIGSTOP. */
  isPaused = false
  private held: Array<() => void> = []
  private readonly clock: LocalClock
  private readonly time: Time
  private readonly prng: Prng
  private readonly everySteps: number
  private steps: number
  private operations = 0
  private readonly runtime: Runtime.Runtime<never>

  /**
   * It is preempted only if `everySteps` is given, and logs its warnings and errors only if there is a `log`. By
   * default its clock is right.
   */
  constructor(
    time: Time,
    name: string,
    prng: Prng,
    { everySteps }: Preemption = { everySteps: 0 },
    log: Logger.Logger<unknown, void> = Logger.none,
    clock: LocalClock = (now) => now
  ) {
    this.clock = clock
    this.time = time
    this.name = name
    this.prng = prng
    this.everySteps = everySteps
    this.steps = this.draw()
    const services = DefaultServices.liveServices.pipe(
      Context.add(Clock.Clock, this as Clock.Clock),
      Context.add(Random.Random, Random.make(prng.next()))
    )
    // The effect of `Layer.setClock` and others, without the fibers that they take.
    this.runtime = Runtime.defaultRuntime.pipe(
      Runtime.setFiberRef(DefaultServices.currentServices, services),
      Runtime.setFiberRef(FiberRef.currentLoggers, HashSet.make(log)),
      Runtime.setFiberRef(FiberRef.currentMinimumLogLevel, LogLevel.Warning),
      Runtime.setFiberRef(FiberRef.currentTracerEnabled, false),
      Runtime.disableRuntimeFlag(RuntimeFlags.RuntimeMetrics)
    )
  }

  private draw(): number {
    return this.everySteps === 0 ? Infinity : Math.ceil(-Math.log(1 - this.prng.next()) * this.everySteps)
  }

  /** Counts what its fibers do. Throws, which ends the world, where they do far too much in one task. */
  shouldYield(): number | false {
    if (++this.operations > mostOperations) {
      throw new Unbounded(
        `${this.name} does more than ${mostOperations} operations in one task at ${new Date(this.now).toISOString()}`
      )
    }
    if (--this.steps > 0) return false
    this.steps = this.draw()
    return 0
  }

  scheduleTask(run: () => void): void {
    if (this.alive) this.time.add(this, run)
  }

  /** A task of this process begins. */
  begin(): void {
    this.operations = 0
  }

  /** Calls `wake` at a time, in milliseconds since the epoch. Returns a function that cancels it. */
  at(at: number, wake: () => void): () => void {
    return this.alive ? this.time.at(this, at, wake) : () => {}
  }

  /** The same for what happens outside and takes the process away from under its fibers: also while it is paused. */
  atOutside(at: number, wake: () => void): () => void {
    return this.alive ? this.time.at(this, at, wake, true) : () => {}
  }

  /** Stops for a while: what comes meanwhile waits, and timers ring late. */
  pause(): void {
    this.isPaused = true
  }

  /** Something is to be done once it goes on. */
  hold(run: () => void): void {
    this.held.push(run)
  }

  /** Goes on. */
  resume(): void {
    this.isPaused = false
    const { held } = this
    this.held = []
    for (const run of held) this.scheduleTask(run)
  }

  /** The moment as it is, whatever the process takes it for. */
  get now(): number {
    return this.time.now
  }

  unsafeCurrentTimeMillis(): number {
    return this.clock(this.time.now)
  }
  unsafeCurrentTimeNanos(): bigint {
    return BigInt(this.clock(this.time.now)) * 1_000_000n
  }
  readonly currentTimeMillis = Effect.sync(() => this.clock(this.time.now))
  readonly currentTimeNanos = Effect.sync(() => this.unsafeCurrentTimeNanos())
  sleep(duration: Duration.Duration): Effect.Effect<void> {
    return Effect.async<void>((resume) => {
      const off = this.at(this.time.now + Duration.toMillis(duration), () => resume(Effect.void))
      return Effect.sync(off)
    })
  }

  /**
   * Runs an effect in this process, and calls `done` with its exit unless the process is killed before. Returns a
   * function that interrupts it. `origin`: what caused it (`currentOrigin`).
   */
  run<A, E>(effect: Effect.Effect<A, E>, done?: (exit: Exit.Exit<A, E>) => void, origin?: unknown): () => void {
    const runtime = origin === undefined ? this.runtime : Runtime.setFiberRef(this.runtime, currentOrigin, origin)
    const fiber = Runtime.runFork(runtime)(effect, { scheduler: this, immediate: false })
    if (done !== undefined) fiber.addObserver((exit) => this.alive && done(exit))
    return () => fiber.unsafeInterruptAsFork(fiber.id())
  }

  kill(): void {
    this.alive = false
    Process.forget(this.time, this)
  }

  /** Releases the fibers of a world that is closed, or of a process that is over. */
  static forget(time: Time, process?: Process): void {
    for (const fiber of roots) {
      const scheduler = fiber.getFiberRef(FiberRef.currentScheduler)
      if (!(scheduler instanceof Process) || scheduler.time !== time) continue
      if (process === undefined || scheduler === process) roots.delete(fiber)
    }
  }
}

/**
 * An effect of one process as another sees it: it runs there, and its result comes back here. If the caller is
 * interrupted or killed, the effect continues.
 */
export const across = <A, E>(there: Process, effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.async<A, E>((resume) => void there.run(effect, resume))

/**
 * A service of one process as another sees it: the effects of its methods run there (`across`). Any other value, for
 * example a name, is passed through.
 */
export const remote = <Service extends object>(there: Process, service: Service): Service => {
  const reached = (value: unknown): unknown =>
    Effect.isEffect(value) ? across(there, value as Effect.Effect<unknown>) : value
  return new Proxy(service, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === "function"
        ? (...parameters: ReadonlyArray<unknown>) => reached(Reflect.apply(value, target, parameters))
        : reached(value)
    }
  })
}
