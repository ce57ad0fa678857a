/** How Kieselhaut's products are used, what to mind, and what they are called in German: see `ProductText`. */
import type { ProductText } from "./ProductText.ts"

export const kieselhaut: Readonly<Record<string, ProductText>> = {
  "kieselhaut-niacinamide-serum-10": {
    howToUse: {
      en: "Morning and evening after cleansing, spread two or three drops over face and neck. Let them sink in for a " +
        "minute, then apply moisturiser, and sunscreen by day.",
      de: "Morgens und abends nach der Reinigung zwei bis drei Tropfen auf Gesicht und Hals verteilen. Eine Minute " +
        "einziehen lassen, dann die Creme auftragen, tagsüber auch Sonnenschutz."
    },
    warnings: ["eyes", "reacts"],
    de: {
      name: "Niacinamid-Serum 10 %",
      description:
        "Ein klares, wasserleichtes Serum mit 10 % Niacinamid und Zink-PCA für Haut, die mittags glänzt. Zwei bis " +
        "drei Tropfen nach der Reinigung ziehen in einer Minute ein und vertragen sich gut mit Creme und Make-up. " +
        "Ohne Duft."
    }
  },
  "kieselhaut-ceramide-barrier-cream": {
    howToUse: {
      en: "Warm a hazelnut-sized amount between the fingers and press it into face and neck, morning and evening. On " +
        "very dry patches apply a second, thin layer.",
      de: "Morgens und abends eine haselnussgroße Menge zwischen den Fingern anwärmen und in Gesicht und Hals " +
        "drücken. Auf sehr trockene Stellen eine zweite, dünne Schicht geben."
    },
    warnings: ["eyes", "reacts"],
    de: {
      name: "Ceramid-Barrierecreme",
      description:
        "Eine reichhaltige Creme mit Ceramiden, Cholesterin und Squalan, die trockene Wangen geschmeidig macht, " +
        "ohne zu fetten. Eine haselnussgroße Menge genügt für Gesicht und Hals, morgens und abends. Ohne " +
        "Duftstoffe."
    }
  },
  "kieselhaut-oat-cleansing-gel": {
    howToUse: {
      en: "Massage one or two pumps onto damp skin for half a minute and rinse with lukewarm water. Use morning and " +
        "evening.",
      de: "Ein bis zwei Pumpstöße eine halbe Minute lang auf der feuchten Haut einmassieren und mit lauwarmem Wasser " +
        "abspülen. Morgens und abends anwenden."
    },
    warnings: ["eyesRinse", "reacts"],
    de: {
      name: "Hafer-Reinigungsgel",
      description:
        "Ein sanft schäumendes Gel mit milden Zuckertensiden und Haferextrakt, das den Tag abnimmt, ohne dass die " +
        "Haut danach spannt. Auf der feuchten Haut einmassieren und abspülen. Mild genug für zweimal täglich."
    }
  },
  "kieselhaut-hyaluron-gel-moisturiser": {
    howToUse: {
      en: "Spread a thin layer over clean face and neck, morning and evening. Wait two minutes before you apply " +
        "sunscreen.",
      de: "Morgens und abends dünn auf das gereinigte Gesicht und den Hals auftragen. Vor dem Sonnenschutz zwei " +
        "Minuten warten."
    },
    warnings: ["eyes", "reacts"],
    de: {
      name: "Hyaluron-Gelcreme",
      description:
        "Eine kühlende Gelcreme mit drei Größen Hyaluronsäure für normale Haut und Mischhaut. Sie verteilt sich wie" +
        " Wasser, trocknet ohne Film und verträgt sich gut mit Sonnenschutz. Angenehm im Sommer und in beheizten " +
        "Büros."
    }
  },
  "kieselhaut-azelaic-acid-lotion-8": {
    howToUse: {
      en: "Begin every other evening: spread a thin layer over clean, dry skin and follow with a plain moisturiser. " +
        "After two weeks, if your skin is comfortable, use it every evening.",
      de: "Anfangs jeden zweiten Abend dünn auf die saubere, trockene Haut auftragen, danach eine einfache " +
        "Feuchtigkeitscreme. Verträgt die Haut es gut, nach zwei Wochen jeden Abend anwenden."
    },
    warnings: ["eyes", "acid", "reacts"],
    de: {
      name: "Azelainsäure-Lotion 8 %",
      description:
        "Eine seidige Lotion mit 8 % Azelainsäure für ungleichmäßigen Teint und raue Stellen, die nicht krümelt. " +
        "Mit jedem zweiten Abend beginnen und eine einfache Feuchtigkeitscreme darüber geben. Tagsüber Sonnenschutz" +
        " tragen."
    }
  },
  "kieselhaut-panthenol-lip-balm": {
    howToUse: {
      en: "Apply to clean lips as often as you like, and once more before you go out into the cold.",
      de: "Nach Belieben auf die sauberen Lippen auftragen, noch einmal, bevor es in die Kälte geht."
    },
    warnings: ["reacts", "children"],
    de: {
      name: "Panthenol-Lippenbalsam",
      description:
        "Ein klarer, polsternder Balsam mit 5 % Panthenol und Wachsen ohne Lanolin für Lippen, die in der Kälte " +
        "reißen. Die schräge Spitze trägt ihn auch ohne Spiegel auf. Ohne Aroma, ohne Duft."
    }
  },
  "kieselhaut-retinol-night-emulsion-0-3": {
    howToUse: {
      en: "In the evening, spread one pump over clean, dry skin and avoid the corners of eyes, nose and mouth. Use it" +
        " on two evenings a week at first, then on every other one. Wear sunscreen by day.",
      de: "Abends einen Pumpstoß auf die saubere, trockene Haut auftragen, Augen-, Nasen- und Mundwinkel aussparen. " +
        "Anfangs an zwei Abenden in der Woche, später an jedem zweiten. Tagsüber Sonnenschutz tragen."
    },
    warnings: ["retinol", "eyes", "reacts", "children"],
    de: {
      name: "Retinol-Nachtemulsion 0,3 %",
      description:
        "Eine blassgelbe Emulsion mit 0,3 % Retinol in Squalan, luftdicht verpackt, damit der letzte Pumpstoß so " +
        "frisch ist wie der erste. Anfangs an zwei Abenden in der Woche anwenden. Enthält Vitamin A: vor der " +
        "Anwendung die tägliche Aufnahme berücksichtigen."
    }
  }
}
