/**
 * The simulation's model of PostgreSQL against PostgreSQL itself: one table of histories, run on both, with the same
 * rows, the same waits and the same aborts.
 */
import { Audit } from "@beauty-store/simulation/auditor/Audit"
import * as TransactionRules from "@beauty-store/simulation/auditor/Transactions"
import { Disk } from "@beauty-store/simulation/engine/Disk"
import { Prng } from "@beauty-store/simulation/engine/Prng"
import {
  noLatency,
  PostgresClient,
  SimulatedPostgres,
  SnapshotConnection,
  type TransactionObserver,
  unobserved
} from "@beauty-store/simulation/engine/SimulatedPostgres"
import { Process, Time } from "@beauty-store/simulation/engine/Time"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { useDatabase } from "../../../test/postgres.ts"
import { histories, type History, tables } from "./histories.ts"

type Parameters = ReadonlyArray<string | number>

/** A database under test. */
interface Side {
  /** Starts a statement of a transaction. */
  readonly start: (transaction: number, text: string, parameters: Parameters) => void
  /** Resolves once every statement is done or waits; the results of those that are done since the last time. */
  readonly settle: () => Promise<ReadonlyMap<number, string>>
}

const isChange = (text: string): boolean => /^(?:INSERT|UPDATE|DELETE)/.test(text)

const resultOf = (text: string, rows: ReadonlyArray<object>, changes: number): string =>
  isChange(text)
    ? `${changes} changed`
    : text.startsWith("SELECT pg_advisory")
    ? "locked"
    : text.startsWith("SELECT")
    ? JSON.stringify(rows.map((row) => Object.values(row)))
    : "done"

const codes: Readonly<Record<string, string>> = {
  SQLITE_CONSTRAINT_UNIQUE: "23505",
  SQLITE_CONSTRAINT_PRIMARYKEY: "23505",
  SQLITE_CONSTRAINT_FOREIGNKEY: "23503"
}

/** Runs a history, and tells what came of each step. */
const run = async ({ steps }: History, side: Side): Promise<ReadonlyArray<string>> => {
  const lines: Array<string> = []
  const waiting = new Set<number>()
  for (const [transaction, text, ...parameters] of steps) {
    side.start(transaction, text, parameters)
    const results = await side.settle()
    const own = results.get(transaction)
    lines.push(`T${transaction} ${own ?? "waits"}`)
    if (own === undefined) waiting.add(transaction)
    for (const [other, result] of [...results].sort(([a], [b]) => a - b)) {
      if (other !== transaction && waiting.delete(other)) lines.push(`T${other} … ${result}`)
    }
  }
  return lines
}

/** The model, with a disk of its own. */
const model = (observer: TransactionObserver = unobserved): Side => {
  const disk = new Disk()
  for (const table of tables) disk.define(table)
  const server = new SimulatedPostgres(disk.engine(), observer, noLatency)
  const time = new Time(0, new Prng("histories"))
  const process = new Process(time, "clients", new Prng("clients"))
  const connections = [1, 2, 3].map(() => server.connection())
  const snapshots = new Map<number, SnapshotConnection>()
  let results = new Map<number, string>()
  return {
    start: (transaction, text, parameters) => {
      if (text === "SNAPSHOT") {
        snapshots.set(transaction, new SnapshotConnection(server, new PostgresClient()))
        return void results.set(transaction, "done")
      }
      const snapshot = snapshots.get(transaction)
      if (snapshot !== undefined && text === "COMMIT") {
        snapshot.end()
        snapshots.delete(transaction)
        return void results.set(transaction, "done")
      }
      const connection = connections[transaction - 1]!
      process.run(
        snapshot === undefined
          ? connection.run(text, parameters)
          : Effect.map(snapshot.execute(text.replace(/\$\d/g, "?"), parameters), (rows) => ({ rows, changes: 0 })),
        (exit) => {
          if (Exit.isSuccess(exit)) {
            return void results.set(transaction, resultOf(text, exit.value.rows, exit.value.changes))
          }
          const error = Cause.squash(exit.cause) as { readonly cause?: { readonly code?: string } }
          const code = String(error.cause?.code ?? error)
          results.set(transaction, codes[code] ?? code)
        }
      )
    },
    settle: () => {
      while (time.step(time.now));
      const settled = results
      results = new Map()
      return Promise.resolve(settled)
    }
  }
}

