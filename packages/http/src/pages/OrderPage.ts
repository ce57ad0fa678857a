/**
 * The order page for people: how an order stands, in words, and what its buyer can do about it. Pure: from what is known
 * to HTML.
 *
 * Plain forms, no script, no outside resource. The page only shows; whatever changes something has a page of its own
 * that says what is going to happen and asks. Times are the shop's own, Berlin. Follows
 * docs/specification.md#order-page.
 */
import type { ReturnView } from "@beauty-store/commerce/after-sales/Returns"
import type { OrderPageView } from "@beauty-store/commerce/orders/OrderPages"
import type { OrderView } from "@beauty-store/commerce/orders/Orders"
import { addressLines, date, money as euros, paymentMethod } from "@beauty-store/documents/Wording"
import * as BusinessDays from "@beauty-store/domain/BusinessDays"
import { cancel } from "@beauty-store/domain/Order"
import * as Return from "@beauty-store/domain/Return"
import { type Content, type Html, html, trusted } from "@beauty-store/web/Html"
import * as Either from "effect/Either"
import { createHash } from "node:crypto"
import { style as shopStyle } from "./Pages.ts"

const style = `${shopStyle}
:root { --card: #fff; --right: #2c6a4b; --wait: #8a5a00; --wrong: #a3271f }
@media (prefers-color-scheme: dark) { :root { --card: #1f1b22; --right: #8fd0ab; --wait: #f0c36d; --wrong: #ffa69d } }
main { max-width: 64rem; padding: 3rem 1.5rem 4rem }
main.narrow { max-width: 40rem }
h1 { margin-bottom: .5rem; text-wrap: balance }
h2 { font-size: 1.15rem; font-weight: 500; margin: 0 0 .75rem }
h3 { font-size: 1rem; font-weight: 600; margin: 0 }
p { margin: 0 0 .75rem } p:last-child { margin-bottom: 0 }
ul, ol { list-style: none; margin: 0; padding: 0 }
li, p { overflow-wrap: anywhere }
small, .quiet { color: var(--soft); font-size: .875rem }
.number { font-variant-numeric: tabular-nums; white-space: nowrap; text-align: right }
.lead { font-size: 1.1rem; margin-bottom: 0 }
.steps { display: grid; grid-template-columns: repeat(4, 1fr); margin: 2.25rem 0 0; counter-reset: step }
.steps li { position: relative; padding-top: 1.4rem; color: var(--soft); font-size: .875rem }
.steps li::before { content: ""; position: absolute; top: .3rem; left: 0; right: 0; height: 2px; background: var(--line) }
.steps li::after { content: ""; position: absolute; top: 0; left: 0; width: .7rem; height: .7rem; border-radius: 50%; background: var(--paper); border: 2px solid var(--line); box-sizing: border-box }
.steps .done::before { background: linear-gradient(to right, var(--accent) var(--far, 100%), var(--line) 0) }
.steps .done::after { background: var(--accent); border-color: var(--accent) }
.steps [aria-current]::before, .steps li:last-child::before { background: var(--line) }
.steps li:last-child::before { right: auto; width: .7rem }
.steps [aria-current] { color: var(--ink); font-weight: 600 }
.steps small { display: block; font-weight: 400 }
.columns { display: grid; gap: 1.25rem; margin-top: 2.25rem }
@media (min-width: 56rem) { .columns { grid-template-columns: minmax(0, 1fr) 20rem; align-items: start } }
.columns > div { display: grid; gap: 1.25rem; min-width: 0 }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem 1.5rem; min-width: 0 }
.goods li { display: grid; grid-template-columns: 3.5rem minmax(0, 1fr) auto; gap: .25rem 1rem; padding: .9rem 0; align-items: center }
.goods li + li, .entries li + li, .parcel + .parcel { border-top: 1px solid var(--line) }
.goods li:first-child { padding-top: 0 } .goods li:last-child { padding-bottom: 0 }
.goods img { width: 3.5rem; height: 3.5rem; border-radius: .5rem; display: block; background: var(--paper) }
.goods small { display: block }
.sums { grid-template-columns: 1fr auto; gap: .35rem 0; margin: 0 0 .75rem }
.card code { font-size: .8rem }
.card > address + p { margin-top: .5rem }
.sums dd { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
.sums .total { font-weight: 600; color: var(--ink); border-top: 1px solid var(--line); padding-top: .5rem; margin-top: .25rem }
.scans { margin-top: .75rem; border-left: 2px solid var(--line); padding-left: 1.1rem; margin-left: .3rem }
.scans li { position: relative; padding: .2rem 0 }
.scans li::before { content: ""; position: absolute; left: -1.5rem; top: .75rem; width: .55rem; height: .55rem; border-radius: 50%; background: var(--line) }
.scans li:first-child::before { background: var(--accent) }
.parcel { padding: 1rem 0 } .parcel:first-of-type { padding-top: 0 } .parcel:last-child { padding-bottom: 0 }
.entries li { padding: .75rem 0 } .entries li:first-child { padding-top: 0 } .entries li:last-child { padding-bottom: 0 }
.top { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .25rem 1rem; align-items: baseline }
.state { font-size: .875rem; font-weight: 600; color: var(--wait) } .state.right { color: var(--right) } .state.wrong { color: var(--wrong) }
.links { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin-top: .5rem }
.links a, .back a, .end a { display: inline-block; padding: .25rem 0 }
address { font-style: normal }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem }
.card .actions { margin-top: 0 } .card .actions .button { flex: 1 1 auto; text-align: center }
.button { border: 1px solid var(--accent); font: inherit; line-height: 1.4; cursor: pointer; min-height: 3rem }
.button.plain { background: none; color: var(--accent) }
button:focus-visible, select:focus-visible, input:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.notice { border: 1px solid var(--line); border-left: 4px solid var(--wait); border-radius: .5rem; background: var(--card); padding: .9rem 1.1rem; margin: 1.5rem 0 0; max-width: none }
.notice.right { border-left-color: var(--right) } .notice.wrong { border-left-color: var(--wrong) }
.narrow .card { margin-top: 1.25rem }
.end { max-width: none; margin-top: 2.5rem; padding-top: 1rem; border-top: 1px solid var(--line) }
fieldset { border: 1px solid var(--line); border-radius: .75rem; background: var(--card); margin: 1.25rem 0 0; padding: .25rem 1.5rem 1.25rem; min-width: 0 }
legend { font-weight: 600; padding: 0 .4rem; margin-left: -.4rem }
.fields { display: grid; gap: .9rem; margin-top: .75rem }
@media (min-width: 40rem) { .fields { grid-template-columns: 9rem 1fr } .fields .wide { grid-column: 1 / -1 } }
label { display: block; font-size: .875rem; color: var(--soft); margin-bottom: .25rem }
select, input[type=text] { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--soft); border-radius: .5rem }
@media (max-width: 40rem) {
  main { padding: 2rem 1.1rem 3rem } h1 { font-size: 1.7rem } .card { padding: 1.1rem } fieldset { padding-inline: 1.1rem }
  .actions .button { flex: 1 1 100%; text-align: center }
  .steps { grid-template-columns: none; gap: .1rem; margin-top: 1.75rem }
  .steps li { padding: 0 0 .9rem 1.75rem; line-height: 1.4 } .steps small { display: inline; margin-left: .5rem }
  .steps li::before, .steps .done::before { top: .6rem; bottom: -.35rem; left: .3rem; right: auto; width: 2px; height: auto }
  .steps .done:not([aria-current])::before { background: var(--accent) }
  .steps li::after { top: .28rem } .steps li:last-child { padding-bottom: 0 } .steps li:last-child::before { display: none }
}
@media print { .actions, .links, .end { display: none } }
`

