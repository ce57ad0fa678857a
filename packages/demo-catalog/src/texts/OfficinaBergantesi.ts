/** How Officina Bergantesi's products are used, what to mind, and what they are called in German: see `ProductText`. */
import type { ProductText } from "./ProductText.ts"

export const officinaBergantesi: Readonly<Record<string, ProductText>> = {
  "officina-bergantesi-rose-almond-soap": {
    howToUse: {
      en: "Foam up with warm water on hands, face or body and rinse. Keep the bar on a dish that drains.",
      de: "Mit warmem Wasser auf Händen, Gesicht oder Körper aufschäumen und abspülen. Auf einer Schale aufbewahren, " +
        "aus der das Wasser abläuft."
    },
    warnings: ["eyesRinse"],
    de: {
      name: "Rosen-Mandel-Seife",
      description:
        "Ein festes, dreifach pilliertes Stück aus Oliven- und Mandelöl mit cremigem Schaum und dem Duft eines " +
        "alten Rosengartens. Vier Wochen gereift, daher ergiebig. Von Hand in Papier gewickelt."
    }
  },
  "officina-bergantesi-lemon-leaf-soap": {
    howToUse: {
      en: "Foam up on wet hands, rub the leaf over fingertips and knuckles, and rinse. Keep the bar on a dish that " +
        "drains.",
      de: "Auf nassen Händen aufschäumen, mit dem Blatt über Fingerspitzen und Knöchel reiben und abspülen. Auf einer" +
        " Schale aufbewahren, aus der das Wasser abläuft."
    },
    warnings: ["eyesRinse"],
    de: {
      name: "Zitronenblatt-Seife",
      description:
        "Ein frisches Stück für Küche und Bad mit kaltgepresstem Zitronenöl und gemahlenem Blatt für ein leichtes " +
        "Peeling. Nimmt Knoblauchgeruch von den Fingern. Fest bis zum letzten Rest."
    }
  },
  "officina-bergantesi-bath-oil-bitter-orange": {
    howToUse: {
      en: "Pour one capful under the running tap of a full bath. Stay for a quarter of an hour and pat the skin dry.",
      de: "Eine Verschlusskappe in den Wasserstrahl des fast vollen Bades geben. Eine Viertelstunde baden und die " +
        "Haut trocken tupfen."
    },
    warnings: ["eyes", "slippery", "children"],
    de: {
      name: "Badeöl Bitterorange",
      description:
        "Ein bernsteinfarbenes Öl, das sich im Wasser verteilt und die Haut so geschmeidig lässt, dass die Lotion " +
        "entfallen kann. Bitterorange, Lorbeer und etwas Muskatellersalbei. Eine Verschlusskappe je Bad; Vorsicht, " +
        "die Wanne wird rutschig."
    }
  },
  "officina-bergantesi-colonia-di-cedro": {
    howToUse: {
      en: "Splash or spray over neck, chest and arms after the bath. Renew as often as you like.",
      de: "Nach dem Bad auf Hals, Brust und Arme geben oder sprühen. Nach Belieben erneuern."
    },
    warnings: ["flammable", "perfume"],
    de: {
      description:
        "Ein klassisches Kölnischwasser aus kalabrischer Zitronatzitrone, Rosmarin und einem Tropfen Vetiver, " +
        "gemacht für nach dem Bad. Eine Stunde hell, danach saubere Haut. Im August gehört eine Flasche in den " +
        "Kühlschrank."
    }
  },
  "officina-bergantesi-shaving-cream-sandalo": {
    howToUse: {
      en: "Work an almond-sized amount into a lather with a wet brush or the hands, shave with the grain and rinse " +
        "with cold water.",
      de: "Eine mandelgroße Menge mit nassem Pinsel oder den Händen aufschäumen, mit dem Strich rasieren und kalt " +
        "abspülen."
    },
    warnings: ["eyesRinse", "reacts"],
    de: {
      name: "Rasiercreme Sandalo",
      description:
        "Eine dichte Seifencreme, die in Sekunden zu einem Polster aufschäumt und die Klinge auch in hartem Wasser " +
        "gleiten lässt. Sandelholz und ein Hauch Tabak. Mit Pinsel oder bloßen Händen."
    }
  },
  "officina-bergantesi-crema-mani-all-olio-d-oliva": {
    howToUse: {
      en: "Rub a small amount into clean hands, the backs first. Roll the tube up from the end.",
      de: "Eine kleine Menge in die sauberen Hände einreiben, zuerst in die Handrücken. Die Tube vom Ende her " +
        "aufrollen."
    },
    warnings: ["reacts"],
    de: {
      description:
        "Eine seidige Handcreme mit ligurischem Olivenöl und Ringelblume, die eingezogen ist, bevor die Türklinke " +
        "erreicht ist. Riecht nach zerriebenen Blättern. Die Aluminiumtube lässt sich bis zum letzten Gramm " +
        "aufrollen."
    }
  }
}
