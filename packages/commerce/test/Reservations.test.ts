/**
 * The limits on unpaid checkouts of a buyer, a network and an agent, on both databases: at once, over a day, in every
 * way to buy, and under many checkouts at the same moment.
 */
import * as Carts from "@beauty-store/commerce/cart/Carts"
import * as Checkout from "@beauty-store/commerce/checkout/Checkout"
import type { SessionView } from "@beauty-store/commerce/checkout/SessionView"
import * as PurchaseDrafts from "@beauty-store/commerce/drafts/PurchaseDrafts"
import * as Identity from "@beauty-store/commerce/identity/Identity"
import * as Orders from "@beauty-store/commerce/orders/Orders"
import * as Delegations from "@beauty-store/commerce/spending/Delegations"
import * as Store from "@beauty-store/commerce/Store"
import { CountryCode } from "@beauty-store/domain/Address"
import { DelegationId, ProductId } from "@beauty-store/domain/Ids"
import { scopesOf } from "@beauty-store/domain/Principal"
import { defaultLimits, type Limits } from "@beauty-store/domain/Reservation"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { expect } from "vitest"
import {
  ada,
  days,
  hours,
  minutes,
  onBoth,
  onSqlite,
  owner,
  pass,
  request,
  stock,
  World
} from "../../../test/shop/use-cases.ts"
import { notify, ship, shopper as principalOf } from "./life.ts"

type Goods = Readonly<Record<string, number>>

const fill = (of: Identity.Owner, goods: Goods) =>
  Effect.flatMap(
    Carts.Carts,
    (carts) =>
      Effect.forEach(Object.entries(goods), ([id, quantity]) => carts.set(of, ProductId.make(id), quantity), {
        discard: true
      })
  )

/** A checkout of goods from a network; its refusal is a value. */
const checkOut = (of: Identity.Owner, goods: Goods, network?: string) =>
  Effect.gen(function*() {
    yield* Effect.flatMap(Carts.Carts, (carts) => carts.empty(of))
    yield* fill(of, goods)
    return yield* Effect.either((yield* Checkout.Checkout).start({ ...request(of), network }))
  })

const pays = ({ sessionId }: SessionView) =>
  Effect.flatMap(World, ({ provider }) => {
    provider.pay(sessionId)
    return pass(2 * minutes)
  })

const guests = (count: number, prefix = "sho_guest") => Array.from({ length: count }, (_, n) => owner(`${prefix}${n}`))

const refusalOf = <A, E>(either: Either.Either<A, E>): E => Either.getOrThrow(Either.flip(either))
const isRight = Either.isRight

/** The default policy with some limits of its own. */
const limited = (change: Partial<Limits>) => ({ policy: { reservations: { ...defaultLimits, ...change } } })

const draft: PurchaseDrafts.NewDraft = {
  lines: [{ productId: ProductId.make("zeste"), quantity: 1 }],
  buyer: { email: "ada@example.com" },
  recipient: {
    destination: {
      name: "Ada Lovelace",
      line1: "Torstrasse 1",
      city: "Berlin",
      postcode: "10119",
      countrySaid: "DE",
      country: CountryCode.make("DE")
    }
  },
  authenticates: true,
  paysByToken: true
}

