/**
 * Papavelle: easy, warm make-up. Blush and poppy red, a friendly italic.
 * Invented, like every brand here: see `../DemoBrand.ts` for the meaning of each field.
 */
import { type DemoBrand, inci } from "../DemoBrand.ts"

export const papavelle: DemoBrand = {
  id: "papavelle",
  name: "Papavelle",
  category: "make-up",
  story: "Make-up for five minutes before the tram: soft textures, warm shades, fair prices.",
  look: {
    wall: ["#fdeee6", "#f8d9cc"],
    floor: "#eec3b3",
    stage: "arch",
    stageColour: "#fbe3d8",
    shell: "#f6d5c9",
    finish: "gloss",
    cap: "#e8503a",
    capFinish: "gloss",
    paper: null,
    ink: "#8e2419",
    accent: "#e8503a",
    align: "middle",
    ornament: "rule",
    brandType: { family: "Georgia, serif", weight: 700, style: "italic", letters: "as-written", tracking: 0 },
    nameType: { family: "Georgia, serif", weight: 400, style: "normal", letters: "as-written", tracking: 0 }
  },
  products: [
    {
      id: "papavelle-cream-blush-rose-petal",
      name: "Cream Blush Rose Petal",
      description:
        "A balm-soft cheek colour in the pink of a garden rose that melts in with a fingertip and never looks " +
        "powdery. Dab on cheekbones and lips. Travels in a shell-thin tin with a mirror.",
      priceMinor: 1790,
      currency: "EUR",
      category: "make-up",
      gtin: "2000006000101",
      size: { value: 5, unit: "g" },
      ingredients: inci(`Caprylic/Capric Triglyceride, Octyldodecanol, Silica, Helianthus Annuus Seed Cera,
        Ricinus Communis Seed Oil, Rosa Canina Fruit Oil, Mica, Tocopherol, Parfum, Citronellol, Geraniol,
        CI 77891, CI 15850, CI 77491`),
      hygieneSealed: true,
      onHand: 190,
      packshot: { container: "compact", tint: "#d9788a" }
    },
    {
      id: "papavelle-tinted-moisturiser-light",
      name: "Tinted Moisturiser Light",
      description:
        "Sheer colour over a proper moisturiser with niacinamide and birch water. Evens out redness and lets " +
        "freckles through. For light to fair skin; blend with the hands in under a minute.",
      priceMinor: 1990,
      currency: "EUR",
      category: "make-up",
      gtin: "2000006000200",
      size: { value: 40, unit: "ml" },
      ingredients: inci(
        `Aqua, Glycerin, Coco-Caprylate, Betula Alba Juice, Niacinamide, Cetearyl Olivate, Sorbitan Olivate,
        Squalane, Silica, Xanthan Gum, Tocopherol, Phenoxyethanol, Ethylhexylglycerin, CI 77891, CI 77492,
        CI 77491, CI 77499`
      ),
      hygieneSealed: true,
      onHand: 200,
      packshot: { container: "tube", tint: "#e8bfa2" }
    },
    {
      id: "papavelle-lip-gloss-cherry-glaze",
      name: "Lip Gloss Cherry Glaze",
      description:
        "A cushiony, non-sticky gloss with a see-through cherry tint and a faint scent of morello. Wear it " +
        "bare or on top of lipstick. The doe-foot applicator reaches the corners.",
      priceMinor: 1190,
      currency: "EUR",
      category: "make-up",
      gtin: "2000006000309",
      size: { value: 6, unit: "ml" },
      ingredients: inci(
        `Hydrogenated Polyisobutene, Ricinus Communis Seed Oil, Octyldodecanol, Silica Dimethyl Silylate,
        Prunus Cerasus Seed Oil, Tocopherol, Aroma, Benzyl Alcohol, CI 15850, CI 77891`
      ),
      hygieneSealed: true,
      onHand: 230,
      packshot: { container: "mascara", tint: "#b3203f", shell: "#c23a55" }
    },
    {
      id: "papavelle-nail-lacquer-poppy",
      name: "Nail Lacquer Poppy",
      description:
        "Full-coverage poppy orange-red with a glassy shine after two thin coats. The flat, wide brush covers " +
        "a nail in three strokes. Chip-resistant for about five days with a top coat.",
      priceMinor: 990,
      currency: "EUR",
      category: "make-up",
      gtin: "2000006000408",
      size: { value: 11, unit: "ml" },
      ingredients: inci(`Butyl Acetate, Ethyl Acetate, Nitrocellulose,
        Adipic Acid/Neopentyl Glycol/Trimellitic Anhydride Copolymer, Acetyl Tributyl Citrate,
        Isopropyl Alcohol, Stearalkonium Bentonite, Silica, Phosphoric Acid, CI 15850, CI 77891, CI 77491`),
      hygieneSealed: true,
      onHand: 260,
      packshot: { container: "polish", tint: "#d83a2f" }
    },
    {
      id: "papavelle-brow-gel-hazel",
      name: "Brow Gel Hazel",
      description:
        "A tinted fibre gel that combs brows into place and fills the gaps as it goes. Flexible hold, never " +
        "crunchy. Hazel is a cool mid-brown.",
      priceMinor: 1290,
      currency: "EUR",
      category: "make-up",
      gtin: "2000006000507",
      size: { value: 5, unit: "ml" },
      ingredients: inci(
        `Aqua, Acrylates Copolymer, Glycerin, Cellulose, Panthenol, Butylene Glycol, Hydroxyethylcellulose,
        Sodium Hydroxide, Phenoxyethanol, Ethylhexylglycerin, CI 77491, CI 77492, CI 77499`
      ),
      hygieneSealed: true,
      onHand: 0,
      packshot: { container: "mascara", tint: "#7a5a40", shell: "#8a6b52" }
    },
    {
      id: "papavelle-powder-puff-highlighter",
      name: "Powder Puff Highlighter",
      description: "A finely milled, champagne-pink powder that catches light on cheekbones without visible glitter. " +
        "Sweep on with the velour puff in the lid. Made with mica from audited sources.",
      priceMinor: 2190,
      currency: "EUR",
      category: "make-up",
      gtin: "2000006000606",
      size: { value: 8, unit: "g" },
      ingredients: inci(`Mica, Synthetic Fluorphlogopite, Zea Mays Starch, Caprylic/Capric Triglyceride, Squalane,
        Magnesium Stearate, Silica, Tocopherol, Caprylyl Glycol, CI 77891, CI 77491, CI 77861`),
      hygieneSealed: true,
      onHand: 150,
      packshot: { container: "compact", tint: "#efc9b2" }
    }
  ]
}