/** Of every page of this module. */
export const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; `
  + "img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const page = (title: string, storeName: string, content: Content, width: "wide" | "narrow" = "wide"): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${title} · ${storeName}</title>
<link rel="icon" href="data:,">
<style>${trusted(style)}</style>
</head>
<body><main class="${width}">
<p class="kicker">${storeName}</p>
${content}
</main></body>
</html>`.text

const clock = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Berlin",
  day: "numeric",
  month: "long",
  hour: "2-digit",
  minute: "2-digit"
})

const time = (at: number): Html =>
  html`<time datetime="${new Date(at).toISOString()}">${clock.format(at).replace(" at ", ", ")}</time>`

const span = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  `between ${date(from as never)} and ${date(to as never)}`

const units = (count: number, one: string, several = `${one}s`): string => `${count} ${count === 1 ? one : several}`

/** `in_transit` as people say it. */
const words = (status: string): string => {
  const text = status.replace(/_/g, " ")
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

const shippedUnits = (order: OrderView): number => order.items.reduce((sum, item) => sum + item.shipped, 0)

const cancellable = (order: OrderView): boolean =>
  order.status !== "cancelled"
  && Either.isRight(cancel({ orderId: order.id, status: order.status, shippedUnits: shippedUnits(order) }))

const isPaid = (order: OrderView): boolean => order.payment.method !== null

/** How an order stands: the title of its page, and what that means. */
const standing = ({ order, paymentUrl }: OrderPageView): readonly [title: string, meaning: string] => {
  switch (order.status) {
    case "pending":
      return order.payment.status === "processing"
        ? [
          "Your payment is on its way",
          "We will confirm your order as soon as it arrives. You need not do anything."
        ]
        : [
          "Your order is not paid yet",
          paymentUrl === undefined
            ? "We are waiting to hear from the payment provider. Look again in a moment."
            : "You can go back to the payment page and try again. We keep your things aside for half an hour."
        ]
    case "confirmed":
      return shippedUnits(order) === 0
        ? ["Thank you for your order", "Your payment has arrived and your order is confirmed. We are packing it now."]
        : ["Part of your order is on its way", "The rest follows in a parcel of its own."]
    case "shipped":
      return ["Your order is on its way", "We have handed it to the carrier."]
    case "delivered":
      return ["Your order has arrived", "We hope you enjoy it."]
    case "cancelled":
      return ["Your order was cancelled", isPaid(order) ? "What you paid goes back to you." : "Nothing was charged."]
  }
}

const stages = ["pending", "confirmed", "shipped", "delivered"] as const
const stageNames = { pending: "Ordered", confirmed: "Paid", shipped: "Shipped", delivered: "Delivered" } as const

const progress = (order: OrderView): Html | undefined => {
  if (order.status === "cancelled") return undefined
  const reached = stages.indexOf(order.status)
  return html`<ol class="steps" aria-label="Progress">${
    stages.map((stage, n) => {
      const at = order.timeline.find((entry) => entry.status === stage)?.at
      return html`<li class="${n <= reached ? "done" : "ahead"}"${n === reached && html` aria-current="step"`}>${
        stageNames[stage]
      }${at !== undefined && n <= reached && html` <small>${time(at)}</small>`}</li>`
    })
  }</ol>`
}

const goods = (order: OrderView): Html =>
  html`<section class="card"><h2>What you ordered</h2>
<ul class="goods">${
    order.items.map((item) => {
      const notes = [
        item.quantity > 1 && `${euros(item.unitPriceMinor, order.currency)} each`,
        item.shipped > 0 && item.shipped < item.quantity && `${item.shipped} of ${item.quantity} shipped`,
        item.returned > 0 && `${item.returned} of ${item.quantity} returned`
      ].filter(Boolean)
      return html`<li><img src="/images/${item.productId}.svg" alt="" width="56" height="56"><div>${item.quantity} × ${item.name}${
        notes.length > 0 && html`<small>${notes.join(" · ")}</small>`
      }</div><div class="number">${euros(item.lineTotalMinor, order.currency)}</div></li>`
    })
  }</ul></section>`

const parcels = (order: OrderView): Html | undefined =>
  order.shipments.length === 0 ?
    undefined :
    html`<section class="card"><h2>${
      order.shipments.length === 1 ? "Your parcel" : `Your ${order.shipments.length} parcels`
    }</h2>${
      order.shipments.map((shipment) =>
        html`<div class="parcel"><div class="top"><h3>${shipment.carrier}</h3><span class="state${
          shipment.status === "delivered" && " right"
        }">${words(shipment.status)}</span></div>
