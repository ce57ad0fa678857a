/**
 * Rules of goods that staff take off sale for a while: meanwhile none is on a list, shown at its address, or bought, and
 * a cart keeps its line and says so. Around the moments of a change either may hold. Follows
 * docs/specification.md#goods.
 */
import * as OrderSchemas from "@beauty-store/http/contract/OrderSchemas"
import * as GoodsSchemas from "@beauty-store/http/internal/contract/GoodsSchemas"
import { type Audit, type Exchange, onResponse, onShownProduct, type Rules } from "./Audit.ts"
import type { Cart, Order, Refusal } from "./Bodies.ts"
import type { SentRequest } from "./Observations.ts"
import type { ApiOperation } from "./Operations.ts"

const archive = "admin.archiveProduct" satisfies ApiOperation
const restore = "admin.restoreProduct" satisfies ApiOperation

const lastOf = ({ seen }: Audit, productId: string) => seen.archivings.findLast((one) => one.productId === productId)

/** One change at a time is asked for of a product, until it is done. */
export const sent = (audit: Audit, { at, operation, subject }: SentRequest): void => {
  const last = lastOf(audit, subject)
  if (operation === archive && (last === undefined || last.endAsked < Infinity)) {
    const later = { done: Infinity, endAsked: Infinity, ended: Infinity }
    audit.seen.archivings.push({ productId: subject, asked: at, ...later })
  }
  if (operation === restore && last !== undefined) last.endAsked = Math.min(last.endAsked, at)
}

/** Whether a product, or any, may be off sale, or shown so, at some moment from one until another, in milliseconds. */
export const mayBe = ({ outdatedFor, seen }: Audit, productId: string | undefined, from: number, to: number): boolean =>
  seen.archivings.some((one) =>
    (productId === undefined || one.productId === productId) && one.asked <= to && one.ended >= from - outdatedFor
  )

/** Whether a product is surely off sale, and known to be everywhere, from one moment until another. */
const isGone = ({ outdatedFor, seen }: Audit, productId: string, from: number, to: number): boolean =>
  seen.archivings.some((one) => one.productId === productId && one.done < from - outdatedFor && one.endAsked > to)

/** The statuses that a page may have, which was asked for at a moment: that of a product off sale says so. */
export const statusesOf = (audit: Audit, path: string, from: number): ReadonlyArray<number> => {
  const [, productId] = /\/products\/([^/?]+)$/.exec(path) ?? []
  if (productId === undefined || !mayBe(audit, productId, from, audit.now())) return [200]
  return isGone(audit, productId, from, audit.now()) ? [410] : [200, 410]
}

/** These products were shown as what can be bought. Returns whether others may be missing. */
export const listed = (
  audit: Audit,
  { at, path }: Pick<SentRequest, "at" | "path">,
  ids: Iterable<string>
): boolean => {
  const gone = [...ids].filter((id) => isGone(audit, id, at, audit.now()))
  audit.expect("archive.shown", `nothing at ${path} that is not sold any more`)
    .that(gone.length === 0, () => gone.join(", "))
  return mayBe(audit, undefined, at, audit.now())
}

/** Something was refused because a product is not sold any more. */
export const refused = (audit: Audit, { at, body, firstSentAt, sent }: Exchange): void => {
  const { code, productId } = body as Refusal
  if (code !== "no_longer_sold" && code !== "product_archived") return
  audit.expect("archive.refused", `${sent.method} ${sent.path}: ${productId} is sold`)
    .that(mayBe(audit, productId, firstSentAt, at), () => code)
}

/** Whether a cart has to say of a line that it is off sale, and says that alone; undefined where it is as any other. */
export const saidOf = (
  audit: Audit,
  { at }: SentRequest,
  { available, productId }: Cart["items"][number],
  codes: ReadonlyArray<string>
): { readonly due: boolean; readonly said: boolean } | undefined => {
  const says = codes.includes("no_longer_sold")
  const due = isGone(audit, productId, at, audit.now())
  if (!says && !due) return undefined
  return { due: due || mayBe(audit, productId, at, audit.now()), said: says && codes.length === 1 && available === 0 }
}

/** An order was shown: none of its goods was off sale when it was placed. */
const ordered = (audit: Audit, { createdAt, id, items }: Order): void => {
  const at = Date.parse(createdAt)
  const gone = items.filter(({ productId }) => isGone(audit, productId, at - audit.apart, at + audit.apart))
  audit.expect("archive.bought", `${id} of ${createdAt} without anything that was not sold any more`)
    .that(gone.length === 0, () => gone.map(({ productId }) => productId).join(", "))
}

const changed = (end: "done" | "ended") =>
  onResponse(GoodsSchemas.KeptProduct, (audit, { at, sent }) => {
    const last = lastOf(audit, sent.subject)
    if (last !== undefined) last[end] = Math.min(last[end], at)
  })

export const rules: Rules = {
  [archive]: changed("done"),
  [restore]: changed("ended"),
  ...onShownProduct((audit, { sent }, { id }) => void listed(audit, sent, [id])),
  "orders.order": onResponse(OrderSchemas.Order, (audit, { body }) => ordered(audit, body))
}
