/**
 * Rules of the pages behind a capability: an order's page shows its order and no other, a closed one leads nowhere, and
 * whoever lacks the exact address, or the mail address of the order, learns nothing: the response is that to an address
 * that never existed, and every table is as it was. A form of another site is 403.
 */
import type { Response } from "../engine/Network.ts"
import type { Audit } from "./Audit.ts"
import * as Idempotency from "./Idempotency.ts"
import { asLine } from "./Orders.ts"

/** How somebody who may not come to a page tries it. */
export type Attempt = "a changed mark" | "a closed page" | "another's return" | "another address" | "another site"

const shown = ({ body, status }: Response) => () => `${status} ${body.slice(0, 1000)}`

/** The marks, ids and texts of a request, which its page may repeat. */
const without = ({ body, headers, status }: Response, named: ReadonlyArray<string>): string =>
  `${status} ${headers["location"] ?? ""} ${headers["content-type"] ?? ""} ${
    named.reduce((text, name) => text.replaceAll(name, "*"), body).replace(/"requestId":"[^"]*"|req_\w+/g, "*")
  }`

/** A text as a page has it. */
const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;")

/** A page about an order was shown. `isWhole`: the one that has all of it. */
export const orderShown = (audit: Audit, orderId: string, response: Response, isWhole: boolean): void => {
  const { numbers } = audit.seen
  const named = response.body.match(/\bord_\w+|\b\d{4} \d{4}\b/g) ?? []
  const others = named.map((one) => one.startsWith("ord_") ? one : numbers.get(one) ?? orderId)
    .filter((id) => id !== orderId)
  audit.expect("page.order", `a page of ${orderId} and no other order`)
    .that(
      (!isWhole || response.body.includes(numbers.get(orderId) ?? "")) && others.length === 0,
      () => others.join(" ")
    )
  const written = audit.seen.orders.get(orderId)?.delivery?.shipping
  if (!isWhole || written === undefined || response.status !== 200) return
  const { country: _, ...lines } = written
  const due = Object.values(lines).map((line = "") => escaped(asLine(line)))
  audit.expect("page.recipient", `a page of ${orderId} with ${due.join(", ")}`)
    .that(due.every((line) => response.body.includes(line)), shown(response))
}

/** Somebody asks to close an order's page for good, and learns that it is closed. */
export const closing = ({ seen }: Audit, orderId: string): void => void seen.pagesClosed.set(orderId, "asked")
export const closed = ({ seen }: Audit, orderId: string): void => void seen.pagesClosed.set(orderId, "closed")

/** An order's page was looked for with the right number and mail address. `before`: as it was when this was sent. */
export const found = (audit: Audit, orderId: string, before: "asked" | "closed" | undefined, response: Response) =>
  served(
    audit,
    `the page of ${orderId}${before === undefined ? "" : `, ${before}`}`,
    response,
    before === undefined ? [303] : before === "asked" ? [303, 404] : [404]
  )

/** A page of the shop was asked for by somebody who may. */
export const served = (audit: Audit, line: string, response: Response, statuses: ReadonlyArray<number>): void =>
  audit.expect("page.status", `${line}: ${statuses.join(" or ")}`)
    .that(statuses.includes(response.status) || response.status === 503 || response.status === 429, shown(response))

/** What somebody got who may not, and what they would get at an address that never existed. */
export interface Refused {
  readonly attempt: Attempt
  readonly line: string
  readonly response: Response
  readonly named: ReadonlyArray<string>
  readonly unknown: Response
  readonly namedUnknown: ReadonlyArray<string>
  readonly writes: ReadonlyArray<string>
}

export const refused = (audit: Audit, { attempt, line, named, namedUnknown, response, unknown, writes }: Refused) => {
  const what = `${line} with ${attempt}`
  if (attempt === "another site") {
    audit.expect("page.foreignForm", `${what}: 403`).that(response.status === 403, shown(response))
  } else {
    const [expected, seen] = [without(unknown, namedUnknown), without(response, named)]
    audit.expect("page.unknown", `${what}: like what never existed, ${expected.slice(0, 1000)}`)
      .that(
        response.status === (attempt === "another's return" ? 409 : 404) && seen === expected,
        () => seen.slice(0, 1000)
      )
  }
  // On a page of their own they get an answer, which is kept for them.
  const facts = attempt === "another's return" ? writes.filter((text) => !Idempotency.keepsResponse(text)) : writes
  audit.expect("page.writes", `${what}: every table as it was`).that(facts.length === 0, () => facts.join("; "))
}