onBoth("reservations", (test) => {
  test(
    "five guests at one network do not empty the shelf, and a shopper elsewhere can still buy",
    Effect.gen(function*() {
      const goods = { serum: 10, zeste: 10, ecume: 10 }
      const answers = yield* Effect.forEach(guests(5), (guest) => checkOut(guest, goods, "192.0.2.1"))
      expect(answers.map(isRight)).toEqual([true, true, true, true, false])
      expect(refusalOf(answers[4]!)).toMatchObject({
        _tag: "UnpaidLimitReached",
        of: "network",
        retryAfterSeconds: 30 * 60
      })
      expect(yield* stock("zeste")).toMatchObject({ onHand: 50, reserved: 40 })
      expect(isRight(yield* checkOut(ada, { zeste: 2, ecume: 2 }, "198.51.100.1"))).toBe(true)
    })
  )

  test(
    "of many guests at one network who check out at once, as many pass as the bound has room for",
    Effect.gen(function*() {
      const many = guests(12)
      yield* Effect.forEach(many, (guest) => fill(guest, { noir: 3 }))
      const { start } = yield* Checkout.Checkout
      const answers = yield* Effect.forEach(
        many,
        (guest) => Effect.either(start({ ...request(guest), network: "192.0.2.1" })),
        { concurrency: "unbounded" }
      )
      expect(answers.filter(isRight).length).toBe(5)
      for (const answer of answers) {
        if (Either.isLeft(answer)) {
          expect(answer.left).toMatchObject({
            _tag: "UnpaidLimitReached",
            of: "network",
            limit: "unitsPerProduct",
            productId: "noir"
          })
        }
      }
      expect((yield* stock("noir")).reserved).toBe(15)
      expect((yield* World).deadlocks()).toBe(0)
    }),
    limited({ unitsPerProduct: 15 })
  )

  test(
    "a guest who lets people take many drafts over at once holds no more than by their cart",
    Effect.gen(function*() {
      const drafts = yield* PurchaseDrafts.PurchaseDrafts
      const views = yield* Effect.replicateEffect(drafts.create(ada, "checkout", draft), 8)
      const answers = yield* Effect.forEach(
        views,
        ({ handover }, n) => Effect.either(drafts.takeOver(handover!, { network: `192.0.2.${n}` })),
        { concurrency: "unbounded" }
      )
      expect(answers.filter(isRight).length).toBe(3)
      expect((yield* stock("zeste")).reserved).toBe(3)
      expect(refusalOf(yield* checkOut(ada, { serum: 1 }))).toMatchObject({ limit: "sessions", of: "shopper" })
      expect((yield* World).deadlocks()).toBe(0)
    }),
    limited({ sessions: 3 })
  )

  test(
    "drafts count for the network of whoever takes them over",
    Effect.gen(function*() {
      const drafts = yield* PurchaseDrafts.PurchaseDrafts
      const answers = []
      for (const guest of guests(4)) {
        const { handover } = yield* drafts.create(guest, "checkout", draft)
        answers.push(yield* Effect.either(drafts.takeOver(handover!, { network: "192.0.2.1" })))
      }
      expect(answers.map(isRight)).toEqual([true, true, false, false])
      expect(refusalOf(answers[3]!)).toMatchObject({ of: "network", limit: "sessions" })
    }),
    limited({ sessions: 2 })
  )

  test(
    "an agent's purchases of all kinds count together, whoever it shops for",
    Effect.gen(function*() {
      const { provider } = yield* World
      const identity = yield* Identity.Identity
      yield* identity.registerClient({
        id: "robot",
        secret: "a-secret-of-22-characters",
        kind: "agent",
        scopes: scopesOf.agent
      })
      const delegations = yield* Delegations.Delegations
      const asked = { principal: ada.principal, agentId: "robot", limits: {}, expiresAt: undefined }
      const delegationId = DelegationId.claimed.make(yield* delegations.creation.begin(asked))
      yield* delegations.creation.finish(delegationId)
      provider.decide(delegationId, "active", "visa")
      yield* delegations.reconcile(delegationId)
      const people = Array.from({ length: 12 }, (_, n) => owner("agent:robot", `person-${n}`))
      yield* Effect.forEach(people, (person) => fill(person, { zeste: 1 }))
      const checkout = yield* Checkout.Checkout
      const drafts = yield* PurchaseDrafts.PurchaseDrafts
      // Nothing of it is paid: the charges of tokens and delegations are begun, and their outcome stays unknown.
      const answers = yield* Effect.forEach(
        people,
        (person, n): Effect.Effect<Either.Either<unknown, unknown>, never, World> => {
          const { network: _, ...details } = request(person)
          return n % 3 === 0
            ? Effect.either(checkout.hosted.begin(request(person)))
            : n % 3 === 1
            ? Effect.either(checkout.charged.begin({ ...details, delegationId }))
            : Effect.gen(function*() {
              const { id } = yield* drafts.create(person, "checkout", draft)
              const token = `vt_robot_${n}`
              provider.issueToken(token, { sessionId: id, instrument: `card-${n}` })
              return yield* drafts.completion.begin(person, id, { token, authentication: undefined })
            }).pipe(Effect.either)
        },
        { concurrency: "unbounded" }
      )
      expect(answers.filter(isRight).length).toBe(7)
      for (const answer of answers) {
        if (Either.isLeft(answer)) expect(answer.left).toMatchObject({ of: "agent", limit: "unitsPerProduct" })
      }
      expect((yield* stock("zeste")).reserved).toBe(7)
      expect((yield* World).deadlocks()).toBe(0)

      expect(refusalOf(yield* checkOut(owner("agent:other", "a"), { ecume: 8 })))
        .toMatchObject({ _tag: "UnpaidOrderTooLarge", of: "agent", limit: "unitsPerProduct", requested: 8, allowed: 7 })
      for (const person of ["a", "b"]) {
        expect(isRight(yield* checkOut(owner("agent:other", person), { ecume: 3 }))).toBe(true)
      }
    }),
    limited({ unitsPerProduct: 7 })
  )
})

