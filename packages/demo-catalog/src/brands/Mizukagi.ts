/**
 * Mizukagi: layered care around rice, camellia and tea. Celadon and blond wood, wide-set capitals, one vermilion
 * dot.
 * Invented, like every brand here: see `../DemoBrand.ts` for the meaning of each field.
 */
import { type DemoBrand, inci } from "../DemoBrand.ts"

export const mizukagi: DemoBrand = {
  id: "mizukagi",
  name: "Mizukagi",
  category: "skincare",
  story: "Quiet layers for an unhurried evening: rice, camellia, green tea, and water above all.",
  look: {
    wall: ["#eef2ea", "#dde6da"],
    floor: "#cad6c8",
    stage: "disc",
    stageColour: "#f7f8f1",
    shell: "#f4f5ef",
    finish: "gloss",
    cap: "#d8c3a0",
    capFinish: "matte",
    paper: null,
    ink: "#35463d",
    accent: "#a94b3f",
    align: "middle",
    ornament: "dot",
    brandType: {
      family: "Optima, Candara, 'Gill Sans', sans-serif",
      weight: 400,
      style: "normal",
      letters: "upper",
      tracking: 0.34
    },
    nameType: {
      family: "Optima, Candara, 'Gill Sans', sans-serif",
      weight: 400,
      style: "normal",
      letters: "as-written",
      tracking: 0.01
    }
  },
  products: [
    {
      id: "mizukagi-rice-water-essence",
      name: "Rice Water Essence",
      description: "A slightly viscous essence of fermented rice and 4 % niacinamide, patted in with the palms after " +
        "cleansing. It leaves a soft, dewy finish and makes the next layer spread further. Lightly milky, " +
        "without perfume.",
      priceMinor: 3200,
      currency: "EUR",
      category: "skincare",
      gtin: "2000002000105",
      size: { value: 150, unit: "ml" },
      ingredients: inci(`Saccharomyces/Rice Ferment Filtrate, Aqua, Butylene Glycol, Niacinamide, Glycerin,
        Oryza Sativa Bran Extract, Betaine, Sodium Hyaluronate, Xanthan Gum, 1,2-Hexanediol,
        Ethylhexylglycerin`),
      hygieneSealed: true,
      onHand: 160,
      packshot: { container: "bottle", tint: "#e8ece3" }
    },
    {
      id: "mizukagi-camellia-cleansing-oil",
      name: "Camellia Cleansing Oil",
      description: "A thin golden oil that melts sunscreen and long-wear mascara, then turns to milk with water and " +
        "rinses clean. Massage onto a dry face with dry hands. Scented faintly with yuzu peel.",
      priceMinor: 2800,
      currency: "EUR",
      category: "skincare",
      gtin: "2000002000204",
      size: { value: 200, unit: "ml" },
      ingredients: inci(`Caprylic/Capric Triglyceride, Camellia Japonica Seed Oil, Polyglyceryl-4 Oleate,
        Oryza Sativa Bran Oil, Sorbeth-30 Tetraoleate, Squalane, Tocopherol, Citrus Junos Peel Oil, Limonene`),
      hygieneSealed: true,
      onHand: 190,
      packshot: { container: "pump", tint: "#e9cf8e" }
    },
    {
      id: "mizukagi-water-veil-sun-milk-spf-50",
      name: "Water Veil Sun Milk SPF 50",
      description:
        "A fluid, shake-before-use sun milk that dries to a weightless, non-sticky veil. Broad UVA and UVB " +
        "protection, no white cast, comfortable under make-up. Apply generously and renew every two hours.",
      priceMinor: 2600,
      currency: "EUR",
      category: "skincare",
      gtin: "2000002000303",
      size: { value: 60, unit: "ml" },
      ingredients: inci(`Aqua, Diethylamino Hydroxybenzoyl Hexyl Benzoate, Alcohol Denat., Ethylhexyl Triazone,
        Dibutyl Adipate, Bis-Ethylhexyloxyphenol Methoxyphenyl Triazine, Glycerin, Silica,
        Polyglyceryl-6 Polyricinoleate, Disteardimonium Hectorite, Camellia Sinensis Leaf Extract,
        Sodium Chloride, Tocopherol, Phenoxyethanol`),
      hygieneSealed: true,
      onHand: 220,
      packshot: { container: "bottle", tint: "#dcebf0", scale: 0.82 }
    },
    {
      id: "mizukagi-matcha-clay-mask",
      name: "Matcha Clay Mask",
      description:
        "A whipped kaolin mask with stone-ground green tea that draws off excess oil in eight minutes without " +
        "setting hard. Rinse with warm water while it is still slightly damp. For oily and combination skin, " +
        "once a week.",
      priceMinor: 2400,
      currency: "EUR",
      category: "skincare",
      gtin: "2000002000402",
      size: { value: 100, unit: "g" },
      ingredients: inci(`Aqua, Kaolin, Glycerin, Camellia Sinensis Leaf Powder, Bentonite, Butylene Glycol,
        Oryza Sativa Starch, Squalane, Camellia Sinensis Leaf Extract, Xanthan Gum, 1,2-Hexanediol,
        Ethylhexylglycerin, Citric Acid`),
      hygieneSealed: true,
      onHand: 140,
      packshot: { container: "jar", tint: "#a9b88a" }
    },
    {
      id: "mizukagi-silk-sheet-masks",
      name: "Silk Sheet Masks",
      description:
        "Five biocellulose-fine masks, each soaked in 25 ml of silk protein and hyaluronic serum. Leave on " +
        "for fifteen minutes, then press what is left into neck and hands. Good before an evening out or " +
        "after a flight.",
      priceMinor: 1500,
      currency: "EUR",
      category: "skincare",
      gtin: "2000002000501",
      size: { value: 5, unit: "pcs" },
      ingredients: inci(`Aqua, Glycerin, Butylene Glycol, Hydrolyzed Silk, Sodium Hyaluronate, Trehalose,
        Centella Asiatica Extract, Allantoin, Panthenol, Carbomer, Arginine, 1,2-Hexanediol,
        Ethylhexylglycerin`),
      hygieneSealed: true,
      onHand: 170,
      packshot: { container: "sachet", tint: "#e3dfe8" }
    },
    {
      id: "mizukagi-jade-gua-sha",
      name: "Jade Gua Sha",
      description:
        "A hand-cut nephrite plate with one notched and one curved edge for cheekbone, jaw and neck. Glide it " +
        "over a few drops of facial oil and keep it in the fridge for a cool start to the day. Comes in a " +
        "linen pouch.",
      priceMinor: 2900,
      currency: "EUR",
      category: "skincare",
      gtin: "2000002000600",
      size: { value: 1, unit: "pcs" },
      ingredients: [],
      hygieneSealed: false,
      onHand: 3,
      packshot: { container: "stone", tint: "#9dbfa3" }
    }
  ]
}
