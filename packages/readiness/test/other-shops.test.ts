/** What correct shops write otherwise than the fixture shop: the ends of their lines, their words, their JSON-LD. */
import { describe, expect, it } from "vitest"
import { type Answer, feed, FixtureShop, json, llms, page, robots, sitemap, text } from "./FixtureShop.ts"

const findings = async (shop: FixtureShop, ...ids: ReadonlyArray<string>) => {
  const { checks } = await shop.scan()
  return checks.filter(({ id }) => ids.includes(id)).map(({ evidence, id, status }) => [id, status, evidence])
}

const statuses = async (shop: FixtureShop, ...ids: ReadonlyArray<string>) =>
  (await findings(shop, ...ids)).map(([, status]) => status)

const notPassed = async (shop: FixtureShop) =>
  (await shop.scan()).checks.filter(({ status }) => status !== "pass").map(({ evidence, id }) => [id, evidence])

describe("lines end as they do on any system", () => {
  it.each([["Windows", "\r\n"], ["old Macs", "\r"]])("%s", async (_, end) => {
    const shop = new FixtureShop()
    const ended = (answer: Answer): Answer => ({ ...answer, body: answer.body.replaceAll("\n", end) })
    shop.answers.set("/llms.txt", ended(text(llms())))
    shop.answers.set("/robots.txt", ended(text(robots())))
    shop.answers.set("/sitemap.xml", ended(text(sitemap().replaceAll("><", ">\n<"), "application/xml")))
    shop.answers.set("/feed.jsonl", ended(feed()))
    shop.answers.set(
      "/.well-known/security.txt",
      ended(text("# Ours\nContact: mailto:s@shop.example\nExpires: 2040-01-01T00:00:00Z\n"))
    )
    const mcp = shop.answers.get("POST /mcp") as (request: object) => Answer
    shop.answers.set("POST /mcp", (request) => {
      const { body } = mcp(request)
      return ended(text(`event: message\ndata: ${body}\n\n`, "text/event-stream"))
    })
    expect(await notPassed(shop)).toEqual([])
  })

  it("a field of security.txt ends with its line", async () => {
    const shop = new FixtureShop()
    shop.answers.set("/.well-known/security.txt", text("Contact:\nExpires: 2040-01-01T00:00:00Z\n"))
    expect(await findings(shop, "security.contact")).toEqual([
      ["security.contact", "fail", "/.well-known/security.txt: it names no contact"]
    ])
    shop.answers.set("/.well-known/security.txt", text("Contact: mailto:s@shop.example\nExpires:\n2040\n"))
    expect(await findings(shop, "security.contact")).toEqual([
      ["security.contact", "fail", "It has no line `Expires:`."]
    ])
  })
})
