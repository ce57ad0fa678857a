/**
 * People in the shop front, with a browser without scripts: they look around, fill a cart by forms, order, pay, and
 * follow the order. They click twice, go back, send a form again, and have two tabs open. `ShopFront` judges what pages
 * and the API show of it; to the other rules a form is the API's request whose response never came.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Archives from "../auditor/Archives.ts"
import type { Cart, Order } from "../auditor/Bodies.ts"
import * as Lists from "../auditor/Lists.ts"
import * as Pages from "../auditor/Pages.ts"
import * as ShopFront from "../auditor/ShopFront.ts"
import type { Response } from "../engine/Network.ts"
import * as PageReader from "../engine/PageReader.ts"
import type { Prng } from "../engine/Prng.ts"
import { day, hour, minute, second } from "../engine/Time.ts"
import { Client } from "./Client.ts"
import { send } from "./OrderPages.ts"
import { pay } from "./PaymentPages.ts"
import { followOrder } from "./Shoppers.ts"
import { deliveryOf, does, listOrders, pause, type Workload } from "./Workload.ts"

/** A request of the API. */
interface Equivalent {
  readonly path: string
  readonly json: unknown
}

/** The address of the provider's page to which an ordered cart leads, by a redirect or by a page that leads on. */
const leadsTo = ({ body, headers, status }: Response): string | undefined => {
  const location = status === 303 ? headers["location"] : PageReader.onwardFrom(body)
  return location?.startsWith("http") === true ? location : undefined
}

/** A person at a browser. */
class Browser {
  readonly client: Client
  readonly prng: Prng
  private readonly workload: Workload
  /** What is in the cart; undefined while that is not known. */
  known: Map<string, number> | undefined = new Map()
  /** The keys of the forms that ordered, each with the address to which it led, if a response came. */
  readonly ordered = new Map<string, string | undefined>()
  /** The language of the pages on which they order. */
  language = "en"

  constructor(workload: Workload, client: Client, prng: Prng) {
    this.workload = workload
    this.client = client
    this.prng = prng
  }

  get name(): string {
    return this.client.identity.name
  }

  /** What its requests bring along: the cookie. */
  private get headers(): Readonly<Record<string, string>> {
    const { token } = this.client
    return token === undefined ? {} : { cookie: `store_session=${token}` }
  }

  private readonly exchange = Effect.fnUntraced(
    function*(this: Browser, method: "GET" | "POST", path: string, form?: PageReader.Form) {
      const { headers, name, workload } = this
      const response = yield* send(workload, name, {
        method,
        path,
        headers: method === "GET" ? headers : { ...headers, "sec-fetch-site": "same-origin" },
        ...(form === undefined ? {} : { form })
      })
      const given = /store_session=([^;]*)/.exec(response?.headers["set-cookie"] ?? "")?.[1]
      if (given !== undefined) this.client.token = given
      return response
    }
  )

  /** Opens a page that is there; undefined where the store cannot serve it now. */
  readonly open = Effect.fnUntraced(function*(this: Browser, path: string, statuses?: ReadonlyArray<number>) {
    const { auditor } = this.workload.clientContext
    const sent = { path, at: yield* Clock.currentTimeMillis, n: ++auditor.seen.events }
    const page = yield* this.exchange("GET", path)
    if (page === undefined) return undefined
    Pages.served(auditor, `GET ${path} by ${this.name}`, page, statuses ?? Archives.statusesOf(auditor, path, sent.at))
    if (page.status === 200) Lists.pageShown(auditor, sent, ++auditor.seen.events, page.body)
    return page.status === 200 ? page : undefined
  })

