/**
 * The payment page as a kind of hosted page: `/pay/<token>`, and `/pay/<token>/3ds/<challenge>` for the bank's
 * question. Programs send `{"method":"card","card":{…}}` or `{"action":"cancel"}`. Follows
 * docs/specification.md#payment-page.
 */
import { toNumber } from "@beauty-store/domain/Money"
import type * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import type { Challenge, HostedPayments, Refusal, Result, View } from "../provider/HostedPayments.ts"
import * as Ledger from "../provider/Ledger.ts"
import * as PaymentRequest from "../provider/PaymentRequest.ts"
import type { HostedPage } from "./HostedPage.ts"
import type { Merchant } from "./PageFrames.tsx"
import type { Problem, Shown } from "./PageHttp.ts"
import * as Pages from "./PaymentPages.tsx"

type Outcome = Result | { readonly _tag: "Cancelled"; readonly returnUrl: string }

const purchaseOf = ({ session }: View, merchant: Merchant): Pages.Purchase => ({
  merchant,
  amountMinor: session.amountMinor,
  currency: session.currency,
  returnUrl: session.returnUrl
})

/** The page of a session that was paid: its money may have gone back since. */
const paidPage = (purchase: Pages.Purchase, { closed }: Ledger.Session, money: Ledger.Money | undefined) => {
  const { backMinor, pendingMinor, takenMinor } = money
    ?? { takenMinor: purchase.amountMinor, backMinor: 0, pendingMinor: 0 }
  const paid = { ...purchase, takenMinor, backMinor, isUnderWay: pendingMinor > 0, closed }
  return backMinor > 0 && backMinor >= takenMinor ? Pages.refundedPage(paid) : Pages.alreadyPaidPage(paid)
}

/** The page for a session's state; an open one may show the errors of the form just sent. */
const sessionPage = (view: View, merchant: Merchant, { form }: PaymentRequest.Wrong): Shown => {
  const purchase = purchaseOf(view, merchant)
  const { lastAttempt, money, session, status } = view
  const shown = (document: Shown["document"]): Shown => ({ document, returnUrl: session.returnUrl })
  switch (status) {
    case "complete":
      return shown(paidPage(purchase, session, money))
    case "processing": {
      const { closed } = session
      return shown(Pages.processingPage({ ...purchase, method: lastAttempt?.method ?? "klarna", closed }))
    }
    case "expired":
      return shown(Pages.closedPage(purchase))
    case "open": {
      const methods = Ledger.methodsOf(session)
      const wanted = methods.find((method) => method === (lastAttempt?.method ?? session.preselect))
      return shown(Pages.paymentPage({
        ...purchase,
        description: session.description,
        email: session.email,
        expiresAt: session.expiresAt,
        methods,
        selected: form === undefined ? wanted ?? "card" : form.selected,
        declined: form === undefined ? lastAttempt?.declineCode ?? undefined : undefined,
        faults: form?.faults ?? {},
        expiry: form?.expiry ?? ""
      }))
    }
  }
}

const sessionJson = ({ lastAttempt, money, session, status }: View) => ({
  status,
  amount: toNumber(session.amountMinor, session.currency),
  refunded: toNumber(money?.backMinor ?? 0, session.currency),
  currency: session.currency,
  description: session.description,
  methods: Ledger.methodsOf(session),
  lastDecline: lastAttempt?.declineCode ?? null,
  expiresAt: DateTime.formatIso(DateTime.unsafeMake(session.expiresAt)),
  returnUrl: session.returnUrl
})

const outcomeJson = (outcome: Outcome, pageUrl: string) => {
  const { returnUrl } = outcome
  switch (outcome._tag) {
    case "Succeeded":
      return { status: "succeeded", returnUrl }
    case "Processing":
      return { status: "processing", returnUrl }
    case "Cancelled":
      return { status: "cancelled", returnUrl }
    case "Declined":
      return { status: "declined", declineCode: outcome.code, returnUrl }
    case "RequiresAction":
      return { status: "requires_action", actionUrl: `${pageUrl}/3ds/${outcome.challengeId}`, returnUrl }
  }
}

/** A refusal, for programs. */
const refusalProblem = (refusal: Refusal): Problem => {
  switch (refusal._tag) {
    case "NoSuchPage":
      return { status: 404, code: "payment_page_not_found", detail: "There is no payment page at this address." }
    case "AlreadyPaid":
      return {
        status: 409,
        code: "already_paid",
        detail: "This session is paid.",
        more: { returnUrl: refusal.returnUrl }
      }
    case "PaymentInProgress":
      return {
        status: 409,
        code: "payment_in_progress",
        detail: "A payment of this session is on its way and not decided yet.",
        more: { returnUrl: refusal.returnUrl }
      }
    case "SessionClosed":
      return {
        status: 409,
        code: "session_closed",
        detail: "This session's time ran out, or the shop has closed it.",
        more: { returnUrl: refusal.returnUrl }
      }
    case "MethodNotOffered":
      return {
        status: 409,
        code: "method_not_offered",
        detail: `Here one can pay by ${refusal.offered.join(", ")}.`,
        more: { methods: refusal.offered }
      }
  }
}

export const kind = (
  payments: Context.Tag.Service<typeof HostedPayments>
): HostedPage<View, Challenge, PaymentRequest.PaymentRequest, Outcome, Refusal> => ({
  path: "/pay",
  view: payments.view,
  question: payments.challenge,
  act: (token, request) => request._tag === "Pay" ? payments.pay(token, request.means) : payments.cancel(token),
  authenticate: payments.authenticate,
  read: { form: PaymentRequest.fromForm, json: PaymentRequest.fromJson },
  json: {
    view: sessionJson,
    result: outcomeJson,
    problem: refusalProblem
  },
  page: {
    languageOf: ({ session }) => session.language,
    view: sessionPage,
    question: (question, merchant, back) =>
      !question.pending || question.status !== "open" ? undefined : {
        document: Pages.challengePage({ ...purchaseOf(question, merchant), card: question.card, back }),
        returnUrl: question.session.returnUrl
      },
    next: (outcome) => {
      switch (outcome._tag) {
        case "Succeeded":
        case "Cancelled":
          return { _tag: "Leave", url: outcome.returnUrl }
        // The session remembers its last attempt, so that the page says why it was declined.
        case "Declined":
        case "Processing":
          return { _tag: "Page" }
        case "RequiresAction":
          return { _tag: "Challenge", challengeId: outcome.challengeId }
      }
    },
    notFound: Pages.notFoundPage
  }
})
