/**
 * Colours of the drawings: `#rrggbb` in, `#rrggbb` out.
 *
 * Enough to shade a surface and to keep print legible on it (contrast as WCAG 2.2 defines it); not a colour library.
 */

const channels = (hex: string): ReadonlyArray<number> =>
  [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16))

/** `share` of `other` in `colour`: 0 keeps the first, 1 gives the second. */
export const mix = (colour: string, other: string, share: number): string => {
  const second = channels(other)
  const mixed = channels(colour).map((value, index) => Math.round(value + ((second[index] ?? value) - value) * share))
  return "#" + mixed.map((value) => value.toString(16).padStart(2, "0")).join("")
}

/** Relative luminance, 0 (black) to 1 (white). */
export const luminance = (hex: string): number => {
  const linear = channels(hex).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0)
}

export const contrast = (one: string, other: string): number => {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05)
}

/** The ink itself where it is legible on the surface, or else the nearest dark or light colour that is. */
export const legible = (ink: string, surface: string): string => {
  if (contrast(ink, surface) >= 4.5) return ink
  const goal = luminance(surface) > 0.18 ? "#120d10" : "#ffffff"
  const steps = [0.3, 0.5, 0.7, 0.85].map((share) => mix(ink, goal, share))
  return steps.find((step) => contrast(step, surface) >= 4.5) ?? goal
}
