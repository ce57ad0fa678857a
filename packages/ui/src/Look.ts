/**
 * The look of a shop as rules of a stylesheet. A shop names few colours; all others follow from them, so that every
 * text and every edge can be told from its ground (`Tokens.texts`, `Tokens.edges`) on light screens and on dark ones.
 *
 * @since 1.0.0
 */
import {
  type Colour,
  contrast,
  edgeContrast,
  findNearest,
  luminance,
  mix,
  standOut,
  textContrast
} from "@beauty-store/domain/Colour"
import type * as Looks from "@beauty-store/domain/Look"
import { extended, site, type Stylesheet } from "./Stylesheet.ts"
import * as Tokens from "./Tokens.ts"

type Brand = Looks.Colours["dark"] & {}
type Scheme = "light" | "dark"

const black = "#000000"
const white = "#ffffff"

/** The grounds of pages, and what is on them, where a shop has a background or an ink of its own. */
const groundsOf = (usual: Tokens.Colours, { background, ink = usual.ink }: Brand, scheme: Scheme) => {
  const ground = background ?? usual.ground
  const own = background === undefined ? usual : {
    ground,
    surface: mix(ground, white, scheme === "light" ? 0.6 : 0.05),
    sunken: mix(ground, scheme === "light" ? ink : black, scheme === "light" ? 0.04 : 0.25)
  }
  const grounds = [own.ground, own.surface, own.sunken]
  const behind = (text: Colour, usualGround: Colour) =>
    background === undefined ? usualGround : mix(own.surface, text, 0.1)
  const [rightGround, waitGround, wrongGround] = [
    behind(usual.right, usual.rightGround),
    behind(usual.wait, usual.waitGround),
    behind(usual.wrong, usual.wrongGround)
  ]
  return {
    ...own,
    ink,
    soft: standOut(mix(ink, ground, 0.3), [...grounds, wrongGround], textContrast),
    line: mix(ground, ink, 0.12),
    edge: standOut(mix(ground, ink, 0.45), grounds, edgeContrast),
    focus: standOut(usual.focus, grounds, edgeContrast),
    rightGround,
    waitGround,
    wrongGround,
    right: standOut(usual.right, [...grounds, rightGround], textContrast),
    wait: standOut(usual.wait, [...grounds, waitGround], textContrast),
    wrong: standOut(usual.wrong, [...grounds, wrongGround], textContrast)
  }
}

/** The colours of links and buttons. Under the pointer they are further from the ground. */
const accentsOf = (accent: Colour, ground: Colour) => {
  const accentDeep = luminance(accent) < luminance(ground) ? mix(accent, black, 0.2) : mix(accent, white, 0.4)
  const least = (text: Colour) => Math.min(contrast(text, accent), contrast(text, accentDeep))
  const dark = mix(accent, black, 0.85)
  return { accent, accentDeep, onAccent: least(white) >= least(dark) ? white : dark }
}

/** All colours of a scheme. A dark one without an accent has the nearest to the light one's that can be read. */
export const coloursOf = (scheme: Scheme, { dark = {}, ...light }: Looks.Colours): Tokens.Colours => {
  const usual = Tokens[scheme]
  const given = scheme === "light" ? light : dark
  const base: Tokens.Colours = given.background === undefined && given.ink === undefined
    ? usual
    : { ...usual, ...groundsOf(usual, given, scheme) }
  const accent = given.accent
    ?? (light.accent === undefined
      ? undefined
      : standOut(light.accent, [base.ground, base.surface, base.sunken], textContrast))
  return {
    ...base,
    ...(accent === undefined ? standingAccent(base) : accentsOf(accent, base.ground))
  }
}

/** The usual accent, or on other grounds the nearest to it that can be read. */
const standingAccent = (base: Tokens.Colours) => {
  const { accent, accentDeep, ground, onAccent, sunken, surface } = base
  const nearest = standOut(accent, [ground, surface, sunken], textContrast)
  return nearest === accent ? { accent, accentDeep, onAccent } : accentsOf(nearest, ground)
}

/** A pair of colours that are too near each other. */
interface Confusion {
  readonly text: Tokens.Name
  readonly ground: Tokens.Name
  readonly ratio: number
  readonly least: number
}

