/**
 * Descriptors: the shop's description of itself for programs: an index, checkout, orders, returns, a guide for agents,
 * and the paths that crawlers should leave alone. Every fact comes from the module that applies it: operations from the
 * contracts (`Api`, `FurtherContracts`), windows and tables from the rules. Follows docs/specification.md#descriptors.
 */
import type { StorePolicy } from "@beauty-store/commerce/Policy"
import { windows } from "@beauty-store/domain/Allowance"
import { defaultLanguage, textIn } from "@beauty-store/domain/Language"
import { type Currency, nameOf, toNumber } from "@beauty-store/domain/Money"
import * as Order from "@beauty-store/domain/Order"
import { methodAliases, methodNames, paymentMethods, PreselectedMethod } from "@beauty-store/domain/Payment"
import * as Refund from "@beauty-store/domain/Refund"
import * as Return from "@beauty-store/domain/Return"
import { type Rate, type ShippingStrategy, showsTariff, type Step } from "@beauty-store/domain/Shipping"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Context from "effect/Context"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import { OpenToAnyone, says } from "../contract/Annotations.ts"
import { Api } from "../contract/Api.ts"
import { type ListedEndpoint, listEndpoints, operationIdOf } from "../contract/HttpApiLookup.ts"
import type { OperationText } from "../contract/OperationTexts.ts"
import * as RefundSchemas from "../contract/RefundSchemas.ts"
import { basePathOf, movedText } from "../pipeline/BasePath.ts"
import type { DescribedProtocol } from "../pipeline/FurtherContracts.ts"
import type { ShopFrontPages } from "../pipeline/PageRoute.ts"
import * as ApiCatalog from "./ApiCatalog.ts"
import { apiVersion } from "./ApiVersion.ts"

type Json = Readonly<Record<string, unknown>>

export interface Circumstances {
  readonly policy: StorePolicy
  /** The shop is a demo: nothing in it is real, no money moves. */
  readonly demo: boolean
  readonly returns: Return.ReturnStrategy
  readonly shipping: ShippingStrategy
  /** The protocols that the shop speaks besides its own API. */
  readonly protocols: ReadonlyArray<DescribedProtocol>
  /** Those of its shop front; default: it has none. */
  readonly feeds?: ShopFrontPages["feeds"]
}

/** Circumstances, and every operation of the shop's own contract in words, in its order (`operationsBy`). */
export interface Documented extends Circumstances {
  readonly operations: ReadonlyArray<Operation>
}

interface Operation {
  readonly operationId: string
  readonly group: string
  readonly method: string
  /** With `{name}` for its parameters. */
  readonly path: string
  readonly summary: string
  /** Anyone may call it without a token. */
  readonly open: boolean
}

const operationsOf = (
  endpoints: ReadonlyArray<ListedEndpoint>,
  textOf: (name: string) => OperationText | undefined = () => undefined
): ReadonlyArray<Operation> =>
  endpoints.map((listed) => {
    const { endpoint, group } = listed
    const name = operationIdOf(listed)
    const text = textOf(name)
    return {
      operationId: text?.id ?? name,
      group,
      method: endpoint.method,
      path: endpoint.path.replace(/:(\w+)/g, "{$1}"),
      summary: text?.summary ?? Option.getOrElse(Context.getOption(endpoint.annotations, OpenApi.Summary), () => ""),
      open: says(endpoint, OpenToAnyone)
    }
  })

/** The operations, by the words of each. */
export const operationsBy = (textOf: (name: string) => OperationText | undefined): ReadonlyArray<Operation> =>
  operationsOf(listEndpoints(Api), textOf)

/** The methods of a path. */
const methodsOf = (path: string, { operations }: Documented): ReadonlyArray<string> =>
  operations.filter((operation) => operation.path === path).map(({ method }) => method)

/** An operation as descriptors show it. */
const described = ({ method, open, operationId, path, summary }: Operation) => ({
  operationId,
  method,
  path,
  summary,
  authentication: open ? "none" : "bearerAuth"
})

const listed = (group: string, { operations }: Documented) =>
  operations.filter((operation) => operation.group === group).map(described)

/** The operations of protocols by which a checkout is done at the shop's own paths. */
const agentic = ({ protocols }: Circumstances): ReadonlyArray<Json> =>
  protocols.flatMap(({ checkout, name, version }) =>
    operationsOf(checkout).map((operation) => ({ ...described(operation), protocol: { name, version } }))
  )

/** The name of the order's id in the order-lookup descriptor, kept for compatibility. */
const withId = (path: string): string => path.replace("{orderId}", "{id}")

const head = (name: string, { demo, policy }: Circumstances): Json => ({
  name,
  version: apiVersion,
  ...(demo ? { demo: true } : {}),
  store: policy.storeName,
  baseUrl: policy.baseUrl
})

const preselectable: ReadonlySet<string> = new Set(PreselectedMethod.literals)

const step = (currency: Currency) => ({ chargeMinor, toGoodsMinor, toGrams }: Step): Json => ({
  charge: toNumber(chargeMinor, currency),
  ...(toGrams === undefined ? {} : { toGrams }),
  ...(toGoodsMinor === undefined ? {} : { toGoods: toNumber(toGoodsMinor, currency) })
})

