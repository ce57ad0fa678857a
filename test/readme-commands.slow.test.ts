/** The README does what it says: its commands are run, its program is compiled and run, its tables are compared. */
import { testCards } from "@beauty-store/payments-simulated/Cards"
import { clients } from "@beauty-store/server/Demo"
import { settings } from "@beauty-store/server/ServerConfig"
import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { importable } from "../scripts/packages.ts"
import { type Program, start } from "./shop/program.ts"
import { useServerProgram } from "./shop/programs.ts"
import { requestsTo } from "./shop/requests.ts"
import { blocks, pageOf } from "./shown-programs.ts"

const root = path.join(import.meta.dirname, "..")
const readme = pageOf("README.md")

const hasCurl = (() => {
  try {
    execFileSync("curl", ["--version"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
})()

const program = useServerProgram()

/** The server as a reader has it open, for the tests of a `describe`: its host, and a folder for what is downloaded. */
const useReader = (settings: Readonly<Record<string, string>> = {}) => {
  const folder = mkdtempSync(path.join(tmpdir(), "readme-"))
  let server: Program | undefined
  beforeAll(async () => {
    server = await start(program(), {
      ...settings,
      PORT: "0",
      DATABASE_URL: `sqlite:${path.join(folder, "store.db")}`
    })
  })
  afterAll(async () => {
    const status = await server?.stop()
    rmSync(folder, { recursive: true })
    expect(status).toBe(0)
  })
  return { folder, host: () => new URL(server!.url).host }
}

/** Runs shell blocks one after the other in one shell, and answers what each printed. */
const run = (commands: ReadonlyArray<string>, host: string, folder: string): ReadonlyArray<string> => {
  const mark = "---- end of block ----"
  const script = commands.map((block) =>
    `${block.replaceAll("localhost:3000", host).replace(/^npm .*$/gm, ":")}\necho "${mark}"\n`
  )
  const printed = execFileSync("sh", ["-eu"], {
    input: script.join(""),
    encoding: "utf8",
    timeout: 60_000,
    env: { ...process.env, TMPDIR: folder }
  })
  return printed.split(mark).slice(0, -1)
}

/** What `docs/api.md` says of returns, of the order that the README's shell knows. */
const goesBack = String.raw`
STAFF=$(curl -s "$STORE/api/auth/token" -u demo-staff:demo-staff-secret -d grant_type=client_credentials |
  field access_token)
RETURN=$(curl -s "$STORE/api/returns" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"orderId\":\"$ORDER\",\"items\":[{\"productId\":\"kieselhaut-niacinamide-serum-10\"}]}")
curl -s "$(echo "$RETURN" | field returnLabel)" -o "$TMPDIR/label.pdf"
curl -s "$STORE/api/returns/$(echo "$RETURN" | field returnId)/receive" -H "Authorization: Bearer $STAFF" \
  -H "Content-Type: application/json" \
  -d '{"items":[{"productId":"kieselhaut-niacinamide-serum-10","quantity":2,"restock":true}]}'
sleep 2
curl -s "$STORE/api/refunds" -H "Authorization: Bearer $TOKEN"
curl -s "$STORE/api/orders/$ORDER/receipt" -H "Authorization: Bearer $TOKEN" -H "Accept: application/pdf" \
  -o "$TMPDIR/receipt.pdf"
curl -s "$STORE/api/orders/$ORDER/receipt" -H "Authorization: Bearer $TOKEN"
`

describe("the first order", () => {
  const { folder, host } = useReader({ SIMULATED_CARRIER_SECONDS: "1" })

  it.skipIf(!hasCurl)("of the README is bought and arrives, and then it goes back and is refunded", async () => {
    const commands = blocks(readme, "sh")
    expect(commands[0]).toBe("npm ci && npm start\n")
    expect(commands.at(-1)).toBe("npm ci && npm test\n")
    const printed = run([...commands, goesBack], host(), folder)
    for (const text of printed) expect(text).not.toContain("/problems/")
    for (
      const sign of [
        `"status":"confirmed"`,
        `"carrier":"Nordlicht Parcel"`,
        `"status":"delivered"`,
        `"status":"refunded"`,
        `"status":"succeeded"`
      ]
    ) expect(printed.join("")).toContain(sign)
    expect(printed.at(-1)).toContain(`"kind":"credit_note"`)
    for (const document of ["label", "receipt"]) {
      expect(readFileSync(path.join(folder, `${document}.pdf`)).subarray(0, 5).toString()).toBe("%PDF-")
    }
    // By now the carrier would have scanned the parcel that went back, which the shop has received already.
    const { clientToken, close, get } = requestsTo(Number(new URL(`http://${host()}`).port))
    const flags = await get("/api/admin/flags", { token: await clientToken("demo-staff") })
    close()
    expect(flags.json).toEqual({ data: [], nextCursor: null })
  }, 60_000)
})

describe("the guides", () => {
  const { folder, host } = useReader()

  it.skipIf(!hasCurl)("to the API does what it says", () => {
    const printed = run(blocks(pageOf("docs/api.md"), "sh"), host(), folder)
    expect(printed.at(-1)).toContain(`"code":"insufficient_stock"`)
    for (const text of printed.slice(0, -1)) expect(text).not.toContain("/problems/")
    for (
      const sign of [
        `"access_token":"tok_`,
        `"session":{`,
        "idempotent-replayed: true",
        `"status":"requires_action"`,
        `"declineCode":"insufficient_funds"`,
        `"status":"confirmed"`,
        "304",
        `"result":"applied"`,
        `"returnLabel":"`,
        "application/pdf",
        `"amount":2.5`,
        `"ticketId":"`,
        `"secret":"whsec_`
      ]
    ) expect(printed.join("")).toContain(sign)
  }, 60_000)

  it.skipIf(!hasCurl)("for agents goes from discovery to a delivered order", () => {
    const printed = run(blocks(pageOf("docs/agents.md"), "sh"), host(), folder)
    for (const text of printed) expect(text).not.toMatch(/"type":"(invalid_request|processing_error)"|\/problems\//)
    const signs = [
      `"name":"acp"`,
      `"availability":{"available":true`,
      `"status":"incomplete"`,
      `"status":"ready_for_payment"`,
      `"id":"vt_`,
      `"status":"authentication_required"`,
      `"status":"completed"`,
      `"tracking_number":"00340434161094042564"`,
      `"secret":"whsec_`
    ]
    for (const sign of signs) expect(printed.join("")).toContain(sign)
    expect(printed.at(-2)).toContain(`"status":"completed"`)
  }, 60_000)
})

describe("the tables", () => {
  const row = (line: string): ReadonlyArray<string> => line.split(/(?<!\\)\|/).slice(1, -1).map((cell) => cell.trim())
  const configuration = pageOf("docs/configuration.md")
  const rows = configuration.split("\n").filter((line) => line.startsWith("| ")).map(row)

  it("list every setting with its default and meaning, and no other", () => {
    const told = rows.filter(([name]) => /^`[A-Z_]+`$/.test(name!))
    expect(told).toEqual(
      Object.entries(settings).map(([name, { fallback, meaning }]) => [
        `\`${name}\``,
        fallback === "" ? "" : `\`${fallback}\``,
        meaning.replaceAll("|", "\\|")
      ])
    )
  })

  it("list every test card", () => {
    for (const { number } of testCards) expect(pageOf("docs/api.md")).toContain(number)
  })

  it("show who may import whom, as scripts/packages.ts says it", () => {
    const packages = readdirSync(path.join(root, "packages"))
    const table = pageOf("ARCHITECTURE.md").split("<!-- arrows -->")[1]!.split("\n").filter((line) =>
      line.startsWith("| `")
    )
    expect(Object.fromEntries(table.map((line) => {
      const [own, others] = row(line)
      return [own!.replaceAll("`", ""), [...others!.matchAll(/`([^`]+)`/g)].map((match) => match[1])]
    }))).toEqual(Object.fromEntries(
      packages.map((own) => [own, importable(own)])
    ))
  })

  it("name the demo credentials", () => {
    for (const { id, secret } of clients) expect(configuration).toContain(`\`${id}\` / \`${secret}\``)
  })
})

describe.skipIf(!hasCurl)("the page for developers", () => {
  const { folder, host } = useReader()

  it("has commands that buy something", async () => {
    const page = await (await fetch(`http://${host()}/developers`)).text()
    const shell = [...page.matchAll(/<pre[^>]*><code>(.*?)<\/code>/gs)].slice(0, 3).map(([, text]) =>
      text!.replaceAll("&quot;", "\"").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")
    )
    const [cart, checkout, order] = run(shell, host(), folder)
    expect(JSON.parse(cart!).items).toMatchObject([{ quantity: 2 }])
    expect(checkout).toMatch(/^\s*\{"sessionId":"cs_[^"]+","redirectUrl":"[^"]+","orderId":"ord_/)
    expect(order).toMatch(/confirmed\s*$/)
  })
})
