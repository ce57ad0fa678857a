/**
 * The shop's colours, typefaces and measures, each under the name that stylesheets use for it.
 *
 * The rule: a colour is named after its use, so that the light and the dark scheme have the same names with different
 * values. Text keeps a contrast of 4.5:1 against every ground that it may stand on, and the edge of a field 3:1; a test
 * computes both from these values. Left out: the look of single components, which is in `Stylesheet`.
 *
 * @since 1.0.0
 */

/** Every colour of one scheme. */
export interface Colours {
  /** The page itself, cards and fields on it, and recessed areas. */
  readonly ground: string
  readonly surface: string
  readonly sunken: string
  /** Text, and secondary text. */
  readonly ink: string
  readonly soft: string
  /** Lines between elements, and the edges of fields. */
  readonly line: string
  readonly edge: string
  /** Links and buttons, also under the pointer, the text of a button, and the ring around the focus. */
  readonly accent: string
  readonly accentDeep: string
  readonly onAccent: string
  readonly focus: string
  /** Success, pending and failure: text and the ground behind it. */
  readonly right: string
  readonly rightGround: string
  readonly wait: string
  readonly waitGround: string
  readonly wrong: string
  readonly wrongGround: string
  /** A bank's own page, which must not look like the shop's: the strip at its top, and its buttons. */
  readonly bank: string
  readonly onBank: string
  readonly bankAccent: string
  readonly bankAccentDeep: string
  readonly onBankAccent: string
}

export const light: Colours = {
  ground: "#fbf8f6",
  surface: "#ffffff",
  sunken: "#f5efeb",
  ink: "#1d1a1f",
  soft: "#665d69",
  line: "#e4dcd8",
  edge: "#8f8590",
  accent: "#8c2f4f",
  accentDeep: "#6f2440",
  onAccent: "#ffffff",
  focus: "#2f6fca",
  right: "#1f6346",
  rightGround: "#e8f3ec",
  wait: "#755000",
  waitGround: "#fbf0d9",
  wrong: "#a3271f",
  wrongGround: "#fdf0ee",
  bank: "#12283f",
  onBank: "#ffffff",
  bankAccent: "#1d3d5c",
  bankAccentDeep: "#142c44",
  onBankAccent: "#ffffff"
}

export const dark: Colours = {
  ground: "#17141a",
  surface: "#211d25",
  sunken: "#121014",
  ink: "#f3eef0",
  soft: "#b6abb4",
  line: "#3d3541",
  edge: "#857a8a",
  accent: "#f0a3bd",
  accentDeep: "#f8c6d7",
  onAccent: "#2b0d19",
  focus: "#8fb8ff",
  right: "#8fd0ab",
  rightGround: "#1a2c22",
  wait: "#f0c36d",
  waitGround: "#302715",
  wrong: "#ffa69d",
  wrongGround: "#361b1a",
  bank: "#0d1f31",
  onBank: "#ffffff",
  bankAccent: "#9cc3ea",
  bankAccentDeep: "#bdd9f4",
  onBankAccent: "#0b1a29"
}

/** The same in both schemes. */
const measures = {
  sans: "system-ui,-apple-system,\"Segoe UI\",Roboto,\"Helvetica Neue\",Arial,sans-serif",
  serif: "Georgia,\"Iowan Old Style\",\"Source Serif 4\",serif",
  mono: "ui-monospace,Menlo,Consolas,monospace",
  small: ".875rem",
  lead: "1.0625rem",
  title: "clamp(1.625rem,1.35rem + 1.4vw,2.125rem)",
  figure: "clamp(2.25rem,2rem + 1.4vw,2.75rem)",
  radius: ".5rem",
  radiusCard: ".75rem",
  gutter: "clamp(1rem,4vw,1.5rem)"
} as const

const cssName = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

const declarations = (values: object): string =>
  Object.entries(values).map(([name, value]) => `${cssName(name)}:${value}`).join(";")

/** The colours of the light scheme as declarations: everything is printed in them. */
export const lightDeclarations = declarations(light)

/** The rules for colours of a shop's own: in them everything is shown, and printed in the light ones. */
export const colourRules = (inLight: Colours, inDark: Colours): string =>
  `:root{${declarations(inLight)}}\n@media (prefers-color-scheme:dark){:root{${declarations(inDark)}}}\n`

/** The rule that puts a typeface before the usual ones. */
export const familyRule = (token: "sans" | "serif", family: string): string =>
  `:root{--${token}:"${family}",${measures[token]}}\n`

/** The rules that define all of it for a page. */
export const rules = `:root{color-scheme:light dark;${declarations(measures)};${lightDeclarations}}
@media (prefers-color-scheme:dark){:root{${declarations(dark)}}}
`

export type Name = keyof Colours
type Pair = readonly [text: Name, ground: Name]
const grounds: ReadonlyArray<Name> = ["ground", "surface", "sunken"]
const on = (text: Name, ...grounds: ReadonlyArray<Name>) => grounds.map((ground): Pair => [text, ground])

/** Each text and the grounds that it stands on: it needs a contrast of 4.5:1. */
export const texts: ReadonlyArray<Pair> = [
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

/** Each edge and what is behind it: it needs a contrast of 3:1. */
export const edges: ReadonlyArray<Pair> = [
  ...on("edge", ...grounds),
  ...on("focus", ...grounds),
  ...on("bankAccent", "surface")
]

/** What a colour is for, in words. */
export const words: { readonly [name in Name]: string } = {
  ground: "the background",
  surface: "cards",
  sunken: "recessed areas",
  ink: "text",
  soft: "secondary text",
  line: "a line",
  edge: "the edge of a field",
  accent: "the accent",
  accentDeep: "the accent under the pointer",
  onAccent: "the text of a button",
  focus: "the ring of the focus",
  right: "good news",
  rightGround: "the ground of good news",
  wait: "a warning",
  waitGround: "the ground of a warning",
  wrong: "a fault",
  wrongGround: "the ground of a fault",
  bank: "the strip of a bank",
  onBank: "the text of that strip",
  bankAccent: "a bank's button",
  bankAccentDeep: "a bank's button under the pointer",
  onBankAccent: "the text of that button"
}
