/**
 * The hosted pages: what a payer sees, as functions from what is to be shown to a whole HTML document.
 *
 * They need no script: plain forms post back to the address they came from, and everything a page says is in its text.
 * A wrong field is said in words beside it and again in a summary that leads there. No card number is ever put back
 * into a page. The look stands in `PageStyle`, the drawings in `PageMarks`.
 *
 * Pure: they read no ledger, set no status and know no addresses but the shop's. Follows
 * docs/specification.md#payment-page, docs/specification.md#capability-urls.
 */
import type { PaymentMethod } from "@beauty-store/commerce/payment/PaymentProvider"
import * as Money from "@beauty-store/domain/Money"
import type { Content, Html } from "@beauty-store/web/Html"
import { html, trusted } from "@beauty-store/web/Html"
import * as DateTime from "effect/DateTime"
import type { Brand, CvcFault, DeclineCode, ExpiryFault, Instrument, NumberFault } from "./Cards.ts"
import { testCards } from "./Cards.ts"
import * as Marks from "./PageMarks.ts"
import { stylesheet } from "./PageStyle.ts"

/** What stands on every page about a session. */
export interface Purchase {
  /** The shop's name. */
  readonly merchant: string
  readonly amountMinor: number
  readonly currency: string
  readonly returnUrl: string
}

export interface FieldFaults {
  readonly method?: "missing"
  readonly number?: NumberFault
  readonly expiry?: ExpiryFault
  readonly cvc?: CvcFault
}

export interface PaymentView extends Purchase {
  /** A line each: `2 × Rose Water 100 ml`. */
  readonly description: ReadonlyArray<string>
  readonly email: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  readonly methods: ReadonlyArray<PaymentMethod>
  readonly selected: PaymentMethod | undefined
  /** The last try was refused. */
  readonly declined: DeclineCode | undefined
  readonly faults: FieldFaults
  /** What was typed as the expiry date: the one card field that may be shown again. */
  readonly expiry: string
}

export interface ChallengeView extends Purchase {
  readonly card: NonNullable<Instrument["card"]>
}

/** `€ 29.95`, `€ 1,234.50`; another currency by its code. The space does not break. */
export const amount = (amountMinor: number, currency: string): string => {
  const grouped = Money.format(amountMinor).replace(/\B(?=(\d{3})+\.)/g, ",")
  return `${currency === "EUR" ? "€" : currency}\u00a0${grouped}`
}

const methodNames: Readonly<Record<PaymentMethod, string>> = {
  card: "Card",
  apple_pay: "Apple Pay",
  google_pay: "Google Pay",
  klarna: "Klarna",
  afterpay: "Afterpay",
  clearpay: "Clearpay"
}

const methodHints: Readonly<Record<Exclude<PaymentMethod, "card">, string>> = {
  apple_pay: "You confirm with Face ID, Touch ID or your passcode.",
  google_pay: "You pay with the card saved in your Google account.",
  klarna: "Pay in 30 days. Klarna confirms a moment after you order.",
  afterpay: "Pay in four instalments, free of interest.",
  clearpay: "Pay in four instalments, free of interest."
}

/** What a refused payer is told: what happened, and what may help. */
export const declineWords: Readonly<Record<DeclineCode, string>> = {
  card_declined: "Your bank declined this card. Please try another card or another way to pay.",
  insufficient_funds: "There is not enough money on this card. Please try another card or another way to pay.",
  authentication_failed: "Your bank could not confirm that it was you. Please try again or use another way to pay.",
  method_declined: "This way to pay was declined. Please choose another one.",
  processing_error: "Your bank did not process the payment. Please try again in a moment."
}

/** What is wrong with a field and how to mend it, for people and programs alike. */
export const faultWords = {
  method: {
    missing: "Choose how you would like to pay."
  },
  number: {
    missing: "Enter your card number.",
    not_digits: "A card number has digits only.",
    wrong_length: "This card number is too short or too long.",
    check_digit: "This card number is not right. Please check the digits."
  },
  expiry: {
    missing: "Enter the expiry date.",
    malformed: "Enter the expiry date as month and year, such as 08/29.",
    expired: "This card has expired."
  },
  cvc: {
    missing: "Enter the security code.",
    malformed: "The security code has three digits, or four on American Express."
  }
} as const satisfies {
  readonly method: Readonly<Record<"missing", string>>
  readonly number: Readonly<Record<NumberFault, string>>
  readonly expiry: Readonly<Record<ExpiryFault, string>>
  readonly cvc: Readonly<Record<CvcFault, string>>
}

