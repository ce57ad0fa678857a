/**
 * One simulated PostgreSQL and the stores that share it, each a client with its own open transactions, which end with
 * it. The world knows from the commits which jobs there are, and has a store look for others' jobs only where one is
 * due by its clock. A transaction whose program stands still is ended by the server after some seconds.
 */
import * as JobRunner from "@beauty-store/sql/JobRunner"
import { limitsOf } from "@beauty-store/sql/TimeLimit"
import type { Disk } from "../engine/Disk.ts"
import * as InterleavedTransactions from "../engine/InterleavedTransactions.ts"
import type { Prng } from "../engine/Prng.ts"
import type { Session } from "../engine/Sessions.ts"
import {
  type Latency,
  PostgresClient,
  SimulatedPostgres,
  type TransactionObserver
} from "../engine/SimulatedPostgres.ts"
import { type Process, second } from "../engine/Time.ts"
import type { MachineClock } from "./MachineClock.ts"
import type { StoreDependencies } from "./StoreProcess.ts"

/** How long a store sleeps at most between two looks for others' jobs. */
const lookMillis = second
/** After how long the server ends a transaction whose client is silent. */
const { idleMillis } = limitsOf(8_000)

/** A committed row of the table of jobs. */
export interface JobRow {
  readonly kind: string
  readonly subject: string
  readonly runAt: number
  readonly fence: number
  readonly leaseUntil: number
}

/** Sees what stores do to each other by way of the database. A store's process is known by its client. */
export interface SharingObserver {
  /** A job was changed. `only`: its transaction changed nothing but jobs. */
  readonly changed: (
    client: object | undefined,
    before: JobRow | undefined,
    after: JobRow | undefined,
    only: boolean,
    now: number
  ) => void
  /** The record of a key was changed. A lease is 0 where there is none. */
  readonly keyChanged: (client: object | undefined, key: string, before: number, after: number, now: number) => void
  /** Something was spent from an instrument, by its own clock. */
  readonly spent: (instrument: string, before: number, after: number) => void
  /** A store's process has died. */
  readonly gone: (client: object) => void
  /** A store was stopped, or goes on. */
  readonly troubled: (now: number) => void
  /** A client has left whose request was being served. */
  readonly disconnected: (now: number) => void
}

const dueAt = ({ leaseUntil, runAt }: JobRow): number => Math.max(leaseUntil, runAt)

/** A store as the database knows it. */
interface Connected {
  readonly clock: MachineClock
  /** Of its present process. */
  client: PostgresClient | undefined
  /** What stands for the database in its transactions. */
  database: object | undefined
  isPaused: boolean
}

export class SharedDatabase {
  readonly server: SimulatedPostgres
  private readonly stores: ReadonlyArray<Connected>
  private readonly machines: Process
  private readonly looks: Prng
  private readonly sharing: SharingObserver
  private readonly jobs = new Map<string, JobRow>()

  /** `machines`: a process that outlives all stores. */
  constructor(
    disk: Disk,
    observer: TransactionObserver,
    latency: Latency,
    clocks: ReadonlyArray<MachineClock>,
    machines: Process,
    looks: Prng,
    sharing: SharingObserver
  ) {
    this.server = new SimulatedPostgres(
      disk.engine(),
      { ...observer, committed: (session) => this.committed(session) },
      latency
    )
    this.stores = clocks.map((clock) => ({ clock, client: undefined, database: undefined, isPaused: false }))
    this.machines = machines
    this.looks = looks
    this.sharing = sharing
    const rows = disk.query<JobRow>(
      `SELECT kind, subject, run_at AS "runAt", fence, lease_until AS "leaseUntil" FROM job`
    )
    for (const row of rows) this.jobs.set(`${row.kind} ${row.subject}`, row)
  }

  /** How a store gets its transactions at each start. */
  transactionsOf(n: number): StoreDependencies["transactions"] {
    const store = this.stores[n]!
    return InterleavedTransactions.layerOf(() => {
      const client = new PostgresClient()
      store.client = client
      return {
        server: this.server,
        client,
        onOpened: (database) => {
          store.database = database
        }
      }
    }, false)
  }

  /** A store's process is gone, and its connections with it. */
  killed(n: number): void {
    const store = this.stores[n]!
    const { client } = store
    store.client = undefined
    store.database = undefined
    store.isPaused = false
    if (client === undefined) return
    this.sharing.gone(client)
    client.disconnect()
  }

  /** A store stands still. */
  paused(n: number): void {
    const store = this.stores[n]!
    const { client } = store
    store.isPaused = true
    this.sharing.troubled(this.machines.now)
    this.machines.at(this.machines.now + idleMillis, () => {
      if (store.isPaused && store.client === client) client?.disconnect()
    })
  }

  /** It goes on, and looks for what is due. */
  resumed(n: number): void {
    const store = this.stores[n]!
    store.isPaused = false
    this.sharing.troubled(this.machines.now)
    for (const key of this.jobs.keys()) this.watch(store, key)
  }

  /** A client has left: what was done for it may have stopped. */
  disconnected(): void {
    this.sharing.disconnected(this.machines.now)
  }

  private committed({ client, log }: Session): void {
    const only = log.every(({ table }) => table.name === "job")
    for (const { after, before, row, table } of log) {
      if (table.name === "instrument" && before !== undefined && after !== undefined) {
        const at = table.columns.indexOf("last_at")
        this.sharing.spent(row, Number(before[at]), Number(after[at]))
      }
      if (table.name === "idempotency") {
        const leaseOf = (values: ReadonlyArray<unknown> | undefined): number =>
          Number(values?.[table.columns.indexOf("lease_until")] ?? 0)
        this.sharing.keyChanged(client, row, leaseOf(before), leaseOf(after), this.machines.now)
      }
      if (table.name !== "job") continue
      const rowOf = (values: ReadonlyArray<unknown>): JobRow => {
        const value = (name: string) => values[table.columns.indexOf(name)]
        return {
          kind: String(value("kind")),
          subject: String(value("subject")),
          runAt: Number(value("run_at")),
          fence: Number(value("fence")),
          leaseUntil: Number(value("lease_until"))
        }
      }
      const [was, is] = [before && rowOf(before), after && rowOf(after)]
      const key = `${(is ?? was)!.kind} ${(is ?? was)!.subject}`
      this.sharing.changed(client, was, is, only, this.machines.now)
      if (is === undefined) this.jobs.delete(key)
      else {
        this.jobs.set(key, is)
        for (const store of this.stores) this.watch(store, key)
      }
    }
  }

  /** Has a store look for a job when it is due by its clock, and as long as it is. */
  private watch(store: Connected, key: string): void {
    const { clock } = store
    const row = this.jobs.get(key)
    if (row === undefined) return
    const { now } = this.machines
    const left = dueAt(row) - clock.read(now)
    const at = left <= 0 ? now + this.looks.int(0, lookMillis) : Math.min(now + left, clock.nextJump(now))
    this.machines.at(at, () => {
      if (this.jobs.get(key) !== row) return
      if (left > 0 || clock.read(this.machines.now) < dueAt(row)) return this.watch(store, key)
      if (store.database === undefined || store.isPaused) return
      JobRunner.plannedElsewhere(store.database, row.kind, dueAt(row))
    })
  }
}
