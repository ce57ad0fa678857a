/** The search of the API with all that may be asked for beside the products (docs/specification.md#search). */
import { describe, expect, it } from "vitest"
import { useShop } from "../../../test/shop/server.ts"

const store = useShop()
const search = async (query: string) => (await store().get(`/api/products?${query}`)).json

describe("a search", () => {
  it("that is misspelt finds what was meant, and names it", async () => {
    const found = await search("q=niacinamdie")
    expect(found.correctedQuery).toBe("niacinamide")
    expect(found.data.map(({ id }: any) => id)).toEqual(
      (await search("q=niacinamide")).data.map(({ id }: any) => id)
    )
    expect((await search("q=moistruiser+gel")).correctedQuery).toBe("moisturiser gel")
  })

  it("says nothing more than before where nothing more is asked for", async () => {
    for (const query of ["", "q=serum", "q=xyzzyq", "facets=false&suggestions=false"]) {
      expect(Object.keys(await search(query)), query).toEqual(["data", "nextCursor"])
    }
  })

  it("counts what each filter would find", async () => {
    const { data, facets } = await search("category=make-up&facets=true&limit=100")
    expect(facets.total).toBe(data.length)
    expect(facets.brands.map(({ name }: any) => name)).toEqual(["Ondrava", "Papavelle"])
    expect(facets.categories.length).toBe(5)
    for (const { count, maxPrice, minPrice } of facets.prices) {
      const within = data.filter(({ price }: any) => price >= minPrice && price <= (maxPrice ?? Infinity))
      expect(within.length).toBe(count)
      const query = `category=make-up&limit=100&minPrice=${minPrice}${maxPrice === null ? "" : `&maxPrice=${maxPrice}`}`
      expect((await search(query)).data.length).toBe(count)
    }
    expect(facets.inStock).toEqual([
      { inStock: true, count: data.filter(({ inStock }: any) => inStock).length },
      { inStock: false, count: data.filter(({ inStock }: any) => !inStock).length }
    ])
  })

  it("finds a category however its letters are written, page by page", async () => {
    for (const asked of ["Skincare", "SKINCARE", "Make-Up"]) {
      const first = await search(`category=${asked}&limit=2&facets=true`)
      const category = asked.toLowerCase()
      expect(first.data.map((one: any) => one.category)).toEqual([category, category])
      const second = await search(`category=${category}&limit=2&facets=true&cursor=${first.nextCursor}`)
      expect(second.data.length).toBe(2)
      expect(second.facets).toEqual(first.facets)
    }
  })

  it.each([
    ["makeup", "; is make-up meant?"],
    ["skin-care", "; is skincare meant?"],
    ["skincare,hair", ""],
    ["' OR 1=1 --", ""],
    ["%", ""]
  ])("refuses a category that there is not: %s", async (category, meant) => {
    const { json, status } = await store().get(`/api/products?category=${encodeURIComponent(category)}&facets=true`)
    expect(status).toBe(400)
    expect(json.errors).toEqual([{
      pointer: "category",
      detail: `must be one of skincare, make-up, hair, fragrance, body${meant}`,
      in: "query"
    }])
  })

  it("lists ways to finish the phrase", async () => {
    const { data, suggestions } = await search("q=lipst&suggestions=true&limit=3")
    expect(suggestions).toEqual(["lipstick"])
    expect(data.length).toBe(3)
    expect((await search("q=&suggestions=true")).suggestions).toEqual([])
  })

  it("lists the newest first, and refuses what it does not know", async () => {
    expect((await search("sort=newest")).data.length).toBe(20)
    const { json, status } = await store().get("/api/products?facets=1&suggestions=no&sort=oldest")
    expect(status).toBe(400)
    expect(json.errors.map(({ pointer }: any) => pointer)).toEqual(["sort", "facets", "suggestions"])
  })
})

describe("the feed", () => {
  it("says which shades are one product's", async () => {
    const { text } = await store().get("/acp/feed/products.jsonl")
    const grouped = text.trimEnd().split("\n").map((line) => JSON.parse(line)).filter(({ variants }) =>
      variants[0].variant_options.some(({ name }: any) => name === "item_group_id")
    )
    expect(grouped.map(({ id, variants: [{ variant_options }] }) => [id, ...variant_options.slice(1, 3)])).toEqual(
      ["Signal Red", "Burnt Rose"].map((shade) => [
        `ondrava-matte-lipstick-${shade.toLowerCase().replace(" ", "-")}`,
        { name: "Shade", value: shade },
        { name: "item_group_id", value: "ondrava-matte-lipstick" }
      ])
    )
  })
})
