/**
 * Officina Bergantesi: Ligurian soaps and colognes. Amber glass, lemon light, framed apothecary labels.
 * Invented, like every brand here: see `../DemoBrand.ts` for the meaning of each field.
 */
import { type DemoBrand, inci } from "../DemoBrand.ts"

export const officinaBergantesi: DemoBrand = {
  id: "officina-bergantesi",
  name: "Officina Bergantesi",
  category: "body",
  story: "Soaps, bath oils and colognes made above a Ligurian harbour from what grows on the terraces.",
  look: {
    wall: ["#f6f0d2", "#e8ddaa"],
    floor: "#cfc285",
    stage: "arch",
    stageColour: "#fbf7e2",
    shell: "#7a4519",
    finish: "glass",
    cap: "#2f4a34",
    capFinish: "matte",
    paper: "#fdf8e6",
    ink: "#2f4a34",
    accent: "#b3431f",
    align: "middle",
    ornament: "frame",
    brandType: { family: "Georgia, serif", weight: 700, style: "normal", letters: "upper", tracking: 0.12 },
    nameType: { family: "Georgia, serif", weight: 400, style: "italic", letters: "as-written", tracking: 0 }
  },
  products: [
    {
      id: "officina-bergantesi-rose-almond-soap",
      name: "Rose & Almond Soap",
      description:
        "A hard, triple-milled bar of olive and almond oils with a creamy lather and the scent of an old rose " +
        "garden. Cured for four weeks, so it lasts. Wrapped in paper by hand.",
      priceMinor: 750,
      currency: "EUR",
      category: "body",
      gtin: "2000012000102",
      size: { value: 150, unit: "g" },
      ingredients: inci(
        `Sodium Olivate, Sodium Cocoate, Aqua, Glycerin, Prunus Amygdalus Dulcis Oil, Parfum, Sodium Chloride,
        Rosa Damascena Flower Extract, Citronellol, Geraniol, Linalool, CI 77491`
      ),
      hygieneSealed: true,
      onHand: 280,
      packshot: { container: "soap", tint: "#e3b3ae" }
    },
    {
      id: "officina-bergantesi-lemon-leaf-soap",
      name: "Lemon Leaf Soap",
      description:
        "A brisk kitchen-and-bath bar with cold-pressed lemon oil and ground leaf for a light scrub. Takes " +
        "the smell of garlic off fingers. Firm to the last sliver.",
      priceMinor: 750,
      currency: "EUR",
      category: "body",
      gtin: "2000012000201",
      size: { value: 150, unit: "g" },
      ingredients: inci(`Sodium Olivate, Sodium Cocoate, Aqua, Glycerin, Citrus Limon Peel Oil, Parfum, Sodium Chloride,
        Citrus Limon Leaf Powder, Limonene, Citral, Linalool, CI 77492`),
      hygieneSealed: true,
      onHand: 300,
      packshot: { container: "soap", tint: "#e9d46a" }
    },
    {
      id: "officina-bergantesi-bath-oil-bitter-orange",
      name: "Bath Oil Bitter Orange",
      description:
        "An amber oil that disperses in the water and leaves skin supple, so lotion becomes optional. Bitter " +
        "orange, bay and a little clary sage. One capful per bath; mind the tub, it gets slippery.",
      priceMinor: 3400,
      currency: "EUR",
      category: "body",
      gtin: "2000012000300",
      size: { value: 200, unit: "ml" },
      ingredients: inci(`Helianthus Annuus Seed Oil, Prunus Amygdalus Dulcis Oil, Laureth-4, Olea Europaea Fruit Oil,
        Citrus Aurantium Amara Peel Oil, Laurus Nobilis Leaf Oil, Salvia Sclarea Oil, Tocopherol, Limonene,
        Linalool`),
      hygieneSealed: true,
      onHand: 140,
      packshot: { container: "bottle", tint: "#c9772c" }
    },
    {
      id: "officina-bergantesi-colonia-di-cedro",
      name: "Colonia di Cedro",
      description:
        "A classic cologne of Calabrian citron, rosemary and a drop of vetiver, made to be splashed on after " +
        "the bath. Bright for an hour, then clean skin. Keep a bottle in the fridge in August.",
      priceMinor: 5200,
      currency: "EUR",
      category: "fragrance",
      gtin: "2000012000409",
      size: { value: 100, unit: "ml" },
      ingredients: inci(
        `Alcohol Denat., Aqua, Parfum, Citrus Medica Peel Oil, Rosmarinus Officinalis Leaf Oil, Limonene,
        Linalool, Citral, Geraniol`
      ),
      hygieneSealed: false,
      onHand: 160,
      packshot: { container: "spray", tint: "#dfe0a0" }
    },
    {
      id: "officina-bergantesi-shaving-cream-sandalo",
      name: "Shaving Cream Sandalo",
      description:
        "A dense soap cream that whips up to a cushion in seconds and keeps the blade gliding in hard water. " +
        "Sandalwood and a breath of tobacco. Works with a brush or bare hands.",
      priceMinor: 1950,
      currency: "EUR",
      category: "body",
      gtin: "2000012000508",
      size: { value: 150, unit: "ml" },
      ingredients: inci(`Aqua, Stearic Acid, Glycerin, Myristic Acid, Potassium Hydroxide, Cocos Nucifera Oil,
        Sodium Hydroxide, Parfum, Prunus Amygdalus Dulcis Oil, Tocopherol, Linalool, Coumarin,
        Benzyl Benzoate`),
      hygieneSealed: true,
      onHand: 170,
      packshot: { container: "jar", tint: "#b28a5e" }
    },
    {
      id: "officina-bergantesi-crema-mani-all-olio-d-oliva",
      name: "Crema Mani all'Olio d'Oliva",
      description:
        "A silky hand cream with Ligurian olive oil and calendula that vanishes before you reach for the door " +
        "handle. Smells of crushed leaves. The aluminium tube rolls up to the last gram.",
      priceMinor: 1250,
      currency: "EUR",
      category: "body",
      gtin: "2000012000607",
      size: { value: 75, unit: "ml" },
      ingredients: inci(`Aqua, Olea Europaea Fruit Oil, Glycerin, Cetearyl Alcohol, Butyrospermum Parkii Butter,
        Glyceryl Stearate Citrate, Calendula Officinalis Flower Extract, Xanthan Gum, Parfum, Tocopherol,
        Phenoxyethanol, Ethylhexylglycerin, Linalool, Limonene, Hexyl Cinnamal`),
      hygieneSealed: true,
      onHand: 0,
      packshot: { container: "tube", tint: "#a7b06a", shell: "#c9cbc4", finish: "metal" }
    }
  ]
}
