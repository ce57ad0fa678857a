/** How the store calls its provider: for so long and no longer, whatever the provider does meanwhile. */
import { withinTime } from "@beauty-store/commerce/payment/ProviderCall"
import { defaultPolicy } from "@beauty-store/commerce/Policy"
import { WorkSlot } from "@beauty-store/kernel/WorkSlot"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"

const timely = withinTime({ ...defaultPolicy, providerTimeoutMillis: 20 })

describe("a call to the provider", () => {
  it("that waits for ever has an unknown outcome when its time is over", async () => {
    const fault = await Effect.runPromise(Effect.flip(timely(Effect.never)))
    expect(fault).toMatchObject({ _tag: "ProviderOutcomeUnknown" })
  })

  it("that does not let itself be interrupted either has one, without being waited for", async () => {
    const gate = Effect.unsafeMakeLatch()
    const fault = await Effect.runPromise(Effect.flip(timely(Effect.uninterruptible(gate.await))))
    expect(fault).toMatchObject({ _tag: "ProviderOutcomeUnknown" })
    gate.unsafeOpen()
  })

  it("whose caller has left goes on to its end", async () => {
    let done = false
    const call = Effect.zipRight(Effect.sleep(10), Effect.sync(() => void (done = true)))
    const caller = Effect.runFork(timely(call))
    await Effect.runPromise(Effect.zipRight(Effect.sleep(2), caller.interruptAsFork(caller.id())))
    await Effect.runPromise(Effect.sleep(200))
    expect(done).toBe(true)
  })

  it("leaves the place of its request to others until there is a response, if it has to wait for it", async () => {
    const steps: Array<string> = []
    const slot = { leave: () => void steps.push("leaves"), comeBack: () => void steps.push("comes back") }
    const gate = Effect.unsafeMakeLatch()
    const within = withinTime(defaultPolicy)
    const placed = Effect.provideService(WorkSlot, slot)
    await Effect.runPromise(placed(within(Effect.void)))
    expect(steps).toEqual([])
    const caller = Effect.runFork(placed(within(gate.await)))
    await Effect.runPromise(Effect.sleep(1))
    expect(steps).toEqual(["leaves"])
    gate.unsafeOpen()
    await Effect.runPromise(caller.await)
    expect(steps).toEqual(["leaves", "comes back"])
  })
})
