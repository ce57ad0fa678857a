/**
 * The demo's brands and products as they are drawn: names and sizes from the table of goods, looks and packs from
 * `drawings.json`, in the order in which a catalogue page shows them.
 *
 * @since 1.0.0
 */
import type { BrandLook, DemoBrand, DemoProduct, PackDrawing } from "./DemoBrand.ts"
import { readText } from "./DemoShop.ts"

export type { DemoBrand, DemoProduct } from "./DemoBrand.ts"

const { looks, packs } = JSON.parse(readText("drawings.json")) as {
  readonly looks: Readonly<Record<string, BrandLook>>
  readonly packs: Readonly<Record<string, PackDrawing>>
}

interface Line {
  readonly id: string
  readonly name: string
  readonly brand: string
  readonly size?: number
  readonly unit?: DemoProduct["size"]["unit"]
}

const lines = readText("products.jsonl").trimEnd().split("\n").map((line) => JSON.parse(line) as Line)

export const catalogue: { readonly brands: ReadonlyArray<DemoBrand> } = {
  brands: Object.entries(looks).map(([name, look]) => ({
    name,
    look,
    products: lines.filter(({ brand }) => brand === name).map(({ id, name, size = 1, unit = "pcs" }) => ({
      id,
      name,
      size: { value: size, unit },
      packshot: packs[id]!
    }))
  }))
}
