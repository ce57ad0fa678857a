/**
 * The secrets and personal data of a run, known from requests and responses, and where a text has one of them. Most are
 * found by their shape and then looked up. A token is known by its secret half; a hash or a ciphertext is no find.
 * `SecretsAtRest` has the places in which something may be found. Follows docs/specification.md#capability-urls.
 */
import type { Response } from "../engine/Network.ts"
import type { Audit } from "./Audit.ts"
import type { KnownSecret, SecretKind, SentRequest } from "./Observations.ts"

/** A known secret in a text, as it stands there. */
export interface Find extends KnownSecret {
  readonly value: string
}

/** By the name of a field in a JSON text: what its value is. Personal data come from people; a shop has some, too. */
const personal = { email: "email", address: "address", line_one: "address" } as const
const credential = { access_token: "token", client_secret: "clientSecret", secret: "signingSecret" } as const

const valuesIn = (fields: Readonly<Record<string, SecretKind>>) => {
  const field = new RegExp(`"(${Object.keys(fields).join("|")})":"([^"\\\\]+)"`, "g")
  return (text: string): ReadonlyArray<readonly [SecretKind, string]> =>
    Array.from(text.matchAll(field), ([, name, value]) => [fields[name!]!, value!])
}
const personalIn = valuesIn(personal)
const credentialsIn = valuesIn(credential)
/** A person's name stands beside an address; a product's does not. */
const named = /"name":"([^"\\]+)","(?:address|line_one)":/g
const cardNumber = /"number":"(\d{12,19})"/g
const cardToken = /\bvt_[0-9A-Za-z]{28}\b/g
/** The mark of an address that opens what it leads to. Cursors have one too, and open nothing. */
const capability = /(?:\/[\w-]+\.|[?&]key=)([\w-]{32})(?![\w-])/g

/** What can be found by its shape, and a part that it has: random parts, mail addresses, card numbers in any groups. */
const shapes = [
  [/(?<![\w-])[\w-]{26,}/g, ""],
  [/(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, "@"],
  [/\d(?:[ -]?\d){11,18}/g, ""]
] as const
/** All others are few, and are searched for one by one. */
const phrases: ReadonlySet<SecretKind> = new Set(["clientSecret", "signingSecret", "name", "address"])

/** What is not shown to others, even if they are staff. */
const credentials: ReadonlySet<SecretKind> = new Set(["token", "clientSecret", "signingSecret", "card", "cardToken"])

/** Shorter names and addresses stand in other words, too: requests are also made with texts as short as may be. */
const shortestPhrase = 6

/** A secret becomes known, and who knows it. */
export const known = ({ seen }: Audit, kind: SecretKind, value: string, owner: string): void => {
  if (value.length < shortestPhrase) return
  const [secrets, id] = phrases.has(kind)
    ? [seen.phrases, value.replace(/^whsec_/, "")]
    : [seen.secrets, kind === "email" ? value.toLowerCase() : value.slice(value.lastIndexOf(".") + 1)]
  const earlier = secrets.get(id)
  if (earlier === undefined) secrets.set(id, { kind, owners: new Set([owner]) })
  else earlier.owners.add(owner)
}

/** What opens something, in a text, becomes known as its owner's. */
const learn = (audit: Audit, text: string, owner: string): void => {
  for (const [kind, value] of credentialsIn(text)) known(audit, kind, value, owner)
  for (const [, value] of text.matchAll(cardNumber)) known(audit, "card", value!, owner)
  for (const [value] of text.matchAll(cardToken)) known(audit, "cardToken", value, owner)
  for (const [, value] of text.matchAll(capability)) known(audit, "capability", value!, owner)
}

/** All secrets in a text. */
export const find = ({ seen }: Audit, text: string): ReadonlyArray<Find> => {
  const finds: Array<Find> = []
  for (const [shape, part] of shapes) {
    if (!text.includes(part)) continue
    for (const [value] of text.matchAll(shape)) {
      const { secrets } = seen
      const secret = secrets.get(value) ?? secrets.get(value.toLowerCase()) ?? secrets.get(value.replace(/[ -]/g, ""))
      if (secret !== undefined) finds.push({ value, ...secret })
    }
  }
  for (const [value, phrase] of seen.phrases) if (text.includes(value)) finds.push({ value, ...phrase })
  return finds
}

/** A client sends what it knows. */
export const sent = (audit: Audit, { json, principal }: SentRequest): void => {
  if (json === undefined) return
  const text = JSON.stringify(json)
  learn(audit, text, principal)
  for (const [kind, value] of personalIn(text)) known(audit, kind, value, principal)
  for (const [, value] of text.matchAll(named)) known(audit, "name", value!, principal)
}

/**
 * A client is shown something: nothing that is known as others' alone. Names and addresses are few and shared by many,
 * so they are not judged; the mail address beside them is each person's own.
 */
export const answered = (audit: Audit, { isStaff, method, path, principal }: SentRequest, { body }: Response): void => {
  for (const { kind, owners, value } of find(audit, body)) {
    if (kind === "name" || kind === "address") continue
    audit.expect("secret.shown", `${method} ${path}: no ${kind} of others`)
      .that(
        owners.has(principal) || (isStaff && !credentials.has(kind)),
        () => `${value} of ${[...owners].join(", ")} is shown to ${principal}`
      )
  }
  learn(audit, body, principal)
}
