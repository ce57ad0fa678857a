import * as Postgres from "@beauty-store/server/Postgres"
import * as SqlTransactions from "@beauty-store/kernel/SqlTransactions"
import * as Query from "@beauty-store/kernel/Query"
import { Transactions } from "@beauty-store/kernel/Transactions"
import { PgClient } from "@effect/sql-pg"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { startEmbedded } from "./embedded-postgres.ts"
const one = Query.all(Schema.Unknown)<[number]>("SELECT CAST(? AS INTEGER) AS n")
const db = await startEmbedded({ durable: false })
const body = Effect.flatMap(Transactions, ({ write }) => write(Effect.gen(function*() { for (let i = 0; i < 8; i++) yield* one(i) })))
const mk = (l: any) => ManagedRuntime.make(SqlTransactions.layer.pipe(Layer.provide(l)) as any)
const rts: Record<string, any> = {
  ours: mk(Postgres.layer({ url: db.url, maxConnections: 16, applicationName: "b" })),
  stock: mk(PgClient.layer({ url: Redacted.make(db.url), maxConnections: 16 }))
}
const run = (rt: any, n: number) => rt.runPromise(Effect.all(Array.from({ length: 8 }, () => Effect.repeatN(body as any, n)), { concurrency: "unbounded", discard: true }) as any)
const seen: Record<string, number[]> = { stock: [], ours: [] }
for (const rt of Object.values(rts)) await run(rt, 300)
for (let r = 0; r < 40; r++) for (const [name, rt] of Object.entries(rts)) { const a = process.cpuUsage(); await run(rt, 30); const b = process.cpuUsage(a); seen[name]!.push((b.user + b.system) / (8 * 31)) }
for (const [name, x] of Object.entries(seen)) { x.sort((a, b) => a - b); console.log(name, "min", x[0]!.toFixed(0), "p10", x[4]!.toFixed(0), "p50", x[20]!.toFixed(0), "µs cpu per tx") }
await db.stop()
process.exit(0)
