import { describe, expect, it } from "vitest"
import { phrases } from "../src/Suggestion.ts"

const found = [["alba", "rose", "cream"], ["alba", "rose", "cleansing", "cream"], ["rosa", "cleansing", "oil"]]

describe("suggestions", () => {
  it("finish the last word, the more frequent way first, then by its letters", () => {
    expect(phrases(["c"], found, 5)).toEqual(["cleansing", "cream"])
    expect(phrases(["rose", "c"], found.slice(0, 2), 5)).toEqual(["rose cream", "rose cleansing"])
    expect(phrases(["r"], found, 1)).toEqual(["rose"])
  })

  it("repeat no word of the phrase, and are none for no word or one that nothing has", () => {
    expect(phrases(["cream", "cr"], found, 5)).toEqual([])
    expect(phrases([], found, 5)).toEqual([])
    expect(phrases(["x"], found, 5)).toEqual([])
  })
})
