/** How the store calls its provider: for so long and no longer, whatever the provider does meanwhile. */
import { defaultPolicy } from "@beauty-store/commerce/Policy"
import { withinTime } from "@beauty-store/commerce/ProviderCall"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"

const timely = withinTime({ ...defaultPolicy, providerTimeoutMillis: 20 })

describe("a call to the provider", () => {
  it.each([
    ["waits for ever", Effect.never],
    ["waits and does not let itself be interrupted", Effect.uninterruptible(Effect.sleep(3_000))]
  ])("that %s has an unknown outcome when its time is over", async (_, call) => {
    const begun = performance.now()
    const fault = await Effect.runPromise(Effect.flip(timely(call)))
    expect(fault).toMatchObject({ _tag: "ProviderOutcomeUnknown" })
    expect(performance.now() - begun).toBeLessThan(1_500)
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
