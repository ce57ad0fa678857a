/**
 * Cinderfold: smoke and stone in scents and candles. Charcoal, typewriter labels, one ember line.
 * Invented, like every brand here: see `../DemoBrand.ts` for the meaning of each field.
 */
import { type DemoBrand, inci } from "../DemoBrand.ts"

export const cinderfold: DemoBrand = {
  id: "cinderfold",
  name: "Cinderfold",
  category: "fragrance",
  story: "Smoke, stone and ember, from a converted pottery outside Ghent.",
  look: {
    wall: ["#4a4643", "#2b2826"],
    floor: "#1f1c1b",
    stage: "plinth",
    stageColour: "#5a5450",
    shell: "#2a2624",
    finish: "matte",
    cap: "#171514",
    capFinish: "matte",
    paper: "#ded6cb",
    ink: "#231f1d",
    accent: "#d2622c",
    align: "start",
    ornament: "rule",
    brandType: {
      family: "ui-monospace, 'Courier New', monospace",
      weight: 700,
      style: "normal",
      letters: "upper",
      tracking: 0.14
    },
    nameType: {
      family: "ui-monospace, 'Courier New', monospace",
      weight: 400,
      style: "normal",
      letters: "as-written",
      tracking: 0
    }
  },
  products: [
    {
      id: "cinderfold-kiln-eau-de-parfum",
      name: "Kiln Eau de Parfum",
      description: "Hot clay, ember and the sweetness of singed cedar, with a streak of blood orange at the opening. " +
        "Dense at first, transparent after an hour. For people who like the smell of a workshop.",
      priceMinor: 12500,
      currency: "EUR",
      category: "fragrance",
      gtin: "2000010000104",
      size: { value: 50, unit: "ml" },
      ingredients: inci("Alcohol Denat., Parfum, Aqua, Limonene, Linalool, Eugenol, Coumarin, Citral, Isoeugenol"),
      hygieneSealed: false,
      onHand: 120,
      packshot: { container: "flacon", tint: "#a2542c" }
    },
    {
      id: "cinderfold-wet-slate-eau-de-parfum",
      name: "Wet Slate Eau de Parfum",
      description:
        "Rain on a hot roof: mineral ozone, vetiver and a trace of crushed ivy. Cool, quiet and dry to the " +
        "end. Wears well in heat and in shared offices.",
      priceMinor: 12500,
      currency: "EUR",
      category: "fragrance",
      gtin: "2000010000203",
      size: { value: 50, unit: "ml" },
      ingredients: inci("Alcohol Denat., Parfum, Aqua, Linalool, Limonene, Citronellol, Alpha-Isomethyl Ionone"),
      hygieneSealed: false,
      onHand: 130,
      packshot: { container: "flacon", tint: "#6c7a80" }
    },
    {
      id: "cinderfold-hearth-scented-candle",
      name: "Hearth Scented Candle",
      description:
        "Beeswax and rapeseed wax with smoked oak, clove and a little honey. Burns for about fifty hours in a " +
        "tumbler you will want to keep. Trim the wick to five millimetres before each lighting.",
      priceMinor: 4200,
      currency: "EUR",
      category: "fragrance",
      gtin: "2000010000302",
      size: { value: 220, unit: "g" },
      ingredients: [],
      hygieneSealed: false,
      onHand: 160,
      packshot: { container: "candle", tint: "#d9b48a" }
    },
    {
      id: "cinderfold-tinder-travel-candle",
      name: "Tinder Travel Candle",
      description:
        "The smoked oak of Hearth, brightened with pine resin, in a lidded tumbler for hotel rooms. Burns for " +
        "about eighteen hours. Lead-free cotton wick.",
      priceMinor: 1900,
      currency: "EUR",
      category: "fragrance",
      gtin: "2000010000401",
      size: { value: 70, unit: "g" },
      ingredients: [],
      hygieneSealed: false,
      onHand: 4,
      packshot: { container: "candle", tint: "#b99c86", scale: 0.74 }
    },
    {
      id: "cinderfold-ash-rose-perfume-oil",
      name: "Ash & Rose Perfume Oil",
      description:
        "Rose otto over birch tar and labdanum in a base of fractionated coconut oil, without alcohol. Dab a " +
        "drop on pulse points and wait; it unfolds slowly. Also good through the ends of long hair.",
      priceMinor: 6400,
      currency: "EUR",
      category: "fragrance",
      gtin: "2000010000500",
      size: { value: 10, unit: "ml" },
      ingredients: inci(
        `Caprylic/Capric Triglyceride, Parfum, Rosa Damascena Flower Oil, Tocopherol, Citronellol, Geraniol,
        Eugenol, Linalool, Farnesol`
      ),
      hygieneSealed: true,
      onHand: 0,
      packshot: { container: "dropper", tint: "#b8737a", scale: 0.72 }
    }
  ]
}
