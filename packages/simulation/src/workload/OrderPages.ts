/**
 * People on the shop's own pages, behind addresses that are permissions: they find their order's page by its number and
 * their mail address, look, cancel, return, call a return off, and close the page. And those who have almost such an
 * address: with another mark, after the page was closed, with the return of another order, or with a form of their own
 * site. Nobody limits these requests: they come from no network address. `Pages` judges them.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Order } from "../auditor/Bodies.ts"
import * as Pages from "../auditor/Pages.ts"
import type { Request, Response } from "../engine/Network.ts"
import type { Prng } from "../engine/Prng.ts"
import { hour, second } from "../engine/Time.ts"
import type { Client } from "./Client.ts"
import { does, pause, type Workload } from "./Workload.ts"

/** A request of a page: what it is about is named in it. */
interface PageRequest {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly form?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

/** A person on a page, who draws from a stream of their own. */
interface Visitor {
  readonly name: string
  readonly prng: Prng
}

const encoder = new TextEncoder()
const browser = { accept: "text/html" }

/** Where the answer to a form is, if that is a page at the form's own address, and not what comes next. */
export const answerOf = (path: string, { headers, status }: Response): string | undefined => {
  const location = status === 303 ? headers["location"] : undefined
  const [at, query = ""] = location?.split("?") ?? []
  return at === path.split("?")[0] && (location === path || /\b(?:answer|missed)=/.test(query)) ? location : undefined
}

/** What a person's browser sends. It goes to the answer of a form, not to the next page. Undefined: no response came. */
export const send = Effect.fnUntraced(function*(
  workload: Workload,
  name: string,
  { form, headers, method, path }: PageRequest,
  onWrite?: Request["onWrite"]
): Effect.fn.Return<Response | undefined> {
  const { history, transport } = workload.clientContext
  const body = form === undefined ? undefined : new URLSearchParams(form).toString()
  history.add(name, `opens ${method} ${path} ${body ?? ""}`)
  const response = Option.getOrUndefined(
    yield* Effect.option(transport({
      method,
      path,
      headers: {
        ...browser,
        ...(body === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
        ...headers
      },
      body: body === undefined ? undefined : encoder.encode(body),
      onWrite
    }))
  )
  history.add(name, `sees ${response === undefined ? "nothing" : `${response.status} ${response.body.length}`}`)
  const answer = method === "POST" && response !== undefined ? answerOf(path, response) : undefined
  return answer === undefined
    ? response
    : yield* send(
      workload,
      name,
      { method: "GET", path: answer, ...(headers === undefined ? {} : { headers }) },
      onWrite
    )
})

/** What somebody gets who may see a page or send its form: one of some statuses. */
export const visit = Effect.fnUntraced(function*(
  workload: Workload,
  name: string,
  request: PageRequest,
  statuses: ReadonlyArray<number>,
  line = `${request.method} ${request.path}`
) {
  const response = yield* send(workload, name, request)
  if (response !== undefined) Pages.served(workload.clientContext.auditor, line, response, statuses)
  return response
})

/** Another text of the same form. */
const different = (prng: Prng, text: string): string =>
  text.replace(/[A-Za-z0-9_-]{12}$/, (end) => {
    const letters = [..."abcdefghijkmnopqrstuvwxyz0123456789"]
    const other = Array.from(end, () => prng.pick(letters)).join("")
    return other === end ? [...end].reverse().join("") : other
  })

/** A capability with a mark that is not its own, and one that never existed. */
const forged = (prng: Prng, capability: string): readonly [changed: string, unknown: string] => {
  const dot = capability.lastIndexOf(".")
  const [id, mark] = [capability.slice(0, dot), capability.slice(dot + 1)]
  return [`${id}.${different(prng, mark)}`, `${different(prng, id)}.${different(prng, mark)}`]
}

/** Sends a request as one who may not, and the same about what never existed. */
const attempt = Effect.fnUntraced(function*(
  workload: Workload,
  attempt: Pages.Attempt,
  request: PageRequest,
  named: ReadonlyArray<string>,
  unknown: PageRequest,
  namedUnknown: ReadonlyArray<string>
) {
  const writes: Array<string> = []
  const response = yield* send(workload, attempt, request, (text) => void writes.push(text))
  const other = yield* send(workload, attempt, unknown)
  const isServed = (one: Response | undefined): one is Response =>
    one !== undefined && one.status !== 503 && one.status !== 429
  if (!isServed(response) || !isServed(other)) return
  Pages.refused(workload.clientContext.auditor, {
    attempt,
    line: `${request.method} ${request.path}`,
    response,
    named,
    unknown: other,
    namedUnknown,
    writes
  })
})

/** Tries an address whose mark is another, if this client pries. `capability`: as it is in the address. */
export const probeCapability = Effect.fnUntraced(
  function*(workload: Workload, { prng }: Client, request: PageRequest, capability: string) {
    const own = prng.stream(`capability ${capability}`)
    if (!own.happens(workload.swarm.probability("act.twin"))) return
    const [changed, unknown] = forged(own, capability)
    const at = (other: string): PageRequest => ({ ...request, path: request.path.replace(capability, other) })
    yield* attempt(workload, "a changed mark", at(changed), [changed], at(unknown), [unknown])
  }
)

/** Tries the label of a return with another mark. `url`: the label's address. */
export const probeLabel = Effect.fnUntraced(function*(workload: Workload, { prng }: Client, url: string) {
  const own = prng.stream(`label ${url}`)
  if (!own.happens(workload.swarm.probability("act.twin"))) return
  const { pathname, searchParams } = new URL(url)
  const key = searchParams.get("key") ?? ""
  const returnId = pathname.split("/")[3]!
  const at = (id: string, mark: string) => ({ method: "GET", path: `/api/returns/${id}/label?key=${mark}` }) as const
  const [changed, other] = [different(own, key), different(own, returnId)]
  yield* attempt(workload, "a changed mark", at(returnId, changed), [returnId], at(other, changed), [other])
})

/** Looks for an order's page by the number and the mail address. Returns the page's token. */
const find = Effect.fnUntraced(function*(workload: Workload, { name, prng }: Visitor, orderId: string) {
  const { auditor } = workload.clientContext
  const email = auditor.seen.orders.get(orderId)?.delivery?.email ?? `${name}@example.com`
  const at = (id: string, email: string): PageRequest =>
    prng.happens(0.5)
      ? { method: "POST", path: `/orders/find/${id}`, form: { email } }
      : { method: "POST", path: "/orders/find", form: { order: id, email } }
  const request = at(orderId, email)
  const before = auditor.seen.pagesClosed.get(orderId)
  const found = yield* send(workload, name, request)
  if (does(workload, { prng }, "act.twin")) {
    const other = different(prng, orderId)
    const isNamed = request.form?.["order"] === undefined
    const wrong = (id: string): PageRequest =>
      isNamed
        ? { method: "POST", path: `/orders/find/${id}`, form: { email: `x${email}` } }
        : { method: "POST", path: "/orders/find", form: { order: id, email: `x${email}` } }
    yield* attempt(workload, "another address", wrong(orderId), [orderId], wrong(other), [other])
  }
  if (found === undefined) return undefined
  Pages.found(auditor, orderId, before, found)
  return found.status === 303 ? found.headers["location"]?.slice("/orders/".length) : undefined
})

/** The pages of an order, and what each may lead to. */
const views = [
  ["GET", "", [200]],
  ["GET", "/cancel", [200, 409]],
  ["GET", "/return", [200, 409]],
  ["GET", "/close", [200]],
  ["GET", "/receipt", [200, 409]]
] as const

/** A request for a part of an order's page, by the page's token. */
const addressed = (method: "GET" | "POST", rest: string) => (token: string): PageRequest => ({
  method,
  path: `/orders/${token}${rest}`,
  ...(method === "POST" ? { form: {} } : {})
})

/** The fields of a form that returns everything, as the page has it. */
const returnForm = (page: string): Readonly<Record<string, string>> | undefined => {
  const quantities = [...page.matchAll(/name="quantity:([^"]+)"/g)].map((match) => match[1]!)
  if (quantities.length === 0) return undefined
  const after = /name="after" value="([^"]*)"/.exec(page)?.[1] ?? ""
  return {
    after,
    step: "confirm",
    ...Object.fromEntries(quantities.flatMap((product) => [
      [`quantity:${product}`, "1"],
      [`condition:${product}`, "unopened"],
      [`reason:${product}`, "not my shade"]
    ]))
  }
}

