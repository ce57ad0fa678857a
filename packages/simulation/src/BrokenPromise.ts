/**
 * What a violation is about, so that two can be compared: the rule, and its subject. Within one history a subject is an
 * id or a product. Between histories of which one lacks people or requests, ids are others; there it is the kind of
 * thing and whose it is: an order of shopper-3.
 */
import type { Auditor } from "./auditor/Auditor.ts"
import type { Violation } from "./auditor/Observations.ts"

const id = /\b[a-z]{2,5}_[0-9A-Za-z]{28}\b/g

/** The ids and the products that a violation names; what its expectation names counts, if that names any. */
export const subjectsOf = ({ expected, seen }: Violation, products: ReadonlyArray<string>): ReadonlyArray<string> => {
  const named = (text: string) => [
    ...new Set([...text.matchAll(id)].map(([one]) => one)),
    ...products.filter((product) => text.includes(product))
  ]
  const first = named(expected)
  return first.length > 0 ? first : named(seen.slice(0, 2000))
}

/** Whether two violations of one history are of the same rule and the same thing. */
export const isSame = (one: Violation, other: Violation, products: ReadonlyArray<string>): boolean => {
  if (one.rule !== other.rule) return false
  const [some, others] = [subjectsOf(one, products), subjectsOf(other, products)]
  return some.length === 0 || others.some((subject) => some.includes(subject))
}

/** A violation by its rule, and by what it is about in any history: products, and things by their kind and owner. */
export const promiseOf = (violation: Violation, { seen }: Auditor, products: ReadonlyArray<string>): string => {
  const ownerOf = (one: string) =>
    seen.orders.get(one)?.principal ?? seen.returns.get(one)?.principal ?? seen.delegations.get(one)?.owner
      ?? seen.owners.get(one) ?? (seen.sessions.has(one) ? "an agent" : undefined)
  const subjects = subjectsOf(violation, products).map((one) =>
    products.includes(one) ? one : `${one.slice(0, one.indexOf("_"))} of ${ownerOf(one) ?? "somebody"}`
  )
  return [violation.rule, ...new Set(subjects)].join(", ")
}
