/**
 * A report as SARIF 2.1.0, for the code-scanning pages of continuous integration: one result for each failing check.
 *
 * The rule: checks that fail are errors, warnings or notes by their severity; those that are half met are notes. What
 * passes, does not apply or could not be judged has no result. What a site sent makes no links and no places to fill
 * in. Follows https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html.
 *
 * @since 1.0.0
 */
import type { Severity } from "./Check.ts"
import type { CheckResult, Report } from "./Report.ts"

const levels: { readonly [severity in Severity]: "error" | "warning" | "note" } = {
  critical: "error",
  major: "warning",
  minor: "note"
}

const isFailing = ({ status }: CheckResult): boolean => status === "fail" || status === "partial"

/** Plain text of a message: without embedded links (§3.11.6) and placeholders (§3.11.5). */
const plain = (text: string): string => text.replaceAll(/[{}]/g, "$&$&").replaceAll("](", "] (")

/** A report as a SARIF log. */
export const of = ({ checks, url }: Report) => ({
  $schema: "https://json.schemastore.org/sarif-2.1.0.json",
  version: "2.1.0" as const,
  runs: [{
    tool: {
      driver: {
        name: "Beauty Store readiness",
        informationUri: "https://github.com/beauty-store/beauty-store",
        rules: checks.map(({ dimension, id, severity, specification, title }) => ({
          id,
          shortDescription: { text: title },
          helpUri: specification,
          defaultConfiguration: { level: levels[severity] },
          properties: { tags: [dimension] }
        }))
      }
    },
    results: checks.flatMap((check, ruleIndex) =>
      isFailing(check)
        ? [{
          ruleId: check.id,
          ruleIndex,
          level: check.status === "partial" ? "note" : levels[check.severity],
          message: { text: plain(`${check.title}: ${check.evidence} ${check.fix?.instructions ?? ""}`.trim()) },
          locations: [{ physicalLocation: { artifactLocation: { uri: url } } }],
          partialFingerprints: { check: `${url} ${check.id}` }
        }]
        : []
    )
  }]
})
