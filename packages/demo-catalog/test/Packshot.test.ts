import { catalogue } from "@beauty-store/demo-catalog/Catalogue"
import { contrast, legible } from "@beauty-store/demo-catalog/Colour"
import { packshot } from "@beauty-store/demo-catalog/Packshot"
import { describe, expect, it } from "vitest"

const shots = catalogue.brands.flatMap((brand) =>
  brand.products.map((product) => ({ brand, product, svg: packshot(product, brand) }))
)

/** A strict reading of the XML we write: balanced tags, quoted and unique attributes, known entities, nothing else. */
const faultOf = (xml: string): string | null => {
  const open: Array<string> = []
  const attribute = /\s+([a-zA-Z][\w:-]*)="([^"<]*)"/gy
  let index = 0
  let roots = 0
  const badText = (text: string) => text.replace(/&(amp|lt|gt|quot|#39);/g, "").match(/[&<]/) !== null
  while (index < xml.length) {
    const next = xml.indexOf("<", index)
    const text = xml.slice(index, next === -1 ? undefined : next)
    if (badText(text)) return `unescaped text: ${text}`
    if (open.length === 0 && text !== "") return `text outside the root: ${text}`
    if (next === -1) return "unclosed"
    const close = /<\/([a-zA-Z]+)>/y
    close.lastIndex = next
    const closed = close.exec(xml)
    if (closed !== null) {
      if (open.pop() !== closed[1]) return `closes ${closed[1]} unopened at ${next}`
      index = close.lastIndex
    } else {
      const start = /<([a-zA-Z]+)/y
      start.lastIndex = next
      const tag = start.exec(xml)
      if (tag === null) return `no tag at ${next}`
      if (open.length === 0 && roots++ > 0) return "two roots"
      const seen = new Set<string>()
      attribute.lastIndex = index = start.lastIndex
      for (let found = attribute.exec(xml); found !== null; found = attribute.exec(xml)) {
        if (seen.has(found[1]!)) return `${found[1]} twice in ${tag[1]}`
        if (badText(found[2]!)) return `unescaped attribute: ${found[2]}`
        seen.add(found[1]!)
        index = attribute.lastIndex
      }
      if (xml.startsWith("/>", index)) index += 2
      else if (xml[index] === ">") {
        open.push(tag[1]!)
        index += 1
      } else return `malformed ${tag[1]} at ${index}: ${xml.slice(index, index + 30)}`
    }
    if (open.length === 0 && index === xml.length) return null
  }
  return "unclosed"
}

describe("faultOf, the check itself", () => {
  it("accepts what is well-formed and names what is not", () => {
    expect(faultOf("<a b=\"1\"><c/>x &amp; y</a>")).toBeNull()
    for (
      const bad of [
        "<a>",
        "<a></b>",
        "<a b=1/>",
        "<a b=\"1\" b=\"2\"/>",
        "<a>&</a>",
        "<a>&nbsp;</a>",
        "<a/><b/>",
        "<a/>x"
      ]
    ) {
      expect(faultOf(bad), bad).not.toBeNull()
    }
  })
})

describe("packshots", () => {
  it.each(shots.map(({ product, svg }) => [product.id, svg] as const))(
    "%s is well-formed, small and whole",
    (_id, svg) => {
      expect(faultOf(svg)).toBeNull()
      expect(new TextEncoder().encode(svg).length).toBeLessThanOrEqual(8192)
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 800 800" role="img"/)
      expect(svg).not.toMatch(/NaN|undefined|null|Infinity|\[object/)
    }
  )

  it("fetch and run nothing, and refer only to what they define", () => {
    for (const { product, svg } of shots) {
      const rest = svg.replace("xmlns=\"http://www.w3.org/2000/svg\"", "")
      expect(rest, product.id).not.toMatch(
        /:\/\/|href|@import|@font-face|<script|<style|<image|<foreignObject|\son\w+=|data:/i
      )
      const defined = [...svg.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]!)
      const used = [...svg.matchAll(/url\(([^)]*)\)/g)].map((match) => match[1]!)
      expect(new Set(defined).size, product.id).toBe(defined.length)
      expect(used.filter((target) => !defined.includes(target.replace("#", ""))), product.id).toEqual([])
      expect(defined.filter((id) => !id.startsWith(`${product.id}-`)), product.id).toEqual([])
    }
  })

  it("say in words and on the label which brand, product and size they show", () => {
    const plain = (text: string) => text.toLowerCase().replace(/[\s\u00a0]+/g, " ")
    const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("'", "&#39;")
    for (const { brand, product, svg } of shots) {
      const printed = plain([...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map((match) => match[1]).join(" "))
      const size = product.size.unit === "pcs"
        ? `${product.size.value} piece`
        : `${product.size.value} ${product.size.unit}`
      expect(printed, product.id).toContain(plain(escaped(`${brand.name} ${product.name} ${size}`)))
      expect(svg).toMatch(
        new RegExp(`<title id="${product.id}-t">[^<]+</title><desc id="${product.id}-d">[^<]+</desc>`)
      )
      expect(svg).toContain(`aria-labelledby="${product.id}-t ${product.id}-d"`)
    }
  })

  it("escape whatever a name holds", () => {
    const { brand, product } = shots[0]!
    const hostile = { ...product, name: "A \"B\" <script>alert('1')</script> & C" }
    const svg = packshot(hostile, { ...brand, name: "</title><x>" })
    expect(faultOf(svg)).toBeNull()
    expect(svg).not.toContain("<script")
    expect(svg).not.toContain("<x>")
  })

  it("are the same bytes each time, and no two alike", () => {
    expect(shots.map(({ brand, product }) => packshot(product, brand))).toEqual(shots.map(({ svg }) => svg))
    const drawings = shots.map(({ product, svg }) => svg.replaceAll(product.id, ""))
    expect(new Set(drawings).size).toBe(shots.length)
  })

  it("keep every line of print inside the stage and no smaller than can be read", () => {
    for (const { product, svg } of shots) {
      for (const [, attributes] of svg.matchAll(/<text ([^>]*)>/g)) {
        const number = (name: string) => Number(new RegExp(`(?:^|\\s)${name}="([\\d.]+)"`).exec(attributes!)?.[1])
        const width = number("textLength")
        const left = number("x") - (attributes!.includes("middle") ? width / 2 : 0)
        expect(left, product.id).toBeGreaterThan(200)
        expect(left + width, product.id).toBeLessThan(600)
        expect(number("font-size"), product.id).toBeGreaterThanOrEqual(12)
      }
    }
  })
})

describe("legible", () => {
  it("keeps an ink that reads, and moves one that does not to a contrast of 4.5", () => {
    expect(legible("#20282a", "#fafbfa")).toBe("#20282a")
    for (const surface of ["#000000", "#d83a2f", "#808080", "#d9a683", "#ffffff"]) {
      expect(contrast(legible("#8e2419", surface), surface), surface).toBeGreaterThanOrEqual(4.4)
    }
  })
})
