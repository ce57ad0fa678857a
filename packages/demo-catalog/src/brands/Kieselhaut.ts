/**
 * Kieselhaut: short formulas with the percentage on the front, at pharmacy prices. Pebble grey, left-aligned
 * grotesque.
 * Invented, like every brand here: see `../DemoBrand.ts` for the meaning of each field.
 */
import { type DemoBrand, inci } from "../DemoBrand.ts"

export const kieselhaut: DemoBrand = {
  id: "kieselhaut",
  name: "Kieselhaut",
  category: "skincare",
  story: "A small laboratory in Leipzig that writes the percentage on the front and leaves perfume out.",
  look: {
    wall: ["#eef1f1", "#dfe4e4"],
    floor: "#cfd6d6",
    stage: "panels",
    stageColour: "#e3e8e8",
    shell: "#fafbfa",
    finish: "matte",
    cap: "#2c3436",
    capFinish: "matte",
    paper: null,
    ink: "#20282a",
    accent: "#5f7f86",
    align: "start",
    ornament: "rule",
    brandType: {
      family: "'Helvetica Neue', Arial, sans-serif",
      weight: 700,
      style: "normal",
      letters: "lower",
      tracking: -0.01
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
      id: "kieselhaut-niacinamide-serum-10",
      name: "Niacinamide Serum 10 %",
      description:
        "A clear, water-light serum with 10 % niacinamide and zinc PCA for skin that shines by noon. Two or " +
        "three drops after cleansing sink in within a minute and sit well under moisturiser and make-up. " +
        "Unscented.",
      priceMinor: 1490,
      currency: "EUR",
      category: "skincare",
      gtin: "2000001000106",
      size: { value: 30, unit: "ml" },
      ingredients: inci(
        `Aqua, Niacinamide, Glycerin, Pentylene Glycol, Zinc PCA, Sodium Hyaluronate, Allantoin, Xanthan Gum,
        Citric Acid, Phenoxyethanol, Ethylhexylglycerin`
      ),
      hygieneSealed: true,
      onHand: 240,
      packshot: { container: "dropper", tint: "#dfe6e4" }
    },
    {
      id: "kieselhaut-ceramide-barrier-cream",
      name: "Ceramide Barrier Cream",
      description: "A dense cream of ceramides, cholesterol and squalane that leaves dry cheeks supple rather than " +
        "greasy. A hazelnut-sized amount is enough for face and neck, morning and evening. Made without " +
        "fragrance.",
      priceMinor: 2490,
      currency: "EUR",
      category: "skincare",
      gtin: "2000001000205",
      size: { value: 50, unit: "ml" },
      ingredients: inci(`Aqua, Squalane, Glycerin, Caprylic/Capric Triglyceride, Cetearyl Alcohol,
        Butyrospermum Parkii Butter, Ceramide NP, Ceramide AP, Ceramide EOP, Cholesterol, Phytosphingosine,
        Sodium Lauroyl Lactylate, Panthenol, Carbomer, Tocopherol, Xanthan Gum, Phenoxyethanol,
        Ethylhexylglycerin`),
      hygieneSealed: true,
      onHand: 180,
      packshot: { container: "jar", tint: "#f0ece2" }
    },
    {
      id: "kieselhaut-oat-cleansing-gel",
      name: "Oat Cleansing Gel",
      description:
        "A low-foaming gel with mild sugar surfactants and oat extract that takes off the day without a tight " +
        "feeling afterwards. Massage onto damp skin and rinse. Gentle enough for twice a day.",
      priceMinor: 1190,
      currency: "EUR",
      category: "skincare",
      gtin: "2000001000304",
      size: { value: 200, unit: "ml" },
      ingredients: inci(`Aqua, Coco-Glucoside, Glycerin, Sodium Cocoyl Glutamate, Cocamidopropyl Betaine,
        Avena Sativa Kernel Extract, Panthenol, Xanthan Gum, Sodium Chloride, Citric Acid, Sodium Benzoate,
        Potassium Sorbate`),
      hygieneSealed: true,
      onHand: 320,
      packshot: { container: "pump", tint: "#cfd9d2" }
    },
    {
      id: "kieselhaut-hyaluron-gel-moisturiser",
      name: "Hyaluron Gel Moisturiser",
      description:
        "A cooling gel cream with three sizes of hyaluronic acid for normal and combination skin. It spreads " +
        "like water, dries without film and takes sunscreen well. Good in summer and in heated offices.",
      priceMinor: 1990,
      currency: "EUR",
      category: "skincare",
      gtin: "2000001000403",
      size: { value: 50, unit: "ml" },
      ingredients: inci(`Aqua, Glycerin, Propanediol, Sodium Hyaluronate, Hydrolyzed Hyaluronic Acid,
        Sodium Hyaluronate Crosspolymer, Betaine, Panthenol, Squalane, Carbomer, Sodium Hydroxide,
        Phenoxyethanol, Ethylhexylglycerin`),
      hygieneSealed: true,
      onHand: 210,
      packshot: { container: "tube", tint: "#bcd3dc" }
    },
    {
      id: "kieselhaut-azelaic-acid-lotion-8",
      name: "Azelaic Acid Lotion 8 %",
      description:
        "A silky, non-pilling lotion with 8 % azelaic acid for uneven tone and a rough surface. Start every " +
        "other evening and follow with a plain moisturiser. Wear sunscreen during the day.",
      priceMinor: 1890,
      currency: "EUR",
      category: "skincare",
      gtin: "2000001000502",
      size: { value: 30, unit: "ml" },
      ingredients: inci(
        `Aqua, Azelaic Acid, Propanediol, Caprylic/Capric Triglyceride, Glycerin, Cetearyl Alcohol, Squalane,
        Glyceryl Stearate, PEG-100 Stearate, Bisabolol, Xanthan Gum, Sodium Hydroxide, Phenoxyethanol,
        Ethylhexylglycerin`
      ),
      hygieneSealed: true,
      onHand: 150,
      packshot: { container: "tube", tint: "#e7dccb", scale: 0.86 }
    },
    {
      id: "kieselhaut-panthenol-lip-balm",
      name: "Panthenol Lip Balm",
      description:
        "A clear, cushiony balm with 5 % panthenol and lanolin-free waxes for lips that crack in the cold. " +
        "The slanted tip goes on without a mirror. No flavour, no fragrance.",
      priceMinor: 490,
      currency: "EUR",
      category: "skincare",
      gtin: "2000001000601",
      size: { value: 10, unit: "ml" },
      ingredients: inci(`Ricinus Communis Seed Oil, Hydrogenated Polyisobutene, Panthenol, Glycerin, Cera Alba,
        Candelilla Cera, Butyrospermum Parkii Butter, Polyglyceryl-3 Diisostearate, Tocopherol,
        Helianthus Annuus Seed Oil`),
      hygieneSealed: true,
      onHand: 400,
      packshot: { container: "tube", tint: "#e9d8cf", scale: 0.7 }
    },
    {
      id: "kieselhaut-retinol-night-emulsion-0-3",
      name: "Retinol Night Emulsion 0.3 %",
      description:
        "A pale yellow emulsion with 0.3 % retinol in squalane, packed airless so that the last pump is as " +
        "fresh as the first. Use two evenings a week at first. Contains vitamin A: consider your daily intake " +
        "before use.",
      priceMinor: 2790,
      currency: "EUR",
      category: "skincare",
      gtin: "2000001000700",
      size: { value: 30, unit: "ml" },
      ingredients: inci(
        `Aqua, Squalane, Caprylic/Capric Triglyceride, Glycerin, Cetearyl Olivate, Sorbitan Olivate, Retinol,
        Bisabolol, Tocopheryl Acetate, Panthenol, Carbomer, BHT, Xanthan Gum, Sodium Hydroxide,
        Phenoxyethanol, Ethylhexylglycerin`
      ),
      hygieneSealed: true,
      onHand: 130,
      packshot: { container: "pump", tint: "#ead9a8", scale: 0.86 }
    }
  ]
}
