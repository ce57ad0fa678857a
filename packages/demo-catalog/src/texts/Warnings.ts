/**
 * Warnings that several products of the demo catalogue have, in both languages of the shop.
 *
 * Sun care says what the Commission recommends of it (2006/647/EC), vitamin A what the cosmetics regulation asks for, a
 * candle what EN 15494 shows in signs.
 */

/** A text in the shop's languages. */
export interface Text {
  readonly en: string
  readonly de: string
}

export const warnings = {
  eyes: {
    en: "Avoid contact with the eyes.",
    de: "Kontakt mit den Augen vermeiden."
  },
  eyesRinse: {
    en: "If it gets into the eyes, rinse them with plenty of water.",
    de: "Gelangt etwas in die Augen, mit reichlich Wasser ausspülen."
  },
  eyesSpray: {
    en: "Do not spray towards the eyes.",
    de: "Nicht in Richtung der Augen sprühen."
  },
  reacts: {
    en: "Stop using it if your skin reacts.",
    de: "Bei Hautreizungen nicht weiter verwenden."
  },
  children: {
    en: "Keep out of the reach of children.",
    de: "Außerhalb der Reichweite von Kindern aufbewahren."
  },
  broken: {
    en: "Do not use on broken or irritated skin.",
    de: "Nicht auf verletzter oder gereizter Haut anwenden."
  },
  acid: {
    en: "It may tingle during the first days. Wear sunscreen by day while you use it.",
    de: "Kann in den ersten Tagen leicht kribbeln. Während der Anwendung tagsüber Sonnenschutz tragen."
  },
  retinol: {
    en: "Contains vitamin A. Consider your daily intake before use. Do not use during pregnancy. Wear sunscreen by " +
      "day.",
    de: "Enthält Vitamin A. Vor der Anwendung die tägliche Aufnahme berücksichtigen. Nicht in der Schwangerschaft " +
      "anwenden. Tagsüber Sonnenschutz tragen."
  },
  sun: {
    en: "No sunscreen protects completely: do not stay in the sun for too long. Keep babies and small children out of" +
      " direct sunlight. Too much sun is a serious risk to health. If you apply too little, the protection is much " +
      "lower.",
    de: "Kein Sonnenschutzmittel schützt vollständig: nicht zu lange in der Sonne bleiben. Babys und Kleinkinder vor " +
      "direkter Sonne schützen. Zu viel Sonne gefährdet die Gesundheit ernsthaft. Wird zu wenig aufgetragen, sinkt " +
      "der Schutz erheblich."
  },
  sunburn: {
    en: "It does not protect from the sun. See a doctor about severe sunburn.",
    de: "Schützt nicht vor der Sonne. Bei schwerem Sonnenbrand ärztlichen Rat einholen."
  },
  textiles: {
    en: "It may stain light fabrics.",
    de: "Kann helle Stoffe verfärben."
  },
  slippery: {
    en: "Floor and tub may become slippery.",
    de: "Boden und Wanne können rutschig werden."
  },
  single: {
    en: "Each mask is for one use.",
    de: "Jede Maske ist zum einmaligen Gebrauch bestimmt."
  },
  stone: {
    en: "Do not use on broken, inflamed or freshly treated skin. The stone breaks if it falls.",
    de: "Nicht auf verletzter, entzündeter oder frisch behandelter Haut anwenden. Der Stein bricht, wenn er fällt."
  },
  eyeArea: {
    en: "Do not apply to the lids. If it gets into the eyes, rinse them with plenty of water.",
    de: "Nicht auf die Lider auftragen. Gelangt etwas in die Augen, mit reichlich Wasser ausspülen."
  },
  eyeMakeup: {
    en: "Do not use if the eyes are irritated or inflamed. If it gets into the eyes, rinse them with water.",
    de: "Bei gereizten oder entzündeten Augen nicht anwenden. Gelangt etwas in die Augen, mit Wasser ausspülen."
  },
  share: {
    en: "Do not share it with others, and use it up within six months of opening.",
    de: "Nicht mit anderen teilen und innerhalb von sechs Monaten nach dem Öffnen aufbrauchen."
  },
  lips: {
    en: "Not for use around the eyes.",
    de: "Nicht für die Augenpartie."
  },
  lacquer: {
    en: "Flammable: keep away from heat and flames. Use in well-aired rooms, and only on nails.",
    de: "Entzündlich: von Hitze und Flammen fernhalten. In gut gelüfteten Räumen und nur auf den Nägeln anwenden."
  },
  inhale: {
    en: "Do not breathe in the powder.",
    de: "Den Puder nicht einatmen."
  },
  flammable: {
    en: "Flammable: keep away from heat, sparks and flames, also while it dries.",
    de: "Entzündlich: von Hitze, Funken und Flammen fernhalten, auch während es trocknet."
  },
  perfume: {
    en: "Do not use on broken skin or near the eyes. Perfume may leave marks on light fabrics and on leather.",
    de: "Nicht auf verletzter Haut oder in Augennähe anwenden. Parfum kann auf hellen Stoffen und Leder Flecken " +
      "hinterlassen."
  },
  heat: {
    en: "Store it cool and dark.",
    de: "Kühl und dunkel lagern."
  },
  tool: {
    en: "For external use. Keep the ferrules dry: water loosens the glue.",
    de: "Zur äußerlichen Anwendung. Die Zwingen trocken halten: Wasser löst den Kleber."
  },
  wood: {
    en: "Do not leave it in water or on the radiator: wood splits.",
    de: "Nicht im Wasser oder auf der Heizung liegen lassen: Holz reißt."
  },
  scrub: {
    en: "Not for the face, and not on broken, sunburnt or freshly shaved skin.",
    de: "Nicht für das Gesicht und nicht auf verletzter, sonnenverbrannter oder frisch rasierter Haut."
  },
  candle: {
    en: "Never leave a burning candle alone. Burn it out of the reach of children and animals, away from draughts and" +
      " from anything that catches fire, on a surface that bears heat. The glass gets hot.",
    de: "Brennende Kerzen nie unbeaufsichtigt lassen. Außerhalb der Reichweite von Kindern und Tieren, fern von " +
      "Zugluft und brennbaren Gegenständen auf einer hitzefesten Unterlage abbrennen. Das Glas wird heiß."
  }
} satisfies Readonly<Record<string, Text>>

export type Warning = keyof typeof warnings
