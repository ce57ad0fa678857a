/** How the store calls its provider: for so long and no longer, whatever the provider does meanwhile. */
import { withinTime } from "@beauty-store/commerce/payment/ProviderCall"
import { defaultPolicy } from "@beauty-store/commerce/Policy"
import { WorkPermit } from "@beauty-store/sql/WorkPermit"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { describe, expect, it } from "vitest"

const policy = { ...defaultPolicy, baseUrl: "https://shop.example" }
const timely = withinTime({ ...policy, providerTimeoutMillis: 20 })

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
    const [reached, gate, done] = [Effect.unsafeMakeLatch(), Effect.unsafeMakeLatch(), Effect.unsafeMakeLatch()]
    const call = Effect.all([reached.open, gate.await, done.open], { discard: true })
    const caller = Effect.runFork(withinTime(policy)(call))
    await Effect.runPromise(Effect.zipRight(reached.await, caller.interruptAsFork(caller.id())))
    expect(Exit.isInterrupted(await Effect.runPromise(caller.await))).toBe(true)
    await Effect.runPromise(Effect.zipRight(gate.open, done.await))
  })

  it("releases the permit of its request until there is a response, if it has to wait for it", async () => {
    const steps: Array<string> = []
    const permit = { release: () => void steps.push("release"), reacquire: () => void steps.push("reacquire") }
    const gate = Effect.unsafeMakeLatch()
    const within = withinTime(policy)
    const placed = Effect.provideService(WorkPermit, permit)
    await Effect.runPromise(placed(within(Effect.void)))
    expect(steps).toEqual([])
    const reached = Effect.unsafeMakeLatch()
    const caller = Effect.runFork(placed(within(Effect.zipRight(reached.open, gate.await))))
    await Effect.runPromise(reached.await)
    expect(steps).toEqual(["release"])
    gate.unsafeOpen()
    await Effect.runPromise(caller.await)
    expect(steps).toEqual(["release", "reacquire"])
  })
})
