/**
 * A program that sends what the contracts allow and no other actor does: optional parts, null and absent, texts as
 * short and as long as may be, lists of none, one and several; and every so often one field that is out of its bounds,
 * which has to be 400 and change nothing (`Inputs`). What it asks for is its own, or does not exist.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { AccessToken } from "../auditor/Bodies.ts"
import { contract } from "../auditor/Contract.ts"
import { seenIn } from "../auditor/Coverage.ts"
import * as Inputs from "../auditor/Inputs.ts"
import { operationOf } from "../auditor/Operations.ts"
import type { Prng } from "../engine/Prng.ts"
import { hour, minute, second } from "../engine/Time.ts"
import { paidBy, vault, vaulted } from "./AgentBuyers.ts"
import { uuidOf } from "./Client.ts"
import { broken, filled } from "./Variations.ts"
import { addresses, cards, currencyOf, type Workload } from "./Workload.ts"

/** Who sends a request. */
type Sender = "agent" | "guest" | "staff"

interface Template {
  readonly sender: Sender
  readonly method: "POST" | "PUT" | "DELETE"
  readonly path: string
  /** The least that is sent. */
  readonly json: object
}

const unknownOrder = "ord_0V00000000000000000000000000"
const unknownReturn = "ret_0V00000000000000000000000000"

/** Requests of a program with a session and a cart of its own; each is varied. */
const templatesFor = (
  workload: Workload,
  product: string,
  session: string,
  cart: string,
  now: number
): ReadonlyArray<Template> => {
  const items = [{ id: product, quantity: 1 }]
  const goods = [{ productId: product, quantity: 1 }]
  const [shipping] = addresses
  const email = "filler@example.com"
  const by = (sender: Sender, method: Template["method"], path: string, json: object) => ({
    sender,
    method,
    path,
    json
  })
  const agent = (path: string, json: object) => by("agent", "POST", `/acp/${path}`, json)
  const guest = (path: string, json: object) => by("guest", "POST", `/api/${path}`, json)
  const staff = (method: "POST" | "PUT", path: string, json: object) => by("staff", method, `/api/${path}`, json)
  const sessions = [
    agent("checkout_sessions", { currency: currencyOf(workload), line_items: items }),
    agent(`checkout_sessions/${session}`, { line_items: items }),
    agent(`checkout_sessions/${session}/complete`, paidBy("vt_none")),
    agent(`checkout_sessions/${session}/cancel`, {})
  ]
  return [
    ...sessions,
    ...sessions,
    ...sessions,
    agent("carts", { line_items: items }),
    by("agent", "PUT", `/acp/carts/${cart}`, { line_items: items }),
    by("agent", "POST", vault, vaulted(workload, session, cards.good, 100, now + hour)),
    guest("cart", goods[0]!),
    guest("checkout", { email, shipping }),
    guest("support", { email, subject: "My order", message: "Where is it?" }),
    guest("delegations", { agentId: "another-agent" }),
    guest("returns", { orderId: unknownOrder, items: [{ productId: product, reason: "not my shade" }] }),
    guest("auth/revoke", { token: "tok_none.none" }),
    guest("auth/token", { grant_type: "client_credentials", client_id: "nobody", client_secret: "none" }),
    by("agent", "POST", "/api/orders", { email, shipping, delegation: "dlg_none" }),
    staff("POST", `orders/${unknownOrder}/ship`, { carrier: "Own Van", trackingNumber: "F1", items: goods }),
    staff("POST", `orders/${unknownOrder}/deliver`, {}),
    staff("POST", `orders/${unknownOrder}/cancel`, {}),
    staff("POST", `returns/${unknownReturn}/receive`, { items: [{ ...goods[0], restock: true }] }),
    staff("POST", "refunds", { orderId: unknownOrder, reason: "sorry" }),
    staff("PUT", "inventory/none", { onHand: 1 }),
    staff("PUT", "products/none/price", { price: 1 })
  ]
}

/** The requests of one visit. */
const visit = 14

class Filler {
  private readonly workload: Workload
  private readonly prng: Prng
  private readonly tokens = new Map<Sender, string>()

  constructor(workload: Workload, prng: Prng) {
    this.workload = workload
    this.prng = prng
  }