const rate = (currency: Currency) => ({ chargeMinor, freeFromMinor, transitDays }: Rate): Json => ({
  ...(typeof chargeMinor === "number"
    ? { charge: toNumber(chargeMinor, currency) }
    : { charges: chargeMinor.map(step(currency)) }),
  ...(freeFromMinor === undefined ? {} : { freeFrom: toNumber(freeFromMinor, currency) }),
  businessDays: transitDays
})

/** The limits of agents that spend without the person who pays, and the operations for it. */
const delegatedPayment = (circumstances: Documented): Json => {
  const { allowance, currency } = circumstances.policy
  return {
    supported: allowance.perTransaction > 0,
    currency,
    limits: {
      perTransaction: toNumber(allowance.perTransaction, currency),
      perDay: toNumber(allowance.perDay, currency),
      perMonth: toNumber(allowance.perMonth, currency)
    },
    windowSeconds: { perDay: windows.perDay / 1000, perMonth: windows.perMonth / 1000 },
    boundTo: "paying instrument",
    scope: "orders:delegate",
    operations: [
      ...listed("delegations", circumstances),
      ...listed("orders", circumstances).filter(({ operationId }) => operationId === "orders.place")
    ]
  }
}

const checkout = (circumstances: Documented): Json => {
  const { currency, payments, session, shipping } = circumstances.policy
  return {
    ...head("checkout", circumstances),
    currency,
    paymentMethods: paymentMethods.filter((id) => payments[id] !== undefined).map((id) => ({
      id,
      name: methodNames[id],
      ...(methodAliases[id] === undefined ? {} : { aliases: methodAliases[id] }),
      preselectable: preselectable.has(id)
    })),
    security: { threeDSecure: true, strongCustomerAuthentication: true, tokenizedPaymentData: true },
    delegatedPayment: delegatedPayment(circumstances),
    reservationMinutes: session.lifetimeMillis / 60_000,
    reservationMinutesOfLastUnits: session.lastUnitsMillis / 60_000,
    // A shop that charges by rules of its own says at the checkout what they come to.
    shipping: showsTariff(circumstances.shipping)
      ? {
        homeCountry: shipping.homeCountry,
        zones: shipping.zones.map(({ countries, rates }) => ({ countries, rates: Record.map(rates, rate(currency)) }))
      }
      : { homeCountry: shipping.homeCountry },
    operations: [...listed("cart", circumstances), ...listed("checkout", circumstances), ...agentic(circumstances)]
  }
}

const orders = (circumstances: Documented): Json => ({
  ...head("orders", circumstances),
  lookup: {
    method: "GET",
    path: withId("/api/orders/{orderId}"),
    pathParameters: [{ name: "id", type: "string", description: "an order's id" }],
    authentication: "bearerAuth"
  },
  collection: { path: "/api/orders", methods: methodsOf("/api/orders", circumstances) },
  statuses: Order.OrderStatus.literals,
  transitions: Order.transitions,
  operations: listed("orders", circumstances).map((operation) => ({ ...operation, path: withId(operation.path) }))
})

const returns = (circumstances: Documented): Json => ({
  ...head("returns", circumstances),
  windowDays: Return.demandWindowDays(circumstances.returns),
  timeZone: circumstances.policy.timeZone,
  conditions: Return.Condition.literals,
  statuses: Return.ReturnStatus.literals,
  transitions: Return.transitions,
  refund: {
    method: RefundSchemas.Refund.fields.method.literals[0],
    businessDays: Refund.expectedDays,
    timeline: `${Refund.expectedDays.from}-${Refund.expectedDays.to} business days`,
    calendar: "TARGET",
    api: { path: "/api/refunds", methods: methodsOf("/api/refunds", circumstances) }
  },
  operations: [...listed("returns", circumstances), ...listed("refunds", circumstances)]
})

const makers = { checkout, orders, returns } as const

/** The feeds of products that there are. */
const feedsOf = (protocols: ReadonlyArray<DescribedProtocol>) => protocols.flatMap(({ feed }) => feed ?? [])

const index = (circumstances: Documented): Json => {
  const at = (path: string) => `${circumstances.policy.baseUrl}${path}`
  const { protocols } = circumstances
  const [feed] = feedsOf(protocols)
  return {
    ...head("commerce", circumstances),
    currency: circumstances.policy.currency,
    catalog: at("/api/"),
    search: at("/api/products"),
    descriptors: Object.fromEntries(Object.keys(makers).map((name) => [name, at(`/api/descriptors/${name}`)])),
    openapi: at("/openapi.json"),
    documentation: at("/docs"),
    problems: at("/problems"),
    guide: at("/llms.txt"),
    ...(feed === undefined ? {} : { feed: at(feed.path) }),
    apiCatalog: at(ApiCatalog.path),
    protocols: protocols.map(({ discovery, name, version }) => ({ name, version, discovery: at(discovery) })),
    authentication: {
      scheme: "bearerAuth",
      guest: { method: "POST", path: "/api/auth/guest" },
      token: { method: "POST", path: "/api/auth/token", grant: "client_credentials" }
    }
  }
}

