/** The colours: whatever text stands on, in both schemes, it can be read. */
import { contrast } from "@beauty-store/domain/Colour"
import { dark, edges, light, texts } from "@beauty-store/ui/Tokens"
import { describe, expect, it } from "vitest"

describe.each([["light", light], ["dark", dark]] as const)("in the %s scheme", (_, colours) => {
  it.each(texts)("%s on %s stands out 4.5:1", (text, ground) => {
    expect(contrast(colours[text], colours[ground])).toBeGreaterThanOrEqual(4.5)
  })

  it.each(edges)("%s on %s stands out 3:1", (edge, ground) => {
    expect(contrast(colours[edge], colours[ground])).toBeGreaterThanOrEqual(3)
  })
})