  /** Sends a request. Undefined: no response came. */
  private readonly send = Effect.fnUntraced(
    function*(this: Filler, { json, method, path, sender }: Template, writes: Array<string> = []) {
      const { auditor, history, transport } = this.workload.clientContext
      const [operation] = operationOf(method, path)
      const text = JSON.stringify(json)
      const token = this.tokens.get(sender)
      history.add("filler", `${method} ${path} ${text}`)
      if (auditor.coverage !== undefined) seenIn(operation, path, json, (pair) => auditor.covered(pair))
      const response = Option.getOrUndefined(
        yield* Effect.option(transport({
          method,
          path,
          headers: {
            "idempotency-key": uuidOf(this.prng),
            "content-type": "application/json",
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            ...(path.startsWith("/acp/") ? { "api-version": "2026-04-17" } : {}),
            ...(sender === "agent" ? { "x-shopper": "filler" } : {})
          },
          body: new TextEncoder().encode(text),
          onWrite: (statement) => void writes.push(statement)
        }))
      )
      history.add("filler", response === undefined ? "no answer" : `${response.status} ${response.body}`)
      if (response !== undefined) auditor.covered(`${operation} ${response.status}`)
      return response
    }
  )

  private readonly signIn = Effect.fnUntraced(function*(this: Filler) {
    for (const [sender, client] of [["agent", "another-agent"], ["staff", "demo-staff"]] as const) {
      const json = { grant_type: "client_credentials", client_id: client, client_secret: `${client}-secret` }
      const signedIn = yield* this.send({ sender: "guest", method: "POST", path: "/api/auth/token", json })
      if (signedIn?.status !== 200) return false
      this.tokens.set(sender, (JSON.parse(signedIn.body) as AccessToken).access_token)
    }
    const guest = yield* this.send({ sender: "guest", method: "POST", path: "/api/auth/guest", json: {} })
    if (guest?.status === 200) this.tokens.set("guest", (JSON.parse(guest.body) as AccessToken).access_token)
    return guest?.status === 200
  })

  /** Makes a session or a cart. Returns its id. */
  private readonly made = Effect.fnUntraced(function*(this: Filler, path: string, json: object) {
    const made = yield* this.send({ sender: "agent", method: "POST", path, json })
    return made?.status === 201 ? (JSON.parse(made.body) as { readonly id: string }).id : undefined
  })

  /** Sends a request as it may also be, or with one field that breaks the contract. */
  private readonly vary = Effect.fnUntraced(function*(this: Filler, template: Template) {
    const { method, path } = template
    const { auditor } = this.workload.clientContext
    const [operation] = operationOf(method, path)
    const json = filled(this.prng, operation, template.json)
    const flaw = this.prng.happens(0.35) ? broken(this.prng, auditor, operation, json, () => false) : undefined
    const writes: Array<string> = []
    const sent = (flaw?.json ?? json) as object
    const response = yield* this.send({ ...template, json: sent }, writes)
    if (response === undefined || response.status === 503 || response.status === 401 || response.status === 429) return
    if (flaw !== undefined) {
      return Inputs.refused(auditor, `${method} ${path}`, flaw.path, JSON.stringify(sent), response, writes)
    }
    Inputs.documented(auditor, `${method} ${path}`, contract().get(operation)?.statuses ?? [], sent, response)
  })

  readonly come = Effect.fnUntraced(function*(this: Filler) {
    if (!(yield* this.signIn())) return
    const { prng, workload: { products } } = this
    const product = prng.pick(products)
    const line_items = [{ id: product, quantity: 1 }]
    const session = yield* this.made("/acp/checkout_sessions", { currency: currencyOf(this.workload), line_items })
    const cart = yield* this.made("/acp/carts", { line_items })
    if (session === undefined || cart === undefined) return
    const templates = templatesFor(this.workload, product, session, cart, yield* Clock.currentTimeMillis)
    for (let left = visit; left > 0; left--) {
      yield* this.vary(prng.pick(templates))
      yield* Effect.sleep(prng.logUniform(10, second))
    }
  })
}

/** A program that sends what nobody else does. */
export const filler = Effect.fnUntraced(function*(workload: Workload, _name: string, prng: Prng) {
  yield* Effect.sleep(prng.logUniform(minute, hour))
  yield* new Filler(workload, prng).come()
  return undefined
})
