/**
 * Rules on what the provider has and the store does not, as the last walk of the provider's payments found it: every
 * payment there has a row here, or went back.
 *
 * Left out on purpose: asking the provider. An audit reads the store only, and says what `Reconciliation` noted there.
 */
import type { AuditRule } from "./AuditRule.ts"

export const reconciliationRules: ReadonlyArray<AuditRule> = [
  {
    kind: "provider.unknown",
    text: `SELECT provider_id AS subject, 'an order' AS expected,
        CASE WHEN state = 'refused' THEN 'none, and the refund failed' ELSE 'none, and its refund is to come' END AS found
      FROM unrecorded_payment WHERE state IN ('unknown', 'refused')`,
    words: ({ found, subject }) => `payment ${subject} at the provider is to have an order and has ${found}`
  },
  {
    // What was found since the last walk began may be on its way.
    kind: "provider.unsettled",
    text: `SELECT u.provider_id AS subject, u.session_id AS expected, 'no payment' AS found
      FROM unrecorded_payment u JOIN payment_walk w ON u.found_at < w.walked_at
      WHERE u.state = 'unsettled' AND NOT EXISTS (SELECT 1 FROM payment p WHERE p.provider_id = u.provider_id)`,
    words: ({ expected, subject }) =>
      `payment ${subject} at the provider pays session ${expected}, which has no row of it`
  }
]
