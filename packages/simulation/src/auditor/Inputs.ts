/**
 * Rules of input: a request that breaks the contract in one field is 400, names the field, and changes no row but the
 * record of its own key.
 */
import type { Response } from "../engine/Network.ts"
import type { Audit } from "./Audit.ts"

/** A broken request got a response. `path`: the field that breaks the contract. */
export const refused = (
  audit: Audit,
  line: string,
  path: string,
  sent: string,
  response: Response,
  writes: ReadonlyArray<string>
): void => {
  audit.expect(
    response.status === 400,
    "input.refused",
    `${line}: 400 where ${path} is none of the contract's: ${sent.slice(0, 600)}`,
    () => `${response.status} ${response.body.slice(0, 1000)}`
  )
  const changes = writes.filter((text) => !/(?:INTO|UPDATE|FROM)\s+"?(?:idempotency|token)\b/.test(text))
  audit.expect(changes.length === 0, "input.writes", `${line}: every table as it was`, () => changes.join("; "))
}
