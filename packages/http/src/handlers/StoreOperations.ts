/**
 * The operations of the store's own contract, which all use the store's protocol: JSON by the schemas, and problem
 * documents. The handlers of its groups are checked against it, name by name.
 */
import { Api, type Groups } from "../contract/Api.ts"
import type { GroupHandlers } from "../pipeline/Mounting.ts"
import { operationsOf } from "../pipeline/Operations.ts"
import { storeProtocol } from "../pipeline/Protocol.ts"

/** An operation of the contract, by the names of its group and of itself. */
export const operation = operationsOf(Api, storeProtocol)

/** The handlers of a group of the contract: one for each of its operations. */
export type HandlersOf<G extends Groups["identifier"]> = GroupHandlers<Groups, G>
