/**
 * Tarifenna: sun care for windy beaches. Midday yellow against Atlantic blue, round bold letters.
 * Invented, like every brand here: see `../DemoBrand.ts` for the meaning of each field.
 */
import { type DemoBrand, inci } from "../DemoBrand.ts"

export const tarifenna: DemoBrand = {
  id: "tarifenna",
  name: "Tarifenna",
  category: "skincare",
  story: "Sun care from the windiest beach in Europe, tested on people who kite, sail and forget to reapply.",
  look: {
    wall: ["#fff0cf", "#ffdca6"],
    floor: "#f6c987",
    stage: "disc",
    stageColour: "#ffc45e",
    shell: "#fff8ea",
    finish: "matte",
    cap: "#1f7f93",
    capFinish: "gloss",
    paper: null,
    ink: "#0f5768",
    accent: "#f2723c",
    align: "middle",
    ornament: "block",
    brandType: {
      family: "ui-rounded, 'Avenir Next', Verdana, sans-serif",
      weight: 700,
      style: "normal",
      letters: "lower",
      tracking: 0.02
    },
    nameType: {
      family: "ui-rounded, 'Avenir Next', Verdana, sans-serif",
      weight: 700,
      style: "normal",
      letters: "as-written",
      tracking: 0
    }
  },
  products: [
    {
      id: "tarifenna-invisible-sun-fluid-spf-50",
      name: "Invisible Sun Fluid SPF 50",
      description: "A featherlight face fluid for every day in the city or at sea. Goes on clear, stays put in light " +
        "sweat and does not sting around the eyes. Use two fingers' length for face and neck, and renew every " +
        "two hours.",
      priceMinor: 1890,
      currency: "EUR",
      category: "skincare",
      gtin: "2000004000103",
      size: { value: 50, unit: "ml" },
      ingredients: inci(`Aqua, Alcohol Denat., Diethylamino Hydroxybenzoyl Hexyl Benzoate, Dibutyl Adipate,
        Ethylhexyl Salicylate, Bis-Ethylhexyloxyphenol Methoxyphenyl Triazine, Ethylhexyl Triazone, Glycerin,
        Silica, Acrylates/C10-30 Alkyl Acrylate Crosspolymer, Tocopherol, Sodium Hydroxide, Caprylyl Glycol`),
      hygieneSealed: true,
      onHand: 280,
      packshot: { container: "tube", tint: "#ffd27a" }
    },
    {
      id: "tarifenna-family-sun-lotion-spf-50",
      name: "Family Sun Lotion SPF 50",
      description:
        "A water-resistant lotion in a bottle big enough for a weekend at the beach. It rubs in quickly, even " +
        "on wriggling arms, and rinses out of towels. Without perfume; apply 15 minutes before going out.",
      priceMinor: 2290,
      currency: "EUR",
      category: "skincare",
      gtin: "2000004000202",
      size: { value: 200, unit: "ml" },
      ingredients: inci(`Aqua, Dibutyl Adipate, Diethylamino Hydroxybenzoyl Hexyl Benzoate, Ethylhexyl Triazone,
        Bis-Ethylhexyloxyphenol Methoxyphenyl Triazine, Coco-Caprylate, Glycerin, Cetearyl Alcohol,
        Potassium Cetyl Phosphate, Panthenol, Tocopherol, Xanthan Gum, Sodium Stearoyl Glutamate,
        Caprylyl Glycol, Phenoxyethanol`),
      hygieneSealed: true,
      onHand: 300,
      packshot: { container: "bottle", tint: "#ffb35c" }
    },
    {
      id: "tarifenna-sun-stick-spf-50",
      name: "Sun Stick SPF 50",
      description:
        "A clear, solid stick for nose, ears, lips and shoulders that fits in a shorts pocket. Pass over each " +
        "place four times. Does not leak in hand luggage.",
      priceMinor: 1490,
      currency: "EUR",
      category: "skincare",
      gtin: "2000004000301",
      size: { value: 20, unit: "g" },
      ingredients: inci(`Caprylic/Capric Triglyceride, Dibutyl Adipate, Diethylamino Hydroxybenzoyl Hexyl Benzoate,
        Ethylhexyl Triazone, Synthetic Wax, Bis-Ethylhexyloxyphenol Methoxyphenyl Triazine,
        Ricinus Communis Seed Oil, Candelilla Cera, Silica, Cocos Nucifera Oil, Tocopherol`),
      hygieneSealed: true,
      onHand: 190,
      packshot: { container: "stick", tint: "#ff9d6b" }
    },
    {
      id: "tarifenna-after-sun-aloe-gel",
      name: "After Sun Aloe Gel",
      description:
        "A chilled-feeling gel of aloe juice and panthenol for skin that has had a long day outside. It dries " +
        "fast, so a T-shirt can follow within minutes. Keep it in the fridge in July.",
      priceMinor: 990,
      currency: "EUR",
      category: "skincare",
      gtin: "2000004000400",
      size: { value: 150, unit: "ml" },
      ingredients: inci(
        `Aloe Barbadensis Leaf Juice, Aqua, Glycerin, Alcohol Denat., Panthenol, Allantoin, Menthyl Lactate,
        Cucumis Sativus Fruit Extract, Carbomer, Sodium Hydroxide, Sodium Benzoate, Potassium Sorbate`
      ),
      hygieneSealed: true,
      onHand: 0,
      packshot: { container: "tube", tint: "#a9d8b4" }
    },
    {
      id: "tarifenna-salt-spray-for-beach-hair",
      name: "Salt Spray for Beach Hair",
      description:
        "Atlantic sea salt and a little agave nectar give limp lengths grip and loose waves. Spray into damp " +
        "hair, scrunch and let the wind do the rest. Smells of fig leaf and coconut water.",
      priceMinor: 1390,
      currency: "EUR",
      category: "hair",
      gtin: "2000004000509",
      size: { value: 150, unit: "ml" },
      ingredients: inci(
        `Aqua, Maris Sal, Alcohol Denat., Agave Tequilana Stem Extract, Glycerin, Panthenol, Polysorbate 20,
        Parfum, Sodium Benzoate, Potassium Sorbate, Citric Acid, Linalool, Limonene, Coumarin`
      ),
      hygieneSealed: false,
      onHand: 160,
      packshot: { container: "spray", tint: "#8fd0d6" }
    }
  ]
}
