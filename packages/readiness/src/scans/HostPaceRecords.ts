/**
 * The pace of requests to hosts, kept in the database, so that all instances of a store together send one a second.
 *
 * Follows docs/readiness.md#politeness.
 */
import { Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { HostPace, spacingMillis } from "../fetching/HostPace.ts"
import * as SiteRecords from "./SiteRecords.ts"

export const layer: Layer.Layer<HostPace, never, Transactions> = Layer.effect(
  HostPace,
  Effect.map(Transactions, ({ write }) => ({
    reserve: (host: string) =>
      Effect.flatMap(
        Clock.currentTimeMillis,
        (now) =>
          write(SiteRecords.reserveHost(host, now + spacingMillis, now, now, spacingMillis)).pipe(
            Effect.map(([row]) => (row?.next_at ?? now + spacingMillis) - spacingMillis),
            // Without the database nobody knows the moment: the scan ends and is begun again later.
            Effect.orDie
          )
      )
  }))
)
