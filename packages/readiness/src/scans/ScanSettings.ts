/**
 * What a store decides about scans: its own addresses, how often it scans itself, how many scans run at once.
 *
 * The numbers that are promises (`limits`) are not settings. Follows docs/specification.md#scans.
 *
 * @since 1.0.0
 */
import * as Context from "effect/Context"

const minute = 60_000
const day = 24 * 60 * minute

export const limits = {
  /** Unfinished scans of a principal. */
  perPrincipal: 3,
  /** A scan of the same kind is returned again for so long, unless a new one is asked for. */
  cachedMillis: 60 * minute,
  /** A scan takes no longer. */
  scanMillis: 20 * minute,
  /** How often a scan that was interrupted begins again. */
  attempts: 3,
  /** Scans are kept for 30 days, the scores of days for two years. */
  keptMillis: 30 * day,
  scoreDays: 731,
  /** The store scans itself once nobody has asked for anything for so long, and looks again after so long. */
  idleMillis: 10_000,
  /** When a checkout that a scan has opened is cancelled, whatever became of the scan. */
  cancelAfterMillis: 2 * minute
} as const

export interface ScanSettings {
  /** The store's own origins, the first of them public. Nobody has to prove that they are the store's. */
  readonly ownOrigins: ReadonlyArray<string>
  /** How often the store scans itself; 0 for never. */
  readonly ownScanMillis: number
  /** How long after its start it does for the first time, unless somebody opens its page. */
  readonly firstScanMillis: number
  /** For how long nobody has asked the store for anything. */
  readonly idleMillis: () => number
  /** How many scans run at once in a process. */
  readonly atOnce: number
}

export class Settings extends Context.Reference<Settings>()("@beauty-store/readiness/ScanSettings", {
  defaultValue: (): ScanSettings => ({
    ownOrigins: [],
    ownScanMillis: 0,
    firstScanMillis: 10 * minute,
    idleMillis: () => Infinity,
    atOnce: 4
  })
}) {}
