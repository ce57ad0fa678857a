/**
 * Quillmere: country-salon hair care. Bottle green, cream paper labels, old-style serif capitals.
 * Invented, like every brand here: see `../DemoBrand.ts` for the meaning of each field.
 */
import { type DemoBrand, inci } from "../DemoBrand.ts"

export const quillmere: DemoBrand = {
  id: "quillmere",
  name: "Quillmere",
  category: "hair",
  story: "Hair care from a salon in Shropshire that has cut three generations of the same families.",
  look: {
    wall: ["#e6e8da", "#d0d5c0"],
    floor: "#bac1a8",
    stage: "window",
    stageColour: "#eceee2",
    shell: "#39493c",
    finish: "matte",
    cap: "#c9b27c",
    capFinish: "metal",
    paper: "#f4f0e1",
    ink: "#2c3a30",
    accent: "#9a7b3a",
    align: "middle",
    ornament: "frame",
    brandType: {
      family: "Garamond, 'Palatino Linotype', Palatino, serif",
      weight: 700,
      style: "normal",
      letters: "upper",
      tracking: 0.2
    },
    nameType: {
      family: "Garamond, 'Palatino Linotype', Palatino, serif",
      weight: 400,
      style: "normal",
      letters: "as-written",
      tracking: 0.01
    }
  },
  products: [
    {
      id: "quillmere-daily-shampoo-meadowfoam",
      name: "Daily Shampoo Meadowfoam",
      description:
        "A gentle everyday shampoo with meadowfoam oil and apple surfactants that cleans the scalp and leaves " +
        "lengths soft. Lathers well even in hard water. Scented with crushed nettle and bergamot.",
      priceMinor: 1600,
      currency: "EUR",
      category: "hair",
      gtin: "2000007000100",
      size: { value: 250, unit: "ml" },
      ingredients: inci(`Aqua, Sodium Cocoyl Apple Amino Acids, Coco-Glucoside, Cocamidopropyl Betaine, Glycerin,
        Limnanthes Alba Seed Oil, Urtica Dioica Leaf Extract, Panthenol,
        Guar Hydroxypropyltrimonium Chloride, Sodium Chloride, Parfum, Citric Acid, Sodium Benzoate,
        Potassium Sorbate, Limonene, Linalool`),
      hygieneSealed: true,
      onHand: 290,
      packshot: { container: "bottle", tint: "#b9c7a3" }
    },
    {
      id: "quillmere-daily-conditioner-meadowfoam",
      name: "Daily Conditioner Meadowfoam",
      description: "The counterpart to the shampoo: combs through at once, rinses out fast and adds no weight at the " +
        "roots. Meadowfoam oil keeps ends flexible. Leave in for a minute.",
      priceMinor: 1600,
      currency: "EUR",
      category: "hair",
      gtin: "2000007000209",
      size: { value: 250, unit: "ml" },
      ingredients: inci(`Aqua, Cetearyl Alcohol, Behentrimonium Methosulfate, Glycerin, Limnanthes Alba Seed Oil,
        Brassicyl Isoleucinate Esylate, Brassica Alcohol, Panthenol, Hydrolyzed Oat Protein, Parfum,
        Citric Acid, Sodium Benzoate, Potassium Sorbate, Limonene, Linalool`),
      hygieneSealed: true,
      onHand: 270,
      packshot: { container: "bottle", tint: "#d9d3b4" }
    },
    {
      id: "quillmere-argan-repair-mask",
      name: "Argan Repair Mask",
      description:
        "A thick, buttery mask of argan oil and oat protein for bleached, heat-styled or sea-worn lengths. " +
        "Comb through after shampoo and wait five minutes. Once a week is enough for most hair.",
      priceMinor: 2400,
      currency: "EUR",
      category: "hair",
      gtin: "2000007000308",
      size: { value: 200, unit: "ml" },
      ingredients: inci(`Aqua, Cetearyl Alcohol, Argania Spinosa Kernel Oil, Behentrimonium Chloride,
        Butyrospermum Parkii Butter, Hydrolyzed Oat Protein, Glycerin, Cetyl Esters, Panthenol, Tocopherol,
        Parfum, Citric Acid, Phenoxyethanol, Ethylhexylglycerin, Linalool, Coumarin`),
      hygieneSealed: true,
      onHand: 180,
      packshot: { container: "jar", tint: "#c99f62" }
    },
    {
      id: "quillmere-niacinamide-scalp-tonic",
      name: "Niacinamide Scalp Tonic",
      description:
        "A leave-in tonic with niacinamide, caffeine and rosemary water for a dry, tight-feeling scalp. Part " +
        "the hair, mist along the lines and massage for a minute. Not greasy, so it can be used before work.",
      priceMinor: 2200,
      currency: "EUR",
      category: "hair",
      gtin: "2000007000407",
      size: { value: 100, unit: "ml" },
      ingredients: inci(
        `Aqua, Alcohol Denat., Rosmarinus Officinalis Leaf Water, Niacinamide, Glycerin, Caffeine, Panthenol,
        Zinc PCA, Menthol, Polysorbate 20, Sodium Benzoate, Potassium Sorbate, Citric Acid, Limonene,
        Linalool`
      ),
      hygieneSealed: true,
      onHand: 150,
      packshot: { container: "spray", tint: "#a8c4bd" }
    },
    {
      id: "quillmere-curl-defining-creme",
      name: "Curl Defining Crème",
      description: "A slippery crème with flaxseed gel and shea that groups waves and curls without stiffness. Rake " +
        "through soaking-wet hair, scrunch, then air-dry or diffuse. Brushes out without flakes.",
      priceMinor: 1900,
      currency: "EUR",
      category: "hair",
      gtin: "2000007000506",
      size: { value: 150, unit: "ml" },
      ingredients: inci(
        `Aqua, Linum Usitatissimum Seed Extract, Cetearyl Alcohol, Glycerin, Butyrospermum Parkii Butter,
        Behentrimonium Methosulfate, Hydroxypropyl Starch Phosphate, Aloe Barbadensis Leaf Juice, Panthenol,
        Parfum, Citric Acid, Phenoxyethanol, Ethylhexylglycerin, Linalool, Hexyl Cinnamal`
      ),
      hygieneSealed: true,
      onHand: 170,
      packshot: { container: "tube", tint: "#c5b2c9" }
    },
    {
      id: "quillmere-beechwood-detangling-comb",
      name: "Beechwood Detangling Comb",
      description: "Wide, hand-rounded teeth of oiled beech that slide through wet hair without snagging. The short " +
        "handle fits a wash bag. Wipe dry after use and oil it twice a year.",
      priceMinor: 1450,
      currency: "EUR",
      category: "hair",
      gtin: "2000007000605",
      size: { value: 1, unit: "pcs" },
      ingredients: [],
      hygieneSealed: false,
      onHand: 5,
      packshot: { container: "comb", tint: "#c79a6b" }
    }
  ]
}
