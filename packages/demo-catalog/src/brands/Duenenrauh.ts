/**
 * Dünenrauh: North Sea body care. Sand below, pale sky above, signal-box blue caps.
 * Invented, like every brand here: see `../DemoBrand.ts` for the meaning of each field.
 */
import { type DemoBrand, inci } from "../DemoBrand.ts"

export const duenenrauh: DemoBrand = {
  id: "duenenrauh",
  name: "Dünenrauh",
  category: "body",
  story: "Body care from an island without cars: sea salt, sea buckthorn, kelp and strong wind.",
  look: {
    wall: ["#e4edf0", "#cfdfe4"],
    floor: "#dccfb4",
    stage: "dune",
    stageColour: "#e9dfc8",
    shell: "#f5f2ea",
    finish: "matte",
    cap: "#3f6272",
    capFinish: "matte",
    paper: null,
    ink: "#24434f",
    accent: "#d98a3a",
    align: "start",
    ornament: "rule",
    brandType: {
      family: "'Helvetica Neue', Arial, sans-serif",
      weight: 700,
      style: "normal",
      letters: "upper",
      tracking: 0.1
    },
    nameType: {
      family: "'Helvetica Neue', Arial, sans-serif",
      weight: 400,
      style: "normal",
      letters: "as-written",
      tracking: 0
    }
  },
  products: [
    {
      id: "duenenrauh-sea-salt-body-scrub",
      name: "Sea Salt Body Scrub",
      description:
        "North Sea salt in rapeseed and sea buckthorn oil, coarse enough for elbows and soles. Massage onto " +
        "damp skin and rinse; a thin, soft film stays behind. Go easy on freshly shaved legs.",
      priceMinor: 1890,
      currency: "EUR",
      category: "body",
      gtin: "2000011000103",
      size: { value: 250, unit: "g" },
      ingredients: inci(`Maris Sal, Brassica Campestris Seed Oil, Caprylic/Capric Triglyceride,
        Hippophae Rhamnoides Fruit Oil, Cera Alba, Silica, Tocopherol, Parfum, Limonene, Linalool`),
      hygieneSealed: true,
      onHand: 210,
      packshot: { container: "jar", tint: "#bcd0d4" }
    },
    {
      id: "duenenrauh-sea-buckthorn-body-lotion",
      name: "Sea Buckthorn Body Lotion",
      description: "An orange-tinged lotion with sea buckthorn and oat that drinks in within a minute and leaves no " +
        "shine. For shins and forearms in the heating season. Smells of tart berries and sand.",
      priceMinor: 1690,
      currency: "EUR",
      category: "body",
      gtin: "2000011000202",
      size: { value: 250, unit: "ml" },
      ingredients: inci(`Aqua, Glycerin, Brassica Campestris Seed Oil, Cetearyl Alcohol, Coco-Caprylate,
        Hippophae Rhamnoides Fruit Oil, Avena Sativa Kernel Oil, Glyceryl Stearate Citrate, Panthenol,
        Xanthan Gum, Parfum, Sodium Benzoate, Potassium Sorbate, Citric Acid, Limonene, Linalool`),
      hygieneSealed: true,
      onHand: 230,
      packshot: { container: "pump", tint: "#e7a04b" }
    },
    {
      id: "duenenrauh-kelp-shower-gel",
      name: "Kelp Shower Gel",
      description:
        "A clear green gel with bladderwrack and mild coconut surfactants that foams softly and rinses fast. " +
        "Scent of wet rope, mint and driftwood. For skin and short hair.",
      priceMinor: 890,
      currency: "EUR",
      category: "body",
      gtin: "2000011000301",
      size: { value: 300, unit: "ml" },
      ingredients: inci(`Aqua, Coco-Glucoside, Sodium Coco-Sulfate, Cocamidopropyl Betaine, Glycerin,
        Fucus Vesiculosus Extract, Mentha Piperita Oil, Sodium Chloride, Parfum, Citric Acid,
        Sodium Benzoate, Potassium Sorbate, Limonene, Linalool`),
      hygieneSealed: true,
      onHand: 310,
      packshot: { container: "bottle", tint: "#7fa08f" }
    },
    {
      id: "duenenrauh-storm-hand-cream",
      name: "Storm Hand Cream",
      description: "A thick, quickly absorbed cream of lanolin, glycerin and beeswax for hands that work outdoors. " +
        "Leaves grip, not grease, on tools and screens. A pea-sized amount is enough.",
      priceMinor: 1090,
      currency: "EUR",
      category: "body",
      gtin: "2000011000400",
      size: { value: 75, unit: "ml" },
      ingredients: inci(`Aqua, Glycerin, Lanolin, Cetearyl Alcohol, Caprylic/Capric Triglyceride, Cera Alba,
        Hippophae Rhamnoides Fruit Oil, Glyceryl Stearate Citrate, Panthenol, Allantoin, Xanthan Gum,
        Phenoxyethanol, Ethylhexylglycerin, Parfum, Limonene`),
      hygieneSealed: true,
      onHand: 260,
      packshot: { container: "tube", tint: "#8fa6b3" }
    },
    {
      id: "duenenrauh-deodorant-stick-driftwood",
      name: "Deodorant Stick Driftwood",
      description:
        "A smooth, aluminium-free stick with magnesium and corn starch that keeps underarms dry to the touch. " +
        "Juniper and bleached wood, discreet by lunchtime. Leaves no white marks once it has dried.",
      priceMinor: 1190,
      currency: "EUR",
      category: "body",
      gtin: "2000011000509",
      size: { value: 50, unit: "g" },
      ingredients: inci(`Caprylic/Capric Triglyceride, Zea Mays Starch, Helianthus Annuus Seed Cera, Cetearyl Alcohol,
        Magnesium Hydroxide, Butyrospermum Parkii Butter, Triethyl Citrate, Tocopherol, Parfum, Limonene,
        Linalool, Coumarin`),
      hygieneSealed: true,
      onHand: 190,
      packshot: { container: "stick", tint: "#a98f73" }
    },
    {
      id: "duenenrauh-shea-oat-body-butter",
      name: "Shea & Oat Body Butter",
      description:
        "Whipped shea with oat oil that melts on contact and lasts through the night. For heels, knees and " +
        "anything that rubs. Without perfume, so it suits those who wear their own.",
      priceMinor: 2290,
      currency: "EUR",
      category: "body",
      gtin: "2000011000608",
      size: { value: 200, unit: "ml" },
      ingredients: inci(`Butyrospermum Parkii Butter, Caprylic/Capric Triglyceride, Avena Sativa Kernel Oil,
        Brassica Campestris Seed Oil, Zea Mays Starch, Cetearyl Alcohol, Hippophae Rhamnoides Fruit Oil,
        Tocopherol`),
      hygieneSealed: true,
      onHand: 150,
      packshot: { container: "jar", tint: "#ece2cf" }
    }
  ]
}
