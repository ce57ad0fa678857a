/**
 * Detects a stalled transaction: ends a body that waits for anything but its queries, because it keeps its locks
 * meanwhile. The body runs in a fiber whose scheduler notices when nothing is left to run: if nobody waits for a query
 * then, nothing of this transaction can continue it. A body that yields is not affected. Follows
 * docs/specification.md#transactions.
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import * as FiberRef from "effect/FiberRef"
import * as Runtime from "effect/Runtime"
import type { Scheduler, Task } from "effect/Scheduler"
import { bodyWaited, type Transaction } from "../Transactions.ts"
import type { ConnectionTransaction } from "./ConnectionTransaction.ts"
import { runtimeInside } from "./JoinedStatements.ts"

/** Another scheduler, with the number of its tasks that are waiting to run. */
class CountingScheduler implements Scheduler {
  waiting = 0
  private readonly inner: Scheduler
  /** Is called after each task. */
  private readonly afterTask: () => void

  constructor(inner: Scheduler, afterTask: () => void) {
    this.inner = inner
    this.afterTask = afterTask
  }

  shouldYield(fiber: Fiber.RuntimeFiber<unknown, unknown>): number | false {
    return this.inner.shouldYield(fiber)
  }

  scheduleTask(task: Task, priority: number, fiber?: Fiber.RuntimeFiber<unknown, unknown>): void {
    this.waiting++
    const counted = () => {
      this.waiting--
      task()
      this.afterTask()
    }
    this.inner.scheduleTask(counted, priority, fiber)
  }
}

/** Runs a body inside an open transaction. */
export const run = <A, E, R>(
  body: Effect.Effect<A, E, R>,
  { close, isIdle, joined, onAnswer, transaction }: ConnectionTransaction
): Effect.Effect<A, E, Exclude<R, Transaction>> =>
  Effect.withFiberRuntime<A, E, Exclude<R, Transaction>>((caller, { runtimeFlags }) =>
    Effect.async<A, E>((resume) => {
      let isOver = false
      const check = () => {
        if (isOver || scheduler.waiting > 0 || !isIdle()) return
        isOver = true
        close()
        fiber.unsafeInterruptAsFork(FiberId.none)
        resume(Effect.die(bodyWaited()))
      }
      const scheduler = new CountingScheduler(caller.getFiberRef(FiberRef.currentScheduler), check)
      onAnswer(check)
      const fiber = Runtime.runFork(runtimeInside<R>(caller, runtimeFlags, transaction, joined), body, { scheduler })
      fiber.addObserver((exit) => {
        if (isOver) return
        isOver = true
        resume(exit)
      })
      check()
      return Fiber.interrupt(fiber)
    })
  )
