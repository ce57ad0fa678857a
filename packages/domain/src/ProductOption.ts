/**
 * The options by which the products of a group differ, at most three: shade, size, scent, or names of the shop's own.
 * They are written as names with vertical bars between them, `shade|size`, and the values of a product in the same order,
 * `Red|50 ml`. A product has one value of each. Follows docs/specification.md#catalogue.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"

/** The options that mean the same in every shop; the languages of pages have words for them. */
export const OptionKind = Schema.Literal("shade", "size", "scent")
export type OptionKind = typeof OptionKind.Type

export const isOptionKind = Schema.is(OptionKind)

/** The most options of a group. */
export const mostOptions = 3

const longestName = 40

/** A name has no bar, and no colon, which ends it where a list is filtered by it. */
const isName = (text: string): boolean =>
  text !== "" && text === text.trim() && text.length <= longestName && !text.includes(":")
  && (isOptionKind(text) || !isOptionKind(text.toLowerCase()))

/** The names of the options of a text. */
export const namesOf = (variesBy: string): ReadonlyArray<string> => variesBy.split("|")

/** The options of a group as text. */
export const OptionNames = Schema.String.pipe(
  Schema.filter((text) => {
    const names = namesOf(text)
    return names.length <= mostOptions && names.every(isName)
      && new Set(names.map((name) => name.toLowerCase())).size === names.length
  }, {
    description:
      `one to three different options with vertical bars between them: shade, size, scent or other names of at most ${longestName} characters, without colons`,
    arbitrary: () => (fc) => fc.constantFrom("shade", "size", "scent", "Grind", "shade|size", "size|scent|Grind")
  })
)

/** The parts of a text, one for each option. With one option a bar is a character like any other. */
const partsOf = (variesBy: string, text: string): ReadonlyArray<string> =>
  variesBy.includes("|") ? text.split("|") : [text]

/** Whether a text has one part for each of the options. */
export const fits = (variesBy: string, text: string): boolean => {
  const parts = partsOf(variesBy, text)
  return parts.length === namesOf(variesBy).length && parts.every((part) => part !== "" && part === part.trim())
}

/** What a group varies by, what one of its products is, and what both are called in a language. */
export interface Chosen {
  readonly variesBy: string
  readonly value: string
  /** Default: as the options are written. */
  readonly optionNames?: string | undefined
}

/** An option with a product's value of it. `title`: what it is called; undefined: as its kind is in the language. */
export interface ChosenOption {
  readonly name: string
  readonly kind: OptionKind | undefined
  readonly title: string | undefined
  readonly value: string
}

/** The options of a product in their order. */
export const optionsOf = ({ optionNames, value, variesBy }: Chosen): ReadonlyArray<ChosenOption> => {
  const titles = namesOf(optionNames ?? variesBy)
  const values = partsOf(variesBy, value)
  return namesOf(variesBy).map((name, n) => {
    const title = titles[n] ?? name
    return {
      name,
      kind: isOptionKind(name) ? name : undefined,
      title: isOptionKind(title) ? undefined : title,
      value: values[n] ?? ""
    }
  })
}

/** An option that a list is filtered by, as text: its name and value, of which the name has no colon. */
export const keyOf = ({ name, value }: Pick<ChosenOption, "name" | "value">): string => `${name}:${value}`

/** The name and value of such a text. */
export const fromKey = (key: string): Pick<ChosenOption, "name" | "value"> => {
  const colon = key.indexOf(":")
  return { name: key.slice(0, colon), value: key.slice(colon + 1) }
}

/** What a list is filtered by: at most one value of each of three options, with vertical bars between them. */
export const OptionFilter = Schema.String.pipe(
  Schema.filter((text) => {
    const keys = text.split("|")
    return keys.length <= mostOptions && keys.every((key) => /^[^:]+:./s.test(key))
      && new Set(keys.map((key) => fromKey(key).name)).size === keys.length
  }, { description: "names and values of one to three options, as in shade:Red or size:50 ml|Grind:Fine" })
)

/** The options of such a filter. */
export const wantedOf = (filter: string | undefined): ReadonlyArray<Pick<ChosenOption, "name" | "value">> =>
  filter === undefined ? [] : filter.split("|").map(fromKey)

/** The same filter with another value of an option; without a value, without the option. */
export const filterWith = (filter: string | undefined, name: string, value: string | undefined): string | undefined => {
  const kept = wantedOf(filter).filter((wanted) => wanted.name !== name)
  const all = value === undefined ? kept : [...kept, { name, value }]
  return all.length === 0 ? undefined : all.map(keyOf).join("|")
}

/** A product of a group by its values, in the order of the options. */
export interface Variant {
  readonly values: ReadonlyArray<string>
  readonly inStock: boolean
}

/** A value of an option, and the product to which it leads from another one. */
export interface Choice<V> {
  readonly value: string
  readonly to: V
  /** Whether all other values stay. */
  readonly isExact: boolean
}

/**
 * What can be chosen from a product of a group: for each option the values that there are, in the order of the products.
 * A value leads to the product that has it and most of the other values; of several, to one in stock, the first.
 */
export const choicesFrom = <V extends Variant>(
  from: V,
  group: ReadonlyArray<V>
): ReadonlyArray<ReadonlyArray<Choice<V>>> =>
  from.values.map((own, n) => {
    const inCommon = ({ values }: V): number => from.values.filter((value, m) => m !== n && value === values[m]).length
    const isNearer = (one: V, other: V): boolean => {
      const more = inCommon(one) - inCommon(other)
      return more > 0 || (more === 0 && one.inStock && !other.inStock)
    }
    const nearest = new Map<string, V>()
    for (const one of group) {
      const value = one.values[n]
      if (value === undefined) continue
      const known = nearest.get(value)
      if (known === undefined || isNearer(one, known)) nearest.set(value, one)
    }
    return [...nearest].map(([value, found]) => {
      const to = value === own ? from : found
      return { value, to, isExact: inCommon(to) === from.values.length - 1 }
    })
  })
