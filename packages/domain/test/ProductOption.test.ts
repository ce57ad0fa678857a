/** Options: how they are written, and which texts are none. */
import * as fc from "effect/FastCheck"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { choicesFrom, fits, mostOptions, OptionNames, optionsOf } from "../src/ProductOption.ts"

const word = fc.stringMatching(/^[A-Za-z0-9äß]{1,8}( [a-z]{1,8})?$/)
const isOptions = Schema.is(OptionNames)

describe("the options of a group", () => {
  it("are read as they are written", () => {
    const names = fc.uniqueArray(fc.oneof(fc.constantFrom("shade", "size", "scent"), word), {
      minLength: 1,
      maxLength: mostOptions,
      selector: (name) => name.toLowerCase()
    })
    fc.assert(fc.property(names, fc.array(word, { minLength: 3, maxLength: 3 }), (names, words) => {
      const value = words.slice(0, names.length).join("|")
      const variesBy = names.join("|")
      fc.pre(isOptions(variesBy))
      expect(fits(variesBy, value)).toBe(true)
      expect(fits(variesBy, `${value}|`)).toBe(names.length === 1)
      expect(optionsOf({ variesBy, value }).map(({ name, value }) => [name, value]))
        .toEqual(names.map((name, n) => [name, words[n]]))
    }))
  })

  it.each(["", "|", "size|", "a|b|c|d", "Size", "size|size", "Grind|grind", " Grind", "Grind:how", "x".repeat(41)])(
    "are not %j",
    (text) => expect(isOptions(text)).toBe(false)
  )

  it("lead to the nearest product that has a value: the same but for it, if there is one", () => {
    const variant = fc.record({
      values: fc.tuple(fc.nat(2), fc.nat(2), fc.nat(2)).map((values) => values.map(String)),
      inStock: fc.boolean()
    })
    const group = fc.uniqueArray(variant, { minLength: 1, maxLength: 12, selector: ({ values }) => values.join("|") })
    fc.assert(fc.property(group, fc.nat(), (group, n) => {
      const from = group[n % group.length]!
      for (const [option, choices] of choicesFrom(from, group).entries()) {
        expect(choices.map(({ value }) => value)).toEqual([...new Set(group.map(({ values }) => values[option]))])
        for (const { isExact, to, value } of choices) {
          const wanted = from.values.with(option, value).join("|")
          const exact = group.find(({ values }) => values.join("|") === wanted)
          expect(to.values[option]).toBe(value)
          expect(isExact).toBe(exact !== undefined)
          if (exact !== undefined) expect(to).toBe(exact)
          // Nothing nearer is in stock while this one is not.
          const common = (values: ReadonlyArray<string>) => values.filter((one, m) => one === from.values[m]).length
          for (const one of group.filter(({ values }) => values[option] === value)) {
            expect(common(one.values)).toBeLessThanOrEqual(common(to.values))
            if (common(one.values) === common(to.values) && one.inStock) expect(to.inStock).toBe(true)
          }
        }
      }
    }))
  })

  it("have words of a language, but for those that are of a kind in it", () => {
    const named = optionsOf({ variesBy: "size|Grind|shade", value: "1|2|3", optionNames: "size|Mahlgrad|Farbe" })
    expect(named.map(({ kind, name, title }) => [name, kind, title])).toEqual([
      ["size", "size", undefined],
      ["Grind", undefined, "Mahlgrad"],
      ["shade", "shade", "Farbe"]
    ])
  })
})
