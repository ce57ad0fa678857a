/**
 * The classes of requests that wait in queues of their own when there is more to do than can be done, known from
 * method, path and headers alone. Whoever has begun to buy, and messages about payments and parcels, come first, then
 * readers, then strangers; what is heavy comes last. Health never waits. Follows docs/specification.md#overload.
 */
import { costOfMethod, units } from "../contract/Cost.ts"
import type { RequestHeaders } from "./ClientAddress.ts"

/** In the order in which they are served. `newcomer`: a change by a caller without credentials. */
export const waitingClasses = ["change", "read", "newcomer", "heavy"] as const

export type WaitingClass = typeof waitingClasses[number]
export type WorkClass = WaitingClass | "health"

/** The paths of a contract that are not of the class of their method. */
export interface SpecialPaths {
  readonly health: ReadonlySet<string>
  /** Reads that take much longer than others. */
  readonly heavy: ReadonlySet<string>
  /** Changes by messages, which are signed and have no credentials. */
  readonly messages: ReadonlySet<string>
  /** Below these, a change without credentials is a newcomer's. Elsewhere are pages, whose address is the credential. */
  readonly roots: ReadonlyArray<string>
}

export type ClassOf = (method: string | undefined, url: string, headers: RequestHeaders) => WorkClass

export const classesOf = ({ health, heavy, messages, roots }: SpecialPaths): ClassOf => (method, url, headers) => {
  const query = url.indexOf("?")
  const path = query < 0 ? url : url.slice(0, query)
  if (health.has(path)) return "health"
  if (costOfMethod(method) === units.read) return heavy.has(path) ? "heavy" : "read"
  return headers["authorization"] !== undefined || headers["cookie"] !== undefined || messages.has(path)
      || !roots.some((root) => path.startsWith(`${root}/`))
    ? "change"
    : "newcomer"
}
