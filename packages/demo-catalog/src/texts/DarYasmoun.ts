/** How Dar Yasmoun's products are used, what to mind, and what they are called in German: see `ProductText`. */
import type { ProductText } from "./ProductText.ts"

export const darYasmoun: Readonly<Record<string, ProductText>> = {
  "dar-yasmoun-pure-argan-oil": {
    howToUse: {
      en: "Work two drops into dry ends, or warm four between the palms and spread them over damp skin after the " +
        "shower.",
      de: "Zwei Tropfen in trockene Spitzen kneten oder vier zwischen den Handflächen anwärmen und nach dem Duschen " +
        "auf der feuchten Haut verteilen."
    },
    warnings: ["eyes", "heat"],
    de: {
      name: "Reines Arganöl",
      description:
        "Kaltgepresstes Arganöl einer Frauenkooperative bei Taroudant, filtriert und sonst nichts. Zwei Tropfen " +
        "bändigen trockene Spitzen, vier ergeben ein reichhaltiges Körperöl. Der nussige Duft verfliegt in Minuten."
    }
  },
  "dar-yasmoun-argan-shampoo-bar": {
    howToUse: {
      en: "Rub the bar over wet hair until it foams, massage and rinse. Let it dry on a rack between washes.",
      de: "Das Stück über das nasse Haar reiben, bis es schäumt, einmassieren und ausspülen. Zwischen den Wäschen auf" +
        " einem Gitter trocknen lassen."
    },
    warnings: ["eyesRinse"],
    de: {
      name: "Festes Argan-Shampoo",
      description:
        "Ein festes Shampoo für rund sechzig Wäschen, das üppig schäumt und die Längen dank Arganöl glatt hält. Auf" +
        " das nasse Haar reiben, nicht auf die trockene Kopfhaut, und auf einem Gitter trocknen lassen. Ohne " +
        "Plastik."
    }
  },
  "dar-yasmoun-rose-neroli-hair-mist": {
    howToUse: {
      en: "Hold a forearm away and spray once around the head, on dry hair. Let it dry before you use heat.",
      de: "Aus einer Unterarmlänge Abstand einmal rund um den Kopf ins trockene Haar sprühen. Vor der Anwendung von " +
        "Hitze trocknen lassen."
    },
    warnings: ["flammable", "eyesSpray"],
    de: {
      name: "Haarnebel Rose & Neroli",
      description:
        "Ein feiner Nebel aus Damaszener Rosenwasser und Orangenblüte, der das Haar zwischen den Wäschen erfrischt " +
        "und elektrische Ladung mindert. Eine Unterarmlänge Abstand halten und einmal rund um den Kopf sprühen. " +
        "Ohne Silikone."
    }
  },
  "dar-yasmoun-rhassoul-hair-body-clay": {
    howToUse: {
      en: "Stir two spoonfuls with warm water to a smooth paste, spread over scalp or skin and rinse after ten " +
        "minutes, before it dries. Do not use a metal spoon.",
      de: "Zwei Löffel mit warmem Wasser zu einer glatten Paste rühren, auf Kopfhaut oder Haut verteilen und nach " +
        "zehn Minuten ausspülen, bevor sie trocknet. Keinen Metalllöffel verwenden."
    },
    warnings: ["eyes", "inhale", "broken"],
    de: {
      name: "Rhassoul-Lavaerde für Haar & Körper",
      description:
        "Feine Lavaerde aus dem Mittleren Atlas, mit getrocknetem Lavendel und Rose vermahlen. Mit warmem Wasser zu" +
        " einer glatten Paste rühren, auf Kopfhaut oder Haut verteilen und nach zehn Minuten ausspülen. Hinterlässt" +
        " ein sauberes, pudriges Gefühl."
    }
  },
  "dar-yasmoun-black-soap-with-eucalyptus": {
    howToUse: {
      en: "Spread thinly over warm, damp skin, wait five minutes and rub it off with the glove under running water. " +
        "Once a week.",
      de: "Dünn auf der warmen, feuchten Haut verteilen, fünf Minuten warten und unter fließendem Wasser mit dem " +
        "Handschuh abreiben. Einmal in der Woche."
    },
    warnings: ["eyesRinse", "broken", "slippery"],
    de: {
      name: "Schwarze Seife mit Eukalyptus",
      description:
        "Eine weiche, dunkle Paste aus verseiften Oliven für den Hamam zu Hause. Auf der warmen, feuchten Haut " +
        "verteilen, fünf Minuten warten, dann mit dem Handschuh abreiben. Die Haut fühlt sich poliert und sehr " +
        "weich an."
    }
  },
  "dar-yasmoun-kessa-exfoliating-glove": {
    howToUse: {
      en: "After steam or a long bath, rub the skin with long, firm strokes towards the heart, once a week. Wash the " +
        "glove at 40 °C and let it dry.",
      de: "Nach Dampf oder einem langen Bad die Haut mit langen, festen Strichen zum Herzen hin abreiben, einmal in " +
        "der Woche. Den Handschuh bei 40 °C waschen und trocknen lassen."
    },
    warnings: ["scrub"],
    de: {
      name: "Kessa-Peelinghandschuh",
      description:
        "Ein gewebter Handschuh aus Viskose mit fester, gekreppter Oberfläche, der nach Dampf oder einem langen Bad" +
        " stumpfe, trockene Haut abrollt. Mit schwarzer Seife verwenden, einmal in der Woche. Bei 40 °C waschbar."
    }
  }
}
