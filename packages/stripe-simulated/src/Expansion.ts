/**
 * `expand`: references in an answer become the objects that they name, four levels deep at most. `data.` leads into the
 * objects of a list.
 */
import * as Either from "effect/Either"
import { type Account, findObject } from "./Account.ts"
import { type ApiError, rejectParameter } from "./ApiErrors.ts"
import type { Parameters } from "./Parameters.ts"

const expandable: ReadonlySet<string> = new Set([
  "balance_transaction",
  "charge",
  "customer",
  "latest_charge",
  "line_items",
  "mandate",
  "payment_intent",
  "payment_method",
  "refunds",
  "setup_intent"
])

/** The paths that a request wants expanded, and its other parameters. */
export const splitExpand = (
  params: Parameters
): Either.Either<{ readonly paths: ReadonlyArray<ReadonlyArray<string>>; readonly rest: Parameters }, ApiError> => {
  const { expand = [], ...rest } = params
  const texts = Array.isArray(expand) ? expand.map(String) : [String(expand)]
  const paths = texts.map((text) => text.split("."))
  const wrong = paths.find((path) =>
    path.length > 4 || path.some((name, index) => !(expandable.has(name) || (index === 0 && name === "data")))
  )
  if (wrong === undefined) return Either.right({ paths, rest })
  return Either.left(rejectParameter("expand", undefined, `This property cannot be expanded (${wrong.join(".")}).`))
}

/** Lists inside an object, which are there only on request. */
const listIn = (account: Account, owner: object, name: string): object | undefined => {
  const id = String(Reflect.get(owner, "id"))
  if (name === "line_items" && account.sessions.has(id)) {
    const url = `/v1/checkout/sessions/${id}/line_items`
    return { object: "list", data: account.lineItems.get(id) ?? [], has_more: false, url }
  }
  if (name === "refunds" && account.charges.has(id)) {
    const data = [...account.refunds.values()].filter(({ charge }) => charge === id).reverse()
    return { object: "list", data, has_more: false, url: `/v1/charges/${id}/refunds` }
  }
  return undefined
}

const expandPath = (account: Account, owner: object, [name, ...rest]: ReadonlyArray<string>): void => {
  if (name === undefined) return
  const value: unknown = Reflect.get(owner, name)
  if (name === "data" && Array.isArray(value)) {
    for (const one of value) expandPath(account, one, rest)
    return
  }
  const found = typeof value === "string" ? findObject(account, value) : value ?? listIn(account, owner, name)
  if (typeof found !== "object" || found === null) return
  const inner = found === value ? found : structuredClone(found)
  Reflect.set(owner, name, inner)
  expandPath(account, inner, rest)
}

/** A copy of an answer with its references expanded. */
export const expand = (account: Account, answer: object, paths: ReadonlyArray<ReadonlyArray<string>>): object => {
  const copy = structuredClone(answer)
  for (const path of paths) expandPath(account, copy, path)
  return copy
}
