/** How Quillmere's products are used, what to mind, and what they are called in German: see `ProductText`. */
import type { ProductText } from "./ProductText.ts"

export const quillmere: Readonly<Record<string, ProductText>> = {
  "quillmere-daily-shampoo-meadowfoam": {
    howToUse: {
      en: "Work a walnut-sized amount through wet hair, massage the scalp for a minute and rinse well. It is mild " +
        "enough for every day.",
      de: "Eine walnussgroße Menge im nassen Haar aufschäumen, die Kopfhaut eine Minute massieren und gut ausspülen. " +
        "Mild genug für jeden Tag."
    },
    warnings: ["eyesRinse"],
    de: {
      name: "Tägliches Shampoo Wiesenschaumkraut",
      description:
        "Ein mildes Shampoo für jeden Tag mit Wiesenschaumkrautöl und Tensiden aus Apfel, das die Kopfhaut reinigt " +
        "und die Längen weich lässt. Schäumt auch in hartem Wasser gut. Duftet nach zerriebener Nessel und " +
        "Bergamotte."
    }
  },
  "quillmere-daily-conditioner-meadowfoam": {
    howToUse: {
      en: "After shampoo, spread through lengths and ends, comb through and rinse after a minute. Leave out the roots" +
        " of fine hair.",
      de: "Nach dem Shampoo in Längen und Spitzen verteilen, durchkämmen und nach einer Minute ausspülen. Bei feinem " +
        "Haar die Ansätze aussparen."
    },
    warnings: ["eyesRinse", "slippery"],
    de: {
      name: "Tägliche Spülung Wiesenschaumkraut",
      description:
        "Das Gegenstück zum Shampoo: lässt sich sofort durchkämmen, spült sich schnell aus und beschwert die " +
        "Ansätze nicht. Wiesenschaumkrautöl hält die Spitzen geschmeidig. Eine Minute einwirken lassen."
    }
  },
  "quillmere-argan-repair-mask": {
    howToUse: {
      en: "Once a week after shampoo, comb through the lengths, wait five minutes and rinse thoroughly.",
      de: "Einmal in der Woche nach dem Shampoo in die Längen einkämmen, fünf Minuten warten und gründlich ausspülen."
    },
    warnings: ["eyesRinse", "slippery"],
    de: {
      name: "Argan-Reparaturmaske",
      description:
        "Eine dichte, buttrige Maske aus Arganöl und Haferprotein für blondierte, mit Hitze gestylte oder vom Meer " +
        "strapazierte Längen. Nach dem Shampoo einkämmen und fünf Minuten warten. Für die meisten Haare reicht " +
        "einmal in der Woche."
    }
  },
  "quillmere-niacinamide-scalp-tonic": {
    howToUse: {
      en: "Part dry or towel-dried hair, mist along the partings and massage with the fingertips for a minute. Do not" +
        " rinse. Use once a day.",
      de: "Trockenes oder handtuchtrockenes Haar scheiteln, entlang der Scheitel sprühen und eine Minute mit den " +
        "Fingerspitzen einmassieren. Nicht ausspülen. Einmal täglich anwenden."
    },
    warnings: ["eyesSpray", "broken", "reacts"],
    de: {
      name: "Niacinamid-Kopfhauttonikum",
      description:
        "Ein Tonikum zum Einwirken mit Niacinamid, Koffein und Rosmarinwasser für eine trockene, spannende " +
        "Kopfhaut. Das Haar scheiteln, entlang der Linien sprühen und eine Minute einmassieren. Fettet nicht und " +
        "passt daher auch vor die Arbeit."
    }
  },
  "quillmere-curl-defining-creme": {
    howToUse: {
      en: "Rake through soaking-wet hair, scrunch from the ends upwards, and air-dry or diffuse on low heat. Do not " +
        "touch the curls until they are dry.",
      de: "Ins tropfnasse Haar einarbeiten, von den Spitzen nach oben kneten und an der Luft oder mit Diffusor bei " +
        "wenig Hitze trocknen. Die Locken erst berühren, wenn sie trocken sind."
    },
    warnings: ["eyes"],
    de: {
      name: "Definierende Lockencreme",
      description:
        "Eine gleitende Creme mit Leinsamengel und Shea, die Wellen und Locken bündelt, ohne sie zu versteifen. Ins" +
        " tropfnasse Haar einarbeiten, kneten, dann lufttrocknen oder mit Diffusor trocknen. Lässt sich ohne " +
        "Flocken ausbürsten."
    }
  },
  "quillmere-beechwood-detangling-comb": {
    howToUse: {
      en: "Begin at the ends of wet hair and work upwards, a hand's breadth at a time. Wipe the comb dry after use " +
        "and oil it twice a year.",
      de: "Im nassen Haar bei den Spitzen beginnen und sich handbreit nach oben arbeiten. Den Kamm danach trocken " +
        "wischen und zweimal im Jahr ölen."
    },
    warnings: ["wood"],
    de: {
      name: "Entwirrkamm aus Buche",
      description:
        "Weite, von Hand gerundete Zinken aus geölter Buche, die ohne Ziepen durch nasses Haar gleiten. Der kurze " +
        "Griff passt in den Kulturbeutel. Nach Gebrauch trocken wischen und zweimal im Jahr ölen."
    }
  }
}