interface Descriptor {
  readonly path: `/${string}`
  readonly describe: (circumstances: Documented) => Json
}

/** Every descriptor, with its path. */
export const descriptors: ReadonlyArray<Descriptor> = [
  { path: "/.well-known/commerce.json", describe: index },
  ...Object.entries(makers).map(([name, describe]): Descriptor => ({ path: `/api/descriptors/${name}`, describe }))
]

/** The paragraph about delegated payment, if the shop has it. */
const paidWithoutPerson = ({ allowance, currency }: StorePolicy): string =>
  allowance.perTransaction === 0 ?
    "" :
    `To buy without a person at the page: a shopper allows it once by \`POST /api/delegations {"agentId", "limits"}\` and approves at \`approvalUrl\`; from then on \`POST /api/orders {"email", "shipping", "delegation"}\` pays the agent's cart at once, up to ${
      toNumber(allowance.perTransaction, currency)
    } ${nameOf(currency)} at a time. \`GET /api/delegations/{delegationId}\` says what is left.\n\n`

const sayDays = (days: number): string => `${days} ${days === 1 ? "day" : "days"}`

/** `/llms.txt`: the facts that an agent needs, and links to the rest. */
export const guide = ({ demo, feeds = [], operations, policy, protocols, returns }: Documented): string => {
  const { baseUrl, storeName, texts: { description } } = policy
  const groups = [...new Set(operations.map(({ group }) => group))].filter((group) =>
    group !== "health" && group !== "payments"
  )
  const text = `# ${storeName}

> ${
    description === undefined
      ? ""
      : `${textIn(description, defaultLanguage)} `
  }A shop with an API for software agents: catalogue, cart, checkout at a payment provider, orders, returns. Prices are in ${
    nameOf(policy.currency)
  } and include VAT where it is due.${demo ? " This is a demo: nothing is real and no money moves." : ""}

To buy something:

1. \`POST ${baseUrl}/api/auth/guest\` returns a bearer token for one shopper. Agents with credentials use \`POST /api/auth/token\` instead and name each person they shop for with \`X-Shopper\`.
2. \`GET /api/products?q=…\` finds products; \`POST /api/cart {"productId", "quantity"}\` puts one into the cart.
3. \`POST /api/checkout {"email", "shipping"}\` reserves the stock for ${
    policy.session.lifetimeMillis / 60_000
  } minutes (${
    policy.session.lastUnitsMillis / 60_000
  } for the last units of a product) and returns \`redirectUrl\`. A person pays there; you never see payment data. Unpaid checkouts have limits: 429 \`unpaid_limit_reached\` says when to try again.
4. \`GET /api/checkout/{sessionId}\` says whether it is paid, \`GET /api/orders/{orderId}\` how the order goes on.

${
    paidWithoutPerson(policy)
  }Send an \`Idempotency-Key\` with everything that changes something, and repeat a request that got no response with the same key. Errors are \`application/problem+json\` with a stable \`code\`; \`retryable\` says whether the same request may succeed later. Units can be returned for ${
    sayDays(Return.demandWindowDays(returns))
  } after they arrived; refunds go to the original payment method and take ${Refund.expectedWithin}.

${protocols.map(({ guide }) => `${guide(baseUrl)}\n\n`).join("")}## Documents

${
    protocols.map(({ discovery, name }) => `- [${name.toUpperCase()} discovery](${baseUrl}${discovery})\n`).join("")
  }- [OpenAPI document](${baseUrl}/openapi.json): every operation with its schemas
- [API catalogue](${baseUrl}${ApiCatalog.path}): every API with its descriptions
${feedsOf(protocols).map(({ path, words }) => `- [Product feed](${baseUrl}${path}): ${words}\n`).join("")}${
    feeds.map(({ language, path }) =>
      `- [Product feed for Google Merchant Center](${baseUrl}${path}): the whole catalogue (${language})\n`
    ).join("")
  }- [Index of descriptors](${baseUrl}/.well-known/commerce.json)
${Object.keys(makers).map((name) => `- [${name}](${baseUrl}/api/descriptors/${name})`).join("\n")}
- [Errors](${baseUrl}/problems): every code, what happened and what to do
- [Interactive documentation](${baseUrl}/docs)
${
    groups.map((group) =>
      `\n## ${group[0]!.toUpperCase()}${group.slice(1)}\n\n${
        operations.filter((operation) => operation.group === group)
          .map(({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}`)
          .join("\n")
      }\n`
    ).join("")
  }`
  return movedText(basePathOf(baseUrl), text)
}

/** Paths behind a capability are not for crawlers. */
export const robots = ({ policy }: Pick<Circumstances, "policy">): string => {
  const at = basePathOf(policy.baseUrl)
  return `User-agent: *
Disallow: ${at}/orders/
Disallow: ${at}/checkout/
Disallow: ${at}/pay/
Disallow: ${at}/support/
Disallow: ${at}/api/returns/
`
}
