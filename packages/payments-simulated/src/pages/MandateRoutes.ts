/**
 * The approval page as a kind of hosted page: `/pay/mandates/<token>`, where a person decides whether an agent may pay
 * for them, and `/pay/mandates/<token>/3ds/<challenge>` for their bank's question. Programs send
 * `{"decision":"approve"|"reject","card":{…}}`. Follows docs/specification.md#approval-page.
 */
import type * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import type { Challenge, Mandates, Refusal, Result, View } from "../provider/Mandates.ts"
import * as PaymentRequest from "../provider/PaymentRequest.ts"
import type { HostedPage } from "./HostedPage.ts"
import * as Pages from "./MandatePages.tsx"
import type { Merchant } from "./PageFrames.tsx"
import type { Shown } from "./PageHttp.ts"

/** The page for a mandate's state; an open one may show the errors of the form just sent. */
const mandatePage = (
  { mandate, status }: View,
  merchant: Merchant,
  { declined, form }: PaymentRequest.Wrong
): Shown => {
  const { agent } = mandate
  const permissionsUrl = mandate.permissionsUrl ?? undefined
  if (status !== "pending") return { document: Pages.decidedPage({ merchant, agent, permissionsUrl, status }) }
  return {
    document: Pages.approvalPage({
      merchant,
      agent,
      permissionsUrl,
      description: mandate.description,
      decideBefore: mandate.decideBefore,
      expiresAt: mandate.expiresAt ?? undefined,
      declined,
      faults: form?.faults ?? {},
      expiry: form?.expiry ?? ""
    })
  }
}

const mandateJson = ({ mandate, status }: View) => ({
  status,
  agent: mandate.agent,
  description: mandate.description,
  decideBefore: DateTime.formatIso(DateTime.unsafeMake(mandate.decideBefore))
})

const resultJson = (result: Result, pageUrl: string) => {
  switch (result._tag) {
    case "Approved":
      return { status: "approved" }
    case "Rejected":
      return { status: "rejected" }
    case "Declined":
      return { status: "declined", declineCode: result.code }
    case "RequiresAction":
      return { status: "requires_action", actionUrl: `${pageUrl}/3ds/${result.challengeId}` }
  }
}

export const kind = (
  mandates: Context.Tag.Service<typeof Mandates>
): HostedPage<View, Challenge, PaymentRequest.Decision, Result, Refusal> => ({
  path: "/pay/mandates",
  view: mandates.view,
  question: mandates.challenge,
  act: mandates.decide,
  authenticate: mandates.authenticate,
  read: { form: PaymentRequest.decisionFromForm, json: PaymentRequest.decisionFromJson },
  json: {
    view: mandateJson,
    result: resultJson,
    problem: (refusal) =>
      refusal._tag === "NoSuchPage"
        ? { status: 404, code: "approval_page_not_found", detail: "There is nothing to decide at this address." }
        : {
          status: 409,
          code: "already_decided",
          detail: "This was decided before, or its time is over.",
          more: { currentStatus: refusal.status }
        }
  },
  page: {
    languageOf: ({ mandate }) => mandate.language,
    view: mandatePage,
    question: ({ card, mandate }, merchant, back) => ({
      document: Pages.challengePage({ merchant, agent: mandate.agent, card, back })
    }),
    next: (result) => {
      switch (result._tag) {
        case "Approved":
        case "Rejected":
          return { _tag: "Page" }
        case "Declined":
          return { _tag: "Declined", code: result.code }
        case "RequiresAction":
          return { _tag: "Challenge", challengeId: result.challengeId }
      }
    },
    notFound: Pages.notFoundPage
  }
})
