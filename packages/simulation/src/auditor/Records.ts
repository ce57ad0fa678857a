/**
 * Rules of what is written down: a response repeats what was asked for as it was asked, and what does not change of a
 * thing is the same wherever and whenever it is shown, to whomever. A timeline, the messages of a ticket and the notes
 * of a receipt only grow. It goes by the names of fields. A field that a request and its response have in common is an
 * echo, unless it is listed with its reason; of each kind of thing, the fields are listed that never change.
 */
import type { Audit, Exchange } from "./Audit.ts"
import { asLine } from "./Orders.ts"

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Fields that mean something else in a response. */
const otherwise: ReadonlySet<string> = new Set([
  // The parts of a change: the response has the whole.
  "orders.ship items",
  "returns.receive items",
  // A line of several units may be written as several lines, whose sum is judged (`return.units`).
  "returns.request items",
  // Written in one form, however it was asked for.
  "orders.place shipping",
  // Only what is one's own is named (`Access`).
  "support.ask orderId",
  // What the ticket began with.
  "support.reply message",
  "support.answer message",
  // The version to which an answer was given.
  "support.answer version",
  "support.assign version",
  "support.close version"
])

/** Whether a text stands for what was asked: without the space around it, folded if it is a line, a moment in any form. */
const isSame = (asked: unknown, said: unknown): boolean => {
  if (typeof asked !== "string" || typeof said !== "string") return asked === said
  const isMoment = /^\d{4}-\d\d-\d\dT/.test(asked)
  return asked.trim() === said || asLine(asked) === said || (isMoment && Date.parse(asked) === Date.parse(said))
}

/** The fields that were asked for in other words than the response has. */
const unlike = (operation: string, asked: Fields, said: Fields, path = ""): ReadonlyArray<string> =>
  Object.entries(asked).flatMap(([name, value]) => {
    const at = path === "" ? name : `${path}.${name}`
    if (!(name in said) || value === undefined || value === null || otherwise.has(`${operation} ${at}`)) return []
    const found = said[name]
    if (isFields(value)) return isFields(found) ? unlike(operation, value, found, at) : []
    if (Array.isArray(value)) {
      if (!Array.isArray(found) || found.length !== value.length) return [at]
      return value.flatMap((one: unknown, n) => {
        const other: unknown = found[n]
        return isFields(one) && isFields(other) ? unlike(operation, one, other, `${at}.${n}`) : []
      })
    }
    return isSame(value, found) ? [] : [at]
  })

/** A kind of thing. */
interface Kind {
  readonly name: string
  readonly idOf: (fields: Fields) => unknown
  /** What never changes of it. */
  readonly fixed: ReadonlyArray<string>
  /** Lists to which something is added, and nothing else. */
  readonly growing?: ReadonlyArray<string>
}

const kinds: ReadonlyArray<Kind> = [
  {
    name: "refund",
    idOf: ({ amount, refundId }) => amount === undefined ? undefined : refundId,
    fixed: "orderId returnId amount currency method createdAt".split(" ")
  },
  {
    name: "return",
    idOf: ({ amount, returnId, status }) => amount === undefined && status !== undefined ? returnId : undefined,
    fixed: "orderId currency createdAt".split(" "),
    growing: ["timeline"]
  },
  {
    name: "ticket",
    idOf: ({ ticketId }) => ticketId,
    fixed: "email subject message orderId createdAt language".split(" "),
    growing: ["messages"]
  },
  {
    name: "delegation",
    idOf: ({ delegationId }) => delegationId,
    fixed: "agentId limits language createdAt expiresAt".split(" ")
  },
  { name: "subscription", idOf: ({ subscriptionId }) => subscriptionId, fixed: "createdAt dialect agentId".split(" ") },
  {
    name: "change",
    idOf: ({ changeId }) => changeId,
    fixed: "client action subject before after at".split(" ")
  },
  { name: "flag", idOf: ({ flagId }) => flagId, fixed: "kind subject detail at closed".split(" ") },
  {
    name: "document",
    idOf: ({ issuedAt, number }) => issuedAt === undefined ? undefined : number,
    fixed:
      "orderId kind cancels issuedAt seller buyer paymentMethod lines subtotal shipping currency vat net vatTotal total"
        .split(" "),
    growing: ["creditNotes"]
  },
  { name: "delivery", idOf: ({ eventId }) => eventId, fixed: ["event", "orderId"] },
  {
    name: "checkout",
    idOf: ({ orderId, sessionId }) => orderId === undefined ? undefined : sessionId,
    fixed: "orderId redirectUrl total currency".split(" ")
  },
  {
    name: "order",
    idOf: ({ id }) => typeof id === "string" && id.startsWith("ord_") ? id : undefined,
    fixed:
      "total currency createdAt email language shippingAddress billingAddress shippingMethod subtotal shipping vat vatTotal"
        .split(" "),
    growing: ["timeline"]
  }
]

const fixed = ({ seen }: Audit, name: string, value: unknown): string | undefined => {
  const text = JSON.stringify(value)
  const known = seen.recorded.get(name)
  if (known === undefined) seen.recorded.set(name, text)
  return known === undefined || known === text ? undefined : known
}

/** A list that grew: the shorter one is the beginning of the longer. An older response may come later. */
const grown = ({ seen }: Audit, name: string, list: ReadonlyArray<unknown>): string | undefined => {
  const lines = list.map((one) => JSON.stringify(one))
  const known = seen.recordedLists.get(name) ?? []
  if (lines.length >= known.length) seen.recordedLists.set(name, lines)
  return known.slice(0, lines.length).every((line, n) => line === lines[n]) ? undefined : known.join("\n")
}

/** A thing was shown. */
const recorded = (audit: Audit, place: string, kind: Kind, id: string, fields: Fields): void => {
  for (const name of kind.fixed) {
    const value = fields[name]
    if (value === undefined) continue
    const before = fixed(audit, `${id} ${name}`, value)
    audit.expect("record.stays", `${name} of the ${kind.name} ${id} at ${place}, as it was shown before: ${before}`)
      .that(before === undefined, () => JSON.stringify(value))
  }
  for (const name of kind.growing ?? []) {
    const list = fields[name]
    if (!Array.isArray(list)) continue
    const before = grown(audit, `${id} ${name}`, list)
    audit.expect(
      "record.grows",
      `${name} of the ${kind.name} ${id} at ${place}, beginning as it was shown before: ${before}`
    )
      .that(before === undefined, () => JSON.stringify(list))
  }
}

const walk = (audit: Audit, place: string, value: unknown): void => {
  if (Array.isArray(value)) { for (const one of value) walk(audit, place, one) }
  else if (isFields(value)) {
    for (const kind of kinds) {
      const id = kind.idOf(value)
      if (typeof id !== "string") continue
      recorded(audit, place, kind, id, value)
      break
    }
    for (const part of Object.values(value)) if (typeof part === "object") walk(audit, place, part)
  }
}

/** Operations about what is recorded. */
const isAbout = (operation: string): boolean =>
  /^(?:admin|checkout|delegations|orders|refunds|returns|support|webhooks)\./.test(operation)

export const succeeded = (audit: Audit, { body, request, sent }: Exchange): void => {
  const { operation, path } = sent
  if (!isAbout(operation) || !isFields(body)) return
  walk(audit, path, body)
  if (!isFields(request)) return
  const others = unlike(operation, request, body)
  audit.expect("record.asked", `${operation} with ${others.join(", ")} as asked: ${JSON.stringify(request)}`)
    .that(others.length === 0, () => JSON.stringify(body))
}
