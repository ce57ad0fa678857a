/**
 * The rule of groups, from which people choose one product: its products have one name and differ by one thing, of
 * which each has another value. Products join one after the other; one that contradicts those before is at fault.
 * Follows docs/specification.md#goods.
 */
import type { Fault } from "@beauty-store/domain/InvalidInput"
import { printValue } from "@beauty-store/domain/PrintedValue"

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
