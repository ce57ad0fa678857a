/**
 * The network of whoever asked for a scan, as the scan's row keeps it until the scan ends: sealed, because the store
 * keeps no address that others can read.
 */
import type { Entropy } from "@beauty-store/sql/Entropy"
import { deriveKey, seal as sealed, type StoreSecret, unseal } from "@beauty-store/sql/Secrets"

const keyOf = ({ key }: typeof StoreSecret.Service): Uint8Array => deriveKey(key, "", "scan requester")

export const seal = (secret: typeof StoreSecret.Service, entropy: typeof Entropy.Service, network: string): string =>
  sealed(keyOf(secret), entropy.bytes(12), network)

/** The store's own network where there is none: the store scans itself. */
export const open = (secret: typeof StoreSecret.Service, requester: string | null): string =>
  requester === null ? "127.0.0.1" : unseal(keyOf(secret), requester)
