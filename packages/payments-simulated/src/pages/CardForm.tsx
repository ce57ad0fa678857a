/**
 * The common parts of the forms for a card: its fields, their errors, the reason of the last refusal, and the cards to
 * try with. No card number is ever put back into a page.
 */
import type { Locale } from "@beauty-store/domain/Language"
import { ErrorSummary, Fields, TextField } from "@beauty-store/ui/Form"
import { Notice } from "@beauty-store/ui/Notice"
import type { Message } from "@beauty-store/ui/Wording"
import type { VNode } from "preact"
import { type DeclineCode, testCards } from "../Cards.ts"
import { declineWords, faultWords, type FieldFaults } from "../provider/PaymentWords.ts"
import * as Messages from "./Messages.ts"

interface CardFieldsProps {
  readonly language: Locale
  readonly faults: FieldFaults
  /** The expiry date as typed: the one card field that may be shown again. */
  readonly expiry: string
}

const words = Messages.card

export const CardFields = ({ expiry, faults, language }: CardFieldsProps): VNode => (
  <Fields label={words.details(language)}>
    <TextField
      id="number"
      label={words.number(language)}
      inputmode="numeric"
      autocomplete="cc-number"
      placeholder="1234 1234 1234 1234"
      maxlength={30}
      fault={faults.number && faultWords.number[faults.number](language)}
      wide
    />
    <TextField
      id="expiry"
      label={words.expiry(language)}
      inputmode="numeric"
      autocomplete="cc-exp"
      placeholder={words.expiryHint(language)}
      maxlength={9}
      value={expiry}
      fault={faults.expiry && faultWords.expiry[faults.expiry](language)}
    />
    <TextField
      id="cvc"
      label={words.cvc(language)}
      inputmode="numeric"
      autocomplete="cc-csc"
      placeholder="CVC"
      maxlength={4}
      hint={words.cvcHint(language)}
      fault={faults.cvc && faultWords.cvc[faults.cvc](language)}
    />
  </Fields>
)

interface FormStateProps {
  readonly language: Locale
  readonly faults: FieldFaults
  /** The last attempt was refused. */
  readonly declined: DeclineCode | undefined
  /** The heading of a refusal. */
  readonly declinedTitle: string
  /** The first field of the page, to which the error of a missing choice leads. */
  readonly first: string
}

/** Above the form: its errors, or else the reason of the last refusal. */
export const FormState = ({ declined, declinedTitle, faults, first, language }: FormStateProps): VNode | null => {
  const { cvc, expiry, method, number } = faults
  const wrong = [
    method && { field: first, words: faultWords.method[method](language) },
    number && { field: "number", words: faultWords.number[number](language) },
    expiry && { field: "expiry", words: faultWords.expiry[expiry](language) },
    cvc && { field: "cvc", words: faultWords.cvc[cvc](language) }
  ].filter((fault) => fault !== undefined)
  const title = wrong.length === 1 ? Messages.frame.faultsOne : Messages.frame.faultsMany
  if (wrong.length > 0) return <ErrorSummary faults={wrong} title={title(language)} />
  return declined === undefined ? null : (
    <Notice tone="wrong" title={declinedTitle}>
      <p>{declineWords[declined](language)}</p>
    </Notice>
  )
}

/** The beginning of the title of a page that shows an error. */
export const titleState = (
  language: Locale,
  faults: FieldFaults,
  declined: DeclineCode | undefined,
  refused: Message
): string =>
  Object.keys(faults).length > 0
    ? `${Messages.frame.error(language)}: `
    : declined === undefined
    ? ""
    : `${refused(language)}: `

export const TestNotice = ({ language }: { readonly language: Locale }): VNode => (
  <details>
    <summary>{words.testCards(language)}</summary>
    <table class="table">
      <thead>
        <tr>
          <th scope="col">{words.number(language)}</th>
          <th scope="col">{words.happens(language)}</th>
        </tr>
      </thead>
      <tbody>
        {testCards.map((card) => (
          <tr>
            <th scope="row">{card.number}</th>
            <td>{card.meaning(language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <p class="quiet">{words.testNote(language)}</p>
  </details>
)