onSqlite("reservations", (test) => {
  test(
    "what is paid counts no more, and a shopper to whom an order was sent is not bound by their network",
    Effect.gen(function*() {
      const [first, second] = guests(2)
      const session = Either.getOrThrow(yield* checkOut(first!, { noir: 4 }, "192.0.2.1"))
      expect(refusalOf(yield* checkOut(second!, { noir: 1 }, "192.0.2.1"))).toMatchObject({ of: "network" })
      yield* pays(session)
      expect(isRight(yield* checkOut(second!, { noir: 4 }, "192.0.2.1"))).toBe(true)
      // The network's bound is reached again, and the first has bought something, but could still cancel it.
      expect(refusalOf(yield* checkOut(first!, { noir: 4 }, "192.0.2.1"))).toMatchObject({ of: "network" })
      yield* ship(session.orderId)
      expect(isRight(yield* checkOut(first!, { noir: 4 }, "192.0.2.1"))).toBe(true)
      expect(refusalOf(yield* checkOut(ada, { noir: 1 }, "192.0.2.1"))).toMatchObject({ of: "network" })
      expect(refusalOf(yield* checkOut(first!, { serum: 5 }, "192.0.2.1"))).toMatchObject({
        of: "shopper",
        allowed: 4
      })
    }),
    limited({ unitsPerProduct: 4 })
  )

  test(
    "the time that a bank takes to decide on a payment counts only if nothing was paid",
    Effect.gen(function*() {
      const { provider } = yield* World
      const [first, second] = guests(2)
      const { sessionId } = Either.getOrThrow(yield* checkOut(first!, { noir: 40 }, "192.0.2.1"))
      const paymentId = provider.pay(sessionId, { status: "processing" })
      yield* notify(sessionId)
      yield* pass(20 * hours)
      expect((yield* stock("noir")).reserved).toBe(40)
      expect(isRight(yield* checkOut(second!, { noir: 5 }, "192.0.2.1"))).toBe(true)
      provider.settlePayment(paymentId, "failed")
      yield* notify(sessionId)
      yield* pass(1 * hours)
      expect((yield* stock("noir")).reserved).toBe(0)
      expect(refusalOf(yield* checkOut(second!, { noir: 45 }, "192.0.2.1"))).toMatchObject({
        limit: "lastUnitsTime",
        of: "network"
      })
    }),
    limited({ unitsPerProduct: 50 })
  )

  test(
    "checking out anew takes the place of what was held, and refused payments are nobody's fault",
    Effect.gen(function*() {
      const { provider } = yield* World
      for (let n = 0; n < 5; n++) expect(isRight(yield* checkOut(ada, { noir: 20 }, "192.0.2.1"))).toBe(true)
      expect((yield* stock("noir")).reserved).toBe(20)
      for (let n = 0; n < 20; n++) {
        provider.next("createSession", "declined")
        yield* checkOut(owner("sho_poor"), { noir: 20 }, "198.51.100.1")
      }
      expect(isRight(yield* checkOut(owner("sho_poor"), { noir: 20 }, "198.51.100.1"))).toBe(true)
    })
  )

  test(
    "a refusal passes after the time that it says, and not before",
    Effect.gen(function*() {
      const [first, second] = guests(2)
      yield* checkOut(first!, { noir: 4 }, "192.0.2.1")
      yield* pass(7 * minutes)
      const refused = refusalOf(yield* checkOut(second!, { noir: 1 }, "192.0.2.1"))
      expect(refused).toMatchObject({ _tag: "UnpaidLimitReached", retryAfterSeconds: 23 * 60 })
      yield* pass(23 * minutes - 1000)
      expect(isRight(yield* checkOut(second!, { noir: 1 }, "192.0.2.1"))).toBe(false)
      yield* pass(1000)
      expect(isRight(yield* checkOut(second!, { noir: 1 }, "192.0.2.1"))).toBe(true)
    }),
    limited({ unitsPerProduct: 4 })
  )

  test(
    "the last units of a product are held for ten minutes, and not by the same holder again and again",
    Effect.gen(function*() {
      const { clock } = yield* World
      const at = clock.now
      const hoarder = owner("sho_hoarder")
      expect(Either.getOrThrow(yield* checkOut(ada, { noir: 1 })).expiresAt).toBe(at + 30 * minutes)
      for (let n = 0; n < 12; n++) {
        const who = n % 2 === 0 ? hoarder : owner("sho_accomplice")
        const { expiresAt } = Either.getOrThrow(yield* checkOut(who, { balm: 1 }, "192.0.2.1"))
        expect(expiresAt).toBe(clock.now + 10 * minutes)
        // Somebody else cannot even put it into their cart, until then.
        yield* pass(10 * minutes - 1)
        expect((yield* stock("balm")).reserved).toBe(1)
        yield* pass(1)
        expect((yield* stock("balm")).reserved).toBe(0)
      }
      expect(refusalOf(yield* checkOut(owner("sho_third"), { balm: 1 }, "192.0.2.1"))).toMatchObject({
        limit: "lastUnitsTime",
        of: "network",
        productId: "balm",
        retryAfterSeconds: (22 * hours + 10 * minutes) / 1000
      })
      expect(isRight(yield* checkOut(ada, { balm: 1 }, "198.51.100.1"))).toBe(true)
      // What is plenty can still be bought.
      expect(isRight(yield* checkOut(hoarder, { serum: 1 }, "192.0.2.1"))).toBe(true)
    })
  )

  test(
    "what is called off counts for as long as it stood",
    Effect.gen(function*() {
      const orders = yield* Orders.Orders
      let held = 0
      for (;;) {
        const answer = yield* checkOut(ada, { balm: 1 })
        if (Either.isLeft(answer)) {
          expect(answer.left).toMatchObject({ limit: "lastUnitsTime", of: "shopper" })
          break
        }
        yield* pass(9 * minutes)
        yield* orders.cancel(principalOf(ada), answer.right.orderId, undefined)
        held += 9
      }
      expect(held).toBe(13 * 9)
    })
  )

  test(
    "no address is kept, and whose a hold was is forgotten once it is paid, and a day after it ended",
    Effect.gen(function*() {
      const { clock, sql } = yield* World
      const { sweep } = yield* Store.handlers
      const known = (orderId: string) =>
        Effect.map(
          sql<{ holder: string | null; network: string | null }>(
            `SELECT holder, network FROM checkout_session WHERE order_id = '${orderId}'`
          ),
          ([row]) => [row!.holder, row!.network]
        )
      const [first, second] = guests(2)
      const paid = Either.getOrThrow(yield* checkOut(first!, { noir: 1 }, "192.0.2.1"))
      const unpaid = Either.getOrThrow(yield* checkOut(second!, { noir: 1 }, "192.0.2.1"))
      const [holder, network] = yield* known(unpaid.orderId)
      expect(holder).toBe(second!.principal)
      expect(network).toMatch(/^[\w-]{32}$/)
      expect(yield* known(paid.orderId)).toEqual([first!.principal, network])
      yield* pays(paid)
      expect(yield* known(paid.orderId)).toEqual([null, null])
      yield* pass(hours)
      yield* sweep("store")
      expect(yield* known(unpaid.orderId)).toEqual([second!.principal, network])
      clock.now += 1 * days
      yield* sweep("store")
      expect(yield* known(unpaid.orderId)).toEqual([null, null])
      const agents = Either.getOrThrow(yield* checkOut(owner("agent:robot", "a"), { noir: 1 }, "192.0.2.1"))
      expect(yield* known(agents.orderId)).toEqual(["agent:robot", null])
    })
  )

  test(
    "staff are not bounded",
    Effect.gen(function*() {
      expect(isRight(yield* checkOut(owner("staff:counter"), { serum: 99, noir: 50 }))).toBe(true)
    })
  )
})
