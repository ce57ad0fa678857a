/**
 * Rules of input: a request that breaks the contract in one field is 400, names the field, and changes no row but the
 * record of its own key.
 */
import type { Response } from "../engine/Network.ts"
import type { Audit } from "./Audit.ts"
import { keepsResponse } from "./Idempotency.ts"

/** Whether a statement changes the record of a key, or the time of a token's last use. */
const isRecord = (text: string): boolean => keepsResponse(text) || /(?:INTO|UPDATE|FROM)\s+"?token\b/.test(text)

/** A broken request got a response. `path`: the field that breaks the contract. */
export const refused = (
  audit: Audit,
  line: string,
  path: string,
  sent: string,
  response: Response,
  writes: ReadonlyArray<string>
): void => {
  audit.expect("input.refused", `${line}: 400 where ${path} is none of the contract's: ${sent.slice(0, 600)}`)
    .that(response.status === 400, () => `${response.status} ${response.body.slice(0, 1000)}`)
  const changes = writes.filter((text) => !isRecord(text))
  audit.expect("input.writes", `${line}: every table as it was`).that(changes.length === 0, () => changes.join("; "))
}

/** A well-formed request got a response: one of those that the contract names, and no internal error. */
export const documented = (
  audit: Audit,
  line: string,
  statuses: ReadonlyArray<number>,
  sent: unknown,
  response: Response
): void =>
  audit.expect("input.documented", `${line}: ${statuses.join(", ")}: ${JSON.stringify(sent).slice(0, 600)}`)
    .that(response.status !== 500 && statuses.includes(response.status), () =>
      `${response.status} ${response.body.slice(0, 1000)}`)

/** A request that is well-formed, and not to be granted, got a response. */
export const askew = (
  audit: Audit,
  line: string,
  statuses: ReadonlyArray<number>,
  sent: string,
  response: Response,
  writes: ReadonlyArray<string>
): void => {
  audit.expect("input.askew", `${line}: ${statuses.join(" or ")}: ${sent.slice(0, 600)}`)
    .that(statuses.includes(response.status), () => `${response.status} ${response.body.slice(0, 1000)}`)
  const changes = writes.filter((text) => !isRecord(text))
  audit.expect("input.writes", `${line}: every table as it was`).that(changes.length === 0, () => changes.join("; "))
}
