/**
 * Reads a request to a hosted page, a form or JSON, into one shape. All errors are reported at once, each at its place,
 * and none repeats what was sent. A form has to fill in the whole card; a program may leave out expiry and security
 * code. The number leaves this module redacted. Pure. Follows docs/specification.md#payment-page.
 */
import { defaultLanguage } from "@beauty-store/domain/Language"
import { methodOf, type PaymentMethod, paymentMethods } from "@beauty-store/domain/Payment"
import * as Either from "effect/Either"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import * as Cards from "../Cards.ts"
import { declineWords, faultWords, type FieldFaults } from "./PaymentWords.ts"

/** The means of a payment. A wallet or an instalment plan may name the card behind it. */
export type Means =
  | { readonly method: "card"; readonly card: Cards.CardNumber }
  | { readonly method: Exclude<PaymentMethod, "card">; readonly card: Cards.CardNumber | undefined }

export type PaymentRequest =
  | { readonly _tag: "Cancel" }
  | { readonly _tag: "Pay"; readonly means: Means }

/** The person's answer to their bank. */
export type Authentication = "authenticated" | "failed"

/** A code of a fault that has words. */
const fault = <Code extends string>(words: Readonly<Record<Code, unknown>>) =>
  Schema.optionalWith(Schema.Literal(...Record.keys(words)), { exact: true })

/** A form to be shown again: its errors, and the values that may be put back. */
export const FaultyForm = Schema.Struct({
  faults: Schema.Struct({
    method: fault(faultWords.method),
    number: fault(faultWords.number),
    expiry: fault(faultWords.expiry),
    cvc: fault(faultWords.cvc)
  }),
  selected: Schema.optional(Schema.Literal(...paymentMethods)),
  expiry: Schema.String.pipe(Schema.maxLength(9))
})
export type FaultyForm = typeof FaultyForm.Type

/** What was wrong with the form just sent: its fields, its card, or nobody could do it. */
export const Wrong = Schema.Struct({
  form: Schema.optionalWith(FaultyForm, { exact: true }),
  declined: fault(declineWords),
  trouble: Schema.optionalWith(Schema.Literal("nothing_done", "unknown"), { exact: true })
})
export type Wrong = typeof Wrong.Type

/** One error of a JSON body. */
export interface PointedFault {
  readonly pointer: string
  readonly detail: string
}

interface CardText {
  readonly number: string
  readonly expiry: string | undefined
  readonly cvc: string | undefined
}

const readCard = (
  card: CardText,
  nowMillis: number
): { readonly number: Cards.CardNumber | undefined; readonly faults: FieldFaults } => {
  const number = Cards.readNumber(card.number)
  const expiry = card.expiry === undefined ? Either.void : Cards.checkExpiry(card.expiry, nowMillis)
  const brand = Either.isRight(number) ? Cards.brand(number.right) : undefined
  const cvc = card.cvc === undefined ? Either.void : Cards.checkCvc(card.cvc, brand)
  return {
    number: Either.getOrUndefined(number),
    faults: {
      ...(Either.isLeft(number) && { number: number.left }),
      ...(Either.isLeft(expiry) && { expiry: expiry.left }),
      ...(Either.isLeft(cvc) && { cvc: cvc.left })
    }
  }
}

const hasNone = (faults: object): boolean => Object.keys(faults).length === 0

/** The card of a form, completely filled in. */
const cardOfForm = (form: URLSearchParams, nowMillis: number) => {
  const expiry = form.get("expiry")?.slice(0, 9) ?? ""
  return { expiry, ...readCard({ number: form.get("number") ?? "", expiry, cvc: form.get("cvc") ?? "" }, nowMillis) }
}

