/** When the work on requests begins, by a loop whose turns and time the test makes itself. */
import { type WaitingClass, waitingClasses, type WorkClass } from "@beauty-store/http/pipeline/WorkClass"
import { type ClassLimits, defaultLimits, type QueueLimits, RequestQueues } from "@beauty-store/server/Overload"
import type { Permit } from "@beauty-store/sql/WorkPermit"
import { expect, it } from "vitest"

const limitsOf = (each: Partial<ClassLimits>, perTurn = 16): QueueLimits => ({
  perTurn,
  change: { ...defaultLimits.change, ...each },
  read: { ...defaultLimits.read, ...each },
  newcomer: { ...defaultLimits.newcomer, ...each },
  heavy: { ...defaultLimits.heavy, ...each }
})

interface Work {
  readonly permit: Permit | undefined
  readonly end: () => void
}

/** Queues of a loop that turns when it is told to. Requests have numbers, in the order in which they come. */
const open = (limits: QueueLimits) => {
  let now = 0
  let planned: Array<() => void> = []
  let timers: Array<{ readonly at: number; readonly callback: () => void }> = []
  const queues = new RequestQueues(limits, {
    nextTurn: (callback) => void planned.push(callback),
    after: (millis, callback) => void timers.push({ at: now + millis, callback }),
    now: () => now
  })
  const begun: Array<number> = []
  const refused: Array<number> = []
  const works = new Map<number, Work>()
  let count = 0
  return {
    begun,
    refused,
    works,
    enter: (name: WorkClass) => {
      const n = count++
      return queues.enter(name, {
        begin: (permit, end) => {
          begun.push(n)
          works.set(n, { permit, end })
        },
        refuse: () => void refused.push(n)
      })
    },
    /** Whether another turn was asked for. */
    turn: (): boolean => {
      const callbacks = planned
      planned = []
      for (const callback of callbacks) callback()
      return callbacks.length > 0
    },
    wait: (millis: number, step = 10): void => {
      for (const end = now + millis; now < end;) {
        now += step
        const due = timers.filter(({ at }) => at <= now)
        timers = timers.filter(({ at }) => at > now)
        for (const { callback } of due) callback()
      }
    }
  }
}

it("a few requests begin in each turn, the others in later ones, in their order", () => {
  const loop = open(limitsOf({}, 4))
  for (let n = 0; n < 10; n++) loop.enter("read")
  expect(loop.begun).toEqual([0, 1, 2, 3])
  loop.turn()
  expect(loop.begun).toHaveLength(8)
  loop.turn()
  expect(loop.begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  // The loop is left alone once nothing waits.
  expect([loop.turn(), loop.turn(), loop.turn()]).toEqual([true, false, false])
  loop.enter("read")
  expect(loop.begun).toHaveLength(11)
})

it("as many run at once as may, and the next one begins when one is over", () => {
  const loop = open(limitsOf({ running: 2 }))
  for (let n = 0; n < 4; n++) loop.enter("change")
  for (let n = 0; n < 3; n++) loop.turn()
  expect(loop.begun).toEqual([0, 1])
  const { end } = loop.works.get(0)!
  end()
  end()
  for (let n = 0; n < 3; n++) loop.turn()
  expect(loop.begun).toEqual([0, 1, 2])
})

it("health never waits, and slow requests of a class keep no other class waiting", () => {
  const loop = open(limitsOf({ running: 2 }, 2))
  for (let n = 0; n < 4; n++) loop.enter("change")
  loop.enter("health")
  expect(loop.begun).toEqual([0, 1, 4])
  loop.turn()
  loop.enter("read")
  expect(loop.begun).toEqual([0, 1, 4, 5])
})

it("classes begin by their shares where all wait, and take what others leave over", () => {
  const loop = open(limitsOf({ running: 1000, waiting: 1000 }))
  const names: Array<WaitingClass> = []
  const enter = (name: WaitingClass) => {
    names.push(name)
    loop.enter(name)
  }
  for (let n = 0; n < 16; n++) enter("change")
  for (const name of waitingClasses) for (let n = 0; n < 30; n++) enter(name)
  const inTurn = () => {
    const before = loop.begun.length
    loop.turn()
    const counts: Partial<Record<WaitingClass, number>> = {}
    for (const n of loop.begun.slice(before)) counts[names[n]!] = (counts[names[n]!] ?? 0) + 1
    return counts
  }
  expect(inTurn()).toEqual({ change: 8, read: 4, newcomer: 2, heavy: 2 })
  expect(inTurn()).toEqual({ change: 8, read: 4, newcomer: 2, heavy: 2 })
  expect(inTurn()).toEqual({ change: 8, read: 4, newcomer: 2, heavy: 2 })
  expect(inTurn()).toEqual({ change: 6, read: 6, newcomer: 2, heavy: 2 })
})

it("what finds its queue full is refused at once", () => {
  const loop = open(limitsOf({ running: 1, waiting: 2 }))
  for (let n = 0; n < 5; n++) loop.enter("heavy")
  expect(loop.begun).toEqual([0])
  expect(loop.refused).toEqual([3, 4])
  loop.enter("read")
  expect(loop.begun).toEqual([0, 5])
})

it("what has waited too long is refused, also while no place becomes free, and what came later is not", () => {
  const loop = open(limitsOf({ running: 1, waitMillis: 100 }))
  loop.enter("read")
  loop.enter("read")
  loop.wait(60)
  loop.enter("read")
  loop.wait(60)
  expect(loop.refused).toEqual([1])
  loop.works.get(0)!.end()
  loop.turn()
  expect(loop.begun).toEqual([0, 2])
  loop.wait(1_000)
  expect(loop.refused).toEqual([1])
})

it("a process that stood still refuses nobody for it", () => {
  const loop = open(limitsOf({ running: 1, waitMillis: 500 }))
  loop.enter("read")
  loop.enter("read")
  loop.wait(60_000, 60_000)
  expect(loop.refused).toEqual([])
  loop.wait(500)
  expect(loop.refused).toEqual([1])
})

it("a request releases its permit while it waits outside, and has it again afterwards", () => {
  const loop = open(limitsOf({ running: 1 }))
  loop.enter("change")
  loop.enter("change")
  loop.enter("change")
  const first = loop.works.get(0)!
  first.permit!.release()
  loop.turn()
  expect(loop.begun).toEqual([0, 1])
  first.permit!.reacquire()
  loop.works.get(1)!.end()
  loop.turn()
  expect(loop.begun).toEqual([0, 1])
  // Over while it was outside: its place is not counted again.
  first.permit!.release()
  first.end()
  first.permit!.reacquire()
  loop.turn()
  expect(loop.begun).toEqual([0, 1, 2])
})

it("a request whose client has gone never begins", () => {
  const loop = open(limitsOf({ running: 1 }))
  loop.enter("read")
  const withdraw = loop.enter("read")!
  loop.enter("read")
  withdraw()
  loop.works.get(0)!.end()
  loop.turn()
  expect(loop.begun).toEqual([0, 2])
  expect(loop.refused).toEqual([])
})
