/** How Mizukagi's products are used, what to mind, and what they are called in German: see `ProductText`. */
import type { ProductText } from "./ProductText.ts"

export const mizukagi: Readonly<Record<string, ProductText>> = {
  "mizukagi-rice-water-essence": {
    howToUse: {
      en: "After cleansing, pour a coin-sized amount into the palm and pat it into face and neck until it has sunk " +
        "in. Follow with serum or cream.",
      de: "Nach der Reinigung eine münzgroße Menge in die Handfläche geben und in Gesicht und Hals klopfen, bis sie " +
        "eingezogen ist. Danach Serum oder Creme auftragen."
    },
    warnings: ["eyes", "reacts"],
    de: {
      name: "Reiswasser-Essenz",
      description:
        "Eine leicht sämige Essenz aus fermentiertem Reis und 4 % Niacinamid, die nach der Reinigung mit den " +
        "Handflächen eingeklopft wird. Sie hinterlässt einen weichen, frischen Schimmer, und was danach kommt, " +
        "verteilt sich leichter. Zart milchig, ohne Parfum."
    }
  },
  "mizukagi-camellia-cleansing-oil": {
    howToUse: {
      en: "Massage two pumps onto a dry face with dry hands, over closed eyes last. Add a little water until the oil " +
        "turns milky, then rinse.",
      de: "Zwei Pumpstöße mit trockenen Händen auf dem trockenen Gesicht einmassieren, zuletzt über die geschlossenen" +
        " Augen. Etwas Wasser dazugeben, bis das Öl milchig wird, dann abspülen."
    },
    warnings: ["eyesRinse", "slippery", "reacts"],
    de: {
      name: "Kamelien-Reinigungsöl",
      description:
        "Ein dünnes, goldenes Öl, das Sonnenschutz und haltbare Mascara löst, mit Wasser zu Milch wird und sich " +
        "rückstandslos abspülen lässt. Mit trockenen Händen auf dem trockenen Gesicht einmassieren. Duftet leise " +
        "nach Yuzuschale."
    }
  },
  "mizukagi-water-veil-sun-milk-spf-50": {
    howToUse: {
      en: "Shake until you hear the ball. Apply generously to face, neck and ears 15 minutes before you go out, and " +
        "renew every two hours.",
      de: "Schütteln, bis die Kugel zu hören ist. 15 Minuten vor dem Hinausgehen großzügig auf Gesicht, Hals und " +
        "Ohren auftragen und alle zwei Stunden erneuern."
    },
    warnings: ["sun", "eyes"],
    de: {
      name: "Water Veil Sonnenmilch LSF 50",
      description:
        "Eine flüssige Sonnenmilch, vor Gebrauch zu schütteln, die zu einem schwerelosen Schleier trocknet, ohne zu" +
        " kleben. Breiter Schutz vor UVA und UVB, kein Weißeln, angenehm unter Make-up. Großzügig auftragen und " +
        "alle zwei Stunden erneuern."
    }
  },
  "mizukagi-matcha-clay-mask": {
    howToUse: {
      en: "Once a week, spread a thin layer over clean skin and leave out eyes and lips. Rinse with warm water after " +
        "eight minutes, while it is still slightly damp.",
      de: "Einmal in der Woche dünn auf die saubere Haut auftragen, Augen und Lippen aussparen. Nach acht Minuten, " +
        "solange sie noch leicht feucht ist, mit warmem Wasser abspülen."
    },
    warnings: ["eyes", "broken", "reacts"],
    de: {
      name: "Matcha-Tonmaske",
      description:
        "Eine aufgeschlagene Kaolinmaske mit steingemahlenem Grüntee, die in acht Minuten überschüssiges Fett " +
        "aufnimmt, ohne hart zu werden. Mit warmem Wasser abspülen, solange sie noch leicht feucht ist. Für fettige" +
        " Haut und Mischhaut, einmal in der Woche."
    }
  },
  "mizukagi-silk-sheet-masks": {
    howToUse: {
      en: "Unfold a mask onto clean skin, align it with the eyes and leave it on for fifteen minutes. Press what is " +
        "left into neck and hands; there is no need to rinse.",
      de: "Eine Maske auf der sauberen Haut entfalten, an den Augen ausrichten und fünfzehn Minuten einwirken lassen." +
        " Was übrig bleibt, in Hals und Hände drücken; nicht abspülen."
    },
    warnings: ["eyes", "single", "reacts"],
    de: {
      name: "Seiden-Tuchmasken",
      description:
        "Fünf Masken, fein wie Biozellulose, jede mit 25 ml Serum aus Seidenprotein und Hyaluronsäure getränkt. " +
        "Fünfzehn Minuten einwirken lassen, dann den Rest in Hals und Hände drücken. Gut vor einem Abend außer Haus" +
        " oder nach einem Flug."
    }
  },
  "mizukagi-jade-gua-sha": {
    howToUse: {
      en: "Spread a few drops of facial oil, hold the plate flat against the skin and glide it from the centre of the" +
        " face outwards, five strokes in each place. Wash it with mild soap afterwards.",
      de: "Einige Tropfen Gesichtsöl verteilen, die Platte flach an die Haut legen und von der Gesichtsmitte nach " +
        "außen ziehen, an jeder Stelle fünfmal. Danach mit milder Seife waschen."
    },
    warnings: ["stone"],
    de: {
      name: "Jade-Gua-Sha",
      description:
        "Eine von Hand geschliffene Platte aus Nephrit mit einer gekerbten und einer geschwungenen Kante für " +
        "Wangenknochen, Kiefer und Hals. Über ein paar Tropfen Gesichtsöl gleiten lassen; aus dem Kühlschrank kühlt" +
        " sie in den Tag. Im Leinenbeutel."
    }
  }
}
