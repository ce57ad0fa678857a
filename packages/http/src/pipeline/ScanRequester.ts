/**
 * For whom a scan of readiness asks the store: the network of whoever began it, in a header that only this store can
 * write, because the value is a network and its keyed mark. So a request of a scan costs the budget of its requester,
 * not of the machine that scans. Follows docs/specification.md#request-budgets.
 */
import * as NetworkAddress from "@beauty-store/outbound/NetworkAddress"
import * as Secrets from "@beauty-store/sql/Secrets"

export const requesterHeader = "x-scan-requester"

const purpose = "scan requester"

type Secret = typeof Secrets.StoreSecret.Service

export const write = (secret: Secret, network: string): string => Secrets.sign(secret, purpose, network)

/** The network in a header, if it is this store's own. */
export const read = (secret: Secret, header: string): string | undefined => Secrets.unsign(secret, purpose, header)

/** The network of a peer, also where the store does not count it otherwise. */
export const networkOfPeer = (peer: string | undefined): string =>
  (peer === undefined ? undefined : NetworkAddress.networkOf(peer)) ?? "127.0.0.1"
