/** How the store calls its provider: for so long and no longer, whatever the provider does meanwhile. */
import { withinTime } from "@beauty-store/commerce/payment/ProviderCall"
import { defaultPolicy } from "@beauty-store/commerce/Policy"
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
})