<p class="quiet">Tracking number ${shipment.trackingNumber}${
          shipment.status !== "delivered"
          && html` · expected ${date(shipment.estimatedDelivery as never)}`
        }</p>${
          shipment.events.length > 0 &&
          html`<ol class="scans" reversed>${
            [...shipment.events].sort((a, b) => b.at - a.at).map((scan) =>
              html`<li>${words(scan.status)}${scan.location !== "" && `, ${scan.location}`}<br><small>${
                time(scan.at)
              }</small></li>`
            )
          }</ol>`
        }</div>`
      )
    }</section>`

const returnWords: Readonly<Record<Return.ReturnStatus, readonly [state: string, tone: "" | "right" | "wrong"]>> = {
  requested: ["Waiting for your parcel", ""],
  in_transit: ["On its way to us", ""],
  received: ["Arrived, being checked", ""],
  refunded: ["Accepted", "right"],
  rejected: ["Not accepted", "wrong"],
  cancelled: ["Called off", ""]
}

/** A page of the order's own, below its address. */
type Address = (path?: string) => string

const labelPath = (one: ReturnView): string => {
  const { pathname, search } = new URL(one.labelUrl)
  return `${pathname}${search}`
}

const isOpen = (one: ReturnView): boolean => Return.transitions[one.status].includes("cancelled")

