/** How Ondrava's products are used, what to mind, and what they are called in German: see `ProductText`. */
import type { ProductText } from "./ProductText.ts"

export const ondrava: Readonly<Record<string, ProductText>> = {
  "ondrava-matte-lipstick-signal-red": {
    howToUse: {
      en: "Draw the outline with the bevelled edge, then fill in from the middle with one stroke. Let it set for half" +
        " a minute before you press the lips together.",
      de: "Mit der schrägen Kante die Kontur ziehen, dann von der Mitte aus in einem Zug ausfüllen. Eine halbe Minute" +
        " fest werden lassen, bevor die Lippen sich berühren."
    },
    warnings: ["lips", "reacts"],
    de: {
      name: "Matter Lippenstift Signal Red",
      group: "Matter Lippenstift",
      description:
        "Ein echtes, blaustichiges Rot, das in einem Zug zu weichem Matt wird und seine Kante über das Abendessen " +
        "behält. Die abgeschrägte Mine zeichnet die Linie ohne Konturenstift. Angenehm dank Jojoba und Mangobutter."
    }
  },
  "ondrava-matte-lipstick-burnt-rose": {
    howToUse: {
      en: "Apply straight from the bullet in one stroke. For a stain, blot once with a tissue and dab the rest in " +
        "with a fingertip.",
      de: "Direkt aus der Hülse in einem Zug auftragen. Für einen Hauch von Farbe einmal mit einem Tuch abnehmen und " +
        "den Rest mit der Fingerspitze eintupfen."
    },
    warnings: ["lips", "reacts"],
    de: {
      name: "Matter Lippenstift Burnt Rose",
      group: "Matter Lippenstift",
      description:
        "Ein gedämpftes Ziegelrosé, das zu ungeschminkter Haut so gut passt wie zu rauchigen Augen. Dieselbe " +
        "samtige Formel wie Signal Red: ein Zug, weiches Matt, kein Ziehen. Einmal abtupfen für einen Hauch von " +
        "Farbe."
    }
  },
  "ondrava-big-bend-mascara": {
    howToUse: {
      en: "Place the brush at the root, move it from side to side and draw it through to the tips. Let each coat dry " +
        "before the next, three at most. Remove with warm water.",
      de: "Die Bürste am Ansatz ansetzen, hin und her bewegen und bis in die Spitzen ziehen. Jede Schicht trocknen " +
        "lassen, höchstens drei. Mit warmem Wasser entfernen."
    },
    warnings: ["eyeMakeup", "share"],
    de: {
      description:
        "Eine Bürste in Sanduhrform trägt tiefes Kohleschwarz auf jede Wimper, vom inneren Augenwinkel an. Baut " +
        "sich ohne Krümel bis zu drei Schichten auf und geht mit warmem Wasser ab. Für Kontaktlinsen geeignet."
    }
  },
  "ondrava-kohl-pencil-midnight": {
    howToUse: {
      en: "Draw along the lash line or, with a clean tip, on the waterline. Smudge within thirty seconds if you like;" +
        " then it stays. Sharpen before you use it on the waterline.",
      de: "Am Wimpernkranz entlang ziehen oder mit sauberer Spitze auf der Wasserlinie. Wer mag, verwischt innerhalb " +
        "von dreißig Sekunden; danach hält er. Vor der Wasserlinie anspitzen."
    },
    warnings: ["eyeMakeup", "share"],
    de: {
      name: "Kajalstift Midnight",
      description:
        "Ein blauschwarzer Kajal, der cremig gleitet, dreißig Sekunden Zeit zum Verwischen lässt und dann bleibt. " +
        "Weich genug für die Wasserlinie. Mit Anspitzer in der Kappe."
    }
  },
  "ondrava-eyeshadow-duo-copper-dusk": {
    howToUse: {
      en: "Pat the copper onto the lid with a finger. For the evening, blend the brown into the crease with a soft " +
        "brush, and the two where they meet.",
      de: "Das Kupfer mit dem Finger auf das Lid tupfen. Für den Abend das Braun mit einem weichen Pinsel in die " +
        "Lidfalte blenden und beide am Übergang verwischen."
    },
    warnings: ["eyeMakeup", "reacts"],
    de: {
      name: "Lidschatten-Duo Copper Dusk",
      description:
        "Ein satiniertes Kupfer und ein mattes Dämmerbraun, so gepresst, dass sie ohne Krümel aufgenommen werden. " +
        "Das Kupfer allein mit dem Finger tragen oder beide für den Abend verblenden. Mit Spiegel im Deckel."
    }
  },
  "ondrava-skin-tint-fluid-foundation": {
    howToUse: {
      en: "Shake, dot one pump over the face and press it in with fingers or a damp sponge. Add a second layer only " +
        "where you want more coverage.",
      de: "Schütteln, einen Pumpstoß in Punkten auf dem Gesicht verteilen und mit den Fingern oder einem feuchten " +
        "Schwamm eindrücken. Eine zweite Schicht nur dort, wo mehr Deckkraft gewünscht ist."
    },
    warnings: ["eyes", "reacts"],
    de: {
      name: "Skin Tint Fluid-Foundation",
      description:
        "Eine Foundation, dünn wie ein Serum, mit natürlichem, leicht feuchtem Schimmer und mittlerer Deckkraft, wo" +
        " eine zweite Schicht hinzukommt. Ton 24 ist ein goldener mittlerer Ton. Schütteln, auftupfen, mit Fingern " +
        "oder feuchtem Schwamm eindrücken."
    }
  },
  "ondrava-pro-brush-set": {
    howToUse: {
      en: "Pick up little colour, tap off the rest and work in short strokes. Once a week, wash the fibres with mild " +
        "soap and lukewarm water and dry the brushes lying flat.",
      de: "Wenig Farbe aufnehmen, den Rest abklopfen und mit kurzen Strichen arbeiten. Einmal in der Woche die Fasern" +
        " mit milder Seife und lauwarmem Wasser waschen und die Pinsel liegend trocknen."
    },
    warnings: ["tool"],
    de: {
      name: "Profi-Pinselset",
      description:
        "Fünf vegane Pinsel mit Messingzwingen: für Puder, Wangen, Lidfalte, Lidstrich und Lippen. Dichte, spitz " +
        "zulaufende Fasern, die Farbe aufnehmen und wieder abgeben. Stehen in ihrem Becher aus recyceltem " +
        "Aluminium; mit milder Seife waschen."
    }
  }
}
