/** Pages that a shop wrote itself: which files are pages, in which languages, and that nothing in them is a program. */
import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"
import { type PageFile, read } from "../src/shop/ShopPages.ts"

const both = ["en", "de"] as const
const page = (name: string, text = "# Title\n\nWords."): PageFile => ({ name, text })
const pagesOf = (...files: ReadonlyArray<PageFile>) => Either.getOrThrow(read(files, both))
const faultsOf = (...files: ReadonlyArray<PageFile>) =>
  Either.getOrThrow(Either.flip(read(files, both))).map(({ file, words }) => `${file} ${words.split(":")[0]}`)

describe("the pages of a shop", () => {
  it("are in all languages by one file, or in each by its own", () => {
    expect(pagesOf(page("care.md", "\uFEFF# Care  \r\n\r\n- one\r\n- two\r\n"))).toEqual([
      { name: "care", title: "Care", html: "<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n" }
    ])
    expect(pagesOf(page("b.md"), page("a.de.md", "# Wir"), page("a.en.md", "# We\n"))).toEqual([
      { name: "a", title: { en: "We", de: "Wir" }, html: { en: "", de: "" } },
      { name: "b", title: "Title", html: "<p>Words.</p>\n" }
    ])
    expect(pagesOf(page("a.md", "# We"), page("a.de.md", "# Wir"))[0]!.title).toEqual({ en: "We", de: "Wir" })
    expect(pagesOf()).toEqual([])
  })

  it("have headings, links and tables, and nothing that runs or loads", () => {
    const [{ html }] = pagesOf(page(
      "a.md",
      "# T\n\n## Sizes\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n[in](/products) <script>alert(1)</script> "
        + "[x](javascript:alert(1)) ![p](https://evil.example/p.png) <img src=x onerror=y>"
    )) as unknown as readonly [{ readonly html: string }]
    expect(html).toContain("<h2>Sizes</h2>")
    expect(html).toContain("<td>2</td>")
    expect(html).toContain("<a href=\"/products\">in</a>")
    expect(html).not.toMatch(/<script|<img|href="javascript|evil|!/)
  })

  it("are named each by what is wrong with it", () => {
    const wrong = [page("About us.md"), page("a.fr.md"), page("a.txt"), page("b.md", "No title"), page("c.de.md")]
    expect(faultsOf(...wrong)).toEqual([
      "About us.md is no page",
      "a.fr.md is no page",
      "a.txt is no page",
      "b.md begins with no title",
      "c.en.md is missing"
    ])
    expect(faultsOf(page("b.md", ""), page("d.md", `# ${"x".repeat(121)}`))).toHaveLength(2)
  })
})
