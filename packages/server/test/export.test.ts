/** An export is read as the same goods: of any assortment, on both databases, in both forms. */
import * as Attributes from "@beauty-store/commerce/Attributes"
import { type Assortment, CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import { ownNumber } from "@beauty-store/commerce/catalog/Goods"
import * as ProductTable from "@beauty-store/commerce/catalog/ProductTable"
import { Policy } from "@beauty-store/commerce/Policy"
import * as Beauty from "@beauty-store/demo-catalog/Beauty"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as fc from "effect/FastCheck"
import { expect } from "vitest"
import { onBoth } from "../../../test/shop/use-cases.ts"

const text = fc.string({ unit: fc.constantFrom(..."aÄ, \";\n=|'ß"), minLength: 1, maxLength: 20 })
  .map((some) => `x${some}x`)
const maybe = <A>(one: fc.Arbitrary<A>) => fc.option(one, { nil: undefined })
const translation = fc.record({
  name: maybe(text),
  description: maybe(text),
  warnings: maybe(text),
  ingredients: maybe(text)
})
const line = fc.string({ unit: fc.constantFrom(..."aÄ,\";='ß"), minLength: 1, maxLength: 20 }).map((some) =>
  `x${some}x`
)
const facts = fc.record({
  name: text,
  description: fc.oneof(fc.constant(""), text),
  priceMinor: fc.integer({ min: 1, max: 100_000_000 }),
  category: fc.constantFrom("skincare", "hair"),
  onHand: fc.integer({ min: 0, max: 1_000_000 }),
  size: fc.constantFrom({ value: 1, unit: "pcs" }, { value: 3.5, unit: "ml" }, { value: 0.125, unit: "g" }),
  returnableOnceOpened: fc.boolean(),
  vatClass: fc.constantFrom("standard" as const, "reduced" as const),
  lowStock: maybe(fc.integer({ min: 0, max: 1_000_000 })),
  weightGrams: maybe(fc.integer({ min: 1, max: 100_000 })),
  countryOfOrigin: maybe(fc.constantFrom("FR", "CI")),
  responsiblePerson: maybe(
    fc.record({
      name: line,
      address: line,
      electronicAddress: fc.constantFrom("safety@brand.example", "https://brand.example/safety?a=1,2")
    })
  ),
  cpnp: maybe(fc.constantFrom("1234567", "00123456")),
  hasSku: fc.boolean(),
  attributes: fc.record({ ingredients: fc.oneof(fc.constant(""), text) }),
  texts: maybe(
    fc.record({ warnings: maybe(text), howToUse: maybe(text), translations: maybe(fc.record({ de: translation })) })
  ),
  value: maybe(fc.tuple(fc.uuid(), fc.constantFrom("50 ml", "Grob | fein")))
})
const options = ["shade", "size|Grind", "Grind|shade|scent"]

/** What a product is in the group of a brand, with as many parts as that has options. */
const valueOf = (brand: number, [own, other]: readonly [string, string]): string =>
  [other.replaceAll(" | ", "/"), "Klein", own].slice(2 - brand % 3).join("|")

const inGroup = (
  texts: { readonly translations?: { readonly de?: object | undefined } | undefined },
  brand: number,
  value: readonly [string, string]
) => ({
  ...texts,
  ...(texts.translations?.de === undefined ? {} : {
    translations: {
      de: {
        ...texts.translations.de,
        groupValue: valueOf(brand, value),
        variesBy: ["Farbe", "Größe|Mahlgrad", "Mahlgrad|shade|Duft"][brand % 3]
      }
    }
  })
})
const assortments = fc.array(
  fc.record({ id: fc.constantFrom("", "-own"), products: fc.array(facts, { minLength: 1, maxLength: 5 }) }),
  { minLength: 1, maxLength: 4 }
).map((brands) => ({
  brands: brands.map(({ id, products }, b) => ({
    id: `brand-${b}${id}`,
    name: `Bränd ${b}`,
    category: "hair",
    products: products.map(({ hasSku, texts, value, ...facts }, p) => ({
      ...facts,
      ...(texts === undefined ? {} : { texts: value === undefined ? texts : inGroup(texts, b, value) }),
      id: `p-${b}-${p}`,
      brandId: `brand-${b}${id}`,
      currency: "EUR",
      gtin: ownNumber(`p-${b}-${p}`),
      ...(hasSku ? { sku: `"${b};${p}"` } : {}),
      ...(value === undefined
        ? {}
        : { group: { id: `g-${b}`, name: "Gruppe", variesBy: options[b % 3], value: valueOf(b, value) } })
    }))
  }))
})) as unknown as fc.Arbitrary<Assortment>

const exported = (form: ProductTable.Form, decimal: "point" | "comma") =>
  Effect.gen(function*() {
    const { languages } = yield* Policy
    const { head, line } = ProductTable.printer(form, languages, decimal)
    const lines = [head]
    yield* (yield* CatalogImport).list((product, brandName) => void lines.push(line(product, brandName)))
    return lines.join("")
  })

onBoth("an export", (test) => {
  test(
    "is imported without a change, and is the same again",
    Effect.gen(function*() {
      const goods = yield* CatalogImport
      const policy = yield* Policy
      for (const assortment of fc.sample(assortments, { numRuns: 25, seed: 31 })) {
        yield* goods.put(assortment)
        for (const [form, decimal] of [["csv", "point"], ["csv", "comma"], ["jsonl", "point"]] as const) {
          const before = yield* exported(form, decimal)
          const table = yield* Effect.promise(() =>
            ProductTable.read([before], policy, { attributes: Beauty.product, decimal, form })
          )
          expect(yield* goods.put(Either.getOrThrow(table))).toMatchObject({ added: 0, changed: 0 })
          expect(yield* exported(form, decimal)).toBe(before)
          expect(before.startsWith("\uFEFFid;brand;")).toBe(decimal === "comma")
        }
      }
    }),
    { bare: true, strategies: Attributes.layer({ product: Beauty.product }), timeout: 60_000 }
  )
})
