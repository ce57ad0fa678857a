/**
 * The payment pages, as pure functions from their content to a document. They need no script: plain forms post back to
 * the address they came from. An error is shown in words beside its field, and in a summary that leads there. The
 * drawings are in `PageMarks`. Follows docs/specification.md#payment-page, docs/specification.md#capability-urls.
 */
import { methodName, type PaymentMethod } from "@beauty-store/domain/Payment"
import { BackButton, Button } from "@beauty-store/ui/Controls"
import { ChoiceList } from "@beauty-store/ui/Form"
import { formatIn } from "@beauty-store/ui/Format"
import { Lock } from "@beauty-store/ui/Marks"
import { PriceTable } from "@beauty-store/ui/Prices"
import type { VNode } from "preact"
import type { DeclineCode } from "../Cards.ts"
import { type Card, clockTime, faultWords, type FieldFaults, methodHints } from "../provider/PaymentWords.ts"
import { CardFields, FormState, TestNotice, titleState } from "./CardForm.tsx"
import * as Messages from "./Messages.ts"
import { BankPage, FormPage, type Merchant, MerchantLine, OutcomePage } from "./PageFrames.tsx"
import * as PageMarks from "./PageMarks.tsx"

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

const words = Messages.payment

/** An amount in the language of the page. */
const money = ({ merchant: { language } }: { readonly merchant: Merchant }, amountMinor: number, currency: string) =>
  formatIn(language).money(amountMinor, currency)

export const paymentPage = (view: PaymentView): VNode => {
  const { declined, faults, merchant, methods } = view
  const { language, name } = merchant
  const amount = money(view, view.amountMinor, view.currency)
  const figure = <span class="figure">{amount}</span>
  return (
    <FormPage
      title={titleState(language, faults, declined, words.declinedTitle)
        + words.title(language, { merchant: name, amount })}
      merchant={merchant}
      summary={
        <>
          <BackButton name="action" value="cancel">{words.cancel(language)}</BackButton>
          <MerchantLine merchant={merchant} />
          <h1 class="paying">{words.heading<VNode | string>(language, { merchant: name, amount: figure })}</h1>
          <section aria-labelledby="order">
            <h2 id="order">{words.order(language)}</h2>
            <ul class="lines">{view.description.map((line) => <li>{line}</li>)}</ul>
            <PriceTable prices={[{ words: words.total(language), amount, main: true }]} />
          </section>
          <p class="quiet">
            {words.orderedAs(language, {
              email: view.email,
              time: clockTime(language, view.expiresAt, merchant.timeZone)
            })}
          </p>
        </>
      }
    >
      <FormState
        language={language}
        faults={faults}
        declined={declined}
        declinedTitle={words.notTaken(language)}
        first={`method-${methods[0] ?? "card"}`}
      />
      <form method="post" novalidate>
        <ChoiceList
          name="method"
          legend={words.how(language)}
          selected={view.selected}
          fault={faults.method && faultWords.method[faults.method](language)}
          choices={methods.map((method) => ({
            value: method,
            words: methodName(language, method),
            marks: PageMarks.methods[method],
            more: method === "card"
              ? <CardFields language={language} faults={faults} expiry={view.expiry} />
              : methodHints[method](language)
          }))}
        />
        <Button>
          <Lock />
          {(declined === undefined ? words.pay : words.payAgain)(language, { amount })}
        </Button>
      </form>
      {merchant.pages !== undefined && (
        <p class="quiet">
          {words.onTerms<VNode>(language, {
            terms: <a href={merchant.pages.terms}>{words.termsOf(language, { merchant: name })}</a>
          })}
        </p>
      )}
      <p class="quiet">{words.staysHere(language, { merchant: name })}</p>
      <TestNotice language={language} />
    </FormPage>
  )
}

/** The question of the payer's bank; `back` leads to the payment page. */
export const challengePage = (view: Purchase & { readonly card: Card; readonly back: string }): VNode => {
  const { merchant } = view
  const { language } = merchant
  return (
    <BankPage
      title={words.challengeTitle(language)}
      heading={words.challenge(language)}
      words={words.challengeWords(language)}
      merchant={merchant}
      fact={{ name: words.amount(language), value: money(view, view.amountMinor, view.currency) }}
      card={view.card}
      back={{ href: view.back, words: words.backToPage(language) }}
    />
  )
}

/** The link that goes on to the shop. */
const onward = ({ merchant: { language, name }, returnUrl }: Purchase) => ({
  href: returnUrl,
  words: Messages.frame.continueTo(language, { merchant: name })
})

