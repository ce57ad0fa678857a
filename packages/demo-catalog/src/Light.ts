/**
 * Light from the left on a surface: a gradient of white and black over the colour of the surface.
 *
 * One table, so that all packs have the same light. Gradients span a surface's own box, so that they fit every shape.
 */

/** `light` above 0 lightens by that share, below 0 darkens. */
type Stop = readonly [offset: number, light: number]

const across: Record<"gloss" | "matte" | "metal" | "glass" | "card", ReadonlyArray<Stop>> = {
  gloss: [[0, -0.3], [0.07, -0.06], [0.1, 0.5], [0.19, 0.34], [0.23, 0.08], [0.6, 0], [0.88, -0.24], [0.96, -0.34], [
    1,
    0.14
  ]],
  matte: [[0, -0.15], [0.16, 0.2], [0.34, 0.16], [0.66, -0.03], [1, -0.24]],
  metal: [[0, -0.42], [0.12, 0.3], [0.24, 0.75], [0.34, 0.1], [0.58, -0.26], [0.74, 0.28], [0.9, -0.3], [1, -0.46]],
  glass: [[0, 0.55], [0.04, 0.05], [0.08, 0.5], [0.15, 0.06], [0.5, 0.01], [0.9, -0.12], [0.96, 0.4], [1, -0.12]],
  card: [[0, 0.12], [1, -0.08]]
}

/** Lit from above: a bar of soap, a stone. */
const down: Record<"bar", ReadonlyArray<Stop>> = { bar: [[0, 0.45], [0.35, 0.08], [1, -0.24]] }

/** Lit from the upper left: the lid of a compact. */
const domed: Record<"dome", ReadonlyArray<Stop>> = { dome: [[0, 0.42], [0.5, 0.04], [1, -0.22]] }

export type Light = keyof typeof across | keyof typeof down | keyof typeof domed

const stops = (list: ReadonlyArray<Stop>): string =>
  list.map(([offset, light]) =>
    `<stop offset="${offset}" stop-color="${light < 0 ? "#000" : "#fff"}" stop-opacity="${Math.abs(light)}"/>`
  ).join("")

const gradients = (id: string): ReadonlyArray<readonly [name: string, gradient: string]> => [
  ...Object.entries(across).map(([name, list]) =>
    [name, `<linearGradient id="${id}-${name}">${stops(list)}</linearGradient>`] as const
  ),
  ...Object.entries(down).map(([name, list]) =>
    [name, `<linearGradient id="${id}-${name}" x2="0" y2="1">${stops(list)}</linearGradient>`] as const
  ),
  ...Object.entries(domed).map(([name, list]) =>
    [name, `<radialGradient id="${id}-${name}" cx=".32" cy=".26" r=".9">${stops(list)}</radialGradient>`] as const
  ),
  [
    "glow",
    `<radialGradient id="${id}-glow"><stop stop-color="#ffcf7d" stop-opacity=".75"/>` +
    `<stop offset="1" stop-color="#ffb648" stop-opacity="0"/></radialGradient>`
  ]
]

/** The gradients that an artwork refers to, and no others. */
export const lightsOf = (artwork: string, id: string): string =>
  gradients(id).map(([name, gradient]) => (artwork.includes(`url(#${id}-${name})`) ? gradient : "")).join("")
