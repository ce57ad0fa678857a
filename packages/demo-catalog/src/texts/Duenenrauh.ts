/** How Dünenrauh's products are used, what to mind, and what they are called in German: see `ProductText`. */
import type { ProductText } from "./ProductText.ts"

export const duenenrauh: Readonly<Record<string, ProductText>> = {
  "duenenrauh-sea-salt-body-scrub": {
    howToUse: {
      en: "Massage a handful onto damp skin in circles, more firmly on elbows and soles, and rinse. Once or twice a " +
        "week.",
      de: "Eine Handvoll in kreisenden Bewegungen auf der feuchten Haut einmassieren, an Ellbogen und Fußsohlen " +
        "kräftiger, und abspülen. Ein- bis zweimal in der Woche."
    },
    warnings: ["eyes", "scrub", "slippery"],
    de: {
      name: "Meersalz-Körperpeeling",
      description:
        "Nordseesalz in Raps- und Sanddornöl, grob genug für Ellbogen und Fußsohlen. Auf der feuchten Haut " +
        "einmassieren und abspülen; ein dünner, weicher Film bleibt zurück. Auf frisch rasierten Beinen sparsam " +
        "verwenden."
    }
  },
  "duenenrauh-sea-buckthorn-body-lotion": {
    howToUse: {
      en: "Spread over dry skin after the shower, a pump for each leg. Wait a minute before you dress: the oil has " +
        "colour.",
      de: "Nach dem Duschen auf der trockenen Haut verteilen, ein Pumpstoß für jedes Bein. Vor dem Anziehen eine " +
        "Minute warten: Das Öl hat Farbe."
    },
    warnings: ["eyes", "textiles"],
    de: {
      name: "Sanddorn-Körperlotion",
      description:
        "Eine orange getönte Lotion mit Sanddorn und Hafer, die in einer Minute einzieht und nicht glänzt. Für " +
        "Schienbeine und Unterarme in der Heizsaison. Riecht nach herben Beeren und Sand."
    }
  },
  "duenenrauh-kelp-shower-gel": {
    howToUse: {
      en: "Foam up on wet skin or short hair and rinse.",
      de: "Auf nasser Haut oder kurzem Haar aufschäumen und abspülen."
    },
    warnings: ["eyesRinse", "slippery"],
    de: {
      name: "Seetang-Duschgel",
      description:
        "Ein klares, grünes Gel mit Blasentang und milden Kokostensiden, das weich schäumt und sich schnell " +
        "abspült. Duft nach nassem Seil, Minze und Treibholz. Für Haut und kurzes Haar."
    }
  },
  "duenenrauh-storm-hand-cream": {
    howToUse: {
      en: "Rub a pea-sized amount into hands and nails, after work and before the cold.",
      de: "Eine erbsengroße Menge in Hände und Nägel einreiben, nach der Arbeit und vor der Kälte."
    },
    warnings: ["reacts"],
    de: {
      name: "Handcreme Sturm",
      description:
        "Eine dichte Creme aus Lanolin, Glycerin und Bienenwachs, die schnell einzieht, für Hände, die draußen " +
        "arbeiten. Hinterlässt Griff statt Fett auf Werkzeug und Bildschirm. Eine erbsengroße Menge genügt."
    }
  },
  "duenenrauh-deodorant-stick-driftwood": {
    howToUse: {
      en: "Warm the stick against the skin for a moment, then pass over each underarm twice. Let it dry before you " +
        "dress.",
      de: "Den Stift kurz an der Haut anwärmen, dann zweimal über jede Achsel streichen. Vor dem Anziehen trocknen " +
        "lassen."
    },
    warnings: ["broken", "reacts"],
    de: {
      name: "Deostick Treibholz",
      description:
        "Ein geschmeidiger Stick ohne Aluminium, mit Magnesium und Maisstärke, der die Achseln trocken hält. " +
        "Wacholder und ausgeblichenes Holz, bis mittags dezent. Hinterlässt nach dem Trocknen keine weißen Spuren."
    }
  },
  "duenenrauh-shea-oat-body-butter": {
    howToUse: {
      en: "Warm a little in the hands and massage it into heels, knees and elbows, best in the evening.",
      de: "Etwas davon in den Händen anwärmen und in Fersen, Knie und Ellbogen einmassieren, am besten abends."
    },
    warnings: ["reacts"],
    de: {
      name: "Körperbutter Shea & Hafer",
      description:
        "Aufgeschlagene Shea mit Haferöl, die bei Berührung schmilzt und über die Nacht reicht. Für Fersen, Knie " +
        "und alles, was reibt. Ohne Parfum, also auch für alle, die ihr eigenes tragen."
    }
  }
}
