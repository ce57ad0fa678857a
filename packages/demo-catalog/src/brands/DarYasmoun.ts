/**
 * Dar Yasmoun: argan, rose and clay. Terracotta walls, saffron dot, paper labels under a horseshoe arch.
 * Invented, like every brand here: see `../DemoBrand.ts` for the meaning of each field.
 */
import { type DemoBrand, inci } from "../DemoBrand.ts"

export const darYasmoun: DemoBrand = {
  id: "dar-yasmoun",
  name: "Dar Yasmoun",
  category: "hair",
  story: "Argan, rose and clay from cooperatives in the Souss valley, named on every pack.",
  look: {
    wall: ["#f4d9bd", "#e5b48d"],
    floor: "#cf9468",
    stage: "arch",
    stageColour: "#efc8a3",
    shell: "#b5552f",
    finish: "matte",
    cap: "#2f4a46",
    capFinish: "matte",
    paper: "#fbeedd",
    ink: "#5a2415",
    accent: "#c98a2b",
    align: "middle",
    ornament: "dot",
    brandType: {
      family: "Garamond, 'Palatino Linotype', Palatino, serif",
      weight: 700,
      style: "normal",
      letters: "as-written",
      tracking: 0.04
    },
    nameType: {
      family: "Garamond, 'Palatino Linotype', Palatino, serif",
      weight: 400,
      style: "italic",
      letters: "as-written",
      tracking: 0
    }
  },
  products: [
    {
      id: "dar-yasmoun-pure-argan-oil",
      name: "Pure Argan Oil",
      description: "Cold-pressed argan oil from a women's cooperative near Taroudant, filtered and nothing else. Two " +
        "drops tame dry ends; four make a rich oil for the body. Nutty scent that fades within minutes.",
      priceMinor: 2900,
      currency: "EUR",
      category: "hair",
      gtin: "2000008000109",
      size: { value: 50, unit: "ml" },
      ingredients: inci("Argania Spinosa Kernel Oil"),
      hygieneSealed: true,
      onHand: 200,
      packshot: { container: "dropper", tint: "#d79a3c" }
    },
    {
      id: "dar-yasmoun-argan-shampoo-bar",
      name: "Argan Shampoo Bar",
      description:
        "A solid shampoo for about sixty washes that foams richly and keeps lengths smooth thanks to argan " +
        "oil. Rub onto wet hair, not onto dry scalp, and let it dry on a rack. Plastic-free.",
      priceMinor: 1100,
      currency: "EUR",
      category: "hair",
      gtin: "2000008000208",
      size: { value: 80, unit: "g" },
      ingredients: inci(`Sodium Coco-Sulfate, Sodium Cocoyl Isethionate, Cetearyl Alcohol, Argania Spinosa Kernel Oil,
        Zea Mays Starch, Glycerin, Theobroma Cacao Seed Butter, Parfum, Citric Acid, Limonene, Linalool,
        Citral`),
      hygieneSealed: true,
      onHand: 240,
      packshot: { container: "soap", tint: "#d8b98d" }
    },
    {
      id: "dar-yasmoun-rose-neroli-hair-mist",
      name: "Rose & Neroli Hair Mist",
      description: "A fine mist of damask rose water and orange blossom that freshens hair between washes and calms " +
        "static. Hold a forearm away and spray once around the head. Contains no silicones.",
      priceMinor: 2100,
      currency: "EUR",
      category: "hair",
      gtin: "2000008000307",
      size: { value: 100, unit: "ml" },
      ingredients: inci(`Rosa Damascena Flower Water, Aqua, Citrus Aurantium Amara Flower Water, Glycerin, Panthenol,
        Polyglyceryl-4 Caprate, Parfum, Sodium Benzoate, Potassium Sorbate, Citric Acid, Linalool,
        Citronellol, Geraniol, Limonene`),
      hygieneSealed: false,
      onHand: 150,
      packshot: { container: "spray", tint: "#e6a3a0" }
    },
    {
      id: "dar-yasmoun-rhassoul-hair-body-clay",
      name: "Rhassoul Hair & Body Clay",
      description:
        "Fine lava clay from the Middle Atlas, ground with dried lavender and rose. Mix with warm water to a " +
        "smooth paste, spread over scalp or skin and rinse after ten minutes. Leaves a clean, powdery feel.",
      priceMinor: 1800,
      currency: "EUR",
      category: "body",
      gtin: "2000008000406",
      size: { value: 200, unit: "g" },
      ingredients: inci(
        "Moroccan Lava Clay, Rosa Damascena Flower Powder, Lavandula Angustifolia Flower Powder, Linalool"
      ),
      hygieneSealed: true,
      onHand: 130,
      packshot: { container: "jar", tint: "#a9704c" }
    },
    {
      id: "dar-yasmoun-black-soap-with-eucalyptus",
      name: "Black Soap with Eucalyptus",
      description:
        "A soft, dark paste of saponified olives for the hammam at home. Spread on warm, damp skin, wait five " +
        "minutes, then rub off with the glove. Skin feels polished and very soft.",
      priceMinor: 1290,
      currency: "EUR",
      category: "body",
      gtin: "2000008000505",
      size: { value: 200, unit: "g" },
      ingredients: inci(`Potassium Olivate, Aqua, Glycerin, Olea Europaea Fruit Oil, Eucalyptus Globulus Leaf Oil,
        Potassium Hydroxide, Tocopherol, Limonene`),
      hygieneSealed: true,
      onHand: 1,
      packshot: { container: "jar", tint: "#4c3a26" }
    },
    {
      id: "dar-yasmoun-kessa-exfoliating-glove",
      name: "Kessa Exfoliating Glove",
      description:
        "A woven viscose mitt with a firm, crinkled surface that rolls off dull, dry skin after steam or a " +
        "long bath. Use with black soap, once a week. Machine-washable at 40 °C.",
      priceMinor: 990,
      currency: "EUR",
      category: "body",
      gtin: "2000008000604",
      size: { value: 1, unit: "pcs" },
      ingredients: [],
      hygieneSealed: true,
      onHand: 180,
      packshot: { container: "glove", tint: "#c0532f" }
    }
  ]
}
