/**
 * Colours by their numbers, as in `#8c2f4f`, and how far text stands out from what is behind it.
 * Contrast is that of WCAG 2.2, from 1 to 21.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"

export const Colour = Schema.String.pipe(
  Schema.pattern(/^#[0-9a-fA-F]{6}$/, { description: "a colour as in #8c2f4f" })
)
export type Colour = typeof Colour.Type

/** Text has at least this contrast, and what is no text but is needed, such as the edge of a field. */
export const textContrast = 4.5
export const edgeContrast = 3

const channels = (colour: Colour): ReadonlyArray<number> =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

/** The light of each value of a channel, from 0 to 1. */
const light = Array.from({ length: 256 }, (_, channel) => {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})

/** Relative luminance by WCAG 2.2, from 0 for black to 1 for white. */
export const luminance = (colour: Colour): number => {
  const [r = 0, g = 0, b = 0] = channels(colour).map((channel) => light[channel]!)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const contrastOf = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)

/** The contrast of two colours, in any order. */
export const contrast = (one: Colour, other: Colour): number => contrastOf(luminance(one), luminance(other))

/** A colour with a share of another, from 0 for none to 1 for nothing else. */
export const mix = (colour: Colour, other: Colour, share: number): Colour => {
  const others = channels(other)
  return `#${
    channels(colour).map((channel, n) =>
      Math.round(channel + ((others[n] ?? 0) - channel) * share).toString(16).padStart(2, "0")
    ).join("")
  }`
}

const steps = 64

/** The colour itself if it passes, or else the nearest that is darker or lighter and does; undefined if none does. */
export const findNearest = (colour: Colour, passes: (candidate: Colour) => boolean): Colour | undefined => {
  for (let step = 0; step <= steps; step++) {
    const found = ["#000000", "#ffffff"].map((end) => mix(colour, end, step / steps)).find(passes)
    if (found !== undefined) return found
  }
  return undefined
}

/** The colour, or the nearest that has a contrast with each of the others; the colour itself if there is none. */
export const standOut = (colour: Colour, others: ReadonlyArray<Colour>, least: number): Colour => {
  const behind = others.map(luminance)
  return findNearest(colour, (candidate) => {
    const own = luminance(candidate)
    return behind.every((other) => contrastOf(own, other) >= least)
  }) ?? colour
}
