/**
 * Halvenne: the most expensive shelf, in refillable glass. Aubergine lacquer and champagne gold, high-contrast
 * serif.
 * Invented, like every brand here: see `../DemoBrand.ts` for the meaning of each field.
 */
import { type DemoBrand, inci } from "../DemoBrand.ts"

export const halvenne: DemoBrand = {
  id: "halvenne",
  name: "Halvenne",
  category: "skincare",
  story: "Evening creams and serums from a family firm on Lake Geneva, in glass made to be refilled.",
  look: {
    wall: ["#5b3a4b", "#38212f"],
    floor: "#2a1823",
    stage: "arch",
    stageColour: "#6d4759",
    shell: "#4a2a3a",
    finish: "gloss",
    cap: "#d9b98a",
    capFinish: "metal",
    paper: null,
    ink: "#f1dcbc",
    accent: "#d9b98a",
    align: "middle",
    ornament: "frame",
    brandType: {
      family: "Didot, 'Bodoni MT', 'Times New Roman', serif",
      weight: 400,
      style: "normal",
      letters: "upper",
      tracking: 0.26
    },
    nameType: {
      family: "Didot, 'Bodoni MT', 'Times New Roman', serif",
      weight: 400,
      style: "italic",
      letters: "as-written",
      tracking: 0.01
    }
  },
  products: [
    {
      id: "halvenne-creme-de-nuit-or",
      name: "Crème de Nuit Or",
      description:
        "A satin night cream with peptides, evening primrose and a fine shimmer of mica that disappears as it " +
        "melts in. Skin looks rested and feels plump in the morning. The glass jar takes the refill pod.",
      priceMinor: 18900,
      currency: "EUR",
      category: "skincare",
      gtin: "2000003000104",
      size: { value: 50, unit: "ml" },
      ingredients: inci(`Aqua, Glycerin, Squalane, Butyrospermum Parkii Butter, Caprylic/Capric Triglyceride,
        Cetearyl Olivate, Sorbitan Olivate, Oenothera Biennis Oil, Palmitoyl Tripeptide-1,
        Palmitoyl Tetrapeptide-7, Sodium Hyaluronate, Tocopheryl Acetate, Mica, Carbomer, Phenoxyethanol,
        Parfum, Linalool, Citronellol, Geraniol, CI 77891`),
      hygieneSealed: true,
      onHand: 110,
      packshot: { container: "jar", tint: "#d9b98a" }
    },
    {
      id: "halvenne-peptide-firming-serum",
      name: "Peptide Firming Serum",
      description:
        "A cushioned, rose-beige serum with six peptides and red algae that softens the look of fine lines " +
        "over weeks of use. Press one pipette into face and throat before cream. Layers well under vitamin C.",
      priceMinor: 14500,
      currency: "EUR",
      category: "skincare",
      gtin: "2000003000203",
      size: { value: 30, unit: "ml" },
      ingredients: inci(
        `Aqua, Glycerin, Propanediol, Acetyl Hexapeptide-8, Palmitoyl Tripeptide-38, Palmitoyl Pentapeptide-4,
        Chondrus Crispus Extract, Sodium Hyaluronate, Polyglyceryl-10 Laurate, Xanthan Gum, Disodium EDTA,
        Phenoxyethanol, Ethylhexylglycerin, Parfum, Citronellol`
      ),
      hygieneSealed: true,
      onHand: 120,
      packshot: { container: "dropper", tint: "#c79a86" }
    },
    {
      id: "halvenne-creme-contour-des-yeux",
      name: "Crème Contour des Yeux",
      description:
        "A close-textured eye cream with caffeine and peptides for a smoother, brighter-looking contour. A " +
        "grain-of-rice amount, tapped along the bone, is enough for both eyes. Comes with a small zamak " +
        "spatula.",
      priceMinor: 9200,
      currency: "EUR",
      category: "skincare",
      gtin: "2000003000302",
      size: { value: 15, unit: "ml" },
      ingredients: inci(`Aqua, Squalane, Glycerin, Caprylic/Capric Triglyceride, Cetyl Alcohol, Caffeine,
        Acetyl Tetrapeptide-5, Butyrospermum Parkii Butter, Glyceryl Stearate Citrate, Sodium Hyaluronate,
        Tocopherol, Silica, Mica, Xanthan Gum, Phenoxyethanol, Ethylhexylglycerin`),
      hygieneSealed: true,
      onHand: 2,
      packshot: { container: "jar", tint: "#cdb4b8", scale: 0.78 }
    },
    {
      id: "halvenne-vitamin-c-radiance-oil",
      name: "Vitamin C Radiance Oil",
      description:
        "Oil-soluble vitamin C in a dry base of marula and rosehip that gives tired skin an even, satin glow. " +
        "Four drops warmed between the palms are enough. Kept fresh by violet-tinted glass.",
      priceMinor: 8900,
      currency: "EUR",
      category: "skincare",
      gtin: "2000003000401",
      size: { value: 30, unit: "ml" },
      ingredients: inci(`Sclerocarya Birrea Seed Oil, Squalane, Rosa Canina Fruit Oil, Ascorbyl Tetraisopalmitate,
        Simmondsia Chinensis Seed Oil, Tocopherol, Bisabolol, Helianthus Annuus Seed Oil,
        Citrus Aurantium Dulcis Peel Oil, Limonene, Linalool`),
      hygieneSealed: true,
      onHand: 140,
      packshot: { container: "dropper", tint: "#e0a45c" }
    },
    {
      id: "halvenne-velvet-cleansing-balm",
      name: "Velvet Cleansing Balm",
      description: "A sorbet-like balm that turns to oil on warm skin and to milk under water. It lifts foundation, " +
        "sunscreen and waterproof mascara in one go. Wipe off with the muslin cloth in the box.",
      priceMinor: 5800,
      currency: "EUR",
      category: "skincare",
      gtin: "2000003000500",
      size: { value: 100, unit: "g" },
      ingredients: inci(
        `Cetyl Ethylhexanoate, Caprylic/Capric Triglyceride, PEG-20 Glyceryl Triisostearate, Synthetic Wax,
        Butyrospermum Parkii Butter, Camellia Oleifera Seed Oil, Tocopherol, Parfum, Linalool, Citronellol`
      ),
      hygieneSealed: true,
      onHand: 150,
      packshot: { container: "jar", tint: "#e6d3c0" }
    },
    {
      id: "halvenne-day-silk-fluid-spf-50",
      name: "Day Silk Fluid SPF 50",
      description: "A satin day fluid that joins moisturiser and high protection in one thin layer. It blurs pores a " +
        "little, wears well under foundation and leaves no chalk on deeper skin tones. Renew before longer " +
        "stays in the sun.",
      priceMinor: 7600,
      currency: "EUR",
      category: "skincare",
      gtin: "2000003000609",
      size: { value: 40, unit: "ml" },
      ingredients: inci(`Aqua, Dibutyl Adipate, Diethylamino Hydroxybenzoyl Hexyl Benzoate,
        Bis-Ethylhexyloxyphenol Methoxyphenyl Triazine, Ethylhexyl Triazone, Glycerin, C12-15 Alkyl Benzoate,
        Silica, Potassium Cetyl Phosphate, Squalane, Sodium Hyaluronate, Tocopherol, Xanthan Gum,
        Phenoxyethanol, Ethylhexylglycerin, Parfum, Linalool`),
      hygieneSealed: true,
      onHand: 130,
      packshot: { container: "pump", tint: "#e8d2c4", scale: 0.88 }
    }
  ]
}
