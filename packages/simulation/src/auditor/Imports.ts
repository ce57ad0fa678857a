/**
 * Rules of imports: one has changed all goods or none, whatever became of the process that ran it. Each import gives all
 * goods another weight, so that the catalogue says by itself which import it is of. Follows
 * docs/specification.md#catalogue.
 */
import * as CatalogSchemas from "@beauty-store/http/contract/CatalogSchemas"
import { type Audit, type Exchange, onResponse, type Rules } from "./Audit.ts"
import { type Catalog, productsOf } from "./Bodies.ts"

/** Whether an import has been begun whose outcome is not known: until then no price is to be set. */
export const isUnderWay = ({ seen }: Pick<Audit, "seen">): boolean => seen.imports.at(-1)?.doneN === Infinity

/** An import is asked for. */
export const begun = ({ seen }: Audit, weightGrams: number): void =>
  void seen.imports.push({ weightGrams, from: ++seen.events, doneN: Infinity, doneAt: Infinity })

export const done = ({ now, seen }: Audit): void =>
  void Object.assign(seen.imports.at(-1)!, { doneN: ++seen.events, doneAt: now() })

/** The whole catalogue was shown. */
const shown = (audit: Audit, { body, n, sent }: Exchange<unknown, Catalog>): void => {
  const { imports } = audit.seen
  if (imports.length === 0) return
  const since = sent.at - audit.outdatedFor
  const last = imports.findLastIndex(({ doneAt, doneN }) => doneN < sent.n && doneAt <= since)
  const due = [
    ...(last < 0 ? [undefined] : []),
    ...imports.slice(Math.max(0, last)).filter(({ from }) => from <= n).map(({ weightGrams }) => weightGrams)
  ]
  const weights = new Set(productsOf(body).map(({ weightGrams }) => weightGrams))
  audit.expect("import.whole", `all goods of one weight at ${sent.path}: ${due.join(" or ")}`)
    .that(weights.size === 1 && due.includes([...weights][0]), () => [...weights].join(", "))
}

export const rules: Rules = { "catalog.catalog": onResponse(CatalogSchemas.Catalog, shown) }
