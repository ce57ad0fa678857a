/**
 * A simulated world of your own: Ada pays at a bank that sends no notifications, the disk is sometimes busy, and the
 * store is killed at a drawn step and starts again.
 */
import { Carts } from "@beauty-store/commerce/cart/Carts"
import { CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import { Checkout } from "@beauty-store/commerce/checkout/Checkout"
import { Orders } from "@beauty-store/commerce/orders/Orders"
import * as Payments from "@beauty-store/commerce/payment/PaymentProvider"
import { assortment } from "@beauty-store/demo-catalog/Assortment"
import { CountryCode } from "@beauty-store/domain/Address"
import { type Claimed, ProductId, type SessionId } from "@beauty-store/domain/Ids"
import { Disk } from "@beauty-store/simulation/engine/Disk"
import { Prng } from "@beauty-store/simulation/engine/Prng"
import { day, Process, remote, second, Time } from "@beauty-store/simulation/engine/Time"
import { type Services, StoreProcess } from "@beauty-store/simulation/world/StoreProcess"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

const [today, tomorrow] = [Date.parse("2026-06-01T08:00:00Z"), Date.parse("2026-06-02T08:00:00Z")]
const owner = { principal: "ada", shopper: "" }
const address = { name: "Ada", address: "Hof 1", city: "Berlin", postcode: "10119", country: CountryCode.make("DE") }
const order = {
  owner,
  email: "a@example.com",
  address,
  method: "standard",
  paymentMethod: undefined,
  returnUrl: undefined
} as const
const card = {
  paymentId: "pay_1",
  method: "card",
  instrument: "a card",
  currency: "EUR",
  chargeKey: undefined
} as const
const world = (seed: number): string => {
  const prng = new Prng(`seed ${seed}`)
  const time = new Time(today, prng.stream("schedule"))
  const process = (name: string, everySteps = 0) => new Process(time, name, prng.stream(name), { everySteps })
  const [clients, bank, disk, busy] = [process("clients"), process("bank"), new Disk(), prng.stream("busy")]
  disk.faults = { next: (kind) => kind === "begin" && busy.happens(0.02) ? "busy" : undefined }
  const paid = new Map<string, ReadonlyArray<Payments.ProviderPayment>>() // what the bank knows
  const session = (sessionId: Claimed<SessionId>) => {
    const [status, payments] = [paid.has(sessionId) ? "complete" : "open", paid.get(sessionId) ?? []] as const
    return { providerId: sessionId, sessionId, url: "http://bank.example/pay", status, payments }
  }
  const no = () => Effect.fail(new Payments.ProviderDidNothing({ retryAfterMillis: day }))
  const others = { charge: no, lookUpToken: no, createMandate: no, lookUpMandate: no, revokeMandate: no, refund: no }
  const provider = remote<typeof Payments.PaymentProvider.Service>(bank, {
    ...others,
    name: "mine",
    lookUpRefund: no,
    listPayments: () => Effect.succeed({ payments: [], next: undefined }),
    createSession: ({ sessionId }) => Effect.sync(() => session(sessionId)),
    lookUpSession: (sessionId) => Effect.sync(() => Option.some(session(sessionId))),
    expireSession: (sessionId) => Effect.sync(() => paid.has(sessionId) ? "complete" : "expired"),
    verifyNotification: () => Effect.fail(new Payments.NotificationRejected({ reason: "it sends none" }))
  })
  const store = new StoreProcess(
    { disk, provider, entropy: prng.stream("ids") },
    () => process(`store ${store.boots}`, 100)
  )
  const boot = (): void => store.boot(crash)
  const crash = (): void => (store.kill(), void clients.at(time.now + second, boot))
  // Until the store is up and done with it.
  const call = <A, E>(effect: Effect.Effect<A, E, Services>) =>
    Effect.eventually(Effect.tapError(store.call(effect), () => Effect.sleep("1 second")))
  boot()
  time.until(clients, call(Effect.flatMap(CatalogImport, ({ add }) => add(assortment))), time.now + day)
  let orders = "not done"
  clients.run(Effect.gen(function*() {
    yield* call(Effect.flatMap(Carts, ({ set }) => set(owner, ProductId.make("kieselhaut-niacinamide-serum-10"), 2)))
    const { sessionId, totalMinor } = yield* call(Effect.flatMap(Checkout, ({ start }) => start(order)))
    paid.set(sessionId, [{ ...card, status: "succeeded", amountMinor: totalMinor, at: time.now }])
    yield* Effect.sleep("2 hours") // nobody tells the store: it has to ask
    const { data } = yield* call(Effect.flatMap(Orders, ({ list }) => list(owner, { limit: 10 })))
    orders = data.map(({ status }) => status).join(", ")
  }))
  for (let left = prng.int(1, 600); time.step(tomorrow); left--) if (left === 0) crash()
  Process.forget(time)
  return orders
}
const worlds = [1, 2, 3, 4, 5].map(world)
// A cancelled order beside the confirmed one is a checkout whose response was lost and that was begun again.
console.log(worlds.every((orders) => /^(cancelled, )*confirmed(, cancelled)*$/.test(orders))) // true
