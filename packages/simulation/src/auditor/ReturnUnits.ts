/**
 * Rules of the units that returns hold: each comes back once, within the window of its own parcel. An order in several
 * parcels has several windows; units of a later one can be returned when an earlier one's is closed. They are judged at
 * rest, when it is known what was in each parcel, when it arrived, and what came back: the first partner was told of
 * the parcels, and staff said what they found in returns.
 */
import type * as ReturnSchemas from "@beauty-store/http/contract/ReturnSchemas"
import type { ReceivedMessage } from "../world/Partners.ts"
import type { Audit, Exchange } from "./Audit.ts"
import type { Order, Return } from "./Bodies.ts"
import { berlinDay, lastDayOfReturn } from "./Calendar.ts"
import { eventTime } from "./Calendar.ts"
import * as Words from "./Words.ts"

type Lines = ReadonlyArray<{ readonly productId: string; readonly quantity: number }>

/** A parcel of an order. */
export interface Parcel {
  readonly items: Lines
  /** When that was recorded, and when it arrived; undefined: it has not. */
  arrival: { readonly knownAt: number; readonly deliveredAt: number } | undefined
}

/** The parcels of an order, from what a partner was told of it. */
export const parcelsOf = (messages: ReadonlyArray<ReceivedMessage>): ReadonlyArray<Parcel> => {
  const parcels = new Map<string, Parcel & { readonly trackingNumber: string | undefined }>()
  const seen = new Set<string>()
  for (const { data, event, id } of messages) {
    if (seen.has(id)) continue
    seen.add(id)
    if (event === "order.shipped") {
      parcels.set(id, { trackingNumber: data.trackingNumber, items: data.items ?? [], arrival: undefined })
    } else if (event === "order.delivered" && data.deliveredAt !== undefined) {
      for (const parcel of parcels.values()) {
        const isMeant = data.trackingNumber === undefined || parcel.trackingNumber === data.trackingNumber
        if (isMeant) parcel.arrival ??= { knownAt: eventTime(id), deliveredAt: Date.parse(data.deliveredAt) }
      }
    }
  }
  return [...parcels.values()]
}

/** How many units of a product some lines have together, at least. */
export const countOf = (
  lines: ReadonlyArray<{ readonly productId: string; readonly quantity?: number | undefined }>,
  of: string
): number => lines.reduce((sum, { productId, quantity = 1 }) => productId === of ? sum + quantity : sum, 0)

/** Units of a product in parcels that were known to have arrived by a moment, and whose window was open at another. */
export const openUnits = (
  parcels: ReadonlyArray<Parcel>,
  productId: string,
  { knownBy, openAt }: { readonly knownBy: number; readonly openAt: number }
): number =>
  parcels.reduce(
    (sum, { arrival, items }) =>
      arrival !== undefined && arrival.knownAt <= knownBy && berlinDay(openAt) <= lastDayOfReturn(arrival.deliveredAt)
        ? sum + countOf(items, productId)
        : sum,
    0
  )

/** Staff said what was in a return: these units have come back, whether they were accepted or not. */
export const received = (
  { seen }: Audit,
  { request, sent }: Exchange<typeof ReturnSchemas.ReceiveRequest.Encoded, Return>
): void => void seen.foundInReturns.set(sent.subject, request.items)

/**
 * How many units of a product a return holds, or has brought back: those that were announced and are missing are free
 * again. Undefined where it is not known what was in it.
 */
export const heldBy = ({ seen }: Audit, { items, returnId, status }: Return, productId: string): number | undefined => {
  if (status === "cancelled") return 0
  if (status === "requested" || status === "in_transit") return countOf(items, productId)
  const found = seen.foundInReturns.get(returnId)
  return found === undefined ? undefined : countOf(found, productId)
}

/** At rest: no unit comes back twice, and none after its window. */
export const orderAtRest = (
  audit: Audit,
  { id, items }: Order,
  returns: ReadonlyArray<Return>,
  parcels: ReadonlyArray<Parcel>
): void => {
  for (const { productId } of items) {
    const ordered = countOf(items, productId)
    const held = returns.map((one) => heldBy(audit, one, productId) ?? 0)
    audit.expect("return.units", `${ordered} of ${productId} of ${id} come back at most`)
      .that(
        held.reduce((sum, units) => sum + units, 0) <= ordered,
        () => returns.map(({ returnId }, i) => `${held[i]} in ${returnId}`).join(", ")
      )
    for (const { createdAt, items, returnId } of returns) {
      const at = Date.parse(createdAt)
      const open = openUnits(parcels, productId, {
        knownBy: at + audit.apart,
        openAt: at - audit.skew.behind
      })
      audit.expect("return.window", `${open} of ${productId} of ${id} at most are taken back on ${berlinDay(at)}`)
        .that(
          countOf(items, productId) <= open,
          () => `${countOf(items, productId)} in ${returnId}, at ${Words.moment(at)}`
        )
    }
  }
}