/** Tries the page as others might. */
const pry = Effect.fnUntraced(function*(workload: Workload, { prng }: Visitor, token: string) {
  const [changed, unknown] = forged(prng, token)
  const [method, path] = prng.pick(
    [
      ["GET", ""],
      ["GET", "/receipt"],
      ["GET", "/receipt.pdf"],
      ["POST", "/cancel"],
      ["POST", "/close"],
      ["GET", "/return"],
      ["POST", "/return"]
    ] as const
  )
  const at = addressed(method, path)
  yield* attempt(workload, "a changed mark", at(changed), [changed], at(unknown), [unknown])
  const site: PageRequest = {
    method: "POST",
    path: `/orders/${token}/${prng.pick(["cancel", "close", "return"])}`,
    form: {},
    headers: prng.pick([
      { origin: "http://elsewhere.example" },
      { origin: "http://shop.example.evil.test" },
      { origin: "http://shop.example:8080" },
      { "sec-fetch-site": "cross-site" }
    ])
  }
  yield* attempt(workload, "another site", site, [], site, [])
})

/** Tries to call a return of another order off, mostly one of the same buyer's. */
const callOffAnother = Effect.fnUntraced(
  function*(workload: Workload, { prng }: Visitor, token: string, orderId: string, principal: string) {
    const { returns } = workload.clientContext.auditor.seen
    const foreign = [...returns].filter(([, one]) => one.orderId !== orderId)
    const own = foreign.filter(([, one]) => one.principal === principal)
    if (foreign.length === 0) return
    const [other] = prng.pick(own.length > 0 && prng.happens(0.8) ? own : foreign)
    const none = different(prng, other)
    const callOff = (id: string): PageRequest => ({
      method: "POST",
      path: `/orders/${token}/returns/${id}/cancel`,
      form: {}
    })
    yield* attempt(workload, "another's return", callOff(other), [other], callOff(none), [none])
  }
)

