/**
 * The payment pages, as functions from their content to a document.
 *
 * They need no script: plain forms post back to the address they came from, and everything a page says is in its text.
 * An error is shown in words beside its field and again in a summary that leads there. The look is the shop's own
 * (`@beauty-store/ui`), the drawings are in `PageMarks`.
 *
 * Pure: they read no ledger, set no status and know no addresses but the shop's. Follows
 * docs/specification.md#payment-page, docs/specification.md#capability-urls.
 */
import * as Money from "@beauty-store/domain/Money"
import { methodNames, type PaymentMethod } from "@beauty-store/domain/Payment"
import { BackButton, Button } from "@beauty-store/ui/Controls"
import { ChoiceList } from "@beauty-store/ui/Form"
import { Lock } from "@beauty-store/ui/Marks"
import { PriceTable } from "@beauty-store/ui/Prices"
import type { VNode } from "preact"
import { CardFields, FormState, TestNotice, titleState } from "./CardForm.tsx"
import type { DeclineCode } from "./Cards.ts"
import { BankPage, FormPage, type Merchant, MerchantLine, OutcomePage } from "./PageFrames.tsx"
import * as PageMarks from "./PageMarks.tsx"
import { type Card, clockTime, faultWords, type FieldFaults, methodHints } from "./PageWords.ts"

/** The content of every page about a session. */
export interface Purchase {
  readonly merchant: Merchant
  readonly amountMinor: number
  readonly currency: string
  readonly returnUrl: string
}

export interface PaymentView extends Purchase {
  /** A line each: `2 × Rose Water 100 ml`. */
  readonly description: ReadonlyArray<string>
  readonly email: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  readonly methods: ReadonlyArray<PaymentMethod>
  readonly selected: PaymentMethod | undefined
  /** The last attempt was refused. */
  readonly declined: DeclineCode | undefined
  readonly faults: FieldFaults
  /** The expiry date as typed: the one card field that may be shown again. */
  readonly expiry: string
}

export const paymentPage = (view: PaymentView): VNode => {
  const { declined, faults, merchant, methods } = view
  const total = Money.display(view.amountMinor, view.currency)
  return (
    <FormPage
      title={`${titleState(faults, declined, "Payment declined")}Pay ${merchant.name} ${total}`}
      merchant={merchant}
      summary={
        <>
          <BackButton name="action" value="cancel">Cancel and return to shop</BackButton>
          <MerchantLine merchant={merchant} />
          <h1 class="paying">
            Pay {merchant.name} <span class="figure">{total}</span>
          </h1>
          <section aria-labelledby="order">
            <h2 id="order">Your order</h2>
            <ul class="lines">{view.description.map((line) => <li>{line}</li>)}</ul>
            <PriceTable prices={[{ words: "Total", amount: total, main: true }]} />
          </section>
          <p class="quiet">You ordered as {view.email}. Please pay before {clockTime(view.expiresAt)}.</p>
        </>
      }
    >
      <FormState
        faults={faults}
        declined={declined}
        declinedTitle="Your payment was not taken"
        first={`method-${methods[0] ?? "card"}`}
      />
      <form method="post" novalidate>
        <ChoiceList
          name="method"
          legend="How would you like to pay?"
          selected={view.selected}
          fault={faults.method && faultWords.method[faults.method]}
          choices={methods.map((method) => ({
            value: method,
            words: methodNames[method],
            marks: PageMarks.methods[method],
            more: method === "card" ? <CardFields faults={faults} expiry={view.expiry} /> : methodHints[method]
          }))}
        />
        <Button>
          <Lock />
          {declined === undefined ? "Pay" : "Try again: pay"} {total}
        </Button>
      </form>
      <p class="quiet">Your payment details stay with the payment provider. {merchant.name} never sees them.</p>
      <TestNotice />
    </FormPage>
  )
}

/** The question of the payer's bank; `back` leads to the payment page. */
export const challengePage = (view: Purchase & { readonly card: Card; readonly back: string }): VNode => (
  <BankPage
    title="Confirm your payment: your bank"
    heading="Is this payment yours?"
    words="Your bank asks you to confirm this payment before it goes through."
    merchant={view.merchant}
    fact={{ name: "Amount", value: Money.display(view.amountMinor, view.currency) }}
    card={view.card}
    back={{ href: view.back, words: "Back to the payment page" }}
  />
)

/** The payment is under way, and the lender decides later. */
export const processingPage = (view: Purchase & { readonly method: PaymentMethod }): VNode => {
  const { amountMinor, currency, merchant, returnUrl } = view
  const method = methodNames[view.method]
  return (
    <OutcomePage
      merchant={merchant}
      title={`${method} is confirming your payment`}
      sign="waiting"
      tone="wait"
      action={{ href: returnUrl, words: `Continue to ${merchant.name}` }}
    >
      <p>
        We have sent {Money.display(amountMinor, currency)} to {method} to be approved. We will let {merchant.name}{" "}
        know as soon as it is decided.
      </p>
      <p>There is nothing more to do here.</p>
    </OutcomePage>
  )
}

export const alreadyPaidPage = ({ amountMinor, currency, merchant, returnUrl }: Purchase): VNode => (
  <OutcomePage
    merchant={merchant}
    title="This order is paid"
    sign="done"
    tone="right"
    action={{ href: returnUrl, words: `Continue to ${merchant.name}` }}
  >
    <p>Your payment of {Money.display(amountMinor, currency)} went through. You will not be charged again.</p>
  </OutcomePage>
)

/** Its time ran out, or the shop closed it: either way it takes no payment any more. */
export const closedPage = ({ merchant, returnUrl }: Purchase): VNode => (
  <OutcomePage
    merchant={merchant}
    title="This payment page has closed"
    sign="waiting"
    tone="wrong"
    action={{ href: returnUrl, words: `Return to ${merchant.name}` }}
  >
    <p>Its time ran out, or the order was changed in the meantime. No money was taken.</p>
    <p>You can start again from your cart.</p>
  </OutcomePage>
)

export const notFoundPage = (merchant: Merchant): VNode => (
  <OutcomePage merchant={merchant} title="There is no payment here" sign="unknown" tone="wrong">
    <p>The address may be incomplete. Please go back to the shop and follow its link to the payment again.</p>
  </OutcomePage>
)

/** The provider could not be reached. `certain`: nothing was taken; otherwise only a fresh look can tell. */
export const unavailablePage = (merchant: Merchant, certain: boolean): VNode => (
  <OutcomePage
    merchant={merchant}
    title={certain ? "We cannot take payments right now" : "We are not sure yet"}
    sign="stopped"
    tone="wrong"
    // The same address again.
    action={{ href: "?", words: certain ? "Try again" : "Check my payment" }}
  >
    <p>
      {certain
        ? "No money was taken. Please try again in a moment."
        : "The connection broke off while your payment was on its way. Open the payment page again to see whether it "
          + "went through. You will not be charged twice."}
    </p>
  </OutcomePage>
)