const brandNames: Readonly<Record<Brand, string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
  maestro: "Maestro",
  unknown: "Card"
}

export const document = (title: string, bodyClass: string, body: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${trusted(stylesheet)}</style>
</head>
<body class="${bodyClass}">
${body}
</body>
</html>
`.text

export const merchantLine = (merchant: string): Html =>
  html`<p class="merchant"><span class="monogram" aria-hidden="true">${
    [...merchant][0] ?? ""
  }</span>${merchant}<span class="badge">Test mode</span></p>`

const field = (of: {
  readonly id: string
  readonly label: string
  readonly autocomplete: string
  readonly placeholder: string
  readonly maxLength: number
  readonly value?: string
  readonly hint?: string
  readonly fault: string | undefined
  readonly wide?: boolean
}): Html => {
  const describedBy = [of.fault && `${of.id}-fault`, of.hint && `${of.id}-hint`].filter(Boolean).join(" ")
  return html`<div class="${of.wide ? "field wide" : "field"}">
<label for="${of.id}">${of.label}</label>
<input id="${of.id}" name="${of.id}" type="text" inputmode="numeric" autocomplete="${of.autocomplete}" placeholder="${of.placeholder}" maxlength="${of.maxLength}" spellcheck="false"${
    of.value ? html` value="${of.value}"` : ""
  }${of.fault === undefined ? "" : html` aria-invalid="true"`}${
    describedBy === "" ? "" : html` aria-describedby="${describedBy}"`
  }>
${of.fault === undefined ? "" : html`<p class="fault" id="${of.id}-fault">${of.fault}</p>`}${
    of.hint === undefined ? "" : html`<p class="hint" id="${of.id}-hint">${of.hint}</p>`
  }
</div>`
}

export const cardFields = (faults: FieldFaults, expiry: string): Html =>
  html`<div class="fields" role="group" aria-label="Card details">
${
    field({
      id: "number",
      label: "Card number",
      autocomplete: "cc-number",
      placeholder: "1234 1234 1234 1234",
      maxLength: 30,
      fault: faults.number && faultWords.number[faults.number],
      wide: true
    })
  }
${
    field({
      id: "expiry",
      label: "Expiry date",
      autocomplete: "cc-exp",
      placeholder: "MM / YY",
      maxLength: 9,
      value: expiry,
      fault: faults.expiry && faultWords.expiry[faults.expiry]
    })
  }
${
    field({
      id: "cvc",
      label: "Security code",
      autocomplete: "cc-csc",
      placeholder: "CVC",
      maxLength: 4,
      hint: "On the back of the card",
      fault: faults.cvc && faultWords.cvc[faults.cvc]
    })
  }
</div>`

const methodRow = (method: PaymentMethod, view: PaymentView): Html =>
  html`<div class="method">
<label for="method-${method}"><input type="radio" id="method-${method}" name="method" value="${method}"${
    view.selected === method && trusted(" checked")
  }>${methodNames[method]}<span class="marks">${Marks.methods[method]}</span></label>
${
    method === "card"
      ? html`<div class="more">${cardFields(view.faults, view.expiry)}</div>`
      : html`<p class="more">${methodHints[method]}</p>`
  }
</div>`

/** Everything that is wrong, in the order of the page, each a link to where it is mended. */
export const errorSummary = (given: FieldFaults, firstMethod: PaymentMethod): Html | undefined => {
  const { cvc, expiry, method, number } = given
  const faults: ReadonlyArray<readonly [target: string, words: string] | undefined> = [
    method && [`method-${firstMethod}`, faultWords.method[method]],
    number && ["number", faultWords.number[number]],
    expiry && ["expiry", faultWords.expiry[expiry]],
    cvc && ["cvc", faultWords.cvc[cvc]]
  ]
  const present = faults.filter((fault) => fault !== undefined)
  if (present.length === 0) return undefined
  return html`<div class="notice" role="alert" aria-labelledby="faults" tabindex="-1" autofocus>${Marks.warning}<div>
<h2 id="faults">${present.length === 1 ? "Please check one thing" : "Please check these fields"}</h2>
<ul>${present.map(([target, words]) => html`<li><a href="#${target}">${words}</a></li>`)}</ul>
</div></div>`
}

export const declineBanner = (code: DeclineCode, title = "Your payment was not taken"): Html =>
  html`<div class="notice" role="alert" aria-labelledby="declined" tabindex="-1" autofocus>${Marks.warning}<div>
<h2 id="declined">${title}</h2>
<p>${declineWords[code]}</p>
</div></div>`

export const testNotice: Html = html`<details>
<summary>Test mode: no real money moves. Show test cards</summary>
<table>
<thead><tr><th scope="col">Card number</th><th scope="col">What happens</th></tr></thead>
<tbody>${testCards.map((card) => html`<tr><th scope="row">${card.number}</th><td>${card.meaning}</td></tr>`)}</tbody>
</table>
<p>Any date in the future and any security code will do. Every other valid card number succeeds. Please do not type in a real card.</p>
</details>`

const zone = DateTime.zoneUnsafeMakeNamed("Europe/Berlin")

/** `15:32 (Berlin time)`: the shop's own zone, named, because the payer may sit in another. */
export const clockTime = (millis: number): string => {
  const { hours, minutes } = DateTime.toParts(DateTime.setZone(DateTime.unsafeMake(millis), zone))
  return `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")} (Berlin time)`
}

