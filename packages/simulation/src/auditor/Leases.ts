/**
 * The rules of leases where several stores share one database: no other store takes over what a living one does, and
 * one that was passed by while it stood still changes nothing. They are judged by the committed rows of jobs and keys,
 * unless a store was stopped, its database failed, or clocks are too far apart. Follows
 * docs/specification.md#background-work.
 */
import type { JobRow, SharingObserver } from "../world/SharedDatabase.ts"
import type { Audit } from "./Audit.ts"
import * as Delegations from "./Delegations.ts"

/** A live store renews a lease within this time: every one and a half seconds, once with a delay. */
const renewedWithin = 3_500

/** What was under way in a store when its database failed it, or it stood still, is committed or has failed by then. */
const underWay = 2_000

interface Holder {
  readonly client: object
  /** When it claimed the job, or renewed its lease. */
  at: number
  /** Those from which a key was taken before their lease was over by every clock: they work on, and renew it. */
  readonly passedBy?: ReadonlySet<object>
}

export class LeaseRules implements SharingObserver {
  private readonly audit: Audit
  private readonly holders = new Map<string, Holder>()
  private readonly keys = new Map<string, Holder>()
  private readonly dead = new WeakSet<object>()
  /** When a store was last stopped, or went on. */
  private troubledAt = -Infinity
  private disconnectedAt = -Infinity

  constructor(audit: Audit) {
    this.audit = audit
  }

  /** A store was stopped, or goes on: it may have had rows that others were waiting for. */
  troubled(now: number): void {
    this.troubledAt = now
  }

  /** The clock of an instrument is one for all stores, and never goes back, whatever theirs show. */
  spent(instrument: string, before: number, after: number): void {
    Delegations.instrumentUsed(this.audit, instrument, before, after)
  }

  /** A client has left, and with it perhaps the request whose key is leased. */
  disconnected(now: number): void {
    this.disconnectedAt = now
  }

  /** A process has died. */
  gone(client: object): void {
    this.dead.add(client)
  }

  /** A store has committed a change of a job. `only`: its transaction did nothing else. */
  changed(
    client: object | undefined,
    before: JobRow | undefined,
    after: JobRow | undefined,
    only: boolean,
    now: number
  ): void {
    if (client === undefined) return
    const { kind, subject } = (after ?? before)!
    const key = `${kind} ${subject}`
    const holder = this.holders.get(key)
    const isLeased = before !== undefined && before.leaseUntil > 0
    if (after !== undefined && before !== undefined && after.fence > before.fence) {
      if (isLeased && holder !== undefined) this.takenOver(key, holder, before.leaseUntil, now)
      this.holders.set(key, { client, at: now })
    } else if (after !== undefined && after.leaseUntil > 0) {
      // A plan of a job whose lease runs out is no renewal.
      if (holder?.client === client && after.leaseUntil !== before?.leaseUntil) holder.at = now
    } else if (isLeased) {
      // A use case that cancels a job changes what it is about, too.
      if (after !== undefined || only) this.concluded(key, holder, client)
      this.holders.delete(key)
    }
  }

  /** A store has committed a change of the record of a key. A lease is 0 where there is none. */
  keyChanged(client: object | undefined, key: string, before: number, after: number, now: number): void {
    if (client === undefined) return
    const holder = this.keys.get(key)
    if (after === 0) this.keys.delete(key)
    else if (holder === undefined) this.keys.set(key, { client, at: now })
    else {
      const passedBy = new Set(holder.passedBy)
      const isRenewal = holder.client === client || passedBy.has(client)
      // One store's own repeat of an abandoned request looks as its renewal does.
      if (!isRenewal && this.disconnectedAt < holder.at) this.takenOver(key, holder, before, now)
      if (holder.client !== client && before > now - this.audit.skew.behind) passedBy.add(holder.client)
      this.keys.set(key, { client, at: now, passedBy })
    }
  }

  private takenOver(what: string, { at, client }: Holder, leaseUntil: number, now: number): void {
    const { audit } = this
    audit.expect(
      "lease.early",
      `nobody takes ${what} over before its lease ends, at ${new Date(leaseUntil).toISOString()}`
    )
      .that(now + audit.skew.ahead >= leaseUntil, () => `taken over at ${new Date(now).toISOString()}`)
    // A transaction that was under way when its store stood still ends with an error afterwards, and stops the runner.
    const wasWell = !this.dead.has(client) && Math.max(this.troubledAt, audit.seen.disturbedAt) < at - underWay
    audit.expect("lease.renewed", `a store that lives renews the lease of ${what}, which it has`)
      .that(
        !wasWell || now - at <= renewedWithin,
        () => `not since ${new Date(at).toISOString()}; taken over at ${new Date(now).toISOString()}`
      )
  }

  private concluded(key: string, holder: Holder | undefined, client: object): void {
    this.audit.expect("lease.fence", `${key} is ended by the store that has it, and by no other that had it before`)
      .that(holder === undefined || holder.client === client, () => "ended by another")
  }
}
