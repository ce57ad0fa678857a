/**
 * The rule of groups, from which people choose one product: its products have one name and differ by the same options,
 * whose values no two of them have alike. Products join one after the other; one that contradicts those before is at
 * fault. Follows docs/specification.md#goods.
 */
import type { Fault } from "@beauty-store/domain/InvalidInput"
import { printValue } from "@beauty-store/domain/PrintedValue"
import { fits, isOptionKind, namesOf, type OptionKind } from "@beauty-store/domain/ProductOption"

/** What the products of a group have in common, as its first product has it, and where each value stands. */
interface Group {
  readonly id: string
  readonly name: unknown
  readonly variesBy: unknown
  readonly place: string
  readonly values: Map<unknown, string>
}

const fieldOf = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined

/**
 * The columns of what a group varies by. `varies_by` is all that programs before migration 012 know: one kind, the first
 * of several; `scent`, of which no page or feed says more than the value, where there is none.
 */
export const storedOptions = (
  variesBy: string
): { readonly varies_by: OptionKind; readonly options: string | null } => {
  const kind = namesOf(variesBy).find(isOptionKind) ?? "scent"
  return { varies_by: kind, options: kind === variesBy ? null : variesBy }
}

/** What a stored group varies by: its options, unless an older program has changed the group since. */
export const readOptions = <Kind extends OptionKind | null>(
  row: { readonly varies_by: Kind; readonly options: string | null; readonly group_value: string | null }
): Kind | string => {
  const { group_value, options, varies_by } = row
  return options !== null && storedOptions(options).varies_by === varies_by && fits(options, group_value ?? "")
    ? options
    : varies_by
}

/** The faults of a product whose values, in any language, are not one for each option of its group. */
export const faultsOfValues = (product: unknown): ReadonlyArray<Fault> => {
  const group = fieldOf(product, "group")
  const [variesBy, value] = [fieldOf(group, "variesBy"), fieldOf(group, "value")]
  if (typeof variesBy !== "string") return []
  const judged = (path: string, text: unknown): ReadonlyArray<Fault> =>
    typeof text !== "string" || fits(variesBy, text) ? [] : [{
      path,
      words: `Expected one part for each of ${printValue(variesBy)}, with vertical bars between them, actual ${
        printValue(text)
      }`
    }]
  const translations = fieldOf(fieldOf(product, "texts"), "translations")
  return [
    ...judged("group.value", value),
    ...(typeof translations !== "object" || translations === null ? [] : Object.entries(translations)).flatMap((
      [language, texts]
    ) =>
      ["variesBy", "groupValue"].flatMap((field) =>
        judged(`texts.translations.${language}.${field}`, fieldOf(texts, field))
      )
    )
  ]
}

export class ProductGroups {
  readonly #groups = new Map<string, Group>()

  /** The ids of all groups. */
  get ids(): ReadonlyArray<string> {
    return [...this.#groups.keys()]
  }

  /** The products of a group without faults, each by its place. */
  membersOf(groupId: string): ReadonlyArray<{ readonly group: object; readonly place: string }> {
    const { id, name, values, variesBy } = this.#groups.get(groupId)!
    return [...values].map(([value, place]) => ({ group: { id, name, variesBy, value }, place }))
  }

  /** Adds a product by its group, if it has one; the faults, below the path of the product. `place` names it to others. */
  join(group: unknown, place: string): ReadonlyArray<Fault> {
    const [id, name, variesBy, value] = ["id", "name", "variesBy", "value"].map((key) => fieldOf(group, key))
    if (typeof id !== "string") return []
    const first = this.#groups.get(id) ?? { id, name, variesBy, place, values: new Map() }
    this.#groups.set(id, first)
    const faults = (["name", "variesBy"] as const).flatMap((key) =>
      first[key] === fieldOf(group, key) ? [] : [{
        path: `group.${key}`,
        words: `Expected ${printValue(first[key])}, as ${first.place} has in the same group`
      }]
    )
    if (typeof value !== "string") return faults
    const same = first.values.get(value)
    if (same === undefined) first.values.set(value, place)
    return same === undefined
      ? faults
      : [...faults, { path: "group.value", words: `Expected another value than ${same} has` }]
  }
}