  /**
   * Sends a form until there is a response, and sometimes twice. `as`: the request of the API that does the same,
   * unless it changes nothing. Undefined: its outcome stays unknown.
   */
  readonly submit = Effect.fnUntraced(function*(this: Browser, path: string, form: PageReader.Form, as?: Equivalent) {
    const { client: { identity: { principal } }, prng, workload } = this
    const { auditor } = workload.clientContext
    const at = yield* Clock.currentTimeMillis
    const sent = as && auditor.sent({
      at,
      principal,
      shopper: undefined,
      network: undefined,
      hoards: false,
      cart: principal,
      isStaff: false,
      method: "POST",
      path: as.path,
      key: form["key"] === undefined ? undefined : `form ${form["key"]}`,
      json: as.json,
      token: this.client.token
    })
    const isTwice = form["key"] !== undefined && does(workload, { prng }, "act.doubleClick")
    const once = Effect.suspend(() => this.exchange("POST", path, form))
    let response: Response | undefined
    for (let tries = 0; tries < 12; tries++) {
      const all: ReadonlyArray<Response | undefined> = isTwice
        ? yield* Effect.all([once, Effect.zipRight(Effect.sleep(prng.int(0, 300)), once)], {
          concurrency: "unbounded"
        })
        : [yield* once]
      response = all.find((one) => one !== undefined && one.status < 500 && !isUnderWay(one, form["key"]))
      // Nobody without a cookie sends such a form again: they would be somebody else.
      if (response !== undefined || form["key"] === undefined) break
      yield* pause(prng, second, minute)
    }
    if (sent !== undefined) auditor.unanswered(sent, yield* Clock.currentTimeMillis)
    return response
  })
}

/** The first request with the same key is still running: no form of its page leads elsewhere than to its outcome. */
const isUnderWay = ({ body, status }: Response, key: string | undefined): boolean =>
  status === 409 && PageReader.formsIn(body).every((next) => next["step"] === undefined || next["key"] === key)

/** Adds a product by the form of its page; sometimes by those of two tabs, and once more after going back. */
const add = Effect.fnUntraced(function*(workload: Workload, browser: Browser) {
  const { prng } = browser
  const productId = prng.pick(workload.products)
  const path = `${prng.pick(["", "/de"])}/products/${productId}`
  const tabs = browser.client.token !== undefined && does(workload, { prng }, "act.twoTabs") ? 2 : 1
  const forms: Array<PageReader.Form> = []
  for (let n = 0; n < tabs; n++) {
    const page = yield* browser.open(path)
    const form = page && PageReader.formsIn(page.body).find(({ action }) => action === "add")
    if (form !== undefined) forms.push({ ...form, quantity: String(prng.logUniform(1, 4)) })
  }
  for (const form of forms) {
    const quantity = Number(form["quantity"])
    const isNew = form["key"] === undefined
    const response = yield* browser.submit("/cart", form, { path: "/api/cart", json: { productId, quantity } })
    const done = new URLSearchParams(response?.headers["location"]?.split("?")[1] ?? "").get("done") ?? ""
    if (response === undefined) browser.known = undefined
    else if (done.startsWith("added")) {
      if (isNew) browser.known = new Map([[productId, quantity]])
      else browser.known?.set(productId, (browser.known.get(productId) ?? 0) + quantity)
      // Back, and the same form again.
      if (!isNew && prng.happens(0.2)) {
        yield* pause(prng, second, minute)
        yield* browser.submit("/cart", form, { path: "/api/cart", json: { productId, quantity } })
      }
    }
    if (isNew) return
  }
})

/** Looks into the cart, and at what the API says of it. */
const look = Effect.fnUntraced(function*(workload: Workload, browser: Browser) {
  const { client, known } = browser
  const { auditor } = workload.clientContext
  const page = yield* browser.open("/cart")
  if (page === undefined) return undefined
  const shown = ShopFront.linesOf(page.body)
  if (known !== undefined) ShopFront.cartShown(auditor, `the page of ${browser.name}'s cart`, known, shown)
  if (client.token === undefined) return page
  const cart = yield* client.send<Cart>("GET", "/api/cart")
  if (cart?.status === 200) {
    const listed = new Map(cart.json.items.map(({ productId, quantity }) => [productId, quantity]))
    ShopFront.cartShown(auditor, `${browser.name}'s cart by the API, as its page shows it`, shown, listed)
  }
  return page
})