const returnEntry = (one: ReturnView, order: OrderView, at: Address): Html => {
  const [state, tone] = returnWords[one.status]
  return html`<li><div class="top"><h3>${
    one.items.map((item) => `${item.quantity} × ${item.name}`).join(", ")
  }</h3><span class="state ${tone}">${state}</span></div>
<p class="quiet">${time(one.timeline.at(-1)?.at ?? one.createdAt)}${
    isOpen(one)
    && html` · ${euros(one.refundMinor, order.currency)} come back once we have checked it`
  }</p>${
    isOpen(one) &&
    html`<p class="links"><a href="${labelPath(one)}">Print the return label (PDF)</a> <a href="${
      at(`returns/${one.returnId}/cancel`)
    }">Call this return off</a></p>`
  }</li>`
}

const returned = ({ order, returns }: OrderPageView, at: Address): Html | undefined =>
  returns.length === 0 ?
    undefined :
    html`<section class="card"><h2>${returns.length === 1 ? "Your return" : "Your returns"}</h2><ul class="entries">${
      returns.map((one) => returnEntry(one, order, at))
    }</ul></section>`

const refunded = (order: OrderView): Html | undefined =>
  order.refunds.length === 0 ?
    undefined :
    html`<section class="card"><h2>Money back</h2><ul class="entries">${
      order.refunds.map((refund) =>
        html`<li><div class="top"><h3 class="number">${
          euros(refund.amountMinor, order.currency)
        }</h3><span class="state${refund.status === "succeeded" ? " right" : refund.status === "failed" && " wrong"}">${
          refund.status === "succeeded" ? "Refunded" : refund.status === "failed" ? "Not sent yet" : "On its way"
        }</span></div><p class="quiet">${
          refund.status === "failed"
            ? "The bank did not take it. We are trying again."
            : html`To your original way of paying; expected ${span(BusinessDays.refundExpected(refund.createdAt))}.`
        }</p></li>`
      )
    }</ul></section>`

const sums = (order: OrderView): Html =>
  html`<section class="card"><h2>Total</h2><dl class="sums">
<dt>Goods</dt><dd>${euros(order.subtotalMinor, order.currency)}</dd>
<dt>Shipping, ${order.shippingMethod}</dt><dd>${
    order.shippingMinor === 0 ? "free" : euros(order.shippingMinor, order.currency)
  }</dd>
<dt class="total">Total</dt><dd class="total">${euros(order.totalMinor, order.currency)}</dd>
</dl>
<p class="quiet">VAT included.${
    order.payment.method !== null && ` Paid by ${paymentMethod(order.payment.method)}.`
  }</p></section>`

const details = (order: OrderView, at: Address): Html =>
  html`<section class="card"><h2>Delivery</h2>
<address>${addressLines(order.shippingAddress).map((line) => html`${line}<br>`)}</address>
<p class="quiet">${order.email}</p></section>
<section class="card"><h2>Order</h2><p><code>${order.id}</code></p><p class="quiet">Placed ${
    time(order.createdAt)
  }</p>${
    isPaid(order) &&
    html`<p class="links"><a href="${at("receipt")}">Receipt</a> <a href="${at("receipt.pdf")}">Receipt as PDF</a></p>`
  }</section>`

const actions = ({ order, paymentUrl, returnable }: OrderPageView, at: Address): Html | undefined => {
  const offered = [
    paymentUrl !== undefined && html`<a class="button" href="${paymentUrl}">Back to the payment page</a>`,
    returnable.length > 0 && html`<a class="button" href="${at("return")}">Return something</a>`,
    cancellable(order) && html`<a class="button plain" href="${at("cancel")}">Cancel this order</a>`
  ].filter((one) => one !== false)
  return offered.length === 0 ? undefined : html`<div class="actions">${offered}</div>`
}

/** What somebody just did, said at the top of the page. */
const notices: Readonly<Record<string, string>> = {
  returned: "Your return is registered. Print its label below, stick it on the parcel and send it.",
  "return-cancelled": "Your return is called off."
}

const notice = (text: string | undefined, tone: "right" | "wrong"): Html | undefined =>
  text === undefined
    ? undefined
    : html`<p class="notice ${tone}" role="${tone === "right" ? "status" : "alert"}">${text}</p>`

/** The page of an order. `done`: what has just happened. */
export const orderPage = (storeName: string, token: string, view: OrderPageView, done?: string): string => {
  const at = addressOf(token)
  const [title, meaning] = standing(view)
  const { order, returnable } = view
  const until = returnable.map((one) => one.until).sort()[0]
  return page(
    title,
    storeName,
    html`<h1>${title}</h1>