const confusionsIn = (colours: Tokens.Colours): ReadonlyArray<Confusion> =>
  [
    ...Tokens.texts.map((pair) => [pair, textContrast] as const),
    ...Tokens.edges.map((pair) => [pair, edgeContrast] as const)
  ].map(([[text, ground], least]) => ({ text, ground, ratio: contrast(colours[text], colours[ground]), least }))
    // Pages of banks have their own colours.
    .filter(({ least, ratio, text }) => ratio < least && !/bank/i.test(text))

/** The colour of a shop's that makes a pair. */
const causeOf = ({ ground, text }: Confusion, brand: Brand): keyof Brand => {
  const isAccent = [text, ground].some((name) => name.toLowerCase().includes("accent"))
  const wanted = isAccent ? ["accent", "background", "ink"] as const : ["ink", "background", "accent"] as const
  return wanted.find((name) => brand[name] !== undefined) ?? "background"
}

export interface ColourFault {
  /** As in `accent`, or `dark.ink`. */
  readonly path: string
  readonly words: string
}

/** What of a shop's colours cannot be read: one fault for each colour, with the nearest that can. */
export const findFaults = (given: Looks.Colours): ReadonlyArray<ColourFault> =>
  (["light", "dark"] as const).flatMap((scheme) => {
    const { dark = {}, ...light } = given
    const brand: Brand = scheme === "light" ? light : dark
    const withColour = (name: keyof Brand, colour: Colour): Looks.Colours =>
      scheme === "light" ? { ...given, [name]: colour } : { ...given, dark: { ...dark, [name]: colour } }
    const colours = coloursOf(scheme, given)
    const worst = new Map<keyof Brand, Confusion>()
    for (const one of confusionsIn(colours).toSorted((a, b) => b.ratio / b.least - a.ratio / a.least)) {
      worst.set(causeOf(one, brand), one)
    }
    return [...worst].map(([name, { ground, least, ratio, text }]) => {
      const colour = brand[name] ?? colours.ground
      const nearest = findNearest(
        colour,
        (candidate) =>
          confusionsIn(coloursOf(scheme, withColour(name, candidate))).every((one) => causeOf(one, brand) !== name)
      )
      const pair = `${Tokens.words[text]} ${colours[text]} on ${Tokens.words[ground]} ${colours[ground]}`
      return {
        path: scheme === "light" ? name : `dark.${name}`,
        words:
          `${pair} has a contrast of ${Math.floor(ratio * 100) / 100}:1 in the ${scheme} scheme, and needs ${least}:1`
          + (nearest === undefined ? "" : `; the nearest colour that passes is ${nearest}`)
      }
    })
  })

/** A look that pages have: rules after those of their stylesheet, and the files that they need at first. */
export interface Look {
  readonly rules: string
  /** Paths of typefaces. */
  readonly typefaces: ReadonlyArray<string>
  /** The stylesheet of pages that have no rules of their own. */
  readonly stylesheet: Stylesheet
}

export const usualLook: Look = { rules: "", typefaces: [], stylesheet: site }

export const typefacePath = (file: string): string => `/fonts/${file}`

const faceRules = (family: string, { bold, regular }: Looks.Typeface, basePath: string): string => {
  const rule = (file: string, weights: string) =>
    `@font-face{font-family:"${family}";src:url("${basePath}${typefacePath(file)}") format("woff2");`
    + `font-weight:${weights};font-display:swap}\n`
  return bold === undefined ? rule(regular, "100 900") : rule(regular, "100 500") + rule(bold, "501 900")
}

const logoRules = ".logo{display:block;max-width:min(50vw,16rem);max-height:2.5rem;width:auto;height:auto}\n"

/** The look of a shop. `basePath`: the path of its public address. */
export const make = ({ colours, logo, typefaces = {} }: Looks.Look, basePath: string): Look => {
  const { headings, text } = typefaces
  const families = [["Shop Text", "sans", text], ["Shop Headings", "serif", headings]] as const
  const rules =
    families.map(([family, token, face]) =>
      face === undefined ? "" : faceRules(family, face, basePath) + Tokens.familyRule(token, family)
    ).join("") + (colours === undefined
      ? ""
      : Tokens.colourRules(coloursOf("light", colours), coloursOf("dark", colours)))
    + (logo === undefined ? "" : logoRules)
  return rules === "" ? usualLook : {
    rules,
    typefaces: families.flatMap(([, , face]) => face === undefined ? [] : [typefacePath(face.regular)]),
    stylesheet: extended(site, rules)
  }
}
