/**
 * How the demo's brands and products are drawn. A look belongs to the brand (palette, finish, lettering); a product has
 * only its container and its colour. Brands, products and article numbers are invented.
 */

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
  readonly size: { readonly value: number; readonly unit: "ml" | "g" | "pcs" }
  readonly packshot: PackDrawing
}

export interface DemoBrand {
  readonly name: string
  readonly look: BrandLook
  readonly products: ReadonlyArray<DemoProduct>
}
