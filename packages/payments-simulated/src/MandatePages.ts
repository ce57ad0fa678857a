/**
 * The pages on which a person allows an agent to pay for them: what they see, as functions from what is to be shown to
 * a whole HTML document. Plain forms without script, like the payment pages, whose parts they are made of.
 *
 * The page says who will be able to pay, at which shop, and how much, before it asks for anything; turning it down is as
 * easy as agreeing. Pure. Follows docs/specification.md#approval-page.
 */
import type { Html } from "@beauty-store/web/Html"
import { html } from "@beauty-store/web/Html"
import type { DeclineCode, Instrument } from "./Cards.ts"
import type { Status } from "./Mandates.ts"
import * as Marks from "./PageMarks.ts"
import {
  bankPage,
  calendarDay,
  cardFields,
  clockTime,
  declineBanner,
  document,
  errorSummary,
  type FieldFaults,
  merchantLine,
  outcomePage,
  testNotice
} from "./PaymentPages.ts"

/** What stands on every page about a mandate. */
export interface Permission {
  /** The shop's name. */
  readonly merchant: string
  /** Who will be able to pay. */
  readonly agent: string
}

export interface ApprovalView extends Permission {
  /** What is being allowed, a line each. */
  readonly description: ReadonlyArray<string>
  /** Milliseconds since the epoch. */
  readonly decideBefore: number
  /** When the permission ends by itself, if ever. */
  readonly expiresAt: number | undefined
  /** The last card was refused. */
  readonly declined: DeclineCode | undefined
  readonly faults: FieldFaults
  /** What was typed as the expiry date: the one card field that may be shown again. */
  readonly expiry: string
}

const allowed = (lines: ReadonlyArray<string>): Html =>
  html`<section class="order" aria-labelledby="allowed"><h2 id="allowed">What you allow</h2>
<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>
</section>`

export const approvalPage = (view: ApprovalView): string => {
  const faults = errorSummary(view.faults, "card")
  const state = faults !== undefined ? "Error: " : view.declined !== undefined ? "Card declined: " : ""
  return document(
    `${state}Let ${view.agent} pay at ${view.merchant}`,
    "split",
    html`<header class="summary"><div>
${merchantLine(view.merchant)}
<h1 class="words">Let ${view.agent} pay for you at ${view.merchant}?</h1>
${allowed(view.description)}
<p class="quiet">It pays with the card that you name here, without asking you each time. ${
      view.expiresAt !== undefined && html`It ends by itself on ${calendarDay(view.expiresAt)}. `
    }You can take this back at any time. Please decide before ${clockTime(view.decideBefore)}.</p>
</div></header>
<main class="pay">
${faults ?? (view.declined !== undefined && declineBanner(view.declined, "This card was not accepted"))}
<form method="post" novalidate>
<fieldset><legend>Which card is going to pay?</legend>
<div class="methods">${cardFields(view.faults, view.expiry)}</div>
</fieldset>
<button class="button submit" type="submit" name="decision" value="approve">${Marks.lock}Allow ${view.agent} to pay</button>
<button class="button plain" type="submit" name="decision" value="reject">Do not allow</button>
</form>
<p class="quiet aside under">Nothing is taken now. Your card stays with the payment provider: neither ${view.merchant} nor ${view.agent} sees it.</p>
${testNotice}
<p class="foot">Payments by Simulated Payments</p>
</main>`
  )
}

/** What the cardholder's bank shows to be sure that it is them. */
export const challengePage = (view: Permission & { readonly card: NonNullable<Instrument["card"]> }): string =>
  bankPage({
    title: "Confirm your permission: your bank",
    heading: "Is this permission yours?",
    words: "Your bank asks you to confirm that this agent may pay with your card.",
    merchant: view.merchant,
    fact: { name: "Agent", value: view.agent },
    card: view.card
  })

/** The decision is made, or cannot be made any more. */
export const decidedPage = (view: Permission & { readonly status: Exclude<Status, "pending"> }): string => {
  const { agent, merchant, status } = view
  const close = html`<p>There is nothing more to do here. You can close this page.</p>`
  switch (status) {
    case "active":
      return outcomePage(merchant, {
        title: `${agent} may pay for you`,
        sign: Marks.tick,
        tone: "right",
        words:
          html`<p>It can buy at ${merchant} with your card, within what you allowed. Nothing has been taken.</p>${close}`,
        action: undefined
      })
    case "rejected":
      return outcomePage(merchant, {
        title: `${agent} may not pay for you`,
        sign: Marks.cross,
        tone: "wrong",
        words: html`<p>You did not allow it. Nothing has been taken.</p>${close}`,
        action: undefined
      })
    case "revoked":
      return outcomePage(merchant, {
        title: "This permission has ended",
        sign: Marks.cross,
        tone: "wrong",
        words: html`<p>${agent} cannot pay for you with it.</p>${close}`,
        action: undefined
      })
    case "lapsed":
      return outcomePage(merchant, {
        title: "The time to decide is over",
        sign: Marks.clock,
        tone: "wrong",
        words: html`<p>Nothing was allowed. If you still want to, ask for the permission again.</p>`,
        action: undefined
      })
  }
}

export const notFoundPage = (): string =>
  outcomePage(undefined, {
    title: "There is nothing to decide here",
    sign: Marks.question,
    tone: "wrong",
    words: html`<p>The address may be incomplete. Please follow the link that you were given again.</p>`,
    action: undefined
  })
