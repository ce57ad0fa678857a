/**
 * Staff who keep the shop's goods: they import them, with crashes meanwhile, plan sales that begin at midnight or any
 * other moment, and take goods off sale that lie in carts. They look at what is sold before, at and after each change.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { berlinMidnight } from "../auditor/Calendar.ts"
import * as Imports from "../auditor/Imports.ts"
import * as PricePlans from "../auditor/PricePlans.ts"
import type { Prng } from "../engine/Prng.ts"
import { day, hour, minute, second } from "../engine/Time.ts"
import { Client } from "./Client.ts"
import { openList } from "./Lists.ts"
import { look, reader } from "./Readers.ts"
import { Staff } from "./Staff.ts"
import { deliveryOf, newGuest, pause, untilExactly, type Workload } from "./Workload.ts"

/** All goods with their prices as they are, and another weight; undefined while a price may be changing. */
const reweighed = ({ clientContext: { auditor }, goodsAdmin, products }: Workload, weightGrams: number) => {
  const prices = new Map(products.map((id) => [id, PricePlans.regularPrice(auditor, id)]))
  if ([...prices.values()].includes(undefined)) return undefined
  return {
    brands: goodsAdmin.assortment().brands.map((brand) => ({
      ...brand,
      products: brand.products.map((product) => ({
        ...product,
        weightGrams,
        priceMinor: prices.get(product.id) ?? product.priceMinor
      }))
    }))
  }
}

/** Imports all goods now and then; the store may be killed meanwhile, and then the import is begun anew. */
export const importer = Effect.fnUntraced(function*(workload: Workload, name: string, prng: Prng) {
  const { clientContext: { auditor, history }, endsAt, goodsAdmin } = workload
  const nobody = reader(workload.clientContext, `${name}, without a token`, prng.stream("reads"))
  for (let weightGrams = 1; (yield* Clock.currentTimeMillis) < endsAt; weightGrams++) {
    yield* pause(prng, minute, 8 * hour)
    const goods = reweighed(workload, weightGrams)
    if (goods === undefined) continue
    Imports.begun(auditor, weightGrams)
    for (let left = 40; left > 0 && Imports.isUnderWay(auditor); left--) {
      if (prng.happens(0.5)) goodsAdmin.killWithin(prng.logUniform(1, 400))
      const put = yield* Effect.either(goodsAdmin.put(goods))
      history.add(name, `imports goods of ${weightGrams} g: ${put._tag}`)
      if (Either.isRight(put)) Imports.done(auditor)
      yield* nobody.send("GET", "/api/")
      yield* pause(prng, second, 10 * minute)
    }
    if (Imports.isUnderWay(auditor)) return undefined
    yield* nobody.send("GET", "/api/")
  }
  return undefined
})

/** A sale of some products, from a moment on until another. */
export const planner = Effect.fnUntraced(function*(workload: Workload, name: string, prng: Prng) {
  const { clientContext: { auditor }, products } = workload
  const staff = new Staff(workload, name, prng.stream("requests"))
  yield* pause(prng, minute, 12 * hour)
  const now = yield* Clock.currentTimeMillis
  const from = prng.happens(0.6) ? berlinMidnight(now) : now + prng.logUniform(hour, 12 * hour)
  const until = from + prng.logUniform(minute, 12 * hour)
  const planned: Array<string> = []
  for (const productId of products.filter(() => prng.happens(0.5))) {
    const regularMinor = PricePlans.regularPrice(auditor, productId)
    if (regularMinor === undefined || regularMinor < 100) continue
    planned.push(productId)
    yield* staff.repeat("POST", `/api/admin/products/${productId}/prices`, {
      price: auditor.wire(prng.int(Math.ceil(regularMinor / 5), regularMinor - 1)),
      sale: true,
      from: new Date(from).toISOString(),
      until: new Date(until).toISOString()
    })
  }
  const moments = [from - prng.logUniform(second, hour), from, from + minute, until, until + minute]
  for (const moment of moments) {
    yield* untilExactly(staff.client, moment)
    for (const productId of planned) {
      yield* look(staff.passerBy, productId)
      yield* staff.get(`/api/admin/products/${productId}/prices`)
    }
  }
  return undefined
})

/** Takes goods off sale for a while, mostly such as lie in carts, and tries to buy them. */
export const archiver = Effect.fnUntraced(function*(workload: Workload, name: string, prng: Prng) {
  const { clientContext, clientContext: { auditor }, endsAt, products } = workload
  const guest = yield* newGuest(workload, name, prng.stream("guest"))
  if (guest === undefined) return undefined
  const nobody = reader(clientContext, `${name}, without a token`, prng.stream("reads"))
  // Whatever others have changed of it meanwhile.
  const headers = { "if-match": "*" }
  const identity = {
    name: `${name} of the staff`,
    principal: "staff",
    isStaff: true,
    oauth: "demo-staff",
    headers
  } as const
  const staff = new Client(clientContext, identity, prng.stream("staff"))
  const look = Effect.fnUntraced(function*(productId: string) {
    yield* guest.send("GET", "/api/cart")
    yield* nobody.send("GET", prng.pick([`/api/products/${productId}`, "/api/", "/api/products?limit=100"]))
    if (auditor.hasShopFront) yield* openList(workload, name, `/products/${productId}`)
  })
  while ((yield* Clock.currentTimeMillis) < endsAt) {
    yield* pause(prng, minute, day / 2)
    const inCarts = [...auditor.seen.carts.values()].flatMap(({ states = [] }) =>
      states.flatMap(({ items }) => [...items.keys()].filter((id) => products.includes(id)))
    )
    const productId = prng.pick(inCarts.length > 0 && prng.happens(0.7) ? inCarts : products)
    const path = `/api/admin/products/${productId}`
    yield* guest.send("PUT", `/api/cart/items/${productId}`, { quantity: 1 }, guest.key(false))
    yield* staff.sendUntilFinal("POST", `${path}/archive`, undefined, staff.key(false), 60)
    yield* look(productId)
    yield* pause(prng, second, 6 * hour)
    yield* guest.send("POST", "/api/checkout", deliveryOf(workload, guest), guest.key(false))
    const key = staff.key(false)
    while ((yield* staff.sendUntilFinal("POST", `${path}/restore`, undefined, key, 60))?.status !== 200) {
      yield* pause(prng, second, minute)
    }
    yield* look(productId)
    yield* guest.send("DELETE", "/api/cart", undefined, guest.key(false))
  }
  return guest
})