<p class="lead">${meaning}${until !== undefined && html` You can return it until ${date(until)}.`}</p>
${notice(done === undefined ? undefined : notices[done], "right")}
${progress(order)}
${actions(view, at)}
<div class="columns"><div>
${parcels(order)}
${returned(view, at)}
${refunded(order)}
${goods(order)}
</div><div>
${sums(order)}
${details(order, at)}
</div></div>
<p class="end quiet">Keep this page's address to yourself: whoever has it sees this order and can cancel or return it.
<a href="${at("close")}">Close this page for good</a></p>`
  )
}

const addressOf = (token: string): Address => (path) => `/orders/${token}${path === undefined ? "" : `/${path}`}`

interface Question {
  readonly title: string
  readonly words: Content
  readonly yes: string
  readonly no: string
  readonly fields?: Content
}

const question = (storeName: string, token: string, { fields, no, title, words, yes }: Question): string =>
  page(
    title,
    storeName,
    html`<h1>${title}</h1>
${words}
<form method="post">${fields}<div class="actions"><button class="button" type="submit">${yes}</button>
<a class="button plain" href="${addressOf(token)()}">${no}</a></div></form>`,
    "narrow"
  )

/** Asks whether the order is to be cancelled; nothing where that is not possible. */
export const cancelPage = (storeName: string, token: string, { order }: OrderPageView): string | undefined =>
  cancellable(order)
    ? question(storeName, token, {
      title: "Cancel this order?",
      words: html`<p>All of it is cancelled: ${
        units(order.items.reduce((sum, item) => sum + item.quantity, 0), "item")
      }, ${euros(order.totalMinor, order.currency)}.</p><p>${
        isPaid(order)
          ? `What you paid goes back to your original way of paying within ${BusinessDays.refundDays.from} to ${BusinessDays.refundDays.to} business days.`
          : "Nothing was charged."
      } A cancelled order cannot be brought back.</p>`,
      yes: "Cancel the order",
      no: "Keep it"
    })
    : undefined

export const closePage = (storeName: string, token: string): string =>
  question(storeName, token, {
    title: "Close this page for good?",
    words: html`<p>Its address will lead nowhere any more, on any device. Your order stays as it is.</p>`,
    yes: "Close the page",
    no: "Keep it"
  })

export const closedPage = (storeName: string): string =>
  page("This page is closed", storeName, html`<h1>This page is closed</h1><p>Your order stays as it is.</p>`, "narrow")

/** Asks whether a return is to be called off; nothing where that is not possible. */
export const cancelReturnPage = (
  storeName: string,
  token: string,
  { returns }: OrderPageView,
  returnId: string
): string | undefined => {
  const one = returns.find((candidate) => candidate.returnId === returnId)
  return one === undefined || !isOpen(one) ? undefined : question(storeName, token, {
    title: "Call this return off?",
    words: html`<p>${
      one.items.map((item) => `${item.quantity} × ${item.name}`).join(", ")
    } stay with you. You can return them later, as long as their time lasts.</p>`,
    yes: "Call it off",
    no: "Keep the return"
  })
}

/** What somebody has filled in for a product. */
export interface Choice {
  readonly quantity: number
  readonly condition: Return.Condition
  readonly reason: string
}

const conditions: Readonly<Record<Return.Condition, string>> = {
  unopened: "Unopened",
  opened: "Opened",
  defective: "Defective or damaged"
}

/** What to return: which, how many, in what condition, and why. */
export const returnPage = (
  storeName: string,
  token: string,
  view: OrderPageView,
  chosen: ReadonlyMap<string, Choice>,
  fault?: string
): string => {
  const { order, returnable } = view
  const nameOf = (productId: string) => order.items.find((item) => item.productId === productId)?.name ?? productId
  return page(
    `${fault === undefined ? "" : "Error: "}Return something`,
    storeName,
    html`<h1>Return something</h1>
