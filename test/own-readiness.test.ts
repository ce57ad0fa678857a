/**
 * The store is ready for agents: scanned as it runs, with its storefront and a checkout that is tried out, it lacks
 * nothing. Follows docs/readiness.md.
 */
import * as Scanner from "@beauty-store/readiness/Scanner"
import { SiteFetch } from "@beauty-store/readiness/SiteFetch"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { plainSiteFetch } from "./shop/plain-site-fetch.ts"
import { useShop } from "./shop/server.ts"

const shop = useShop()

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
    }).pipe(Effect.provideService(SiteFetch, plainSiteFetch))
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
