/** The look of a shop: whatever colours are taken can be read, and those that are refused come with one that is taken. */
import { contrast } from "@beauty-store/domain/Colour"
import type { Colours } from "@beauty-store/domain/Look"
import { coloursOf, findFaults, make, usualLook } from "@beauty-store/ui/Look"
import { dark, edges, light, texts } from "@beauty-store/ui/Tokens"
import * as fc from "fast-check"
import { expect, it } from "vitest"

const colour = fc.integer({ min: 0, max: 0xFFFFFF }).map((n) => `#${n.toString(16).padStart(6, "0")}`)
/** Colours of which each channel is within bounds, so that many of them can be read. */
const within = (min: number, max: number) =>
  fc.tuple(...[1, 2, 3].map(() => fc.integer({ min, max })))
    .map((channels) => `#${channels.map((one) => one.toString(16).padStart(2, "0")).join("")}`)
const lightBrand = fc.record({ accent: within(0, 120), background: within(210, 255), ink: within(0, 70) }, {
  requiredKeys: []
})
const darkBrand = fc.record({ accent: within(140, 255), background: within(0, 45), ink: within(190, 255) }, {
  requiredKeys: []
})
const given: fc.Arbitrary<Colours> = fc.tuple(lightBrand, fc.option(darkBrand, { nil: undefined }))
  .map(([one, dark]) => dark === undefined ? one : { ...one, dark })

const isBanks = ([text]: readonly [string, string]) => /bank/i.test(text)

it("takes only colours with which all text and all edges can be told from what is behind them", () => {
  let taken = 0
  fc.assert(
    fc.property(given, (colours) => {
      if (findFaults(colours).length > 0) return
      taken++
      for (const scheme of ["light", "dark"] as const) {
        const all = coloursOf(scheme, colours)
        for (const [text, ground] of texts.filter((pair) => !isBanks(pair))) {
          expect(contrast(all[text], all[ground]), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
        }
        for (const [edge, ground] of edges.filter((pair) => !isBanks(pair))) {
          expect(contrast(all[edge], all[ground]), `${edge} on ${ground}`).toBeGreaterThanOrEqual(3)
        }
      }
    }),
    { numRuns: 60 }
  )
  expect(taken).toBeGreaterThan(10)
})

it("takes the colour that a refusal of one names", () => {
  fc.assert(
    fc.property(fc.constantFrom("accent", "background", "ink"), colour, (name, one) => {
      const [fault, ...others] = findFaults({ [name]: one }).filter(({ path }) => path === name)
      expect(others).toEqual([])
      if (fault === undefined) return
      const [, nearest] = /the nearest colour that passes is (#[0-9a-f]{6})$/.exec(fault.words) ?? []
      expect(nearest).toBeDefined()
      expect(findFaults({ [name]: nearest }).filter(({ path }) => path === name)).toEqual([])
    }),
    { numRuns: 60 }
  )
})

it("takes its usual colours, and leaves what is not named as it is", () => {
  expect(findFaults({ accent: light.accent, background: light.ground, ink: light.ink })).toEqual([])
  expect([coloursOf("light", {}), coloursOf("dark", {})]).toEqual([light, dark])
  expect(make({}, "")).toBe(usualLook)
  const { accent: _accent, accentDeep: _deep, onAccent: _on, ...rest } = light
  expect(coloursOf("light", { accent: "#1f5f3f" })).toMatchObject({ ...rest, accent: "#1f5f3f" })
})

it("says which pair is too near, by how much, and what would do", () => {
  expect(findFaults({ accent: "#ffb0c8" })).toEqual([{
    path: "accent",
    words: expect.stringMatching(
      /^the accent #ffb0c8 on recessed areas #f5efeb has a contrast of 1\.\d+:1 in the light scheme, and needs 4\.5:1; the nearest colour that passes is #[0-9a-f]{6}$/
    )
  }])
  expect(findFaults({ dark: { ink: "#222222" } }).map(({ path }) => path)).toEqual(["dark.ink"])
})

it("loads typefaces of the shop's own only, from below its address", () => {
  const { rules, stylesheet, typefaces } = make(
    { typefaces: { text: { regular: "a.woff2", bold: "b.woff2" } } },
    "/shop"
  )
  expect(typefaces).toEqual(["/fonts/a.woff2"])
  expect(rules.match(/url\("[^"]*"\)/g)).toEqual(["url(\"/shop/fonts/a.woff2\")", "url(\"/shop/fonts/b.woff2\")"])
  expect(rules).toContain(":root{--sans:\"Shop Text\",system-ui")
  expect([stylesheet.hasTypefaces, usualLook.stylesheet.hasTypefaces]).toEqual([true, false])
})
