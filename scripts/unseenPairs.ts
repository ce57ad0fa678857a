/**
 * Pairs of the contracts (an operation and a documented status, or a boundary of a field) that a simulation never shows,
 * each with its reason. `npm run simulate -- --coverage` leaves them out of what was never seen; a run of 3000 seeds fails
 * on any other that was not.
 */
const reasons: ReadonlyArray<readonly [pairs: RegExp, reason: string]> = [
  [/ 500$/, "an internal error is a violation wherever it is seen"],
  [/ (?:405|408|431)$/, "such a request reaches no operation: tests of the server send them"],
  [/ (?:413|415)$/, "a body of another type or size is refused before an operation reads it: tests send them"],
  [/ 429$/, "floods use budgets up by a few operations; a budget is taken before the operation is known"],
  [
    /^(?:catalog\.(?:catalog|search)|cart\.(?:view|empty|remove)|checkout\.start|orders\.(?:list|place)|delegations\.create|refunds\.list|support\.ask|webhooks\.(?:receive|subscribe|subscriptions)|auth\.\w+|payments\.notification|admin\.\w+|health\.\w+|acp\.(?:create\w+|delegatePayment|getProductFeed|discover)) 404$/,
    "nothing is named that may be unknown: only an address that does not exist is 404 there"
  ],
  [
    /^(?:catalog\.(?:catalog|product|inventory)|cart\.view|health\.\w+|admin\.consistency|acp\.(?:getProductFeed|discover)) 400$/,
    "there is no input that could be faulty, but for a malformed address"
  ],
  [
    /^(?:cart\.(?:empty|remove)|delegations\.(?:create|revoke)|support\.ask|stock\.setPrice|webhooks\.\w+|auth\.\w+|acp\.(?:createCheckoutSession|\w+Cart)) 409$/,
    "the only conflict is a key whose request is under way, and few send these twice at once"
  ],
  [
    /^(?:cart\.(?:empty|remove)|delegations\.revoke|returns\.cancel|webhooks\.(?:unsubscribe|enable)|auth\.guest|acp\.cancel\w+) 422$/,
    "without a body, there is no other body for a key"
  ],
  [/^auth\.(?:token|revoke) 422$/, "OAuth's own faults come before the key"],
  [
    /^(?:support\.ask|auth\.guest) 403$/,
    "only a form of another site with a cookie is refused so, and nobody here has cookies"
  ],
  [
    /^(?:health\.live|acp\.discover|acp\.getProductFeed) 503$/,
    "they do without the database, or keep what they read last"
  ],
  [/^webhooks\.receive 400$/, "carriers send no event that does not exist: tests do"],
  [/^payments\.notification 400$/, "the provider's messages are well-formed: tests send others"],
  [/ \?cursor longest$/, "a cursor is one that the store gave"],
  [
    / (?:\S+\.)?(?:email|url|returnUrl) (?:shortest|longest)$/,
    "the auditor knows buyers and partners by their addresses"
  ],
  [/ (?:\S+\.)?country longest$/, "a country is two letters, and longer ones are none"],
  [
    /^(?:support\.ask (?:orderId)|webhooks\.subscribe (?:agentId)) (?:shortest|longest)$/,
    "a name of nothing is as good as any"
  ],
  [/^auth\.token client_(?:id|secret) absent$/, "tests sign in by HTTP Basic"],
  [
    /^acp\.\w+ (?:buyer|fulfillment_details|capabilities|selected_fulfillment_options|authentication_result|risk_signals|metadata|payment_method\.exp_\w+|line_items\[\]\.\w+(?:\.id)?|line_items)(?:[.[]\S*)? (?:null|absent|present|longest|too long|one|several|none)$/,
    "agents leave most optional parts of the protocol out; null counts as absent: tests of its requests send each"
  ],
  [
    /^acp\.\w+ \S+ (?:longest|too long|null)$/,
    "texts of the protocol that are names of a thing have the length that the store gave them"
  ]
]

/** Why a pair is never seen; undefined where it is to be. */
export const reasonFor = (pair: string): string | undefined => reasons.find(([pairs]) => pairs.test(pair))?.[1]