/** `31 December 2026`, in the shop's own zone. */
export const calendarDay = (millis: number): string =>
  DateTime.format(DateTime.setZone(DateTime.unsafeMake(millis), zone), {
    locale: "en-GB",
    day: "numeric",
    month: "long",
    year: "numeric"
  })

export const paymentPage = (view: PaymentView): string => {
  const total = amount(view.amountMinor, view.currency)
  const faults = errorSummary(view.faults, view.methods[0] ?? "card")
  const state = faults !== undefined ? "Error: " : view.declined !== undefined ? "Payment declined: " : ""
  return document(
    `${state}Pay ${view.merchant} ${total}`,
    "split",
    html`<header class="summary"><div>
<form class="leave" method="post"><input type="hidden" name="action" value="cancel"><button type="submit">${Marks.back}Cancel and return to shop</button></form>
${merchantLine(view.merchant)}
<h1>Pay ${view.merchant} <span class="figure">${total}</span></h1>
<section class="order" aria-labelledby="order"><h2 id="order">Your order</h2>
<ul>${view.description.map((line) => html`<li>${line}</li>`)}</ul>
<dl><dt>Total</dt><dd>${total}</dd></dl>
</section>
<p class="quiet">You ordered as ${view.email}. Please pay before ${clockTime(view.expiresAt)}.</p>
</div></header>
<main class="pay">
${faults ?? (view.declined !== undefined && declineBanner(view.declined))}
<form method="post" novalidate>
<fieldset${
      view.faults.method !== undefined && trusted(" aria-describedby=\"method-fault\"")
    }><legend>How would you like to pay?</legend>
${
      view.faults.method !== undefined &&
      html`<p class="fault" id="method-fault">${faultWords.method[view.faults.method]}</p>`
    }
<div class="methods">${view.methods.map((method) => methodRow(method, view))}</div>
</fieldset>
<button class="button submit" type="submit">${Marks.lock}${
      view.declined === undefined ? "Pay" : "Try again: pay"
    } ${total}</button>
</form>
<p class="quiet aside under">Your payment details stay with the payment provider. ${view.merchant} never sees them.</p>
${testNotice}
<p class="foot">Payments by Simulated Payments</p>
</main>`
  )
}

/** What the cardholder's bank shows to be sure that it is them. */
export const bankPage = (question: {
  readonly title: string
  readonly heading: string
  readonly words: string
  readonly merchant: string
  /** What it is about, besides merchant and card. */
  readonly fact: { readonly name: string; readonly value: string }
  readonly card: NonNullable<Instrument["card"]>
}): string =>
  document(
    question.title,
    "centre",
    html`<main>
<div class="card bank">
<div class="top">${Marks.lock}Your bank<span class="scheme">3-D Secure</span></div>
<div class="body">
<h1>${question.heading}</h1>
<p>${question.words}</p>
<dl class="facts">
<div><dt>Merchant</dt><dd>${question.merchant}</dd></div>
<div><dt>${question.fact.name}</dt><dd>${question.fact.value}</dd></div>
<div><dt>Card</dt><dd>${brandNames[question.card.brand]} ending ${question.card.last4}</dd></div>
</dl>
<form method="post" class="actions">
<button class="button" type="submit" name="outcome" value="authenticated">Authenticate</button>
<button class="button plain" type="submit" name="outcome" value="failed">Fail authentication</button>
</form>
</div>
</div>
<p class="quiet below"><span class="badge">Test mode</span> A simulated bank. No real money moves.</p>
</main>`
  )

