/** How Atelier Sévrande's products are used, what to mind, and what they are called in German: see `ProductText`. */
import type { ProductText } from "./ProductText.ts"

export const atelierSevrande: Readonly<Record<string, ProductText>> = {
  "atelier-sevrande-rose-cendree-eau-de-parfum": {
    howToUse: {
      en: "Spray once on each wrist and once on the throat, from a hand's breadth. Do not rub: it crushes the first " +
        "notes.",
      de: "Aus einer Handbreit Abstand je einmal auf die Handgelenke und den Hals sprühen. Nicht verreiben: Das nimmt" +
        " den ersten Noten ihre Kraft."
    },
    warnings: ["flammable", "perfume"],
    de: {
      description:
        "Eine trockene, rauchige Rose: zuerst rosa Pfeffer, dann türkisches Rosenabsolue über Weihrauch und " +
        "Guajakholz. Bleibt fast einen Tag lang nah an der Haut. Passt zu Wolle, Leder und Abenden im Oktober."
    }
  },
  "atelier-sevrande-figue-blanche-eau-de-parfum": {
    howToUse: {
      en: "Two sprays on warm skin in the morning last until late afternoon. In summer, one on the shirt is enough; " +
        "test fabrics first.",
      de: "Zwei Sprühstöße auf warmer Haut halten vom Morgen bis zum späten Nachmittag. Im Sommer genügt einer auf " +
        "dem Hemd; Stoffe vorher prüfen."
    },
    warnings: ["flammable", "perfume"],
    de: {
      description:
        "Grünes Feigenblatt, milchiger Saft und sonnenwarme Rinde, darunter ein salziger Hautakkord. Frisch, ohne " +
        "sportlich zu sein. Zwei Sprühstöße halten vom Frühstück bis zum späten Nachmittag."
    }
  },
  "atelier-sevrande-iris-de-craie-extrait": {
    howToUse: {
      en: "Dab or spray on the wrists and wait a few minutes. An extrait carries far: begin with less than you would " +
        "of an eau de parfum.",
      de: "Auf die Handgelenke tupfen oder sprühen und einige Minuten warten. Ein Extrait trägt weit: mit weniger " +
        "beginnen als bei einem Eau de Parfum."
    },
    warnings: ["flammable", "perfume"],
    de: {
      description:
        "Irisbutter in seltener Konzentration, puderkühl und mit einem Anklang von Möhre, auf Zeder und weißem " +
        "Moschus. In kleinen Mengen abgefüllt und nummeriert. Auf die Handgelenke tupfen oder sprühen; es trägt " +
        "weiter, als es scheint."
    }
  },
  "atelier-sevrande-discovery-set": {
    howToUse: {
      en: "Wear one scent a day, a spray on each wrist, and note how it smells in the morning, at noon and in the " +
        "evening.",
      de: "Einen Duft am Tag tragen, je ein Sprühstoß auf die Handgelenke, und notieren, wie er morgens, mittags und " +
        "abends riecht."
    },
    warnings: ["flammable", "perfume"],
    de: {
      name: "Entdeckerset",
      description:
        "Fünf Eaux de Parfum des Hauses zu je 2 ml, mit einer Karte für Notizen und einem Gutschein für den ersten " +
        "großen Flakon. Jeden einen ganzen Tag tragen, bevor die Wahl fällt. Passt durch den Briefschlitz."
    }
  },
  "atelier-sevrande-creme-parfumee-figue-blanche": {
    howToUse: {
      en: "Spread over dry skin after the shower. Under the eau de parfum, let it sink in for a few minutes first.",
      de: "Nach dem Duschen auf der trockenen Haut verteilen. Unter dem Eau de Parfum zuerst einige Minuten einziehen" +
        " lassen."
    },
    warnings: ["eyes", "broken", "reacts"],
    de: {
      description:
        "Eine leichte, schnell trocknende Körpercreme mit dem Feigenblattakkord des Eau de Parfum. Allein getragen " +
        "ist sie ein Flüstern; unter dem Duft gibt sie ihm Stunden dazu. Mit Shea und Süßmandelöl."
    }
  },
  "atelier-sevrande-rose-cendree-travel-spray": {
    howToUse: {
      en: "Spray on the wrists and the nape. To refill, take out the glass vial and fill it from the flacon with the " +
        "funnel.",
      de: "Auf Handgelenke und Nacken sprühen. Zum Nachfüllen das Glasröhrchen herausnehmen und mit dem Trichter aus " +
        "dem Flakon füllen."
    },
    warnings: ["flammable", "perfume"],
    de: {
      name: "Rose Cendrée Reisespray",
      description:
        "Die rauchige Rose in einem lackierten Metallstift, der durch die Sicherheitskontrolle kommt und in die " +
        "Abendtasche passt. Rund 120 Sprühstöße. Das Glasröhrchen lässt sich aus dem 50-ml-Flakon nachfüllen."
    }
  }
}
