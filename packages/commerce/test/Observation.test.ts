/**
 * The store as seen from outside: each use case is a span, of ids, amounts and outcomes and of nothing personal, where
 * somebody collects spans; elsewhere none is made. What happens is counted.
 */
import { Carts } from "@beauty-store/commerce/cart/Carts"
import { Catalog } from "@beauty-store/commerce/catalog/Catalog"
import { OrderPages } from "@beauty-store/commerce/orders/OrderPages"
import { Orders } from "@beauty-store/commerce/orders/Orders"
import { DeliveryFailed, WebhookSender } from "@beauty-store/commerce/partners/WebhookSender"
import { OrderId, ProductId } from "@beauty-store/domain/Ids"
import * as Spans from "@beauty-store/sql/Spans"
import * as SqlTransactions from "@beauty-store/sql/SqlTransactions"
import { Transactions } from "@beauty-store/sql/Transactions"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import { it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as DefaultServices from "effect/DefaultServices"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import * as Tracer from "effect/Tracer"
import { readFileSync } from "node:fs"
import * as path from "node:path"
import { expect, vi } from "vitest"
import { root, sourcesOf } from "../../../scripts/packages.ts"
import { delivery } from "../../../test/shop/shopper.ts"
import { ada, minutes, onBoth, onSqlite, pass, World } from "../../../test/shop/use-cases.ts"
import { pageOf } from "../../../test/shown-programs.ts"
import { happens, lanes, order, subscribe, until } from "./lanes.ts"
import { arrived, begun, notifyRefund, receive, refusal, sendBack, settle, shopper } from "./life.ts"

interface Seen {
  readonly name: string
  readonly parent: string | undefined
  readonly attributes: Record<string, unknown>
}

/** The texts of all modules that may have metrics. */
const packageSources = (): ReadonlyArray<string> =>
  ["commerce", "sql"].flatMap((name) =>
    sourcesOf(name).map((file) => readFileSync(path.join(root, "packages", name, "src", file), "utf8"))
  )

/** A tracer that writes down what spans say. */
const recording = () => {
  const spans: Array<Seen> = []
  const tracer = Tracer.make({
    span: (name, parent, context, links, startTime, kind, options) => {
      const attributes: Record<string, unknown> = { ...options?.attributes }
      const above = Option.getOrUndefined(parent)
      spans.push({ name, parent: above?._tag === "Span" ? above.name : undefined, attributes })
      return {
        _tag: "Span",
        name,
        spanId: String(spans.length),
        traceId: "trace",
        parent,
        context,
        status: { _tag: "Started", startTime },
        attributes: new Map(),
        links,
        sampled: true,
        kind,
        end: (_time, exit) => void (attributes["ended"] = exit),
        attribute: (key, value) => void (attributes[key] = value),
        event: () => {},
        addLinks: () => {}
      }
    },
    context: (run) => run()
  })
  return { spans, tracer }
}

/** A purchase with a return, a refusal of each kind that this needs, and a page that is opened by a capability. */
const life = Effect.gen(function*() {
  const carts = yield* Carts
  const refused = yield* Effect.exit(carts.add(ada, ProductId.claimed.make("cream"), 9))
  expect(refusal(refused)).toBe("InsufficientStock")
  yield* Effect.exit(carts.add(ada, ProductId.claimed.make("Ada Lovelace <ada@example.com>"), 1))
  const order = yield* arrived(ada, { serum: 2 })
  const back = yield* sendBack(ada, order.orderId, { productId: "serum" })
  yield* receive(back.returnId, { productId: "serum", quantity: 1 })
  yield* settle
  const { provider } = yield* World
  for (const key of provider.refunds.keys()) yield* notifyRefund(key)
  const pages = yield* OrderPages
  const token = yield* pages.find(order.orderId, delivery.email)
  yield* pages.view(token ?? "")
  yield* (yield* Orders).view(shopper(ada), order.orderId)
  yield* Effect.exit((yield* Orders).view(shopper(ada), OrderId.claimed.make("ada@example.com")))
  yield* (yield* Catalog).product(ProductId.claimed.make("serum"))
  return { order, token: token ?? "" }
})

const names =
  /^(?:ended$|shop\.(?:(?:cart|session|draft|order|payment|charge|delegation|refund|shipment|return|ticket|subscription|product)\.id|caller\.kind|quantity|(?:total|amount|price)_minor|currency|status|outcome)$)/

onBoth("spans", (test) => {
  test(
    "say which use case had which outcome, with ids and amounts and nothing personal",
    Effect.gen(function*() {
      const { spans, tracer } = recording()
      const { order, token } = yield* Effect.withTracer(life, tracer)
      const ours = spans.filter(({ name }) => /^[A-Z]/.test(name))
      const of = (name: string) =>
        ours.filter((span) => span.name === name).map(({ attributes }) => Struct.omit(attributes, "ended"))
      // An exporter prints what an error says.
      for (const { attributes: { ended } } of ours) expect(ended).toEqual(Exit.void)
      expect(of("Carts.add")).toEqual([
        {
          "shop.caller.kind": "shopper",
          "shop.product.id": "cream",
          "shop.quantity": 9,
          "shop.outcome": "InsufficientStock"
        },
        { "shop.caller.kind": "shopper", "shop.quantity": 1, "shop.outcome": "ProductNotFound" }
      ])
      expect(of("Checkout.start")).toEqual([
        {
          "shop.outcome": "done",
          "shop.order.id": order.orderId,
          "shop.session.id": order.sessionId,
          "shop.status": "open",
          "shop.total_minor": order.totalMinor,
          "shop.currency": "EUR"
        }
      ])
      expect(of("Orders.view")).toEqual([
        expect.objectContaining({
          "shop.order.id": order.orderId,
          "shop.caller.kind": "shopper",
          "shop.outcome": "done"
        }),
        { "shop.caller.kind": "shopper", "shop.outcome": "OrderNotFound" }
      ])
      expect(of("Checkout.handleNotification").at(0)).toEqual({ "shop.outcome": "done" })
      // What a use case calls of others is part of it.
      const inside = ours.filter(({ name, parent }) => !name.startsWith("PaymentProvider.") && parent !== undefined)
      expect(inside).toEqual([])
      expect(of("OrderPages.view")).toHaveLength(1)
      const call = ours.find(({ name }) => name === "PaymentProvider.createSession")
      expect(call).toMatchObject({ parent: "Checkout.start", attributes: { "shop.outcome": "done" } })
      expect(of("Catalog.product")).toEqual([expect.objectContaining({ "shop.product.id": "serum" })])
      expect(new Set(ours.flatMap(({ attributes }) => Object.keys(attributes).filter((key) => !names.test(key)))))
        .toEqual(
          new Set()
        )
      const all = JSON.stringify(ours)
      const { address, city, name, postcode } = delivery.shipping
      for (const secret of [delivery.email, "ada", address, "Torstr", city, name, postcode, ada.principal, token]) {
        expect([secret, all.includes(secret)]).toEqual([secret, false])
      }
    })
  )
})

onSqlite("spans", (test) => {
  test(
    "are not made where nobody collects them",
    Effect.gen(function*() {
      const tracer: { span: Tracer.Tracer["span"] } = Context.get(DefaultServices.liveServices, Tracer.Tracer)
      const unread = vi.spyOn(tracer, "span")
      yield* life
      expect(unread.mock.calls.map(([name]) => name)).toEqual([])
      // The spy sees what is made.
      yield* Effect.withSpan(Effect.void, "mine")
      expect(unread.mock.calls.map(([name]) => name)).toEqual(["mine"])
      unread.mockRestore()
    })
  )

  test(
    "are not made where tracing is turned off",
    Effect.gen(function*() {
      const { spans, tracer } = recording()
      yield* life.pipe(Effect.withTracer(tracer), Effect.withTracerEnabled(false))
      expect(spans).toEqual([])
    })
  )

  test(
    "tell a defect and an interruption without what they say",
    Effect.gen(function*() {
      const { spans, tracer } = recording()
      const said = { first: () => ({}), last: () => ({}) }
      for (const ended of [Effect.die(new Error("ada@example.com")), Effect.interrupt, Effect.fail("Ada")]) {
        yield* Effect.exit(Effect.withTracer(Spans.around("Carts.add", ended, said), tracer))
      }
      expect(spans.map(({ attributes: { ended } }) => ended)).toEqual([
        Exit.die("a defect"),
        Exit.interrupt(FiberId.none),
        Exit.void
      ])
    })
  )

  test(
    "leave the outcome of a use case as it is",
    Effect.gen(function*() {
      const add = Effect.flatMap(Carts, (carts) => carts.add(ada, ProductId.claimed.make("cream"), 9))
      expect(yield* Effect.exit(Effect.withTracer(add, recording().tracer))).toEqual(yield* Effect.exit(add))
    })
  )
})

/** The values of a metric with a label, by its other labels. A histogram's value is how often it was updated. */
const valuesOf = (name: string, shop: string): Effect.Effect<Readonly<Record<string, number>>> =>
  Effect.map(Metric.snapshot, (pairs) =>
    Object.fromEntries(
      pairs.filter(({ metricKey: { name: one, tags } }) => one === name && tags.some(({ value }) => value === shop))
        .map(({ metricKey: { tags }, metricState }) => [
          tags.filter(({ value }) => value !== shop).map(({ key, value }) => `${key}=${value}`).toSorted().join(" "),
          "count" in metricState ? Number(metricState.count) : Number.NaN
        ])
    ))

onBoth("metrics", (test) => {
  test(
    "count purchases, refusals by reason, calls of the provider, jobs and commits",
    Effect.gen(function*() {
      // Labels of its own, to tell it from every other test.
      const label = `shop-${(yield* World).dialect}`
      const { order } = yield* Effect.gen(function*() {
        const done = yield* life
        yield* begun(ada, { serum: 1 })
        yield* pass(60 * minutes)
        // By way of `Orders.cancel`: counted once.
        yield* Effect.exit((yield* OrderPages).cancel(done.token))
        return done
      }).pipe(Effect.tagMetrics("shop", label))
      const values = (name: string) => valuesOf(name, label)
      expect(yield* values("store_purchases_total")).toEqual({ "checkout=hosted": 1 })
      expect(yield* values("store_purchases_minor_total")).toEqual({ "currency=EUR": order.totalMinor })
      expect(yield* values("store_refusals_total")).toEqual({
        "reason=InsufficientStock use_case=Carts.add": 1,
        "reason=ProductNotFound use_case=Carts.add": 1,
        "reason=OrderNotFound use_case=Orders.view": 1,
        "reason=OrderNotCancellable use_case=OrderPages.cancel": 1
      })
      expect(yield* values("store_provider_calls_total")).toMatchObject({
        "operation=createSession outcome=done": 2,
        "operation=refund outcome=done": 1
      })
      expect(yield* values("store_provider_call_seconds")).toMatchObject({ "operation=createSession": 2 })
      expect((yield* values("jobs_lag_seconds"))["kind=checkout"]).toBeGreaterThan(0)
      if (label === "shop-pg") expect((yield* values("commits_total"))[""]).toBeGreaterThan(10)
    })
  )
})

it("metrics count the commits of SQLite and how many writes share one", () =>
  Effect.gen(function*() {
    const { write } = yield* Transactions
    yield* Effect.all(Array.from({ length: 10 }, () => write(Effect.void)), { concurrency: "unbounded" })
    expect(yield* valuesOf("commits_total", "ten")).toEqual({ "": 1 })
    expect(yield* valuesOf("commit_writes", "ten")).toEqual({ "": 1 })
  }).pipe(
    Effect.provide(SqlTransactions.layer),
    Effect.provide(SqliteClient.layer({ filename: ":memory:" })),
    Effect.tagMetrics("shop", "ten"),
    Effect.runPromise
  ))

it.effect("metrics count what became of messages to partners", () => {
  const outcomes = [new DeliveryFailed({ reason: "503" }), Effect.void]
  const sender = Layer.succeed(WebhookSender, {
    check: () => Effect.void,
    send: () => outcomes.shift() ?? Effect.dieMessage("one too many")
  })
  return Effect.gen(function*() {
    yield* subscribe()
    yield* order("ord_0000000001")
    yield* happens("ord_0000000001", 1)
    yield* until(60 * minutes)
    expect(yield* valuesOf("store_webhook_deliveries_total", "lanes")).toEqual({
      "outcome=failed": 1,
      "outcome=taken": 1
    })
  }).pipe(Effect.provide(lanes(sender)), Effect.tagMetrics("shop", "lanes"))
})

it("every use case has a name of its own, by its service and its method", () => {
  const named = sourcesOf("commerce").flatMap((file) => {
    const text = readFileSync(path.join(root, "packages/commerce/src", file), "utf8")
    return [...text.matchAll(/(\w+): UseCase\.named\(\s*"(\w+)\.(?:\w+\.)?(\w+)"/g)].map(
      ([, method, service, last]) => {
        expect([path.basename(file, ".ts"), method]).toEqual([service, last])
        return `${service}.${last}`
      }
    )
  })
  expect(named.length).toBeGreaterThan(90)
})

it("metrics are all in the table of docs/operations.md", () => {
  const made = packageSources().flatMap((text) =>
    [...text.matchAll(/Metrics\.(?:counter|seconds|sizes)\(\s*"(\w+)"/g)].map(([, name]) => name)
  )
  const listed = [...pageOf("docs/operations.md").matchAll(/^\| `(\w+_(?:total|seconds|writes))` \|/gm)]
    .map(([, name]) => name)
  expect([...new Set(made)].toSorted()).toEqual(listed.toSorted())
})
