/** How Tarifenna's products are used, what to mind, and what they are called in German: see `ProductText`. */
import type { ProductText } from "./ProductText.ts"

export const tarifenna: Readonly<Record<string, ProductText>> = {
  "tarifenna-invisible-sun-fluid-spf-50": {
    howToUse: {
      en: "Spread two fingers' length over face, ears and neck 15 minutes before you go out. Renew every two hours, " +
        "and after swimming or sweating.",
      de: "15 Minuten vor dem Hinausgehen eine Menge von zwei Fingerlängen auf Gesicht, Ohren und Hals verteilen. " +
        "Alle zwei Stunden erneuern, auch nach dem Baden oder Schwitzen."
    },
    warnings: ["sun", "eyes"],
    de: {
      name: "Unsichtbares Sonnenfluid LSF 50",
      description:
        "Ein federleichtes Gesichtsfluid für jeden Tag in der Stadt oder auf See. Es ist auf der Haut durchsichtig," +
        " übersteht leichtes Schwitzen und brennt nicht um die Augen. Zwei Fingerlängen für Gesicht und Hals, alle " +
        "zwei Stunden erneuern."
    }
  },
  "tarifenna-family-sun-lotion-spf-50": {
    howToUse: {
      en: "Apply generously 15 minutes before you go out: a palmful covers an adult's body. Renew every two hours, " +
        "and always after bathing and towelling.",
      de: "15 Minuten vor dem Hinausgehen großzügig auftragen: Eine Handvoll reicht für den Körper eines Erwachsenen." +
        " Alle zwei Stunden erneuern, immer auch nach Baden und Abtrocknen."
    },
    warnings: ["sun", "eyes", "textiles"],
    de: {
      name: "Sonnenlotion für die Familie LSF 50",
      description:
        "Eine wasserfeste Lotion in einer Flasche, die für ein Wochenende am Strand reicht. Sie ist schnell " +
        "verrieben, auch auf zappelnden Armen, und wäscht sich aus Handtüchern aus. Ohne Parfum; 15 Minuten vor dem" +
        " Hinausgehen auftragen."
    }
  },
  "tarifenna-sun-stick-spf-50": {
    howToUse: {
      en: "Pass over each place four times, then spread with a clean finger. Renew every two hours and after " +
        "swimming.",
      de: "Viermal über jede Stelle streichen und mit einem sauberen Finger verteilen. Alle zwei Stunden und nach dem" +
        " Schwimmen erneuern."
    },
    warnings: ["sun", "eyes"],
    de: {
      name: "Sonnenstift LSF 50",
      description:
        "Ein klarer, fester Stift für Nase, Ohren, Lippen und Schultern, der in die Tasche der Badeshorts passt. " +
        "Viermal über jede Stelle streichen. Läuft im Handgepäck nicht aus."
    }
  },
  "tarifenna-after-sun-aloe-gel": {
    howToUse: {
      en: "Spread over cool, dry skin after the shower and let it dry for a few minutes. Repeat as often as it does " +
        "you good.",
      de: "Nach dem Duschen auf der kühlen, trockenen Haut verteilen und einige Minuten trocknen lassen. Wiederholen," +
        " so oft es guttut."
    },
    warnings: ["eyes", "sunburn", "reacts"],
    de: {
      name: "After-Sun-Gel mit Aloe",
      description:
        "Ein kühles Gel aus Aloesaft und Panthenol für Haut, die lange draußen war. Es trocknet so schnell, dass " +
        "nach Minuten ein T-Shirt darüber passt. Im Juli gehört es in den Kühlschrank."
    }
  },
  "tarifenna-salt-spray-for-beach-hair": {
    howToUse: {
      en: "Spray into damp lengths from a hand's breadth, scrunch from the ends upwards and let the hair dry in the " +
        "air. Wash it out after the beach: salt dries.",
      de: "Aus einer Handbreit Abstand in die feuchten Längen sprühen, von den Spitzen nach oben kneten und an der " +
        "Luft trocknen lassen. Nach dem Strand auswaschen: Salz trocknet aus."
    },
    warnings: ["eyesSpray", "reacts"],
    de: {
      name: "Salzspray für Strandhaar",
      description:
        "Atlantiksalz und etwas Agavennektar geben schlaffen Längen Griff und lockere Wellen. Ins feuchte Haar " +
        "sprühen, kneten und den Wind machen lassen. Riecht nach Feigenblatt und Kokoswasser."
    }
  }
}
