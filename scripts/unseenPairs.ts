/**
 * Pairs of the contracts (an operation and a documented status, or a boundary of a field) that a simulation never
 * shows, each with its reason. `npm run simulate -- --coverage` leaves them out of what was never seen; a run of 3000
 * seeds fails on any other that was not.
 */
const reasons: ReadonlyArray<readonly [pairs: RegExp, reason: string]> = [
  [/ 500$/, "an internal error is a violation wherever it is seen"],
  [
    / (?:408|431)$/,
    "the server's parser of HTTP says so, and simulated requests come without one: tests of it send them"
  ],
  [
    /^(?:webhooks\.receive|payments\.notification|acp\.getProductFeed) (?:405|413|415)$/,
    "carriers, the provider and platforms send what they always do: tests send others"
  ],
  [
    /^(?:cart\.(?:empty|remove)|delegations\.revoke|returns\.cancel|webhooks\.(?:unsubscribe|enable)|auth\.guest|sites\.\w+) (?:413|415)$/,
    "its requests have no body whose type or length could be wrong"
  ],
  [
    /^(?!catalog\.(?:product|search) |auth\.(?:guest|token) |support\.ask |cart\.(?:set|view) |orders\.list |refunds\.list |checkout\.start ).* 429$/,
    "floods use the budgets up by these operations; a budget is taken before the operation is known"
  ],
  [
    /^(?:catalog\.(?:catalog|search)|cart\.(?:view|empty|remove)|checkout\.start|orders\.(?:list|place)|delegations\.create|refunds\.list|support\.ask|webhooks\.(?:receive|subscribe|subscriptions)|auth\.\w+|payments\.notification|admin\.\w+|health\.\w+|acp\.(?:create\w+|delegatePayment|getProductFeed|discover)|platform\.root) 404$/,
    "nothing is named that may be unknown: only an address that does not exist is 404 there"
  ],
  [
    /^(?:catalog\.(?:catalog|product|inventory)|cart\.view|health\.\w+|admin\.consistency|acp\.(?:getProductFeed|discover)|platform\.root) 400$/,
    "there is no input that could be faulty, but for a malformed address"
  ],
  [
    /^(?:cart\.(?:empty|remove)|delegations\.revoke|support\.ask|stock\.setPrice|webhooks\.\w+|auth\.\w+|acp\.(?:createCheckoutSession|\w+Cart)|sites\.\w+) 409$/,
    "the only conflict is a key whose request is under way; here the key is written in the transaction that does the work, for which the second request waits"
  ],
  [
    /^(?:cart\.(?:empty|remove)|delegations\.revoke|returns\.cancel|webhooks\.(?:unsubscribe|enable)|auth\.guest|sites\.\w+) 422$/,
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
    /^webhooks\.subscribe (?:url|agentId) (?:shortest|longest)$/,
    "a subscription to what nobody listens at would keep every message: partners subscribe what they have"
  ]
]

/** Why a pair is never seen; undefined where it is to be. */
export const reasonFor = (pair: string): string | undefined => reasons.find(([pairs]) => pairs.test(pair))?.[1]
