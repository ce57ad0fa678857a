/**
 * Example bodies of the scanner's operations, by the name of their shape: one story of one site. A test decodes each by
 * its schema.
 */
const url = "https://shop.example"
const siteId = "site_0VbVkFhD7KeXKXX0mNWWybmoygJt"
const scanId = "scan_0VbVkFhE2vX9hQmW3cT7yLbN5rKd"
const fixId = "fix_0VbVkFhF8pQ2rT5vX1zB4nM7kJ3h"
const createdAt = "2026-11-20T11:02:41.118Z"
const completedAt = "2026-11-20T11:03:38.730Z"
const score = {
  overall: 98.4,
  dimensions: { discoverability: 95.1, understandability: 100, transactability: 100 }
}
const check = {
  id: "sitemap.present",
  dimension: "discoverability",
  severity: "major",
  title: "The site has a sitemap",
  evidence: "There is no /sitemap.xml.",
  specification: "https://www.sitemaps.org/protocol.html"
}
const { id: checkId, ...advice } = check

export const examples: Readonly<Record<string, unknown>> = {
  PlatformRoot: {
    name: "Beauty Store Readiness",
    version: "0.1.0",
    demo: true,
    endpoints: [
      "/docs",
      "POST /api/v1/scanner/scan",
      "GET /api/v1/fixes/sites/{site_id}/fixes",
      "GET /api/v1/analytics/sites/{site_id}/trends"
    ]
  },
  ScanRequest: { url },
  Scan: {
    scanId,
    siteId,
    url,
    status: "completed",
    progress: 1,
    failure: null,
    score,
    ruleSet: "1",
    checks: [{ ...check, status: "fail", fixId }],
    createdAt,
    startedAt: "2026-11-20T11:02:41.204Z",
    completedAt
  },
  Fixes: {
    siteId,
    url,
    data: [{
      fixId,
      checkId,
      status: "open",
      ...advice,
      instructions: "Serve a sitemap that lists the address of every product.",
      patch: "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">…</urlset>",
      estimatedGain: 1.6,
      foundAt: completedAt,
      changedAt: completedAt
    }]
  },
  Trends: {
    siteId,
    url,
    from: "2026-11-19",
    to: "2026-11-20",
    granularity: "day",
    ruleSet: "1",
    points: [
      { from: "2026-11-19", to: "2026-11-19", score: null, ruleSet: null, scanId: null },
      { from: "2026-11-20", to: "2026-11-20", score, ruleSet: "1", scanId }
    ],
    summary: { first: 98.4, last: 98.4, change: 0, best: 98.4, worst: 98.4, scoredDays: 1 },
    regressions: [{ date: "2026-11-20", scanId, checkId, from: "pass", to: "fail" }],
    improvements: []
  },
  SiteVerification: {
    siteId,
    url,
    token: "beauty-store-readiness=kMDTqm6SDWLu7R4np6mpM1D_Ni5_Af-x",
    file: { url: `${url}/.well-known/beauty-store-readiness.txt` },
    record: { name: "_beauty-store-readiness.shop.example", type: "TXT" },
    verifiedAt: null
  },
  SitePage: {
    siteId,
    url: "https://store.example/readiness/spg_0VbVkFhG3sD6fG9hJ2kL5pO8iU1y.qW5c0V3mKx8Zr1sT6uYb2dFgHjLpN4a7"
  },
  ClosedSitePage: { siteId }
}
