/**
 * The load: shoppers who buy and buy again, each on a connection of their own, in a process of their own. `node
 * shoppers.mjs '<Load as JSON>'` prints what happened as JSON. A purchase is a guest's token, two products into the
 * cart, checkout, payment, and reading the order until it is confirmed; of Vendure the same in as few requests as it
 * allows.
 */
import { randomUUID } from "node:crypto"
import { delivery } from "../test/shop/shopper.ts"
import { atStore, type Call, Connection, type Json, type Kind, type Purchase } from "./buying.ts"

export interface Load {
  readonly api: "store" | "vendure"
  readonly port: number
  readonly shoppers: number
  readonly seconds: number
  readonly products: ReadonlyArray<string>
}

export interface Outcome {
  readonly seconds: number
  /** Milliseconds of each whole purchase that ended in time. */
  readonly purchases: ReadonlyArray<number>
  readonly requests: Readonly<Record<Kind, ReadonlyArray<number>>>
  /** The share of one core that the shoppers themselves took. */
  readonly busy: number
}

const refusal = "... on ErrorResult { errorCode message }"
const documents = {
  add:
    `mutation ($id: ID!) { addItemToOrder(productVariantId: $id, quantity: 1) { ... on Order { code } ${refusal} } }`,
  checkout: `mutation ($customer: CreateCustomerInput!, $address: CreateAddressInput!) {
    setCustomerForOrder(input: $customer) { ... on Order { code } ${refusal} }
    setOrderShippingAddress(input: $address) { ... on Order { code } ${refusal} }
    setOrderShippingMethod(shippingMethodId: ["1"]) { ... on Order { code } ${refusal} }
    transitionOrderToState(state: "ArrangingPayment") { ... on Order { code } ${refusal} }
  }`,
  pay: `mutation { addPaymentToOrder(input: { method: "card", metadata: {} }) { ... on Order { code } ${refusal} } }`,
  order: `query ($code: String!) {
    orderByCode(code: $code) {
      code state subTotalWithTax shippingWithTax totalWithTax
      lines { quantity linePriceWithTax productVariant { id name } }
      shippingAddress { fullName streetLine1 city postalCode countryCode }
      payments { state amount }
    }
  }`
}

const atVendure: Purchase = async (call, products) => {
  let token = ""
  const send = async (kind: Kind, query: string, variables: unknown = {}): Promise<Record<string, Json>> => {
    const { body, head } = await call(kind, "POST", "/shop-api", token, { query, variables })
    token = /\r\nvendure-auth-token: *([^\r]+)/i.exec(head)?.[1] ?? token
    const { data, errors } = JSON.parse(body.toString())
    if (errors !== undefined || Object.values<Json>(data).some((one) => one.errorCode !== undefined)) {
      throw new Error(body.toString())
    }
    return data
  }
  for (const id of products) await send("cart", documents.add, { id })
  await send("checkout", documents.checkout, {
    customer: { firstName: "Ada", lastName: "Lovelace", emailAddress: "ada@example.com" },
    address: {
      fullName: delivery.shipping.name,
      streetLine1: delivery.shipping.address,
      city: delivery.shipping.city,
      postalCode: delivery.shipping.postcode,
      countryCode: delivery.shipping.country
    }
  })
  const { addPaymentToOrder: { code } } = await send("pay", documents.pay)
  const { orderByCode: { state } } = await send("order", documents.order, { code })
  if (state !== "PaymentSettled") throw new Error(`the order is ${state}`)
}

const purchaseBy: Readonly<Record<Load["api"], Purchase>> = { store: atStore, vendure: atVendure }

const run = async ({ api, port, products, seconds, shoppers }: Load): Promise<Outcome> => {
  const purchases: Array<number> = []
  const requests: Record<Kind, Array<number>> = { guest: [], cart: [], checkout: [], pay: [], order: [] }
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  const cpuBefore = process.cpuUsage()

  const shopper = async (n: number): Promise<void> => {
    const connection = new Connection(port)
    const call: Call = async (kind, method, path, token, json) => {
      const from = performance.now()
      const key = method === "POST" ? `idempotency-key: ${randomUUID()}\r\n` : ""
      const bearer = token === "" ? "" : `authorization: Bearer ${token}\r\n`
      const answer = await connection.request(method, path, key + bearer, json)
      if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString()}`)
      requests[kind].push(performance.now() - from)
      return answer
    }
    let next = n * 7
    const product = (): string => products[next++ % products.length]!
    while (performance.now() < until) {
      const from = performance.now()
      await purchaseBy[api](call, [product(), product()])
      const at = performance.now()
      if (at < until || purchases.length === 0) purchases.push(at - from)
    }
    connection.close()
  }

  await Promise.all(Array.from({ length: shoppers }, (_, n) => shopper(n)))
  const { system, user } = process.cpuUsage(cpuBefore)
  return { seconds, purchases, requests, busy: (user + system) / 1000 / (performance.now() - startedAt) }
}

process.stdout.write(JSON.stringify(await run(JSON.parse(process.argv[2]!) as Load)))
