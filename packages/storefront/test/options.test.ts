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

  const brand = async (): Promise<string> =>
    (await shop().request("GET", `/api/admin/products/${product(0)}`, {
      token: await shop().clientToken("demo-staff")
    })).json.brandId

  const stocked = async () => {
    const token = await shop().clientToken("demo-staff")
    const brandId = await brand()
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

  it("is found by its options, which facets count, and other names are refused", async () => {
    const idsOf = async (query: string) =>
      (await shop().get(`/api/products?brand=${await brand()}&${query}`)).json.data
        .map(({ id }: { readonly id: string }) => id).filter((id: string) => id.startsWith("grains"))
    expect(await idsOf("option=shade:Red")).toEqual(["grains-a", "grains-b"])
    expect(await idsOf("q=grains&option=Grind:Fine|size:50%20ml&sort=name")).toEqual(["grains-d", "grains-a"])
    expect([await idsOf("option=shade:Green"), await idsOf("option=shade:red")]).toEqual([[], []])
    const first = (await shop().get("/api/products?option=Grind:Fine&limit=2&sort=price")).json
    const next =
      (await shop().get(`/api/products?option=Grind:Fine&limit=2&sort=price&cursor=${first.nextCursor}`)).json
    expect([...first.data, ...next.data].map(({ id }) => id)).toEqual(["grains-a", "grains-b", "grains-d"])
    const { facets } = (await shop().get("/api/products?q=grains&option=size:50%20ml&facets=true&brand=none")).json
    expect([facets.total, facets.options]).toEqual([0, [{ name: "size", values: [{ value: "50 ml", count: 0 }] }]])
    const counted =
      (await shop().get(`/api/products?option=size:50%20ml&facets=true&brand=${await brand()}`)).json.facets
    expect(counted.total).toBe(2)
    expect(counted.brands).toEqual([expect.objectContaining({ count: 2 })])
    expect(counted.options).toEqual([
      { name: "size", values: [{ value: "100 ml", count: 2 }, { value: "50 ml", count: 2 }] },
      { name: "Grind", values: [{ value: "Fine", count: 2 }] },
      { name: "shade", values: [{ value: "Blue", count: 1 }, { value: "Red", count: 1 }] }
    ])
    for (const wrong of ["colour:Red", "shade", "shade:Red|shade:Blue", "a:1|b:2|c:3|d:4", ""]) {
      const { json, status } = await shop().get(`/api/products?option=${encodeURIComponent(wrong)}`)
      expect([status, json.errors?.map(({ pointer }: any) => pointer)], wrong).toEqual([400, ["option"]])
    }
  })

  it("narrows pages by its options, each a link that keeps the others", async () => {
    const text = (await shop().get(`/search?q=grains&option=shade:Blue`)).text
    expect(text).toMatch(/<h2 id="facet-option-\d">Size<\/h2>/)
    expect(text).toContain("option=shade%3ABlue%7CGrind%3ACoarse")
    expect(text).toMatch(/<a href="\/search\?q=grains" rel="nofollow" aria-current="true">Blue <small>1<\/small>/)
    expect(text).toContain("<input type=\"hidden\" name=\"option\" value=\"shade:Blue\"/>")
    expect((await shop().get("/products?option=none:x&category=none", { headers: { accept: "text/html" } })).status)
      .toBe(200)
    expect((await shop().get("/products?option=shade:Blue")).text.match(/<li class="product/g)).toHaveLength(1)
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
