/**
 * Atelier Sévrande: French perfumery. Lilac grey light through a window, clear glass, gilt caps, paper label.
 * Invented, like every brand here: see `../DemoBrand.ts` for the meaning of each field.
 */
import { type DemoBrand, inci } from "../DemoBrand.ts"

export const atelierSevrande: DemoBrand = {
  id: "atelier-sevrande",
  name: "Atelier Sévrande",
  category: "fragrance",
  story: "Perfumes composed in Nantes, a few materials each, all of them legible.",
  look: {
    wall: ["#e9e6ee", "#d3cedd"],
    floor: "#bcb5c9",
    stage: "window",
    stageColour: "#f3f1f6",
    shell: "#f0edf4",
    finish: "glass",
    cap: "#b99f6b",
    capFinish: "metal",
    paper: "#fbfaf7",
    ink: "#3a3346",
    accent: "#b99f6b",
    align: "middle",
    ornament: "rule",
    brandType: {
      family: "Didot, 'Bodoni MT', 'Times New Roman', serif",
      weight: 400,
      style: "normal",
      letters: "upper",
      tracking: 0.18
    },
    nameType: {
      family: "Didot, 'Bodoni MT', 'Times New Roman', serif",
      weight: 400,
      style: "italic",
      letters: "as-written",
      tracking: 0
    }
  },
  products: [
    {
      id: "atelier-sevrande-rose-cendree-eau-de-parfum",
      name: "Rose Cendrée Eau de Parfum",
      description:
        "A dry, smoky rose: pink pepper first, then Turkish rose absolute over incense and guaiac wood. Stays " +
        "close to the skin for most of a day. Suits wool, leather and evenings in October.",
      priceMinor: 9800,
      currency: "EUR",
      category: "fragrance",
      gtin: "2000009000108",
      size: { value: 50, unit: "ml" },
      ingredients: inci(
        `Alcohol Denat., Parfum, Aqua, Citronellol, Geraniol, Linalool, Limonene, Eugenol, Coumarin, Citral,
        Farnesol`
      ),
      hygieneSealed: false,
      onHand: 140,
      packshot: { container: "flacon", tint: "#d8a9ae" }
    },
    {
      id: "atelier-sevrande-figue-blanche-eau-de-parfum",
      name: "Figue Blanche Eau de Parfum",
      description:
        "Green fig leaf, milky sap and sun-warmed bark, with a salty skin accord underneath. Fresh without " +
        "being sporty. Two sprays last from breakfast to late afternoon.",
      priceMinor: 9800,
      currency: "EUR",
      category: "fragrance",
      gtin: "2000009000207",
      size: { value: 50, unit: "ml" },
      ingredients: inci(
        "Alcohol Denat., Parfum, Aqua, Linalool, Limonene, Hexyl Cinnamal, Coumarin, Citral, Benzyl Benzoate"
      ),
      hygieneSealed: false,
      onHand: 150,
      packshot: { container: "flacon", tint: "#bccf9f" }
    },
    {
      id: "atelier-sevrande-iris-de-craie-extrait",
      name: "Iris de Craie Extrait",
      description: "Orris butter at a rare concentration, powder-cool and faintly carroty, laid over cedar and white " +
        "musk. Poured and numbered in small batches. Dab or spray on the wrists; it carries further than it " +
        "seems.",
      priceMinor: 16500,
      currency: "EUR",
      category: "fragrance",
      gtin: "2000009000306",
      size: { value: 30, unit: "ml" },
      ingredients: inci(`Alcohol Denat., Parfum, Aqua, Alpha-Isomethyl Ionone, Linalool, Benzyl Salicylate, Coumarin,
        Citronellol`),
      hygieneSealed: false,
      onHand: 100,
      packshot: { container: "flacon", tint: "#c9c2dc", scale: 0.88 }
    },
    {
      id: "atelier-sevrande-discovery-set",
      name: "Discovery Set",
      description:
        "Five 2 ml sprays of the house's eaux de parfum, with a card for notes and a voucher for the first " +
        "full bottle. Wear each for a full day before you decide. Fits through a letter box.",
      priceMinor: 3200,
      currency: "EUR",
      category: "fragrance",
      gtin: "2000009000405",
      size: { value: 5, unit: "pcs" },
      ingredients: inci(
        `Alcohol Denat., Parfum, Aqua, Linalool, Limonene, Citronellol, Geraniol, Coumarin, Hexyl Cinnamal,
        Citral`
      ),
      hygieneSealed: false,
      onHand: 220,
      packshot: { container: "vials", tint: "#c7bcd6" }
    },
    {
      id: "atelier-sevrande-creme-parfumee-figue-blanche",
      name: "Crème Parfumée Figue Blanche",
      description:
        "A light, quick-drying body crème carrying the fig leaf accord of the eau de parfum. Worn alone it is " +
        "a whisper; under the scent it adds hours. With shea and sweet almond oil.",
      priceMinor: 4600,
      currency: "EUR",
      category: "body",
      gtin: "2000009000504",
      size: { value: 200, unit: "ml" },
      ingredients: inci(`Aqua, Glycerin, Prunus Amygdalus Dulcis Oil, Butyrospermum Parkii Butter, Cetearyl Alcohol,
        Glyceryl Stearate Citrate, Parfum, Tocopherol, Xanthan Gum, Phenoxyethanol, Ethylhexylglycerin,
        Linalool, Limonene, Hexyl Cinnamal, Coumarin`),
      hygieneSealed: true,
      onHand: 130,
      packshot: { container: "tube", tint: "#c9d6b4" }
    },
    {
      id: "atelier-sevrande-rose-cendree-travel-spray",
      name: "Rose Cendrée Travel Spray",
      description:
        "The smoky rose in a lacquered metal pen that goes through airport security and fits an evening bag. " +
        "About 120 sprays. The glass vial inside can be refilled from the 50 ml flacon.",
      priceMinor: 3900,
      currency: "EUR",
      category: "fragrance",
      gtin: "2000009000603",
      size: { value: 10, unit: "ml" },
      ingredients: inci(
        `Alcohol Denat., Parfum, Aqua, Citronellol, Geraniol, Linalool, Limonene, Eugenol, Coumarin, Citral,
        Farnesol`
      ),
      hygieneSealed: false,
      onHand: 0,
      packshot: { container: "mascara", tint: "#c98d95", shell: "#6f6480" }
    }
  ]
}