/** PostgreSQL, with connections for three transactions and one that looks at their waits. */
const postgres = (clients: ReadonlyArray<pg.Client>, observer: pg.Client): Side => {
  const pids = clients.map((client) => (client as unknown as { readonly processID: number }).processID)
  const pending = new Set<number>()
  let results = new Map<number, string>()
  const isSettled = async (): Promise<boolean> => {
    if (pending.size === 0) return true
    const { rows } = await observer.query<{ pid: number; by: ReadonlyArray<number> }>(
      "SELECT pid, pg_blocking_pids(pid) AS by FROM unnest($1::int[]) AS pid",
      [[...pending].map((transaction) => pids[transaction - 1])]
    )
    const blockedBy = new Map(rows.map(({ by, pid }) => [pid, by]))
    // Who is blocked by those alone who are blocked themselves is in a deadlock, which ends.
    const waitsForSomebody = (pid: number, seen: ReadonlyArray<number>): boolean =>
      (blockedBy.get(pid) ?? []).some((by) =>
        !seen.includes(by) && (!blockedBy.has(by) || waitsForSomebody(by, [...seen, by]))
      )
    return rows.every(({ by, pid }) => by.length > 0 && waitsForSomebody(pid, [pid]))
  }
  return {
    start: (transaction, text, parameters) => {
      pending.add(transaction)
      const ends = (result: string) => {
        pending.delete(transaction)
        results.set(transaction, result)
      }
      clients[transaction - 1]!.query(
        text === "SNAPSHOT" ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : text,
        [...parameters]
      ).then(
        ({ rowCount, rows }) => ends(resultOf(text, rows as ReadonlyArray<object>, rowCount ?? 0)),
        (error: { readonly code: string }) => ends(error.code)
      )
    },
    settle: async () => {
      // Several times, because who was woken may wait again, and does so late on a busy machine.
      for (let times = 0; times < 5 && pending.size > 0;) {
        await new Promise((resolve) => setTimeout(resolve, 5))
        times = await isSettled() ? times + 1 : 0
      }
      const settled = results
      results = new Map()
      return settled
    }
  }
}

const expectedOf = ({ expected }: History): ReadonlyArray<string> =>
  expected.split(/[;\n]/).map((line) => line.trim()).filter(Boolean)

describe("the model of PostgreSQL", () => {
  it.each(histories)("$name", async (history) => {
    expect(await run(history, model())).toEqual(expectedOf(history))
  })
})

/** What the rules of transactions find in some steps. */
const found = async (steps: History["steps"]): Promise<ReadonlyArray<string>> => {
  const disk = new Disk()
  const audit = new Audit(disk, () => false)
  await run({ name: "", steps, expected: "" }, model(TransactionRules.observer(audit)))
  disk.close()
  return audit.seen.violations.map(({ rule }) => rule)
}

