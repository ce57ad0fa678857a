/**
 * `npm run audit -- <database>` audits a store, also while it runs: an address as in `DATABASE_URL`, which is the
 * default. The simulated provider's ledger, where it is found, is compared session by session. Exits with 0 where the
 * records agree, with 1 where they differ, with 2 where a database cannot be read.
 */
import type { Difference } from "@beauty-store/commerce/audit/AuditReport"
import * as ConsistencyAudit from "@beauty-store/commerce/audit/ConsistencyAudit"
import * as ProviderComparison from "@beauty-store/commerce/audit/ProviderComparison"
import * as LedgerMoney from "@beauty-store/payments-simulated/provider/LedgerMoney"
import type { Reader } from "@beauty-store/server/AuditReader"
import * as Databases from "@beauty-store/server/Databases"
import { settings } from "@beauty-store/server/ServerConfig"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { readWord } from "./commandLine.ts"

const usage = "npm run audit -- sqlite:<path> | postgres://user:password@host/database"

const address = () => {
  const text = readWord(usage) ?? process.env["DATABASE_URL"] ?? settings.DATABASE_URL.fallback
  const parsed = settings.DATABASE_URL.read(text)
  return Either.isLeft(parsed) || parsed.right._tag === "Memory" ? undefined : parsed.right
}

/** How long to wait before comparing differing ledgers again, because they are not read at the same moment. */
const pauseMillis = 2_000

/** The differences from the provider's ledger that were found twice. */
const againstProvider = (store: Reader, payments: Reader) =>
  Effect.gen(function*() {
    const look = Effect.gen(function*() {
      const ours = yield* store(ProviderComparison.moneyPerSession)
      return {
        sessions: ours.length,
        found: ProviderComparison.compare(ours, yield* payments(LedgerMoney.perSession))
      }
    })
    const { found, sessions } = yield* look
    if (found.length === 0) return { sessions, found }
    yield* Effect.sleep(pauseMillis)
    const again = new Set((yield* look).found.map(({ words }) => words))
    return { sessions, found: found.filter(({ words }) => again.has(words)) }
  })

const table = (differences: ReadonlyArray<Difference>): string => {
  const columns = ["kind", "subject", "expected", "found"] as const
  const rows = [
    Object.fromEntries(columns.map((column) => [column, column])) as Record<(typeof columns)[number], string>,
    ...differences
  ]
  const widths = columns.map((column) => Math.max(...rows.map((row) => row[column].length)))
  return rows.map((row) => columns.map((column, n) => row[column].padEnd(widths[n]!)).join("  ").trimEnd()).join("\n")
}

const several = (n: number, what: string) => `${n} ${n === 1 ? what : `${what}s`}`

const check = Effect.gen(function*() {
  const where = address()
  if (where === undefined) return { status: 2, text: usage }
  const { payments, store } = yield* Databases.readersAt(where)
  const audit = yield* store(ConsistencyAudit.audit)
  const provider = payments === undefined ? undefined : yield* againstProvider(store, payments)
  const differences = [...audit.differences, ...(provider?.found ?? [])]
  const total = audit.total + (provider?.found.length ?? 0)
  if (total === 0) {
    const { deliveries, events, orders, papers, payments, products, refunds, returns, shipments } = audit.counts
    const counted = [
      several(orders, "order"),
      several(payments, "payment"),
      several(refunds, "refund"),
      several(shipments, "shipment"),
      several(returns, "return"),
      `${papers} receipts and credit notes`,
      several(events, "event"),
      `${several(deliveries, "message")} to partners`,
      several(products, "product")
    ]
    const ledger = provider === undefined
      ? "There is no ledger of a simulated provider beside them."
      : `So does the provider's ledger, over ${several(provider.sessions, "session")}.`
    return { status: 0, text: `The records agree: ${counted.join(", ")}.\n${ledger}` }
  }
  const rest = total - differences.length
  const summary = `${several(total, "difference")}${rest > 0 ? `, ${rest} of them not listed` : ""}.`
  return { status: 1, text: `${table(differences)}\n\n${summary}` }
})

const { status, text } = await Effect.runPromise(
  Effect.catchAllCause(check, (cause) => {
    const failure = Cause.squash(cause) as { readonly cause?: unknown; readonly error?: unknown }
    const reason = failure.cause ?? failure.error ?? failure
    const inner = (reason as { readonly cause?: unknown }).cause ?? reason
    return Effect.succeed({
      status: 2,
      text: `The records cannot be read: ${String((inner as Error).message ?? inner)}`
    })
  })
)
;(status === 2 ? process.stderr : process.stdout).write(`${text}\n`)
process.exitCode = status