/** Closes the page for good, and comes back to it. */
const close = Effect.fnUntraced(function*(
  workload: Workload,
  { name, prng }: Visitor,
  token: string,
  orderId: string
) {
  const { auditor } = workload.clientContext
  const path = `/orders/${token}`
  Pages.closing(auditor, orderId)
  const closed = yield* visit(workload, name, { method: "POST", path: `${path}/close`, form: {} }, [200])
  if (closed?.status !== 200) return
  Pages.closed(auditor, orderId)
  const [, unknown] = forged(prng, token)
  for (let left = prng.int(1, 3); left > 0; left--) {
    const [method, rest] = prng.pick(
      [
        ["GET", ""],
        ["GET", "/receipt"],
        ["GET", "/cancel"],
        ["POST", "/cancel"],
        ["POST", "/return"],
        ["POST", "/close"]
      ] as const
    )
    const at = addressed(method, rest)
    yield* attempt(workload, "a closed page", at(token), [token], at(unknown), [unknown])
    yield* pause(prng, second, hour)
  }
})

/** Acts on the page as its buyer. */
const act = Effect.fnUntraced(function*(workload: Workload, { name, prng }: Visitor, token: string, orderId: string) {
  const { clientContext: { auditor } } = workload
  const path = `/orders/${token}`
  const [method, rest, statuses] = prng.pick(views)
  const page = yield* visit(workload, name, { method, path: `${path}${rest}` }, statuses)
  if (page?.status === 200) Pages.orderShown(auditor, orderId, page, rest === "")
  if (rest === "/cancel" && page?.status === 200 && does(workload, { prng }, "act.cancel")) {
    yield* visit(workload, name, { method: "POST", path: `${path}/cancel`, form: {} }, [303, 409])
  }
  const form = rest === "/return" && page?.status === 200 ? returnForm(page.body) : undefined
  if (form !== undefined && does(workload, { prng }, "act.return")) {
    const request: PageRequest = { method: "POST", path: `${path}/return`, form }
    yield* visit(workload, name, request, [303, 400, 409])
    // A reload, or a second click, does nothing more.
    yield* visit(workload, name, request, [303, 400, 409], `POST ${path}/return again`)
  }
})

/** Sends the form of a return twice at one moment, as by a double click. */
export const returnTwiceAtOnce = Effect.fnUntraced(function*(workload: Workload, client: Client, orderId: string) {
  const visitor = { name: client.identity.name, prng: client.prng.stream(`twice ${orderId}`) }
  const token = yield* find(workload, visitor, orderId)
  if (token === undefined) return
  const path = `/orders/${token}/return`
  const page = yield* send(workload, visitor.name, { method: "GET", path })
  const form = page?.status === 200 ? returnForm(page.body) : undefined
  if (form === undefined) return
  const request = { method: "POST", path, form } as const
  const once = visit(workload, visitor.name, request, [303, 400, 409], `POST ${path} at once`)
  yield* Effect.all([once, once], { concurrency: "unbounded", discard: true })
})

/** Comes back from the provider's page, where the payment ended. */
export const comeBackFrom = Effect.fnUntraced(function*(workload: Workload, client: Client, returnUrl: string) {
  const prng = client.prng.stream(`back ${returnUrl}`)
  const { pathname, search } = new URL(returnUrl)
  const capability = /^\/checkout\/return\/([^/]+)$/.exec(pathname)?.[1]
  if (capability === undefined || !does(workload, { prng }, "act.page")) return
  const request = { method: "GET", path: `${pathname}${search}` } as const
  yield* visit(workload, client.identity.name, request, [200, 303], `GET ${pathname}`)
  yield* probeCapability(workload, client, request, capability)
})

export const visitOrderPage = Effect.fnUntraced(function*(workload: Workload, client: Client, orderId: string) {
  const prng = client.prng.stream(`page of ${orderId}`)
  const { name } = client.identity
  const visitor = { name, prng }
  const token = yield* find(workload, visitor, orderId)
  if (token === undefined) return
  for (let acts = prng.int(1, 4); acts > 0; acts--) {
    yield* act(workload, visitor, token, orderId)
    yield* pause(prng, second, hour)
  }
  const known = yield* client.send<Order | undefined>("GET", `/api/orders/${orderId}`)
  const returnId = known?.status === 200 ? known.json?.returns.at(-1)?.returnId : undefined
  if (does(workload, { prng }, "act.pry")) yield* pry(workload, visitor, token)
  if (workload.swarm.has("act.twin")) {
    yield* callOffAnother(workload, visitor, token, orderId, client.identity.principal)
  }
  if (returnId !== undefined && does(workload, { prng }, "act.cancelReturn")) {
    const path = `/orders/${token}/returns/${returnId}/cancel`
    yield* visit(workload, name, { method: "POST", path, form: {} }, [303, 409])
  }
  if (prng.happens(0.2)) yield* close(workload, visitor, token, orderId)
})