<p>Choose what you would like to send back. The next page asks once more before anything happens.</p>
${notice(fault, "wrong")}
<form method="post"><input type="hidden" name="after" value="${view.returns.at(-1)?.returnId ?? ""}">
${
      returnable.map((one, n) => {
        const choice = chosen.get(one.productId)
        const selected = choice?.quantity ?? (returnable.length === 1 && one.left === 1 ? 1 : 0)
        return html`<fieldset><legend>${nameOf(one.productId)}</legend>
<p class="quiet">You can return ${one.left === 1 ? "it" : `up to ${one.left}`} until ${date(one.until)}.${
          one.hygieneSealed && " It is sealed for hygiene: once opened it comes back only if it is defective."
        }</p>
<div class="fields"><div><label for="quantity-${n}">How many</label><select id="quantity-${n}" name="quantity:${one.productId}">${
          Array.from({ length: one.left + 1 }, (_, count) =>
            html`<option value="${count}"${count === selected && trusted(" selected")}>${
              count === 0 ? "None" : count
            }</option>`)
        }</select></div>
<div><label for="condition-${n}">Condition</label><select id="condition-${n}" name="condition:${one.productId}">${
          Return.Condition.literals.filter((condition) => condition !== "opened" || !one.hygieneSealed)
            .map((condition) =>
              html`<option value="${condition}"${choice?.condition === condition && trusted(" selected")}>${
                conditions[condition]
              }</option>`
            )
        }</select></div>
<div class="wide"><label for="reason-${n}">Why are you sending it back?</label><input type="text" id="reason-${n}" name="reason:${one.productId}" maxlength="1000" autocomplete="off" value="${
          choice?.reason ?? ""
        }"></div></div></fieldset>`
      })
    }
<div class="actions"><button class="button" type="submit" name="step" value="review">Continue</button>
<a class="button plain" href="${addressOf(token)()}">Back</a></div></form>`,
    "narrow"
  )
}

/** Asks once more, with all that is going to happen. */
export const reviewPage = (
  storeName: string,
  token: string,
  view: OrderPageView,
  after: string,
  chosen: ReadonlyMap<string, Choice>
): string => {
  const { order } = view
  const rows = [...chosen].map(([productId, choice]) => {
    const item = order.items.find((one) => one.productId === productId)
    const minor = view.returnable.find((one) => one.productId === productId)?.refundsMinor[choice.quantity] ?? 0
    return { productId, choice, name: item?.name ?? productId, minor }
  })
  const hidden = (name: string, value: string | number) => html`<input type="hidden" name="${name}" value="${value}">`
  return question(storeName, token, {
    title: "Is this right?",
    words: html`<section class="card"><ul class="entries">${
      rows.map(({ choice, minor, name }) =>
        html`<li><div class="top"><h2>${choice.quantity} × ${name}</h2><span class="number">${
          euros(minor, order.currency)
        }</span></div><p class="quiet">${conditions[choice.condition]} · ${choice.reason}</p></li>`
      )
    }</ul></section>
<p class="notice">Once your parcel is here and checked, ${
      euros(rows.reduce((sum, row) => sum + row.minor, 0), order.currency)
    } go back to your original way of paying within ${BusinessDays.refundDays.from} to ${BusinessDays.refundDays.to} business days.</p>`,
    fields: [
      hidden("after", after),
      hidden("step", "confirm"),
      ...rows.map(({ choice, productId }) => [
        hidden(`quantity:${productId}`, choice.quantity),
        hidden(`condition:${productId}`, choice.condition),
        hidden(`reason:${productId}`, choice.reason)
      ])
    ],
    yes: "Return this",
    no: "Not now"
  })
}

/** Something could not be done; the order is as it was. */
export const refusedPage = (storeName: string, token: string, words: string): string =>
  page(
    "That is not possible now",
    storeName,
    html`<h1>That is not possible now</h1>
<p>${words}</p>
<p class="actions"><a class="button" href="${addressOf(token)()}">Back to your order</a></p>`,
    "narrow"
  )

/** The address leads nowhere, or not any more. */
export const missingPage = (storeName: string): string =>
  page(
    "There is no order here",
    storeName,
    html`<h1>There is no order here</h1>
<p>The address may be incomplete, or its page was closed. Please follow the shop's link once more.</p>`,
    "narrow"
  )
