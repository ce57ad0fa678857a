/** Cards that agents' platforms leave at the vault, and the tokens that come of them. */
import { expect } from "vitest"
import { type Agent, nextKey } from "./agent.ts"

const luhn = (leading: string): string => {
  const sum = [...leading].reverse().reduce((sum, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return sum + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return `${leading}${(10 - sum % 10) % 10}`
}

let cards = 0
/** A card that nobody has used: limits bind a card for a day and a month. */
export const nextCard = (): string => luhn(`424200000${String(++cards).padStart(6, "0")}`)

export const threeDSecure = "4000002500003155"
export const declined = "4000000000009995"

/** What a bank gives out once it knows the cardholder. */
export const proof = {
  outcome: "authenticated",
  outcome_details: {
    three_ds_cryptogram: "ABCDEFGHIJKLMNOPQRSTUVWX==",
    electronic_commerce_indicator: "05",
    transaction_id: "dsTransId_12345",
    version: "2.2.0"
  }
}

export const delegation = (sessionId: string, number: string, allowance: object = {}) => ({
  payment_method: {
    type: "card",
    card_number_type: "fpan",
    number,
    exp_month: "11",
    exp_year: "2030",
    cvc: "223",
    display_card_funding_type: "credit",
    display_last4: number.slice(-4),
    metadata: {}
  },
  allowance: {
    reason: "one_time",
    max_amount: 20_000,
    currency: "eur",
    checkout_session_id: sessionId,
    merchant_id: "beauty-store",
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    ...allowance
  },
  risk_signals: [{ type: "card_testing", score: 10, action: "manual_review" }],
  metadata: { campaign: "q4" }
})

export const delegate = (ada: Agent, sessionId: string, number = nextCard(), allowance: object = {}, sent = {}) =>
  ada.call("POST", "/acp/agentic_commerce/delegate_payment", delegation(sessionId, number, allowance), sent)

export const tokenFor = async (
  ada: Agent,
  sessionId: string,
  number?: string,
  allowance?: object
): Promise<string> => {
  const { json, status, text } = await delegate(ada, sessionId, number, allowance)
  expect(status, text).toBe(201)
  return json.id
}

const paidBy = (token: string, more: object = {}) => ({
  payment_data: { handler_id: "card_tokenized", instrument: { type: "card", credential: { type: "spt", token } } },
  ...more
})

export const complete = (ada: Agent, id: string, token: string, more: object = {}, key = nextKey()) =>
  ada.call("POST", `/acp/checkout_sessions/${id}/complete`, paidBy(token, more), { key })

/** Buys what a new session holds; answers the completed session. */
export const buy = async (ada: Agent, body?: object): Promise<any> => {
  const { json: session } = await ada.create(body)
  const { json, text } = await complete(ada, session.id, await tokenFor(ada, session.id))
  expect(json.status, text).toBe("completed")
  return json
}