/** Changes a line of the cart by its page. */
const changeCart = Effect.fnUntraced(function*(workload: Workload, browser: Browser) {
  const { prng } = browser
  const page = yield* look(workload, browser)
  const forms = PageReader.formsIn(page?.body ?? "").filter(({ action }) => action === "set" || action === "remove")
  if (forms.length === 0) return
  const chosen = prng.pick(forms)
  const productId = chosen["product"] ?? ""
  const isSet = chosen["action"] === "set"
  const quantity = isSet ? prng.int(1, 4) : 0
  const form = isSet ? { ...chosen, quantity: String(quantity) } : chosen
  const response = yield* browser.submit("/cart", form, { path: "/api/cart", json: { productId, quantity } })
  const done = new URLSearchParams(response?.headers["location"]?.split("?")[1] ?? "").get("done") ?? ""
  if (response === undefined) browser.known = undefined
  else if (done.startsWith("set:")) browser.known?.set(productId, quantity)
  else if (done.startsWith("removed:")) browser.known?.delete(productId)
})

/** From the cart to the provider's page. Returns its address, if an order was placed. */
const order = Effect.fnUntraced(function*(workload: Workload, browser: Browser) {
  const { client, prng } = browser
  const { auditor } = workload.clientContext
  const { email, language = "en", shipping, shippingMethod = "standard" } = deliveryOf(workload, client)
  browser.language = language
  const checkout = language === "de" ? "/de/checkout" : "/checkout"
  const begun = yield* browser.open(checkout, [200, 303])
  if (begun === undefined) return undefined
  const details = { email, ...shipping, method: shippingMethod }
  const reviewed = yield* browser.submit(checkout, { ...details, step: "review" })
  if (reviewed === undefined) return undefined
  Pages.served(auditor, `POST ${checkout} by ${browser.name}`, reviewed, [200, 303, 400])
  const form = PageReader.formsIn(reviewed.body).find(({ step }) => step === "order")
  if (form === undefined) return undefined
  yield* pause(prng, second, 10 * minute)
  const as = { path: "/api/checkout", json: { email, language, shipping, shippingMethod } }
  const key = form["key"] ?? ""
  browser.ordered.set(key, undefined)
  // What is in the cart is bought with the payment, at a moment that cannot be observed.
  browser.known = undefined
  const response = yield* browser.submit(checkout, form, as)
  const page = response && leadsTo(response)
  if (response === undefined || page === undefined) {
    // A page that says what is in the way: nothing was placed.
    if (response !== undefined) browser.ordered.delete(key)
    return undefined
  }
  browser.ordered.set(key, page)
  if (prng.happens(0.3)) {
    // Back, and the button once more.
    const again = yield* browser.submit(checkout, form, as)
    const led = again && leadsTo(again)
    if (again !== undefined && again.status < 400) ShopFront.ledOn(auditor, browser.name, page, led)
  }
  return page
})

/** A person who comes to the shop front, and perhaps buys. */
export const browser = Effect.fnUntraced(function*(workload: Workload, name: string, prng: Prng) {
  const client = new Client(
    workload.clientContext,
    { name, principal: name, isStaff: false, network: undefined },
    prng.stream("requests")
  )
  const person = new Browser(workload, client, prng)
  const { auditor } = workload.clientContext
  const places = ["/", "/de", "/products", "/brands", "/de/search?q=serum", "/search?q=srum&sort=price", "/help"]
  for (let visits = prng.int(1, 4); visits > 0; visits--) {
    if (prng.happens(0.5)) yield* person.open(prng.pick(places))
    yield* add(workload, person)
    yield* pause(prng, second, hour)
    if (client.token !== undefined && does(workload, { prng }, "act.changeCart")) yield* changeCart(workload, person)
  }
  if (client.token === undefined) return undefined
  yield* look(workload, person)
  if (does(workload, { prng }, "act.abandon")) return client
  const page = yield* order(workload, person)
  if (page !== undefined && !does(workload, { prng }, "act.leave")) {
    yield* pause(prng, second, 20 * minute)
    yield* pay(workload, client, page)
  }
  yield* pause(prng, second, day / 8)
  const orders = yield* listOrders(client)
  if (orders === undefined) return client
  ShopFront.ordersListed(auditor, name, orders, person.ordered)
  for (const { id } of orders) {
    const read = yield* client.get<Order>(`/api/orders/${id}`)
    if (read?.status !== 200 || read.json.status === "delivered") return client
    ShopFront.orderRead(auditor, name, person.language, read.json)
  }
  const [last] = orders
  if (last !== undefined) yield* followOrder(workload, client, last.id)
  return client
})
