/** How Papavelle's products are used, what to mind, and what they are called in German: see `ProductText`. */
import type { ProductText } from "./ProductText.ts"

export const papavelle: Readonly<Record<string, ProductText>> = {
  "papavelle-cream-blush-rose-petal": {
    howToUse: {
      en: "Warm the colour with a fingertip, dab it on the cheekbones and blend upwards. A touch on the lips ties the" +
        " two together.",
      de: "Die Farbe mit der Fingerspitze anwärmen, auf die Wangenknochen tupfen und nach oben verblenden. Ein Hauch " +
        "auf den Lippen verbindet beides."
    },
    warnings: ["eyes", "reacts"],
    de: {
      name: "Cremerouge Rose Petal",
      description:
        "Eine balsamweiche Wangenfarbe im Rosa einer Gartenrose, die mit der Fingerspitze verschmilzt und nie " +
        "pudrig aussieht. Auf Wangenknochen und Lippen tupfen. Reist in einer hauchdünnen Dose mit Spiegel."
    }
  },
  "papavelle-tinted-moisturiser-light": {
    howToUse: {
      en: "Spread a cherry-sized amount over the face with the hands, from the centre outwards. It replaces the day " +
        "cream, not the sunscreen.",
      de: "Eine kirschgroße Menge mit den Händen von der Mitte nach außen auf dem Gesicht verteilen. Sie ersetzt die " +
        "Tagescreme, nicht den Sonnenschutz."
    },
    warnings: ["eyes", "reacts"],
    de: {
      name: "Getönte Tagescreme Light",
      description:
        "Zarte Farbe über einer richtigen Feuchtigkeitscreme mit Niacinamid und Birkenwasser. Gleicht Rötungen aus " +
        "und lässt Sommersprossen durchscheinen. Für helle bis sehr helle Haut; in weniger als einer Minute mit den" +
        " Händen verteilt."
    }
  },
  "papavelle-lip-gloss-cherry-glaze": {
    howToUse: {
      en: "Apply from the middle of the lips to the corners, bare or over lipstick. Renew after meals.",
      de: "Von der Lippenmitte zu den Winkeln auftragen, pur oder über Lippenstift. Nach dem Essen erneuern."
    },
    warnings: ["lips", "reacts"],
    de: {
      name: "Lipgloss Cherry Glaze",
      description:
        "Ein polsternder Gloss, der nicht klebt, mit durchscheinendem Kirschton und einem leisen Duft nach " +
        "Sauerkirsche. Pur oder über Lippenstift tragen. Der Applikator erreicht auch die Winkel."
    }
  },
  "papavelle-nail-lacquer-poppy": {
    howToUse: {
      en: "Apply two thin coats to clean, dry nails, with three minutes between them, and a top coat last. Close the " +
        "bottle at once.",
      de: "Zwei dünne Schichten auf saubere, trockene Nägel auftragen, mit drei Minuten Abstand, zuletzt einen " +
        "Überlack. Die Flasche gleich wieder schließen."
    },
    warnings: ["lacquer", "children"],
    de: {
      name: "Nagellack Poppy",
      description:
        "Deckendes Mohnrot mit glasigem Glanz nach zwei dünnen Schichten. Der flache, breite Pinsel braucht für " +
        "einen Nagel drei Striche. Hält mit Überlack etwa fünf Tage ohne Absplittern."
    }
  },
  "papavelle-brow-gel-hazel": {
    howToUse: {
      en: "Wipe the brush on the rim, comb the brows upwards and then into shape. Repeat where there are gaps. Remove" +
        " with a mild cleanser.",
      de: "Die Bürste am Rand abstreifen, die Brauen nach oben und dann in Form kämmen. Wo Lücken sind, wiederholen. " +
        "Mit einer milden Reinigung entfernen."
    },
    warnings: ["eyeMakeup", "share"],
    de: {
      name: "Brauengel Hazel",
      description:
        "Ein getöntes Fasergel, das Brauen in Form kämmt und dabei Lücken füllt. Flexibler Halt, nie hart. Hazel " +
        "ist ein kühles Mittelbraun."
    }
  },
  "papavelle-powder-puff-highlighter": {
    howToUse: {
      en: "Press the puff into the powder, tap it once and sweep it over the tops of the cheekbones and the bridge of" +
        " the nose.",
      de: "Die Quaste in den Puder drücken, einmal abklopfen und über die höchsten Stellen der Wangenknochen und den " +
        "Nasenrücken streichen."
    },
    warnings: ["eyes", "inhale"],
    de: {
      name: "Highlighter mit Puderquaste",
      description:
        "Ein fein gemahlener Puder in Champagnerrosa, der auf den Wangenknochen Licht fängt, ohne sichtbar zu " +
        "glitzern. Mit der Veloursquaste im Deckel auftragen. Mit Glimmer aus geprüften Quellen."
    }
  }
}