/** The payment is under way, and the lender decides later. */
export const processingPage = (
  view: Purchase & { readonly method: PaymentMethod; readonly closed: boolean }
): VNode => {
  const { merchant } = view
  const { language, name } = merchant
  const method = methodName(language, view.method)
  const amount = money(view, view.amountMinor, view.currency)
  return (
    <OutcomePage
      merchant={merchant}
      title={words.processing(language, { method })}
      sign="waiting"
      tone="wait"
      action={onward(view)}
    >
      <p>{words.processingWords(language, { amount, method, merchant: name })}</p>
      {view.closed && <p>{words.processingClosed(language, { merchant: name })}</p>}
      <p>{words.nothingToDo(language)}</p>
    </OutcomePage>
  )
}

/** A purchase that was paid. */
export interface PaidPurchase extends Purchase {
  readonly takenMinor: number
  /** What of it goes back, or has gone back; `isUnderWay`: not all of that is decided. */
  readonly backMinor: number
  readonly isUnderWay: boolean
  /** The shop has closed the page. Perhaps it took the payment all the same. */
  readonly closed: boolean
}

export const alreadyPaidPage = (view: PaidPurchase): VNode => {
  const { backMinor, closed, currency, isUnderWay, merchant, takenMinor } = view
  const { language } = merchant
  const back = { amount: money(view, backMinor, currency) }
  return (
    <OutcomePage
      merchant={merchant}
      title={words.paid(language)}
      sign="done"
      tone="right"
      action={onward(view)}
    >
      <p>{words.paidWords(language, { amount: money(view, takenMinor, currency) })}</p>
      {backMinor > 0 && <p>{(isUnderWay ? words.partOnItsWay : words.partSentBack)(language, back)}</p>}
      {closed && backMinor === 0 && <p>{words.paidClosed(language, { merchant: merchant.name })}</p>}
    </OutcomePage>
  )
}

/** All the money goes back: the order was cancelled or returned, or it had ended before it was paid. */
export const refundedPage = (view: PaidPurchase): VNode => {
  const { backMinor, currency, isUnderWay, merchant } = view
  const { language, name } = merchant
  const amount = money(view, backMinor, currency)
  return (
    <OutcomePage
      merchant={merchant}
      title={(isUnderWay ? words.onItsWayBack : words.sentBack)(language)}
      sign={isUnderWay ? "waiting" : "done"}
      tone={isUnderWay ? "wait" : "right"}
      action={onward(view)}
    >
      <p>{(isUnderWay ? words.sendingBack : words.hasSentBack)(language, { merchant: name, amount })}</p>
      <p>{words.nothingMore(language)}</p>
    </OutcomePage>
  )
}

/** Its time ran out, or the shop closed it: either way it takes no payment any more. */
export const closedPage = ({ merchant, returnUrl }: Purchase): VNode => {
  const { language, name } = merchant
  return (
    <OutcomePage
      merchant={merchant}
      title={words.closed(language)}
      sign="waiting"
      tone="wrong"
      action={{ href: returnUrl, words: Messages.frame.returnTo(language, { merchant: name }) }}
    >
      <p>{words.closedWords(language)}</p>
      <p>{words.startAgain(language)}</p>
    </OutcomePage>
  )
}

export const notFoundPage = (merchant: Merchant): VNode => (
  <OutcomePage merchant={merchant} title={words.missing(merchant.language)} sign="unknown" tone="wrong">
    <p>{words.missingWords(merchant.language)}</p>
  </OutcomePage>
)

/** The browser sent something that cannot be read. */
export const refusedPage = (merchant: Merchant): VNode => (
  <OutcomePage
    merchant={merchant}
    title={words.refused(merchant.language)}
    sign="stopped"
    tone="wrong"
    action={{ href: "?", words: words.tryAgain(merchant.language) }}
  >
    <p>{words.refusedWords(merchant.language)}</p>
  </OutcomePage>
)

/** The provider could not be reached. `certain`: nothing was taken; otherwise only a fresh look can tell. */
export const unavailablePage = (merchant: Merchant, certain: boolean): VNode => {
  const { language } = merchant
  return (
    <OutcomePage
      merchant={merchant}
      title={(certain ? words.unavailable : words.unsure)(language)}
      sign="stopped"
      tone="wrong"
      // The same address again.
      action={{ href: "?", words: (certain ? words.tryAgain : words.check)(language) }}
    >
      <p>{(certain ? words.unavailableWords : words.unsureWords)(language)}</p>
    </OutcomePage>
  )
}
