/** Groups that differ by several options: their choice on pages, in both languages, and what feeds and data say. */
import { describe, expect, it } from "vitest"
import { product } from "../../../test/shop/products.ts"
import { useShop } from "../../../test/shop/server.ts"
import { done } from "../../../test/shop/shopper.ts"
import { dataIn } from "./visits.ts"

const shop = useShop()

describe("a group with three options", () => {
  const variants = [
    ["a", "Red|50 ml|Fine", "Rot|50 ml|fein", 3],
    ["b", "Red|100 ml|Fine", "Rot|100 ml|fein", 0],
    ["c", "Blue|100 ml|Coarse", "Blau|100 ml|grob", 3],
    ["d", "Blue|50 ml|Fine", "Blau|50 ml|fein", 3]
  ] as const

  const stocked = async () => {
    const token = await shop().clientToken("demo-staff")
    const { brandId } = (await shop().request("GET", `/api/admin/products/${product(0)}`, { token })).json
    for (const [id, value, german, onHand] of variants) {
      await done(
        shop().request("POST", "/api/admin/products", {
          token,
          body: {
            id: `grains-${id}`,
            brandId,
            name: `Grains ${value.replaceAll("|", " ")}`,
            description: "Grains.",
            price: 9.9,
            category: "skincare",
            group: { id: "grains", name: "Grains", variesBy: "shade|size|Grind", value },
            texts: { translations: { de: { variesBy: "shade|size|Mahlgrad", groupValue: german } } },
            onHand,
            attributes: { ingredients: "Silica" }
          }
        })
      )
    }
  }

  /** The rows of a page: what each is called, and of each link where it leads, its words, and how it is marked. */
  const rowsOf = (text: string) =>
    [...text.matchAll(/<nav class="choose"[\s\S]*?<\/nav>/g)].map(([nav]) => [
      /<h2[^>]*>(.*?)<\/h2>/.exec(nav)![1]!.replace(/<[^>]*>/g, ""),
      ...[...nav.matchAll(/<a href="[^"]*grains-(\w)"( aria-current="page")?>(.*?)<\/a>/g)]
        .map(([, id, current, words]) =>
          `${id}${current === undefined ? "" : "*"} ${words!.replace(/<small>/g, ": ").replace(/<[^>]*>/g, "")}`
        )
    ])

  it("has a row for each, whose values lead to the nearest product, and says what there is not", async () => {
    await stocked()
    expect(rowsOf((await shop().get("/products/grains-a")).text)).toEqual([
      ["Shade: Red", "a* Red", "d Blue"],
      ["Size: 50 ml", "a* 50 ml", "b 100 ml: Sold out"],
      ["Grind: Fine", "a* Fine", "c Coarse: Not in this combination"]
    ])
    expect(rowsOf((await shop().get("/de/products/grains-c")).text)).toEqual([
      ["Farbton: Blau", "b Rot: Nicht in dieser Kombination", "c* Blau"],
      ["Inhalt: 100 ml", "d 50 ml: Nicht in dieser Kombination", "c* 100 ml"],
      ["Mahlgrad: grob", "d fein: Nicht in dieser Kombination", "c* grob"]
    ])
  })

  it("is one entry of lists, and has what vocabularies know of it in feeds and data", async () => {
    const list = (await shop().get("/search?q=grains")).text
    expect([list.match(/href="\/products\/grains-/g)?.length, list.includes("<small>4 variants</small>")]).toEqual([
      1,
      true
    ])
    const [data, , group] = dataIn((await shop().get("/de/products/grains-c")).text)
    expect(data).toMatchObject({
      color: "Blau",
      size: "100 ml",
      additionalProperty: [{ "@type": "PropertyValue", name: "Mahlgrad", value: "grob" }]
    })
    expect(group.variesBy).toEqual(["https://schema.org/color", "https://schema.org/size"])
    const item = (await shop().get("/feeds/google.xml")).text.split("<item>").find((one) => one.includes("grains-c"))
    expect(item).toContain(
      "<g:item_group_id>grains</g:item_group_id><g:color>Blue</g:color><g:size>100 ml</g:size>"
    )
  })
})
