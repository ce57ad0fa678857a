/** `beauty-store client`, as an operator uses it: the first client of a shop, its next secret, and its end. */
import Database from "better-sqlite3"
import { describe, expect, it } from "vitest"
import { run } from "../src/shop/InitCommand.ts"
import { client, useFolder } from "./imports.ts"

const root = useFolder("clients")

/** The command on the shop of a folder. */
const inShop = (folder: string) => (...given: ReadonlyArray<string>) => client(...given, "--shop", folder)

const secretIn = (text: string): string => /: (\S{43})\n$/.exec(text)?.[1] ?? ""

describe("beauty-store client", () => {
  it("gives access, renews a secret and ends it, and shows each secret once", async () => {
    const folder = `${root}/shop`
    run(folder)
    const call = inShop(folder)
    expect(await call("list")).toEqual([0, "There is none.\n"])
    const [code, added] = await call("add", "warehouse", "--kind", "staff", "--scopes", "orders:read, orders:write")
    expect([code, added]).toEqual([0, expect.stringContaining("warehouse  staff  orders:read,orders:write\n")])
    const [, renewed] = await call("renew", "warehouse")
    expect(secretIn(added)).toHaveLength(43)
    expect(secretIn(renewed)).toHaveLength(43)
    expect(secretIn(renewed)).not.toBe(secretIn(added))
    const [, listed] = await call("list")
    expect(listed).toMatch(
      /^warehouse {2}staff {2}orders:read,orders:write {2}\(the secret before is accepted until \S+\)\n$/
    )
    expect(await call("remove", "warehouse")).toEqual([0, "warehouse has ended.\n"])
    expect(await call("list")).toEqual([0, "There is none.\n"])
    expect(await call("add", "warehouse", "--kind", "agent")).toEqual([1, "There is or was a client warehouse.\n"])
    const database = new Database(`${folder}/data/store.db`)
    expect(database.prepare("SELECT client, action, subject FROM staff_change ORDER BY id").all()).toEqual(
      ["create", "renew", "remove"].map((what) => (
        { client: "command:client", action: `client.${what}`, subject: "warehouse" }
      ))
    )
    database.close()
  })

  it("gives all scopes of a kind where none are named, and refuses others", async () => {
    const folder = `${root}/scopes`
    run(folder)
    const call = inShop(folder)
    expect((await call("add", "owner", "--kind", "staff"))[1]).toContain("clients:write,admin:read,admin:write")
    const [code, text] = await call("add", "till", "--kind", "agent", "--scopes", "refunds:write")
    expect([code, text]).toEqual([1, expect.stringContaining("scopes[0]")])
  })

  it.each([
    [["add", "x"], "--kind is staff or agent"],
    [["add", "--kind", "staff"], "Name one client"],
    [["renew", "x", "--overlap", "a day"], "--overlap is a whole number"],
    [["list", "x"], "Nothing is named here: x"],
    [["end", "x"], "usage: client add"],
    [[], "usage: client add"]
  ])("%j is refused with how it is used", async (given, words) => {
    const [code, text] = await client(...given)
    expect(code).toBe(2)
    expect(text).toContain(words)
    expect(text).toContain("usage: client add")
  })

  it("names a folder that has no shop", async () => {
    expect((await client("list", "--shop", `${root}/nowhere`))[0]).toBe(1)
  })
})
