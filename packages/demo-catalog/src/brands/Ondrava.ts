/**
 * Ondrava: bold colour in black lacquer. Pink stage, condensed capitals, one red bar.
 * Invented, like every brand here: see `../DemoBrand.ts` for the meaning of each field.
 */
import { type DemoBrand, inci } from "../DemoBrand.ts"

export const ondrava: DemoBrand = {
  id: "ondrava",
  name: "Ondrava",
  category: "make-up",
  story: "Colour with nerve: few shades, high pigment, nothing that needs a tutorial.",
  look: {
    wall: ["#f7d3da", "#eeb5c2"],
    floor: "#dd98a9",
    stage: "panels",
    stageColour: "#f2c2cd",
    shell: "#1b171f",
    finish: "gloss",
    cap: "#1b171f",
    capFinish: "gloss",
    paper: null,
    ink: "#fbeff1",
    accent: "#e2335a",
    align: "start",
    ornament: "block",
    brandType: {
      family: "'Avenir Next Condensed', 'Arial Narrow', Impact, sans-serif",
      weight: 700,
      style: "normal",
      letters: "upper",
      tracking: 0.12
    },
    nameType: {
      family: "'Avenir Next Condensed', 'Arial Narrow', Impact, sans-serif",
      weight: 400,
      style: "normal",
      letters: "as-written",
      tracking: 0.01
    }
  },
  products: [
    {
      id: "ondrava-matte-lipstick-signal-red",
      name: "Matte Lipstick Signal Red",
      description:
        "A true blue-based red that sets to a soft matte in one stroke and keeps its edge through dinner. The " +
        "bevelled bullet draws the line without a pencil. Comfortable thanks to jojoba and mango butter.",
      priceMinor: 2400,
      currency: "EUR",
      category: "make-up",
      gtin: "2000005000102",
      size: { value: 3.5, unit: "g" },
      ingredients: inci(`Ricinus Communis Seed Oil, Isododecane, Candelilla Cera, Silica, Mangifera Indica Seed Butter,
        Simmondsia Chinensis Seed Oil, Copernicia Cerifera Cera, Kaolin, Tocopherol, CI 15850, CI 45410,
        CI 77891, CI 77491`),
      hygieneSealed: true,
      onHand: 210,
      group: { id: "ondrava-matte-lipstick", name: "Matte Lipstick", variesBy: "shade", value: "Signal Red" },
      packshot: { container: "lipstick", tint: "#c8102e" }
    },
    {
      id: "ondrava-matte-lipstick-burnt-rose",
      name: "Matte Lipstick Burnt Rose",
      description:
        "A muted brick rose that suits bare skin as well as a smoky eye. Same velvet formula as Signal Red: " +
        "one stroke, soft matte, no dragging. Blot once for a stain.",
      priceMinor: 2400,
      currency: "EUR",
      category: "make-up",
      gtin: "2000005000201",
      size: { value: 3.5, unit: "g" },
      ingredients: inci(`Ricinus Communis Seed Oil, Isododecane, Candelilla Cera, Silica, Mangifera Indica Seed Butter,
        Simmondsia Chinensis Seed Oil, Copernicia Cerifera Cera, Kaolin, Tocopherol, CI 77491, CI 77891,
        CI 15850, CI 77499`),
      hygieneSealed: true,
      onHand: 190,
      group: { id: "ondrava-matte-lipstick", name: "Matte Lipstick", variesBy: "shade", value: "Burnt Rose" },
      packshot: { container: "lipstick", tint: "#a8545a" }
    },
    {
      id: "ondrava-big-bend-mascara",
      name: "Big Bend Mascara",
      description: "An hourglass brush loads every lash with deep carbon black, from the inner corner out. Builds to " +
        "three coats without flakes and comes off with warm water. Suits contact lens wearers.",
      priceMinor: 2200,
      currency: "EUR",
      category: "make-up",
      gtin: "2000005000300",
      size: { value: 10, unit: "ml" },
      ingredients: inci(`Aqua, Cera Alba, Copernicia Cerifera Cera, Stearic Acid, Acacia Senegal Gum, Glyceryl Stearate,
        Triethanolamine, Butylene Glycol, Palmitic Acid, Hydroxyethylcellulose, Panthenol, Tocopherol,
        Phenoxyethanol, Caprylyl Glycol, CI 77499, CI 77266`),
      hygieneSealed: true,
      onHand: 260,
      packshot: { container: "mascara", tint: "#15131a" }
    },
    {
      id: "ondrava-kohl-pencil-midnight",
      name: "Kohl Pencil Midnight",
      description:
        "A blue-black kohl that glides on creamy, gives you thirty seconds to smudge it and then stays. Soft " +
        "enough for the waterline. Sharpener in the cap.",
      priceMinor: 1400,
      currency: "EUR",
      category: "make-up",
      gtin: "2000005000409",
      size: { value: 1.2, unit: "g" },
      ingredients: inci(
        `Isododecane, Synthetic Wax, Hydrogenated Polyisobutene, Mica, Cera Microcristallina, Candelilla Cera,
        Silica, Tocopherol, Helianthus Annuus Seed Oil, CI 77499, CI 77510, CI 77007`
      ),
      hygieneSealed: true,
      onHand: 180,
      packshot: { container: "pencil", tint: "#1d2346" }
    },
    {
      id: "ondrava-eyeshadow-duo-copper-dusk",
      name: "Eyeshadow Duo Copper Dusk",
      description: "One satin copper, one matte dusk brown, pressed so that they pick up without fallout. Wear the " +
        "copper alone with a finger, or blend both for the evening. Mirror in the lid.",
      priceMinor: 2600,
      currency: "EUR",
      category: "make-up",
      gtin: "2000005000508",
      size: { value: 4, unit: "g" },
      ingredients: inci(`Mica, Silica, Caprylic/Capric Triglyceride, Zea Mays Starch, Magnesium Stearate, Squalane,
        Dimethicone, Tocopherol, Caprylyl Glycol, CI 77491, CI 77499, CI 77891, CI 77492`),
      hygieneSealed: true,
      onHand: 4,
      packshot: { container: "compact", tint: "#b5653a" }
    },
    {
      id: "ondrava-skin-tint-fluid-foundation",
      name: "Skin Tint Fluid Foundation",
      description: "A serum-thin foundation with a natural, slightly dewy finish and medium coverage where you add a " +
        "second layer. Shade 24 is a golden medium. Shake, dot, press in with fingers or a damp sponge.",
      priceMinor: 3400,
      currency: "EUR",
      category: "make-up",
      gtin: "2000005000607",
      size: { value: 30, unit: "ml" },
      ingredients: inci(`Aqua, Isododecane, Glycerin, Coco-Caprylate/Caprate, Polyglyceryl-3 Diisostearate, Propanediol,
        Silica, Squalane, Disteardimonium Hectorite, Sodium Hyaluronate, Sodium Chloride, Tocopherol,
        Phenoxyethanol, Ethylhexylglycerin, CI 77891, CI 77492, CI 77491, CI 77499`),
      hygieneSealed: true,
      onHand: 170,
      packshot: { container: "pump", tint: "#d7a27c", shell: "#d9a683", scale: 0.84 }
    },
    {
      id: "ondrava-pro-brush-set",
      name: "Pro Brush Set",
      description:
        "Five vegan brushes with brass ferrules: powder, cheek, crease, liner and lip. Dense, tapered fibres " +
        "that pick up colour and let go of it. Stands in its own recycled-aluminium cup; wash with mild soap.",
      priceMinor: 5900,
      currency: "EUR",
      category: "make-up",
      gtin: "2000005000706",
      size: { value: 5, unit: "pcs" },
      ingredients: [],
      hygieneSealed: false,
      onHand: 150,
      packshot: { container: "brushes", tint: "#23202b" }
    }
  ]
}
