/**
 * Staff who keep the shop's goods: they plan sales that begin at midnight or any other moment. They look at what is
 * sold before, at and after each moment at which it changes.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { berlinMidnight } from "../auditor/Calendar.ts"
import * as PricePlans from "../auditor/PricePlans.ts"
import type { Prng } from "../engine/Prng.ts"
import { hour, minute, second } from "../engine/Time.ts"
import { look } from "./Readers.ts"
import { Staff } from "./Staff.ts"
import { pause, untilExactly, type Workload } from "./Workload.ts"

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
      price: prng.int(Math.ceil(regularMinor / 5), regularMinor - 1) / 100,
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