export const challengePage = (view: ChallengeView): string =>
  bankPage({
    title: "Confirm your payment: your bank",
    heading: "Is this payment yours?",
    words: "Your bank asks you to confirm this payment before it goes through.",
    merchant: view.merchant,
    fact: { name: "Amount", value: amount(view.amountMinor, view.currency) },
    card: view.card
  })

interface Outcome {
  readonly title: string
  readonly sign: Html
  readonly tone: "right" | "wait" | "wrong"
  readonly words: Content
  readonly action: { readonly href: string; readonly words: string } | undefined
}

export const outcomePage = (merchant: string | undefined, outcome: Outcome): string =>
  document(
    merchant === undefined ? outcome.title : `${outcome.title}: ${merchant}`,
    "centre",
    html`<main class="card">
${merchant !== undefined && html`<div class="top">${merchantLine(merchant)}</div>`}
<div class="body">
<div class="sign ${outcome.tone}">${outcome.sign}</div>
<h1>${outcome.title}</h1>
${outcome.words}
${
      outcome.action !== undefined
      && html`<div class="actions"><a class="button" href="${outcome.action.href}">${outcome.action.words}</a></div>`
    }
</div>
</main>`
  )

/** The payment is on its way, and whoever lends the money decides later. */
export const processingPage = (view: Purchase & { readonly method: PaymentMethod }): string =>
  outcomePage(view.merchant, {
    title: `${methodNames[view.method]} is confirming your payment`,
    sign: Marks.clock,
    tone: "wait",
    words: html`<p>We have sent ${amount(view.amountMinor, view.currency)} to ${
      methodNames[view.method]
    } to be approved. We will let ${view.merchant} know as soon as it is decided.</p>
<p>There is nothing more to do here.</p>`,
    action: { href: view.returnUrl, words: `Continue to ${view.merchant}` }
  })

export const alreadyPaidPage = (view: Purchase): string =>
  outcomePage(view.merchant, {
    title: "This order is paid",
    sign: Marks.tick,
    tone: "right",
    words: html`<p>Your payment of ${
      amount(view.amountMinor, view.currency)
    } went through. You will not be charged again.</p>`,
    action: { href: view.returnUrl, words: `Continue to ${view.merchant}` }
  })

/** Its time ran out, or the shop closed it: either way it takes no payment any more. */
export const closedPage = (view: Purchase): string =>
  outcomePage(view.merchant, {
    title: "This payment page has closed",
    sign: Marks.clock,
    tone: "wrong",
    words: html`<p>Its time ran out, or the order was changed in the meantime. No money was taken.</p>
<p>You can start again from your cart.</p>`,
    action: { href: view.returnUrl, words: `Return to ${view.merchant}` }
  })

export const notFoundPage = (): string =>
  outcomePage(undefined, {
    title: "There is no payment here",
    sign: Marks.question,
    tone: "wrong",
    words:
      html`<p>The address may be incomplete. Please go back to the shop and follow its link to the payment again.</p>`,
    action: undefined
  })

/** The provider could not be reached. `certain`: nothing was taken; otherwise only a fresh look can tell. */
export const unavailablePage = (certain: boolean): string =>
  outcomePage(undefined, {
    title: certain ? "We cannot take payments right now" : "We are not sure yet",
    sign: Marks.cross,
    tone: "wrong",
    words: certain
      ? html`<p>No money was taken. Please try again in a moment.</p>`
      : html`<p>The connection broke off while your payment was on its way. Open the payment page again to see whether it went through. You will not be charged twice.</p>`,
    // The same address, asked for anew.
    action: { href: "?", words: certain ? "Try again" : "Check my payment" }
  })
