/**
 * The common parts of the forms for a card: its fields, their errors, the reason of the last refusal, and the cards to
 * try with. No card number is ever put back into a page.
 */
import { ErrorSummary, Fields, TextField } from "@beauty-store/ui/Form"
import { Notice } from "@beauty-store/ui/Notice"
import type { VNode } from "preact"
import { type DeclineCode, testCards } from "./Cards.ts"
import { declineWords, faultWords, type FieldFaults } from "./PageWords.ts"

interface CardFieldsProps {
  readonly faults: FieldFaults
  /** The expiry date as typed: the one card field that may be shown again. */
  readonly expiry: string
}

export const CardFields = ({ expiry, faults }: CardFieldsProps): VNode => (
  <Fields label="Card details">
    <TextField
      id="number"
      label="Card number"
      inputmode="numeric"
      autocomplete="cc-number"
      placeholder="1234 1234 1234 1234"
      maxlength={30}
      fault={faults.number && faultWords.number[faults.number]}
      wide
    />
    <TextField
      id="expiry"
      label="Expiry date"
      inputmode="numeric"
      autocomplete="cc-exp"
      placeholder="MM / YY"
      maxlength={9}
      value={expiry}
      fault={faults.expiry && faultWords.expiry[faults.expiry]}
    />
    <TextField
      id="cvc"
      label="Security code"
      inputmode="numeric"
      autocomplete="cc-csc"
      placeholder="CVC"
      maxlength={4}
      hint="On the back of the card"
      fault={faults.cvc && faultWords.cvc[faults.cvc]}
    />
  </Fields>
)

interface FormStateProps {
  readonly faults: FieldFaults
  /** The last attempt was refused. */
  readonly declined: DeclineCode | undefined
  /** The heading of a refusal. */
  readonly declinedTitle: string
  /** The first field of the page, to which the error of a missing choice leads. */
  readonly first: string
}

/** Above the form: its errors, or else the reason of the last refusal. */
export const FormState = ({ declined, declinedTitle, faults, first }: FormStateProps): VNode | null => {
  const { cvc, expiry, method, number } = faults
  const wrong = [
    method && { field: first, words: faultWords.method[method] },
    number && { field: "number", words: faultWords.number[number] },
    expiry && { field: "expiry", words: faultWords.expiry[expiry] },
    cvc && { field: "cvc", words: faultWords.cvc[cvc] }
  ].filter((fault) => fault !== undefined)
  if (wrong.length > 0) return <ErrorSummary faults={wrong} />
  return declined === undefined ? null : (
    <Notice tone="wrong" title={declinedTitle}>
      <p>{declineWords[declined]}</p>
    </Notice>
  )
}

/** The beginning of the title of a page that shows an error. */
export const titleState = (faults: FieldFaults, declined: DeclineCode | undefined, refused: string): string =>
  Object.keys(faults).length > 0 ? "Error: " : declined === undefined ? "" : `${refused}: `

export const TestNotice = (): VNode => (
  <details>
    <summary>Test mode: no real money moves. Show test cards</summary>
    <table class="table">
      <thead>
        <tr>
          <th scope="col">Card number</th>
          <th scope="col">What happens</th>
        </tr>
      </thead>
      <tbody>
        {testCards.map((card) => (
          <tr>
            <th scope="row">{card.number}</th>
            <td>{card.meaning}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <p class="quiet">
      Any date in the future and any security code will do. Every other valid card number succeeds. Please do not type
      in a real card.
    </p>
  </details>
)