/** A form of the payment page. */
export const fromForm = (form: URLSearchParams, nowMillis: number): Either.Either<PaymentRequest, FaultyForm> => {
  if (form.get("action") === "cancel") return Either.right({ _tag: "Cancel" })
  const method = methodOf(form.get("method"))
  const { expiry, ...card } = cardOfForm(form, nowMillis)
  if (method === undefined) return Either.left({ faults: { method: "missing" }, selected: undefined, expiry })
  if (method !== "card") return Either.right({ _tag: "Pay", means: { method, card: undefined } })
  return card.number !== undefined && hasNone(card.faults)
    ? Either.right({ _tag: "Pay", means: { method, card: card.number } })
    : Either.left({ faults: card.faults, selected: method, expiry })
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

type Fault = (pointer: string, detail: string) => void

/** The card of a JSON body; a program may leave out expiry and security code, but what it sends is checked. */
const cardOfJson = (card: unknown, nowMillis: number, fault: Fault): Cards.CardNumber | undefined => {
  if (card === undefined) {
    fault("/card", "Expected the card to pay with, such as {\"number\": \"4242424242424242\"}.")
    return undefined
  }
  if (!isRecord(card)) {
    fault("/card", "Expected an object.")
    return undefined
  }
  const text = (name: "number" | "expiry" | "cvc"): string | undefined => {
    const value = card[name]
    if (value === undefined) return undefined
    if (typeof value === "string") return value
    fault(`/card/${name}`, "Expected a string.")
    return undefined
  }
  const given = text("number")
  const isNumber = given !== undefined || card["number"] === undefined
  const read = readCard({ number: given ?? "", expiry: text("expiry"), cvc: text("cvc") }, nowMillis)
  if (read.faults.number !== undefined && isNumber) {
    fault("/card/number", faultWords.number[read.faults.number](defaultLanguage))
  }
  if (read.faults.expiry !== undefined) fault("/card/expiry", faultWords.expiry[read.faults.expiry](defaultLanguage))
  if (read.faults.cvc !== undefined) fault("/card/cvc", faultWords.cvc[read.faults.cvc](defaultLanguage))
  return read.number
}

/** A JSON body of the payment page: `{"method":"card","card":{"number":"4242424242424242"}}`, `{"action":"cancel"}`. */
export const fromJson = (
  body: unknown,
  nowMillis: number
): Either.Either<PaymentRequest, ReadonlyArray<PointedFault>> => {
  if (!isRecord(body)) return Either.left([{ pointer: "", detail: "Expected a JSON object." }])
  const { action, card, method: methodName } = body
  if (action === "cancel") return Either.right({ _tag: "Cancel" })
  const faults: Array<PointedFault> = []
  const fault: Fault = (pointer, detail) => void faults.push({ pointer, detail })
  if (action !== undefined) fault("/action", "Expected \"cancel\", or no action in order to pay.")

  const method = methodOf(methodName)
  if (method === undefined) fault("/method", `Expected one of ${paymentMethods.join(", ")}.`)

  const number = card === undefined && method !== "card" ? undefined : cardOfJson(card, nowMillis, fault)
  if (faults.length > 0 || method === undefined) return Either.left(faults)
  if (method !== "card") return Either.right({ _tag: "Pay", means: { method, card: number } })
  return number === undefined ? Either.left(faults) : Either.right({ _tag: "Pay", means: { method, card: number } })
}

/** A person's decision about a mandate. */
export type Decision =
  | { readonly _tag: "Reject" }
  | { readonly _tag: "Approve"; readonly card: Cards.CardNumber }

/** A form of the approval page. */
export const decisionFromForm = (form: URLSearchParams, nowMillis: number): Either.Either<Decision, FaultyForm> => {
  if (form.get("decision") === "reject") return Either.right({ _tag: "Reject" })
  const { expiry, faults, number } = cardOfForm(form, nowMillis)
  return number !== undefined && hasNone(faults)
    ? Either.right({ _tag: "Approve", card: number })
    : Either.left({ faults, selected: "card", expiry })
}

/** A JSON body of the approval page: `{"decision":"approve","card":{"number":"4242424242424242"}}`. */
export const decisionFromJson = (
  body: unknown,
  nowMillis: number
): Either.Either<Decision, ReadonlyArray<PointedFault>> => {
  if (!isRecord(body)) return Either.left([{ pointer: "", detail: "Expected a JSON object." }])
  const faults: Array<PointedFault> = []
  const fault: Fault = (pointer, detail) => void faults.push({ pointer, detail })
  const { card, decision } = body
  if (decision === "reject") return Either.right({ _tag: "Reject" })
  if (decision !== "approve") fault("/decision", "Expected \"approve\" or \"reject\".")
  const number = decision === "approve" || card !== undefined ? cardOfJson(card, nowMillis, fault) : undefined
  return faults.length > 0 || number === undefined
    ? Either.left(faults)
    : Either.right({ _tag: "Approve", card: number })
}

const outcomes: ReadonlyArray<Authentication> = ["authenticated", "failed"]

/** The answer to the bank's question, from a form or from JSON `{"outcome":"authenticated"}`. */
export const authentication = (
  body: unknown
): Either.Either<Authentication, ReadonlyArray<PointedFault>> => {
  const given = body instanceof URLSearchParams ? body.get("outcome") : isRecord(body) ? body["outcome"] : undefined
  const outcome = outcomes.find((outcome) => outcome === given)
  return outcome === undefined
    ? Either.left([{ pointer: "/outcome", detail: `Expected one of ${outcomes.join(", ")}.` }])
    : Either.right(outcome)
}
