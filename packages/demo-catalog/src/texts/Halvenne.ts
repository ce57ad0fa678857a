/** How Halvenne's products are used, what to mind, and what they are called in German: see `ProductText`. */
import type { ProductText } from "./ProductText.ts"

export const halvenne: Readonly<Record<string, ProductText>> = {
  "halvenne-creme-de-nuit-or": {
    howToUse: {
      en: "In the evening, warm a small amount with the spatula's back or a fingertip and smooth it over face and " +
        "throat, from the centre outwards.",
      de: "Abends eine kleine Menge zwischen den Fingerspitzen anwärmen und von der Mitte nach außen auf Gesicht und " +
        "Hals verstreichen."
    },
    warnings: ["eyes", "reacts"],
    de: {
      description:
        "Eine satinierte Nachtcreme mit Peptiden, Nachtkerze und einem feinen Glimmer, der beim Einmassieren " +
        "verschwindet. Die Haut wirkt am Morgen ausgeruht und fühlt sich prall an. Der Glastiegel nimmt die " +
        "Nachfüllkapsel auf."
    }
  },
  "halvenne-peptide-firming-serum": {
    howToUse: {
      en: "Press one pipette into clean face and throat, morning or evening, before cream. If you also use vitamin C," +
        " apply the serum first.",
      de: "Morgens oder abends eine Pipettenfüllung vor der Creme in das gereinigte Gesicht und den Hals drücken. Wer" +
        " auch Vitamin C verwendet, trägt zuerst das Serum auf."
    },
    warnings: ["eyes", "reacts"],
    de: {
      name: "Straffendes Peptid-Serum",
      description:
        "Ein weiches, rosé-beiges Serum mit sechs Peptiden und Rotalge, das feine Linien über Wochen milder " +
        "aussehen lässt. Eine Pipettenfüllung vor der Creme in Gesicht und Hals drücken. Verträgt sich gut mit " +
        "Vitamin C."
    }
  },
  "halvenne-creme-contour-des-yeux": {
    howToUse: {
      en: "Take up an amount the size of a grain of rice with the spatula and tap it along the bone around both eyes," +
        " morning and evening. Keep a finger's width from the lashes.",
      de: "Morgens und abends mit dem Spatel eine reiskorngroße Menge entnehmen und rund um beide Augen entlang des " +
        "Knochens einklopfen. Einen Fingerbreit Abstand zu den Wimpern halten."
    },
    warnings: ["eyeArea", "reacts"],
    de: {
      description:
        "Eine dichte Augencreme mit Koffein und Peptiden für eine glattere, hellere Kontur. Eine reiskorngroße " +
        "Menge, entlang des Knochens eingeklopft, reicht für beide Augen. Mit kleinem Zamak-Spatel."
    }
  },
  "halvenne-vitamin-c-radiance-oil": {
    howToUse: {
      en: "Warm four drops between the palms and press them into the skin, as the last step in the evening or under " +
        "sunscreen in the morning. Close the bottle at once.",
      de: "Vier Tropfen zwischen den Handflächen anwärmen und in die Haut drücken, abends als letzten Schritt oder " +
        "morgens unter dem Sonnenschutz. Den Flakon gleich wieder schließen."
    },
    warnings: ["eyes", "reacts"],
    de: {
      name: "Vitamin-C-Öl für Ausstrahlung",
      description: "Öllösliches Vitamin C in einer trockenen Basis aus Marula und Hagebutte, die müder Haut einen " +
        "gleichmäßigen, satinierten Schimmer gibt. Vier Tropfen, zwischen den Handflächen erwärmt, genügen. Violett" +
        " getöntes Glas hält es frisch."
    }
  },
  "halvenne-velvet-cleansing-balm": {
    howToUse: {
      en: "Massage a cherry-sized amount onto a dry face, over make-up too. Add water until it turns milky, then wipe" +
        " off with the damp, warm muslin cloth.",
      de: "Eine kirschgroße Menge auf dem trockenen Gesicht einmassieren, auch über Make-up. Wasser zugeben, bis sie " +
        "milchig wird, dann mit dem feuchtwarmen Musselintuch abnehmen."
    },
    warnings: ["eyesRinse", "reacts"],
    de: {
      name: "Velvet Reinigungsbalsam",
      description:
        "Ein Balsam wie Sorbet, der auf warmer Haut zu Öl wird und unter Wasser zu Milch. Er nimmt Foundation, " +
        "Sonnenschutz und wasserfeste Mascara in einem Zug ab. Mit dem Musselintuch aus der Schachtel abwischen."
    }
  },
  "halvenne-day-silk-fluid-spf-50": {
    howToUse: {
      en: "In the morning, as the last step before make-up, spread two fingers' length over face and neck. Renew " +
        "before longer stays in the sun and at least every two hours there.",
      de: "Morgens als letzten Schritt vor dem Make-up eine Menge von zwei Fingerlängen auf Gesicht und Hals " +
        "verteilen. Vor längeren Aufenthalten in der Sonne erneuern, dort mindestens alle zwei Stunden."
    },
    warnings: ["sun", "eyes"],
    de: {
      name: "Day Silk Fluid LSF 50",
      description:
        "Ein satiniertes Tagesfluid, das Feuchtigkeit und hohen Schutz in einer dünnen Schicht verbindet. Es lässt " +
        "Poren etwas feiner wirken, hält gut unter Foundation und hinterlässt auf dunklerer Haut keinen " +
        "Kreideschleier. Vor längeren Aufenthalten in der Sonne erneuern."
    }
  }
}
