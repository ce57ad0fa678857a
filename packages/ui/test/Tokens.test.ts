/** The colours: whatever text stands on, in both schemes, it can be read. */
import { type Colours, dark, light } from "@beauty-store/ui/Tokens"
import { describe, expect, it } from "vitest"

const luminance = (colour: string): number => {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

const contrast = (one: string, other: string): number => {
  const [dim, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (bright! + 0.05) / (dim! + 0.05)
}

type Name = keyof Colours
const grounds: ReadonlyArray<Name> = ["ground", "surface", "sunken"]
const on = (text: Name, ...grounds: ReadonlyArray<Name>) => grounds.map((ground) => [text, ground] as const)

const texts = [
  ...(["ink", "soft", "accent", "accentDeep", "wrong"] as const).flatMap((text) => on(text, ...grounds)),
  ...on("ink", "rightGround", "waitGround", "wrongGround"),
  ...on("soft", "wrongGround"),
  ...on("right", "rightGround", "surface"),
  ...on("wait", "waitGround", "surface"),
  ...on("wrong", "wrongGround"),
  ...on("onAccent", "accent", "accentDeep"),
  ...on("onBank", "bank"),
  ...on("onBankAccent", "bankAccent", "bankAccentDeep")
]
const edges = [...on("edge", ...grounds), ...on("focus", ...grounds), ...on("bankAccent", "surface")]

describe.each([["light", light], ["dark", dark]] as const)("in the %s scheme", (_, colours) => {
  it.each(texts)("%s on %s stands out 4.5:1", (text, ground) => {
    expect(contrast(colours[text], colours[ground])).toBeGreaterThanOrEqual(4.5)
  })

  it.each(edges)("%s on %s stands out 3:1", (edge, ground) => {
    expect(contrast(colours[edge], colours[ground])).toBeGreaterThanOrEqual(3)
  })
})
