/** The command line of the packed program: what it does is asked for, and nothing else opens a shop. */
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { asked, usage } from "../src/CommandLine.ts"

const program = new URL("../src/main.ts", import.meta.url).href
const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))

describe("a command line", () => {
  it.each<readonly [ReadonlyArray<string>, object]>([
    [["scan", "https://shop.example", "--json", "x"], { _tag: "Scan", given: ["https://shop.example", "--json", "x"] }],
    [["scan", "--help"], { _tag: "Scan", given: ["--help"] }],
    [["init", "my-shop"], { _tag: "Init", folder: "my-shop" }],
    [["init", "x", "--languages", "de,en"], { _tag: "Init", folder: "x", languages: ["de", "en"] }],
    [["start", "--shop", "my-shop"], { _tag: "Start", folder: "my-shop" }],
    [["client", "list"], { _tag: "Client", given: ["list"] }],
    [["export", "goods.csv"], { _tag: "Export", given: ["goods.csv"] }],
    [["import", "goods.csv", "--dry-run"], { _tag: "Import", given: ["goods.csv", "--dry-run"] }],
    [["--help"], { _tag: "Say", text: usage, exitCode: 0 }],
    [["-h"], { _tag: "Say", text: usage, exitCode: 0 }],
    [["--version"], { _tag: "Say", text: version, exitCode: 0 }]
  ])("%j is understood", (given, what) => expect(asked(given, program)).toEqual(what))

  it("tells the version of the package wherever its program is, and that it is unknown outside", () => {
    const at = (path: string) => asked(["--version"], new URL(path, import.meta.url).href)
    expect(at("../dist/bin/server.mjs")).toMatchObject({ text: version })
    expect(at("../../../dist/server.mjs")).toMatchObject({ text: expect.stringMatching(/^\d+\.\d+\.\d+/) })
    expect(at("file:///server.mjs")).toMatchObject({ text: expect.stringContaining("unknown"), exitCode: 0 })
  })

  it.each([
    ["scna", "http://localhost:3000"],
    ["audit", "sqlite:x"],
    ["--chek"],
    ["--help", "me"],
    ["init"],
    ["init", "--help"],
    ["init", "x", "--language", "de"],
    ["start"],
    ["start", "my-shop"],
    [""],
    ["\u001b[2J\n"]
  ])("%j %j is refused in one line that says what there is", (...given) => {
    const what = asked(given.filter((word) => word !== undefined), program)
    expect(what).toMatchObject({ _tag: "Say", exitCode: 2 })
    expect("text" in what && what.text).toMatch(
      /^[^\n\p{Cc}]*: not understood\. There are: .*scan <address>; --help; --version\.$/u
    )
  })
})
