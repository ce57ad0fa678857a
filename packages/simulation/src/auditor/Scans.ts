/**
 * Rules of scans: a site and its scans are shown to the principal that began them and to nobody else; a site has one
 * unfinished scan and a principal at most three; what has ended stays as it is, and what was begun ends.
 */
import * as ReadinessSchemas from "@beauty-store/readiness/internal/api/ReadinessSchemas"
import { ownedBy } from "./Access.ts"
import { type Audit, type Exchange, onResponse, type Rules } from "./Audit.ts"

type Scan = typeof ReadinessSchemas.Scan.Encoded

/** Unfinished scans of a principal. */
const mostUnfinished = 3

const isOver = ({ status }: Pick<Scan, "status">): boolean => status === "completed" || status === "failed"

/** What stays: a later scan may find what an earlier one did not, and then both lead to its fix. */
const lasting = ({ checks, ...scan }: Scan): string =>
  JSON.stringify({ ...scan, checks: checks.map((check) => ({ ...check, fixId: null })) })

/** A scan was shown. What a key is answered with again was true earlier. */
const shown = (audit: Audit, { body, isFirst, sent }: Exchange<unknown, Scan>): void => {
  const { seen } = audit
  const { scanId, siteId } = body
  ownedBy(audit, sent, scanId)
  ownedBy(audit, sent, siteId)
  const before = seen.scans.get(scanId)
  const text = lasting(body)
  const isReplay = sent.method === "POST" && !isFirst
  if (before !== undefined && before.isOver && !isReplay && isOver(body)) {
    audit.expect("scan.final", `scan ${scanId} as it ended: ${before.text}`).that(before.text === text, () => text)
  }
  if (before?.isOver === true || isReplay) return
  seen.scans.set(scanId, { isOver: isOver(body), text })
}

export const rules: Rules = {
  "scanner.scan": onResponse(ReadinessSchemas.Scan, shown),
  "scanner.result": onResponse(ReadinessSchemas.Scan, shown),
  "fixes.list": onResponse(ReadinessSchemas.Fixes, (audit, { body, sent }) => ownedBy(audit, sent, body.siteId)),
  "analytics.trends": onResponse(ReadinessSchemas.Trends, (audit, { body, sent }) => ownedBy(audit, sent, body.siteId)),
  "sites.verification": onResponse(
    ReadinessSchemas.Verification,
    (audit, { body, sent }) => ownedBy(audit, sent, body.siteId)
  )
}

/** The scans of a principal at one moment, in which nothing changed: those that are not over. */
export const atOnce = (audit: Audit, principal: string, unfinished: ReadonlyArray<Scan>): void => {
  audit.expect("scan.tooMany", `at most ${mostUnfinished} unfinished scans of ${principal}`)
    .that(unfinished.length <= mostUnfinished, () => unfinished.map(({ scanId }) => scanId).join(" "))
  const sites = unfinished.map(({ siteId }) => siteId)
  audit.expect("scan.twice", `one unfinished scan of a site of ${principal}`)
    .that(
      new Set(sites).size === sites.length,
      () => unfinished.map(({ scanId, siteId }) => `${scanId} of ${siteId}`).join(" ")
    )
}
