/**
 * Rules of secrets at rest: whatever was given out or taken in (`Secrets`) lies in no column of any disk, stands in no
 * log and goes out in no message, except in the places listed here, each with its reason. A disk is searched while
 * requests are recent (`Run`) and at rest; what the store says to others (`Said`) at rest.
 */
import type { Disk } from "../engine/Disk.ts"
import type { Audit } from "./Audit.ts"
import type { SecretKind } from "./Observations.ts"
import { find } from "./Secrets.ts"

/** What was said, by the place: a log, a kind of message. */
export type Said = Map<string, Set<string>>

/** The reasons for which a place may have something, by its kind. */
type Reasons = { readonly [kind in SecretKind]?: string }

const recipient = (why: string) => ({ name: why, address: why })

/** By place: `store.orders.email` is a column, `provider: charge` a call, `webhook` a message. */
export const allowed: Readonly<Record<string, Reasons>> = {
  "store.orders.email": { email: "the order's own" },
  "store.orders.email_folded": { email: "the same, as people are compared by it" },
  "store.orders.name_folded": { name: "the order's own, as staff find it" },
  "store.orders.address": recipient("the order's own"),
  "store.orders.billing_address": recipient("the order's own"),
  "store.receipt.document": { email: "an invoice names its recipient", ...recipient("an invoice names its recipient") },
  "store.draft.document": { email: "the purchase's own", ...recipient("the purchase's own") },
  "store.ticket.email": { email: "where the shop replies to" },
  "store.ticket.email_folded": { email: "the same, as people are compared by it" },
  "store.checkout_session.url": { capability: "the provider's page, to which its buyer is led again" },
  "store.idempotency.answer": {
    email: "the response to a purchase, for a day",
    ...recipient("the response to a purchase, for a day"),
    capability: "the response to a purchase, for a day: the address leads to that purchase and nothing else"
  },
  "provider.session.email": { email: "where the provider sends its receipt" },
  "provider.token.id": { cardToken: "the vault's own" },
  "provider.charge.source": { cardToken: "the vault's own" },
  "provider: createSession": { email: "where the provider sends its receipt" },
  "provider: charge": { email: "where the provider sends its receipt", cardToken: "what is charged" },
  "provider: lookUpToken": { cardToken: "what is looked up" },
  "webhook in a dialect": {
    email: "to the agent that gave it: the whole order, as its protocol has it",
    ...recipient("to the agent that gave it: the whole order, as its protocol has it")
  }
}

/** The same, while anything is still to be done with it. */
const allowedMeanwhile: typeof allowed = {
  "store.charge.token": { cardToken: "kept while its charge is undecided" }
}

interface Column {
  readonly place: string
  readonly texts: Array<string>
}

/** All texts of a disk, by column. */
const columnsOf = (owner: string, disk: Disk, own: ReadonlyArray<string>): ReadonlyArray<Column> => {
  const columns = new Map<string, Column>()
  const tables = disk.query<{ name: string }>(
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY 1"
  )
  for (const { name: table } of tables) {
    if (own.some((statement) => new RegExp(`\\bTABLE\\s[^(]*\\b${table}\\b`, "i").test(statement))) continue
    for (const row of disk.query<Record<string, unknown>>(`SELECT * FROM "${table}"`)) {
      for (const [column, value] of Object.entries(row)) {
        const text = typeof value === "string" ? value : value instanceof Uint8Array ? String(value) : undefined
        if (text === undefined) continue
        const place = `${owner}.${table}.${column}`
        const known = columns.get(place)
        if (known === undefined) columns.set(place, { place, texts: [text] })
        else known.texts.push(text)
      }
    }
  }
  return [...columns.values()]
}

const searched = (audit: Audit, rule: string, { place, texts }: Column, isAtRest = true): void => {
  const reasons = { ...allowed[place], ...(isAtRest ? {} : allowedMeanwhile[place]) }
  const reported = new Set<SecretKind>()
  for (const { kind, owners, value } of find(audit, texts.join("\n"))) {
    if (reasons[kind] !== undefined || reported.has(kind)) continue
    reported.add(kind)
    const text = texts.find((one) => one.includes(value)) ?? ""
    const at = text.indexOf(value)
    const excerpt = text.slice(Math.max(0, at - 120), at + value.length + 120)
    audit.violated(rule, `no ${kind} in ${place}`, `${value} of ${[...owners].slice(0, 3).join(", ")}, in …${excerpt}…`)
  }
}

/**
 * Searches disks, by the name of their owner: at rest, or while something is still to be done. `own`: the statements
 * that made the shop's own tables, in which it keeps what it likes.
 */
export const disksAreClean = (
  audit: Audit,
  disks: Readonly<Record<string, Disk | undefined>>,
  isAtRest: boolean,
  own: ReadonlyArray<string> = []
): void => {
  for (const [owner, disk] of Object.entries(disks)) {
    if (disk === undefined) continue
    for (const column of columnsOf(owner, disk, own)) searched(audit, "secret.atRest", column, isAtRest)
  }
}

/** Searches logs and messages. */
export const saidIsClean = (audit: Audit, said: Said): void => {
  for (const [place, texts] of said) {
    searched(audit, place.startsWith("log") ? "secret.logged" : "secret.sent", { place, texts: [...texts] })
  }
}
