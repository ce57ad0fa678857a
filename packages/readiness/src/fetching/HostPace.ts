/**
 * How far apart requests to one host are: at least a second, whichever scans they belong to. Whoever wants to send one
 * reserves the host's next free moment and waits for it. The moments are in memory (`layerMemory`), or in the database
 * (`HostPaceRecords`), so that several instances are together as polite as one. Follows docs/readiness.md#politeness.
 *
 * @since 1.0.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The time between two requests to a host, in milliseconds. */
export const spacingMillis = 1_000

export class HostPace extends Context.Tag("@beauty-store/readiness/HostPace")<HostPace, {
  /** Reserves the next moment for a request to a host: milliseconds since 1970, now or later. */
  readonly reserve: (host: string) => Effect.Effect<number>
}>() {}

/** Waits for a host's turn. */
export const turn = ({ reserve }: typeof HostPace.Service, host: string): Effect.Effect<void> =>
  Effect.gen(function*() {
    const at = yield* reserve(host)
    const now = yield* Clock.currentTimeMillis
    if (at > now) yield* Effect.sleep(at - now)
  })

/** As many hosts are remembered before those whose moment has passed are forgotten. */
const mostHosts = 1_000

/** Moments in memory, for a program that scans alone. */
export const layerMemory: Layer.Layer<HostPace> = Layer.sync(HostPace, () => {
  const free = new Map<string, number>()
  return {
    reserve: (host) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        if (free.size > mostHosts) { for (const [one, at] of free) if (at <= now) free.delete(one) }
        const at = Math.max(now, free.get(host) ?? now)
        free.set(host, at + spacingMillis)
        return at
      })
  }
})
