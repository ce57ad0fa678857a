/**
 * The store is ready for agents: scanned as it runs, with its storefront and a checkout that is tried out, it lacks
 * nothing. Follows docs/readiness.md.
 */
import * as Scanner from "@beauty-store/readiness/Scanner"
import { FetchFailure, SiteFetch } from "@beauty-store/readiness/SiteFetch"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import { useShop } from "./shop/server.ts"

const shop = useShop()

/** Requests to this machine, which need no pace and no guard. */
const plain = Layer.succeed(SiteFetch, {
  fetch: ({ body, followRedirects, headers, maxBytes, method, url }) =>
    Effect.tryPromise({
      try: async () => {
        const response = await fetch(url, {
          method,
          headers,
          redirect: followRedirects ? "follow" : "manual",
          ...(body === undefined ? {} : { body })
        })
        const bytes = new Uint8Array(await response.arrayBuffer())
        return {
          url: response.url,
          status: response.status,
          headers: Object.fromEntries(response.headers),
          body: bytes.slice(0, maxBytes),
          truncated: bytes.length > maxBytes,
          // How long it takes is the business of benches.
          millis: 1
        }
      },
      catch: () => new FetchFailure({ reason: "unreachable" })
    })
})

/** What does not concern a store on this machine that speaks ACP. */
const foreign = [
  "ucp.profile",
  "ucp.endpoint",
  "mcp.server",
  "mcp.tools",
  "security.https",
  "security.redirect",
  "security.hsts"
]

it("scores 100, a tried-out checkout included", async () => {
  const opened: Array<Scanner.OpenedSession> = []
  const report = await Effect.runPromise(
    Scanner.scan(new URL(shop().baseUrl), {
      dryRun: { opened: (session) => Effect.sync(() => void opened.push(session)) }
    }).pipe(Effect.provide(plain))
  )
  const verdicts = report.checks.filter(({ status }) => status !== "pass")
    .map(({ evidence, id, status }) => [id, status, foreign.includes(id) ? "" : evidence])
  expect(verdicts).toEqual(foreign.map((id) => [id, "not_applicable", ""]))
  expect(report.score).toEqual({
    overall: 100,
    dimensions: { discoverability: 100, understandability: 100, transactability: 100 }
  })
  expect(opened).toHaveLength(1)
})
