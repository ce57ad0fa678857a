/**
 * A strategy is a pure function. What it decides by from elsewhere, here codes of discounts, is read when its layer is
 * built, and again when it changes.
 */
import * as Strategies from "@beauty-store/commerce/Strategies"
import type { DiscountStrategy } from "@beauty-store/domain/Discount"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The codes of today, by the hundredths that they take off; `reload` reads them from wherever they are. */
class Codes extends Context.Tag("mine/Codes")<Codes, {
  readonly percentOf: (code: string) => number | undefined
  readonly reload: Effect.Effect<void>
}>() {}

const codes = Layer.sync(Codes, () => {
  let current = new Map([["SPRING", 10]])
  return {
    percentOf: (code) => current.get(code),
    reload: Effect.sync(() => void (current = new Map([["SUMMER", 20]])))
  }
})

const discounts = Layer.effect(
  Strategies.Discounts,
  Effect.map(Codes, ({ percentOf }): DiscountStrategy => ({
    isCode: (code) => percentOf(code) !== undefined,
    discountsMinor: ({ codes, lines }) =>
      lines.map(({ quantity, unitPriceMinor }) =>
        Math.floor(quantity * unitPriceMinor * Math.max(0, ...codes.map((code) => percentOf(code) ?? 0)) / 100)
      )
  }))
)

const program = Effect.gen(function*() {
  const { isCode } = yield* Strategies.Discounts
  console.log(isCode("SPRING"), isCode("SUMMER")) // true false
  yield* (yield* Codes).reload
  console.log(isCode("SPRING"), isCode("SUMMER")) // false true
})

void Effect.runPromise(Effect.provide(program, Layer.provideMerge(discounts, codes)))
