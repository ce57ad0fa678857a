/**
 * The disks of a world: the store's, and those of the payment provider and the carrier, with the pending work in their
 * tables; and a snapshot of everything, from which another world begins.
 */
import { Disk } from "../engine/Disk.ts"
import type { Partner } from "./Partners.ts"

/** A world may have no carrier. */
export interface Disks {
  readonly store: Disk
  readonly payments: Disk
  readonly carrier: Disk | undefined
}

/** Everything that outlives a world: its disks, and the partners with their received messages. */
export interface Snapshot {
  readonly store: Uint8Array
  readonly payments: Uint8Array
  readonly carrier: Uint8Array | undefined
  readonly partners: ReadonlyArray<Partner>
}

export const snapshotOf = (
  { carrier, payments, store }: Disks,
  partners: ReadonlyArray<Partner>
): Snapshot => ({
  store: store.image(),
  payments: payments.image(),
  carrier: carrier?.image(),
  partners: partners.map((partner) => partner.copy())
})

export const disksOf = ({ carrier, payments, store }: Snapshot): Disks => ({
  store: new Disk(store),
  payments: new Disk(payments),
  carrier: carrier === undefined ? undefined : new Disk(carrier)
})

/** The pending work, in words; empty at rest. */
export const pendingWork = ({ carrier, payments, store }: Disks): ReadonlyArray<string> => {
  const jobs = (disk: Disk, owner: string) =>
    disk.query<{ kind: string; subject: string }>(
      // For refunds, their own state decides: those that are done are looked up again for a month.
      "SELECT kind, subject FROM job WHERE kind NOT IN ('sweep', 'reconcile', 'refund', 'scan-own', 'scan-sweep') ORDER BY 1, 2"
    ).map(({ kind, subject }) => `${owner}: ${kind} ${subject}`)
  const given = new Set(
    payments.query<{ key: string }>("SELECT key FROM refund WHERE status = 'succeeded'").map(({ key }) => key)
  )
  return [
    ...jobs(store, "store"),
    ...jobs(payments, "provider"),
    ...(carrier === undefined ? [] : jobs(carrier, "carrier")),
    ...store.query<{ id: string; phase: string }>(
      "SELECT id, phase FROM checkout_session WHERE phase IN ('opening', 'open', 'processing') ORDER BY id"
    ).map(({ id, phase }) => `session ${id} is ${phase}`),
    ...store.query<{ id: string; attempt: number; state: string }>("SELECT id, attempt, state FROM refund ORDER BY id")
      .filter(({ attempt, id, state }) => state !== "succeeded" || !given.has(`${id}:${attempt}`))
      .map(({ id, state }) => `refund ${id} is ${state}`),
    ...store.query<{ id: string }>("SELECT id FROM inbound WHERE result = 'deferred' ORDER BY id")
      .map(({ id }) => `message ${id} is deferred`)
  ]
}
