/** The search for secrets finds what was given out, in any place that is not listed, and nothing else. */
import { Auditor } from "@beauty-store/simulation/auditor/Auditor"
import { find, known } from "@beauty-store/simulation/auditor/Secrets"
import { disksAreClean, saidIsClean } from "@beauty-store/simulation/auditor/SecretsAtRest"
import { Disk } from "@beauty-store/simulation/engine/Disk"
import { createHash } from "node:crypto"
import { expect, test } from "vitest"

const half = "aB3_".repeat(10)
const token = `tok_0U5TKhjoPhSNl7iGicPCdYDQ6TTT.${half}`

/** Ada, known by what she sent and was given. */
const watching = () => {
  const auditor = new Auditor(new Disk(), () => false)
  const nothing = { shopper: undefined, network: undefined, hoards: false, key: undefined, cart: "ada", at: 0 }
  const ask = (principal: string, path: string, json?: unknown) =>
    auditor.sent({ ...nothing, principal, isStaff: false, method: "POST", path, json, token: undefined })
  const answer = (sent: ReturnType<typeof ask>, body: unknown, status = 200) =>
    auditor.answered(sent, { status, headers: {}, body: JSON.stringify(body) }, 1)
  answer(ask("ada", "/api/auth/guest"), { access_token: token })
  ask("ada", "/api/checkout", {
    email: "ada@example.com",
    shipping: { name: "Ada Lovelace", address: "Torstrasse 1", city: "Berlin" }
  })
  known(auditor, "card", "4242424242424242", "ada")
  known(auditor, "signingSecret", "whsec_c2VjcmV0L3dpdGgrc2lnbnM=", "a partner")
  return { auditor, ask, answer, rules: () => auditor.seen.violations.map(({ rule }) => rule) }
}

test.each([
  [`Bearer ${token}`, ["token"]],
  [`{"secret":"${half}"}`, ["token"]],
  [`to <ADA@Example.com>`, ["email"]],
  ["4242 4242 4242 4242 or 4242-4242-4242-4242", ["card", "card"]],
  ["Ada Lovelace, Torstrasse 1", ["address", "name"]],
  ["v1 c2VjcmV0L3dpdGgrc2lnbnM=", ["signingSecret"]],
  [createHash("sha256").update(half).digest("base64url"), []],
  ["tok_0U5TKhjoPhSNl7iGicPCdYDQ6TTT of somebody, 4242424242424241, eve@example.com", []]
])("of %s it finds %j", (text, kinds) => {
  expect(find(watching().auditor, text).map(({ kind }) => kind)).toEqual(kinds)
})

test("a column may have what is listed for it, at rest or meanwhile, and nothing else", () => {
  const { auditor, rules } = watching()
  known(auditor, "cardToken", "vt_0U5TKhjoPhSNl7iGicPCdYDQ6TTT", "ada")
  const store = new Disk()
  store.define("CREATE TABLE orders (email TEXT, address TEXT)")
  store.define("CREATE TABLE charge (token TEXT)")
  store.define("INSERT INTO orders VALUES ('ada@example.com', '{\"name\":\"Ada Lovelace\"}')")
  store.define("INSERT INTO charge VALUES ('vt_0U5TKhjoPhSNl7iGicPCdYDQ6TTT')")
  disksAreClean(auditor, { store }, false)
  expect(rules()).toEqual([])
  disksAreClean(auditor, { store }, true)
  expect(auditor.seen.violations.map(({ expected }) => expected)).toEqual(["no cardToken in store.charge.token"])
  store.define("CREATE TABLE event (data TEXT)")
  store.define("INSERT INTO event VALUES ('to Torstrasse 1')")
  disksAreClean(auditor, { store }, false)
  expect(auditor.seen.violations.at(-1)).toMatchObject({
    rule: "secret.atRest",
    expected: "no address in store.event.data",
    seen: "Torstrasse 1 of ada, in …to Torstrasse 1…"
  })
})

test("logs and messages are searched, and what is shown to others", () => {
  const { answer, ask, auditor, rules } = watching()
  saidIsClean(auditor, new Map([["log: requests", new Set([`GET /api/cart ${token}`])]]))
  saidIsClean(auditor, new Map([["webhook", new Set([`{"data":{"to":"ada@example.com"}}`])]]))
  expect(rules()).toEqual(["secret.logged", "secret.sent"])
  answer(ask("ada", "/api/nothing"), { email: "ada@example.com" })
  expect(rules()).toHaveLength(2)
  answer(ask("eve", "/api/nothing"), { email: "ada@example.com" })
  expect(rules().slice(2)).toContain("secret.shown")
})