describe("the rules of transactions", () => {
  const set = "UPDATE item SET value = $1 WHERE id = $2"
  const get = "SELECT value FROM item WHERE id = $1"
  const lock = `${get} FOR UPDATE`
  const part = "INSERT INTO part (id, item_id, value) VALUES ($1, $2, $3)"
  const ofHistory = (name: string) => found(histories.find((one) => one.name.startsWith(name))!.steps)

  it("name an update that is lost, and nothing where it was locked", async () => {
    expect(await ofHistory("P4: an update is lost")).toEqual(["transactions.lostUpdate"])
    expect(await ofHistory("P4: with locks it is not")).toEqual([])
  })

  it("name a change after a read that a commit has outdated, and none that was read again, or undone", async () => {
    const steps = (...own: History["steps"]): History["steps"] => [
      [1, "BEGIN"],
      [1, get, "a1"],
      [2, "BEGIN"],
      [2, set, 12, "a1"],
      [2, "COMMIT"],
      ...own
    ]
    const write = [1, part, "p2", "b2", 1] as const
    expect(await found(steps(write, [1, "COMMIT"]))).toEqual(["transactions.staleRead"])
    expect(await found(steps([1, get, "a1"], write, [1, "COMMIT"]))).toEqual([])
    expect(await found(steps([1, lock, "a1"], write, [1, "COMMIT"]))).toEqual([])
    expect(await found(steps(write, [1, "ROLLBACK"]))).toEqual([])
    expect(await found(steps([1, "COMMIT"]))).toEqual([])
  })

  it("name what a statement read before it waited", async () => {
    expect(
      await found([
        [1, "BEGIN"],
        [2, "BEGIN"],
        [1, lock, "a1"],
        [1, "UPDATE part SET value = $1 WHERE id = $2", 2, "p1"],
        [2, "SELECT p.value FROM item i JOIN part p ON p.item_id = i.id WHERE i.id = $1 FOR UPDATE OF i", "a1"],
        [1, "COMMIT"],
        [2, set, 12, "a1"],
        [2, "COMMIT"]
      ])
    ).toEqual(["transactions.staleRead"])
  })

  it("name locks in two orders that never met, and none behind a lock of both", async () => {
    const one = (...places: ReadonlyArray<string>): History["steps"] => [
      [1, "BEGIN"],
      ...places.map((place) => [1, lock, place] as const),
      [1, "COMMIT"]
    ]
    const gate = "INSERT INTO item (id, value) VALUES ($1, $2)"
    const withGate: History["steps"] = [[1, "BEGIN"], [1, gate, "gate", 1], [1, "COMMIT"]]
    expect(await found([...one("a1", "b2"), ...one("a1", "b2")])).toEqual([])
    expect(await found([...one("a1", "b2"), ...one("b2", "a1")])).toEqual(["transactions.lockOrder"])
    expect(await found([...withGate, ...one("gate", "a1", "b2"), ...one("gate", "b2", "a1")])).toEqual([])
  })

  it("name a deadlock", async () => {
    expect(await ofHistory("rows locked in two orders")).toContain("transactions.deadlock")
  })
})

describe("PostgreSQL", () => {
  const url = useDatabase()
  let clients: ReadonlyArray<pg.Client> = []
  let observer: pg.Client
  beforeAll(async () => {
    clients = [1, 2, 3].map(() => new pg.Client(url()))
    observer = new pg.Client(url())
    for (const client of [...clients, observer]) await client.connect()
    // Long enough for a circle to close before the first of its members looks for it.
    for (const client of clients) await client.query("SET deadlock_timeout = '600ms'")
  })
  afterAll(async () => {
    for (const client of [...clients, observer]) await client.end()
  })

  it.each(histories)("$name", async (history) => {
    for (const client of clients) await client.query("ROLLBACK")
    await observer.query("DROP TABLE IF EXISTS part, item, account, basket")
    for (const table of tables) await observer.query(table)
    expect(await run(history, postgres(clients, observer))).toEqual(expectedOf(history))
  })
})

it("a client that leaves a statement while it waits closes its connection, and never gets the lock", () => {
  const disk = new Disk()
  for (const table of tables) disk.define(table)
  const server = new SimulatedPostgres(disk.engine(), unobserved, noLatency)
  const time = new Time(0, new Prng("histories"))
  const process = new Process(time, "clients", new Prng("clients"))
  const [first, second, third] = [server.connection(), server.connection(), server.connection()]
  const exits: Array<boolean> = []
  const start = (connection: typeof first, text: string) => {
    const leave = process.run(connection.run(text, []), (exit) => exits.push(Exit.isSuccess(exit)))
    while (time.step(time.now));
    return leave
  }
  const change = "UPDATE item SET value = 11 WHERE id = 'a1'"
  for (const connection of [first, second, third]) start(connection, "BEGIN")
  start(first, change)
  const leave = start(second, change)
  expect(exits).toHaveLength(4)
  leave()
  while (time.step(time.now));
  expect(exits).toEqual([true, true, true, true, false])
  start(first, "COMMIT")
  start(third, change)
  start(third, "COMMIT")
  expect(exits.slice(5)).toEqual([true, true, true])
})
