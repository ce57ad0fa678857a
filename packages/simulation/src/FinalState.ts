/**
 * The state of a world at rest, without ids and times: the tables of the store and the provider, the messages that
 * partners received, and a use case's result, as lines of text. `Sweep` compares them between two worlds.
 */
import type { Disk } from "./engine/Disk.ts"
import type { Disks } from "./world/Disks.ts"
import type { Partner } from "./world/Partners.ts"

/** The lines, by their subject. */
export type FinalState = ReadonlyArray<readonly [what: string, lines: ReadonlyArray<string>]>

const calledOff = `phase = 'failed' OR (phase = 'cancelled' AND EXISTS (
  SELECT 1 FROM charge c WHERE c.session_id = checkout_session.id AND c.reason = 'provider_unavailable'
))`

/** Ids of attempts that the provider did not accept: each was cancelled, and the next one counts. */
const calledOffTries = ({ payments, store }: Disks): ReadonlyArray<string> =>
  [
    ...store.query<{ id: string }>(
      `SELECT id FROM charge WHERE reason = 'provider_unavailable'
       UNION ALL SELECT id FROM event WHERE type = 'payment.refused' AND data LIKE '%"provider_unavailable"%'
       UNION ALL SELECT id FROM checkout_session WHERE ${calledOff}
       UNION ALL SELECT order_id FROM checkout_session WHERE ${calledOff}`
    ),
    ...payments.query<{ id: string }>("SELECT id FROM mandate WHERE created_at IS NULL")
  ].map(({ id }) => id)

export const finalStateOf = (disks: Disks, partners: ReadonlyArray<Partner>, result: unknown): FinalState => {
  const normalise = normaliser()
  const failed = calledOffTries(disks)
  const counts = (text: string): boolean => !failed.some((id) => text.includes(id))
  return [
    ...tables(disks.store, counts, normalise).map(([table, lines]) => [`the store's ${table}`, lines] as const),
    ...tables(disks.payments, counts, normalise).map(([table, lines]) => [`the provider's ${table}`, lines] as const),
    ...partners.map(({ received, url }) => {
      const events = new Map(received.map(({ data, event, id }) => [id, `${event} ${data.orderId}`]))
      const lines = [...events].filter(([id, text]) => counts(id) && counts(text)).map(([, text]) => normalise(text))
      return [`what ${url} received`, lines.sort()] as const
    }),
    ["the result", [normalise(JSON.stringify(result ?? null))]]
  ]
}

/** Replaces ids by names, in the order in which it meets them, and removes times and secrets from a text. */
const normaliser = () => {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  return (text: string): string =>
    text
      .replace(/\b([a-z]{2,5})_[0-9A-Za-z]{28}\b/g, (id, prefix: string) => {
        const known = names.get(id)
        if (known !== undefined) return known
        const n = (counts.get(prefix) ?? 0) + 1
        counts.set(prefix, n)
        names.set(id, `${prefix} ${n}`)
        return `${prefix} ${n}`
      })
      .replace(/(?<!\d)\d{4}(?: |%20|\+|-)?\d{4}(?=["&\\])/g, "drawn")
      .replace(/\d{4}-\d\d-\d\d(?:T[0-9:.]+Z)?|\b1[78]\d{11}\b/g, "then")
      .replace(/(?<=[.=])[0-9A-Za-z_-]{32}(?![0-9A-Za-z_-])|[0-9A-Za-z_-]{40,}/g, "secret")
}

/** Columns with times, random values, numbers of attempts, or numbers that the store's audit checks. */
const volatileColumns =
  /(?:^|_)(?:at|until|before|hash)$|^(?:secret|answer|attempts|plan|fence|course|challenge|events|seq)$/
/** Numbers that are drawn for people. */
const drawn = /^(?:orders|return_request|ticket)\.number$/
/** What a message remembers of attempts that failed, whether or not a later one succeeded. */
const remembered = /^delivery\.(?:failure|failed_at)$/
/** Tables that only the database or the program itself needs, and tables that do not change. */
const internalTables = /^(?:sqlite_.*|product_words.*|(?:readiness_)?migration|setting)$/

/**
 * What of a table is at rest. Jobs that come again are not. A payment that the walk saw before it was settled stays
 * noted until the next walk; whether it is settled, the table of payments tells.
 */
const rest: Readonly<Record<string, string>> = {
  job: "WHERE kind NOT IN ('sweep', 'reconcile', 'scan-own', 'scan-sweep')",
  unrecorded_payment: "WHERE state <> 'unsettled'"
}

interface Table {
  readonly name: string
  readonly isClustered: boolean
}

/** Each table's rows as texts: in their own order where they have one, otherwise sorted. */
const tables = (disk: Disk, counts: (text: string) => boolean, normalise: (text: string) => string): FinalState => {
  const all = disk.query<Table>(
    `SELECT l.name, l.wr AS "isClustered" FROM pragma_table_list l WHERE l.schema = 'main' AND l.type = 'table'
     ORDER BY l.wr, l.name`
  ).filter(({ name }) => !internalTables.test(name))
  return all.map(({ isClustered, name: table }) => {
    const where = rest[table] ?? ""
    const rows = disk.query<Record<string, unknown>>(
      `SELECT * FROM "${table}" ${where} ${isClustered ? "" : "ORDER BY rowid"}`
    )
    const lines = rows.map((row) =>
      Object.entries(row)
        .filter(([column]) => !remembered.test(`${table}.${column}`))
        .map(([column, value]) => {
          const isVolatile = volatileColumns.test(column) || drawn.test(`${table}.${column}`)
          return `${column}=${value !== null && isVolatile ? "·" : String(value)}`
        })
        .join(" ")
    ).filter(counts).map(normalise)
    return [table, isClustered ? lines.sort() : lines]
  })
}
