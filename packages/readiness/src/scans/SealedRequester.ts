/**
 * The network of whoever asked for a scan, as the scan's row keeps it until the scan ends: sealed, because the store
 * keeps no address that others can read.
 */
import type { Entropy } from "@beauty-store/sql/Entropy"
import { sealFor, type StoreSecret, unsealFor } from "@beauty-store/sql/Secrets"

const purpose = "scan requester"

export const seal = (secret: typeof StoreSecret.Service, entropy: typeof Entropy.Service, network: string): string =>
  sealFor(secret, purpose, entropy.bytes(12), network)

/** The store's own network where there is none: the store scans itself. No network where its secret is gone. */
export const open = (secret: typeof StoreSecret.Service, requester: string | null): string =>
  requester === null ? "127.0.0.1" : unsealFor(secret, purpose, requester) ?? "0.0.0.0"
