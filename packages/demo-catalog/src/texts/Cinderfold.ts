/** How Cinderfold's products are used, what to mind, and what they are called in German: see `ProductText`. */
import type { ProductText } from "./ProductText.ts"

export const cinderfold: Readonly<Record<string, ProductText>> = {
  "cinderfold-kiln-eau-de-parfum": {
    howToUse: {
      en: "One spray on the chest under the shirt, one on the nape. Give it an hour before you judge it.",
      de: "Ein Sprühstoß auf die Brust unter dem Hemd, einer in den Nacken. Eine Stunde Zeit geben, bevor geurteilt " +
        "wird."
    },
    warnings: ["flammable", "perfume"],
    de: {
      description:
        "Heißer Ton, Glut und die Süße angesengter Zeder, mit einem Streif Blutorange zu Beginn. Erst dicht, nach " +
        "einer Stunde durchsichtig. Für alle, die den Geruch einer Werkstatt mögen."
    }
  },
  "cinderfold-wet-slate-eau-de-parfum": {
    howToUse: {
      en: "Two sprays on pulse points. It is quiet, so it may be renewed at noon.",
      de: "Zwei Sprühstöße auf die Pulsstellen. Der Duft ist leise und darf mittags erneuert werden."
    },
    warnings: ["flammable", "perfume"],
    de: {
      description:
        "Regen auf einem heißen Dach: mineralisches Ozon, Vetiver und eine Spur zerdrückter Efeu. Kühl, still und " +
        "trocken bis zum Ende. Trägt sich gut bei Hitze und im Großraumbüro."
    }
  },
  "cinderfold-hearth-scented-candle": {
    howToUse: {
      en: "Trim the wick to five millimetres. The first time, let it burn until the whole surface is liquid; later, " +
        "for at most three hours at a time.",
      de: "Den Docht auf fünf Millimeter kürzen. Beim ersten Mal brennen lassen, bis die ganze Oberfläche flüssig " +
        "ist; später höchstens drei Stunden am Stück."
    },
    warnings: ["candle"],
    de: {
      name: "Duftkerze Hearth",
      description:
        "Bienen- und Rapswachs mit geräucherter Eiche, Nelke und etwas Honig. Brennt rund fünfzig Stunden in einem " +
        "Becher, den man behalten möchte. Den Docht vor jedem Anzünden auf fünf Millimeter kürzen."
    }
  },
  "cinderfold-tinder-travel-candle": {
    howToUse: {
      en: "Trim the wick to five millimetres and burn it for at most two hours at a time. Put it out with the lid, " +
        "and pack it only when the wax is firm.",
      de: "Den Docht auf fünf Millimeter kürzen und höchstens zwei Stunden am Stück brennen lassen. Mit dem Deckel " +
        "löschen und erst einpacken, wenn das Wachs fest ist."
    },
    warnings: ["candle"],
    de: {
      name: "Reisekerze Tinder",
      description:
        "Die geräucherte Eiche von Hearth, aufgehellt mit Kiefernharz, im Becher mit Deckel für Hotelzimmer. Brennt" +
        " rund achtzehn Stunden. Docht aus Baumwolle, bleifrei."
    }
  },
  "cinderfold-ash-rose-perfume-oil": {
    howToUse: {
      en: "Dab a drop on wrists and throat and wait; it unfolds over an hour. Draw a little through the ends of long " +
        "hair.",
      de: "Einen Tropfen auf Handgelenke und Hals tupfen und warten; er entfaltet sich über eine Stunde. Etwas davon " +
        "durch die Spitzen langer Haare ziehen."
    },
    warnings: ["eyes", "broken", "reacts"],
    de: {
      name: "Parfümöl Ash & Rose",
      description:
        "Rosenöl über Birkenteer und Labdanum in einer Basis aus fraktioniertem Kokosöl, ohne Alkohol. Einen " +
        "Tropfen auf die Pulsstellen tupfen und warten; er entfaltet sich langsam. Auch gut in den Spitzen langer " +
        "Haare."
    }
  }
}
