/**
 * The shapes of the demo catalogue: a brand, its products, and how both are drawn.
 *
 * A look belongs to the brand (palette, finish, lettering); a product has only its container and its colour. All of it
 * is plain data, so that a seed, a test or a page may read it without running anything. Brands, products and article
 * numbers are invented. Nothing here knows the store's own tables or wire shapes.
 */

export type Category = "skincare" | "make-up" | "hair" | "fragrance" | "body"

export type Container =
  | "bottle"
  | "brushes"
  | "candle"
  | "comb"
  | "compact"
  | "dropper"
  | "flacon"
  | "glove"
  | "jar"
  | "lipstick"
  | "mascara"
  | "pencil"
  | "polish"
  | "pump"
  | "sachet"
  | "soap"
  | "spray"
  | "stick"
  | "stone"
  | "tube"
  | "vials"

/** How light falls on a surface. `glass` lets the tint of the content show through. */
export type Finish = "gloss" | "matte" | "metal" | "glass"

export interface PackDrawing {
  readonly container: Container
  /** The colour of the content, or of the shade that is sold: `#rrggbb`. */
  readonly tint: string
  /** Where a pack differs from its brand's usual shell and cap. */
  readonly shell?: string
  readonly cap?: string
  readonly finish?: Finish
  /** Size in the drawing relative to the container's usual size; default: 1. */
  readonly scale?: number
}

export interface TypeStyle {
  readonly family: string
  readonly weight: number
  readonly style: "normal" | "italic"
  readonly letters: "upper" | "lower" | "as-written"
  /** Extra space between letters, in em. */
  readonly tracking: number
}

export interface BrandLook {
  readonly wall: readonly [top: string, bottom: string]
  readonly floor: string
  readonly stage: "arch" | "disc" | "plinth" | "window" | "dune" | "panels"
  readonly stageColour: string
  readonly shell: string
  readonly finish: Finish
  readonly cap: string
  readonly capFinish: Exclude<Finish, "glass">
  /** The colour of a paper label, or null where the brand prints on the pack itself. */
  readonly paper: string | null
  readonly ink: string
  readonly accent: string
  readonly align: "start" | "middle"
  readonly ornament: "rule" | "dot" | "frame" | "block" | "none"
  readonly brandType: TypeStyle
  readonly nameType: TypeStyle
}

export interface DemoProduct {
  readonly id: string
  readonly name: string
  readonly description: string
  /** Euro cents, VAT included. */
  readonly priceMinor: number
  readonly currency: "EUR"
  readonly category: Category
  /** GTIN-13 of GS1's restricted 200 range, so that it never names somebody's real article. */
  readonly gtin: string
  readonly size: { readonly value: number; readonly unit: "ml" | "g" | "pcs" }
  /** INCI names in the order of the pack; empty for products that are not cosmetics. */
  readonly ingredients: ReadonlyArray<string>
  /** True where an opened pack may be refused as a return: directive 2011/83/EU, article 16(e). */
  readonly hygieneSealed: boolean
  readonly onHand: number
  /** The products that it is chosen from, as the shades of a lipstick. */
  readonly group?: {
    readonly id: string
    readonly name: string
    readonly variesBy: "shade" | "size" | "scent"
    readonly value: string
  }
  readonly packshot: PackDrawing
}

export interface DemoBrand {
  readonly id: string
  readonly name: string
  readonly category: Category
  readonly story?: string
  readonly look: BrandLook
  readonly products: ReadonlyArray<DemoProduct>
}

/** Reads a list as it is printed on a pack. A comma inside a name (`1,2-Hexanediol`) has no space after it. */
export const inci = (printed: string): ReadonlyArray<string> => printed.split(/,\s+/).map((name) => name.trim())
