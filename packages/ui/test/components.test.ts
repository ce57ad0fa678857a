/** Every component on one page: what is text stays text, and a browser shows it on every screen in both schemes. */
import { policyOf } from "@beauty-store/ui/ContentSecurityPolicy"
import { render } from "@beauty-store/ui/Document"
import { make, site } from "@beauty-store/ui/Stylesheet"
import * as fc from "fast-check"
import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { describeWithBrowser } from "../../../test/browser-suite.ts"
import { faintText } from "../../../test/contrast.ts"
import { emptyPage, specimen } from "./specimen.tsx"

const tags = (page: string): ReadonlyArray<string> => page.match(/<(?:"[^"]*"|[^">])*>/g) ?? []
const shape = (page: string): string => tags(page).map((tag) => tag.replace(/"[^"]*"/g, "\"\"")).join("")

describe("every component", () => {
  it("takes whatever it is given for text", () => {
    const plain = [specimen, emptyPage].map((page) => shape(render(page("plain"))))
    expect(plain[0]).toContain("<form")
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const hostile = `${text}"><script>alert(1)</script><p onclick='x' &lt;`
      const pages = [specimen, emptyPage].map((page) => render(page(hostile)))
      expect(pages.map(shape)).toEqual(plain)
      for (const page of pages) expect(page).not.toContain("<script")
    }))
  })

  it("gives back the words that it was given, character for character", () => {
    const page = render(specimen("<b>\"Ömer's\" & co</b>"))
    expect(page).toContain("&lt;b>&quot;Ömer's&quot; &amp; co&lt;/b>")
  })

  it("has no script, no inline style, and nothing from elsewhere", () => {
    for (const page of [specimen, emptyPage].map((page) => render(page("x")))) {
      expect(page).toMatch(/^<!doctype html>\n<html lang="en">/)
      expect(page).not.toMatch(/<script|\sstyle="|\son\w+="|<iframe|url\(|@import|https?:\/\//)
    }
  })

  it("refers to ids that are there, each of them once", () => {
    const page = render(specimen("x"))
    const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const references = [...page.matchAll(/\s(?:for|aria-describedby|aria-labelledby)="([^"]*)"|href="#([^"]*)"/g)]
      .flatMap(([, names, anchor]) => (names ?? anchor)!.split(" "))
    expect(references.length).toBeGreaterThan(5)
    for (const id of references) expect(ids).toContain(id)
  })

  it("marks a personal page as such, and no other", () => {
    expect(render(specimen("x"))).toContain("<meta name=\"robots\" content=\"noindex, nofollow\"/>")
    expect(render(emptyPage("x"))).not.toContain("noindex")
  })
})

describe("a stylesheet", () => {
  it("is let in by the policy of its page, and no other is", () => {
    const style = /<style>([^]*)<\/style>/.exec(render(emptyPage("x")))![1]!
    expect(style).toBe(site.text)
    expect(policyOf(site)).toContain(`'sha256-${createHash("sha256").update(style).digest("base64")}'`)
    expect(policyOf(make("p{}"))).not.toContain(site.source)
  })

  it("lets forms go where it is told, and nowhere else", () => {
    expect(policyOf(site)).toContain("form-action 'none';")
    expect(policyOf(site, "'self'")).toContain("form-action 'self';")
  })
})

describeWithBrowser("in a browser, every component", (browser) => {
  const long = "Sehrlangesgesichtspflegeserum".repeat(4)

  it.each(
    [[320, "light"], [390, "light"], [390, "dark"], [768, "light"], [1280, "light"], [1280, "dark"]] as const
  )("fits and can be read at %i px, %s", async (width, colorScheme) => {
    const page = await browser().newPage({ viewport: { width, height: 844 }, colorScheme })
    for (const text of ["A name of usual length", long]) {
      for (const document of [specimen(text), emptyPage(text)]) {
        // The page as it is, but for the address that it would go on to.
        await page.setContent(render(document).replace(/<meta http-equiv[^>]*>/, ""))
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width)
        expect(await page.evaluate(faintText)).toEqual([])
      }
    }
    await page.close()
  })

  it("keeps an amount on the line of its words, on a phone too", async () => {
    const page = await browser().newPage({ viewport: { width: 320, height: 844 } })
    await page.setContent(render(specimen("Shipping")).replace(/<meta http-equiv[^>]*>/, ""))
    const offsets = await page.locator(".prices > div, .goods li").evaluateAll((rows) =>
      rows.map((row) => {
        const [words, amount] = [row.querySelector("dt, div")!, row.querySelector(".amount")!]
        const [one, other] = [words.getBoundingClientRect(), amount.getBoundingClientRect()]
        return other.top >= one.bottom || other.left < one.right || other.height > 40
      })
    )
    expect(offsets.length).toBeGreaterThan(3)
    expect(offsets).not.toContain(true)
    await page.close()
  })

  it("is reached by keyboard in the order of the page, the content first if wanted", async () => {
    const page = await browser().newPage({ viewport: { width: 390, height: 844 } })
    await page.setContent(render(emptyPage("Nothing here")))
    const visited: Array<unknown> = []
    for (let n = 0; n < 8; n++) {
      await page.keyboard.press("Tab")
      visited.push(await page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.textContent"))
    }
    expect(visited).toEqual([
      "Skip to the content",
      "Beauty Store",
      "Cart",
      "Search the shop",
      "Search",
      "Skincare",
      "Help",
      "To the shop"
    ])
    await page.close()
  })
})
