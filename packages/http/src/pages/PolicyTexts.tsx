/**
 * The shop's rules for people, in each language: terms, privacy, shipping, returns, help, contact, and the imprint.
 * Every number comes from the module that applies it. The pages of a shop front and those of a store without one say
 * the same rules; what only a shop front has, only its pages name. Follows docs/specification.md#languages.
 *
 * @since 1.0.0
 */
import type { StorePolicy } from "@beauty-store/commerce/Policy"
import * as Destination from "@beauty-store/domain/Destination"
import { type InEach, type Locale, localized, textIn } from "@beauty-store/domain/Language"
import { defaultCurrency, nameOf } from "@beauty-store/domain/Money"
import { expectedDays, expectedWithin } from "@beauty-store/domain/Refund"
import { demandWindowDays, type ReturnStrategy } from "@beauty-store/domain/Return"
import * as Shipping from "@beauty-store/domain/Shipping"
import { formatIn } from "@beauty-store/ui/Format"
import { Lines } from "@beauty-store/ui/Lines"
import { Facts } from "@beauty-store/ui/Prices"
import type { ComponentChildren, VNode } from "preact"
import { findOrder } from "../pipeline/RequestLanguage.ts"
import * as Messages from "./Messages.ts"

/** Whose rules they are, and where they are shown. */
export interface PolicyScene {
  readonly policy: StorePolicy
  readonly demo: boolean
  readonly returns: ReturnStrategy
  readonly shipping: Shipping.ShippingStrategy
  readonly language: Locale
  /** The address of another page in the same language, by its path in English. */
  readonly link: (path: string) => string
  /** What the button says that places an order, where pages of the store have one. They also have a form for questions. */
  readonly orderButton?: string | undefined
}

export interface PolicyText {
  readonly title: InEach<string>
  readonly description: InEach<string>
  readonly content: InEach<(scene: PolicyScene) => ComponentChildren>
}

const money = ({ language, policy }: PolicyScene, amountMinor: number): string =>
  formatIn(language).money(amountMinor, policy.currency)

/** The seller, as the law wants it to be named. */
export const Seller = ({ language, policy: { seller } }: Pick<PolicyScene, "language" | "policy">): VNode => (
  <address>
    <Lines
      lines={[
        seller.name,
        seller.address,
        `${seller.postcode} ${seller.city}`,
        formatIn(language).country(seller.country),
        <a href={`mailto:${seller.email}`}>{seller.email}</a>
      ]}
    />
  </address>
)

const terms: PolicyText = {
  title: { en: "Terms", de: "Allgemeine Geschäftsbedingungen" },
  description: {
    en: "How a contract with this shop is made, what it costs and what holds for programs that shop for you.",
    de:
      "Wie ein Vertrag mit diesem Shop zustande kommt, was er kostet und was für Programme gilt, die für Sie einkaufen."
  },
  content: {
    en: (scene) => {
      const { allowance, session } = scene.policy
      return (
        <>
          {scene.demo && <p>{Messages.frame.demo(scene.language)}</p>}
          <h2>Whom you buy from</h2>
          <Seller language={scene.language} policy={scene.policy} />
          <h2>How the contract is made</h2>
          <p>
            {scene.orderButton !== undefined && (
              <>
                The products in the shop are an invitation to order. With the button “{scene.orderButton}” you place a
                binding order.{" "}
              </>
            )}
            What you order is reserved for {session.lifetimeMillis / 60_000}{" "}
            minutes while you pay, the last units of a product for{" "}
            {session.lastUnitsMillis / 60_000}. The contract is made when your payment is confirmed. An order that is
            not paid in that time ends by itself and costs nothing.
          </p>
          {scene.orderButton !== undefined && (
            <p>Until you press the button you can correct everything on the pages of the checkout.</p>
          )}
          <h2>Prices and payment</h2>
          <p>
            All prices are in {nameOf(scene.policy.currency)} and include VAT where it is due.{" "}
            {scene.orderButton !== undefined
              && "Shipping is added where the cart and the last page before the order say so. "}
            You pay on the page of our payment provider; card numbers never reach this shop.
          </p>
          <h2>Withdrawal, returns and defects</h2>
          <p>
            You may withdraw from the contract and return what you bought: see{" "}
            <a href={scene.link("/policies/returns")}>returns and withdrawal</a>. The statutory rights for defective
            goods hold.
          </p>
          <h2>Programs that shop for you</h2>
          <p>
            A program may shop in your name. {allowance.perTransaction === 0
              ? "You pay yourself on the payment page."
              : `It pays at most ${
                money(scene, allowance.perTransaction)
              } at once without you, and never more than you `
                + "allowed it; anything beyond that you pay yourself on the payment page."}
          </p>
        </>
      )
    },
    de: (scene) => {
      const { allowance, session } = scene.policy
      return (
        <>
          {scene.demo && <p>{Messages.frame.demo(scene.language)}</p>}
          <h2>Bei wem Sie kaufen</h2>
          <Seller language={scene.language} policy={scene.policy} />
          <h2>Wie der Vertrag zustande kommt</h2>
          <p>
            {scene.orderButton !== undefined && (
              <>
                Die Produkte im Shop sind eine Einladung zu bestellen. Mit dem Knopf „{scene.orderButton}“ bestellen Sie
                verbindlich.{" "}
              </>
            )}
            Was Sie bestellen, ist {session.lifetimeMillis / 60_000}{" "}
            Minuten lang für Sie reserviert, während Sie bezahlen; die letzten Stücke eines Produkts{" "}
            {session.lastUnitsMillis / 60_000}{" "}
            Minuten. Der Vertrag kommt zustande, wenn Ihre Zahlung bestätigt ist. Eine Bestellung, die in dieser Zeit
            nicht bezahlt wird, endet von selbst und kostet nichts.
          </p>
          {scene.orderButton !== undefined && (
            <p>Bis Sie auf den Knopf drücken, können Sie auf den Seiten der Kasse alles berichtigen.</p>
          )}
          <h2>Preise und Bezahlung</h2>
          <p>
            Alle Preise sind in {scene.policy.currency === defaultCurrency ? "Euro" : scene.policy.currency}{" "}
            und enthalten die Mehrwertsteuer, wo sie anfällt. {scene.orderButton !== undefined
              && "Versandkosten kommen hinzu, wo der Warenkorb und die letzte Seite vor der Bestellung sie nennen. "}
            Sie bezahlen auf der Seite unseres Zahlungsanbieters; Kartennummern erreichen diesen Shop nie.
          </p>
          <h2>Widerruf, Rückgabe und Mängel</h2>
          <p>
            Sie können den Vertrag widerrufen und zurückgeben, was Sie gekauft haben: siehe{" "}
            <a href={scene.link("/policies/returns")}>Rückgabe und Widerruf</a>. Für mangelhafte Ware gelten die
            gesetzlichen Rechte.
          </p>
          <h2>Programme, die für Sie einkaufen</h2>
          <p>
            Ein Programm darf in Ihrem Namen einkaufen. {allowance.perTransaction === 0
              ? "Sie bezahlen selbst auf der Zahlungsseite."
              : `Ohne Sie bezahlt es höchstens ${
                money(scene, allowance.perTransaction)
              } auf einmal und nie mehr, als Sie `
                + "ihm erlaubt haben; alles darüber bezahlen Sie selbst auf der Zahlungsseite."}
          </p>
        </>
      )
    }
  }
}

const privacy: PolicyText = {
  title: { en: "Privacy", de: "Datenschutz" },
  description: {
    en: "What the shop keeps about you, what for, and your rights.",
    de: "Was der Shop über Sie speichert, wozu, und welche Rechte Sie haben."
  },
  content: {
    en: (scene) => (
      <>
        <p>
          The shop keeps what it needs to sell to you: your email address, your delivery address, what you ordered and
          what became of it. Card numbers never reach it: the payment provider has them.
        </p>
        <p>
          There is no tracking, no advertising and no outside resource on these pages. One cookie remembers your cart.
          It is set when you put something into it, and not before.
        </p>
        <p>
          Your name and address go to the carrier who brings your parcel. A program that shops for you learns how your
          order stands. Nobody else hears of you.
        </p>
        <h2>Your rights</h2>
        <p>
          You may ask what is kept of you, have it corrected, and have it erased where no law says that it must be kept.
        </p>
        <Seller language={scene.language} policy={scene.policy} />
      </>
    ),
    de: (scene) => (
      <>
        <p>
          Der Shop speichert, was er braucht, um Ihnen etwas zu verkaufen: Ihre E-Mail-Adresse, Ihre Lieferadresse, was
          Sie bestellt haben und was daraus geworden ist. Kartennummern erreichen ihn nie: Die hat der Zahlungsanbieter.
        </p>
        <p>
          Auf diesen Seiten gibt es kein Tracking, keine Werbung und nichts von fremden Servern. Ein Cookie merkt sich
          Ihren Warenkorb. Es wird gesetzt, wenn Sie etwas hineinlegen, und nicht vorher.
        </p>
        <p>
          Name und Anschrift erhält der Paketdienst, der Ihr Paket bringt. Ein Programm, das für Sie einkauft, erfährt,
          wie es um Ihre Bestellung steht. Sonst hört niemand von Ihnen.
        </p>
        <h2>Ihre Rechte</h2>
        <p>
          Sie können fragen, was über Sie gespeichert ist, es berichtigen und löschen lassen, soweit kein Gesetz
          verlangt, es aufzubewahren.
        </p>
        <Seller language={scene.language} policy={scene.policy} />
      </>
    )
  }
}

/** How long something can be returned. */
const windowWords: InEach<(days: number) => string> = {
  en: (days) =>
    days === 0
      ? "until the end of the day it arrived"
      : `for ${days} ${days === 1 ? "day" : "days"} after the day it arrived, until the end of the last one`,
  de: (days) => days === 0 ? "Tages der Ankunft" : `${days}. Tages nach der Ankunft`
}

const returns: PolicyText = {
  title: { en: "Returns and withdrawal", de: "Rückgabe und Widerruf" },
  description: {
    en: "How long you can return what you bought, how it works, and when the money is back.",
    de: "Wie lange Sie zurückgeben können, was Sie gekauft haben, wie das geht, und wann das Geld zurück ist."
  },
  content: {
    en: (scene) => (
      <>
        <p>
          You can return what you bought {windowWords.en(demandWindowDays(scene.returns))}.
        </p>
        <h2>What is sealed for hygiene</h2>
        <p>
          Some products are sealed for hygiene; their pages say so. They can be returned while the seal is unbroken, or
          if they are defective.
        </p>
        <h2>How to return something</h2>
        <p>
          Begin a return on the page of your order (<a href={findOrder("en")}>find your order</a>), or through the
          program that bought for you: either gives you a label for the parcel. The money goes back to the way you paid,
          {" "}
          {expectedWithin} after the parcel was received.
        </p>
        <p>
          The label carries no postage: you pay for sending the parcel back, unless what you got is defective or is not
          what you ordered; then we pay it back to you.
        </p>
        <h2>Before it has shipped</h2>
        <p>
          You can cancel an order on its page as long as none of it has shipped. Then everything you paid goes back,
          shipping included.
        </p>
        <h2>Your right of withdrawal</h2>
        <p>
          Beside this promise you have, as a consumer in the European Union, the right to withdraw from the contract
          within 14 days from the day on which you, or somebody you named, got the last of the goods, without giving a
          reason. A return that you begin on your order's page is such a withdrawal; so is any other clear statement,
          for example by {scene.orderButton !== undefined && (
            <>
              <a href={scene.link("/contact")}>our form</a> or{" "}
            </>
          )}an email to{" "}
          <a href={`mailto:${scene.policy.seller.email}`}>{scene.policy.seller.email}</a>. Before your parcel arrives
          you withdraw in the same ways: cancel the order on its page as long as nothing has shipped, and write to us
          from then on. It is enough to send the statement within the 14 days, and the goods within 14 days after it.
        </p>
        <p>
          After a withdrawal we pay back what you paid, the cost of standard delivery included, within 14 days after
          your statement reached us, but may wait until the goods are back. You pay for a loss of value only where it
          comes from handling the goods more than was necessary to test them.
        </p>
      </>
    ),
    de: (scene) => (
      <>
        <p>
          Was Sie gekauft haben, können Sie bis zum Ende des {windowWords.de(demandWindowDays(scene.returns))}{" "}
          zurückgeben.
        </p>
        <h2>Was aus Hygienegründen versiegelt ist</h2>
        <p>
          Manche Produkte sind aus Hygienegründen versiegelt; auf ihren Seiten steht es. Sie können zurückgegeben
          werden, solange das Siegel unversehrt ist, oder wenn sie mangelhaft sind.
        </p>
        <h2>So geben Sie etwas zurück</h2>
        <p>
          Beginnen Sie die Rückgabe auf der Seite Ihrer Bestellung (<a href={findOrder("de")}>Bestellung finden</a>)
          oder mit dem Programm, das für Sie eingekauft hat: Beide geben Ihnen ein Etikett für das Paket. Das Geld geht
          auf dem Weg zurück, auf dem Sie bezahlt haben, {`${expectedDays.from} bis ${expectedDays.to} Bankarbeitstage`}
          {" "}
          nach Ankunft des Pakets.
        </p>
        <p>
          Das Etikett ist nicht frankiert: Das Porto der Rücksendung zahlen Sie, es sei denn, die Ware ist mangelhaft
          oder nicht die bestellte; dann erstatten wir es Ihnen.
        </p>
        <h2>Bevor die Ware unterwegs ist</h2>
        <p>
          Solange nichts versandt ist, können Sie die Bestellung auf ihrer Seite stornieren. Dann geht alles zurück, was
          Sie bezahlt haben, auch die Versandkosten.
        </p>
        <h2>Ihr Widerrufsrecht</h2>
        <p>
          Neben diesem Versprechen haben Sie als Verbraucher in der Europäischen Union das Recht, den Vertrag binnen 14
          Tagen ab dem Tag, an dem Sie oder jemand, den Sie benannt haben, die letzte Ware erhalten hat, ohne Angabe von
          Gründen zu widerrufen. Eine Rückgabe, die Sie auf der Seite Ihrer Bestellung beginnen, ist ein solcher
          Widerruf; ebenso jede andere eindeutige Erklärung, etwa {scene.orderButton !== undefined && (
            <>
              über <a href={scene.link("/contact")}>unser Formular</a> oder{" "}
            </>
          )}per E-Mail an{" "}
          <a href={`mailto:${scene.policy.seller.email}`}>{scene.policy.seller.email}</a>. Bevor Ihr Paket ankommt,
          widerrufen Sie auf denselben Wegen: Stornieren Sie die Bestellung auf ihrer Seite, solange nichts versandt
          ist, und schreiben Sie uns danach. Es genügt, die Erklärung binnen der 14 Tage abzusenden, und die Ware binnen
          14 Tagen danach.
        </p>
        <p>
          Nach einem Widerruf zahlen wir zurück, was Sie bezahlt haben, auch die Kosten der Standardlieferung, binnen 14
          Tagen nach Eingang Ihrer Erklärung; wir dürfen aber warten, bis die Ware zurück ist. Für einen Wertverlust
          zahlen Sie nur, wenn er auf einen Umgang mit der Ware zurückgeht, der zu ihrer Prüfung nicht nötig war.
        </p>
      </>
    )
  }
}

interface TariffWords {
  readonly eu: string
  readonly all: string
  /** All countries that no zone before has. */
  readonly others: string
  readonly freeFrom: (amount: string) => string
  readonly upTo: (limits: ReadonlyArray<string>) => string
  readonly ofGoods: (amount: string) => string
  readonly days: (count: number) => string
  readonly nowhere: string
  readonly tracking: string
  readonly own: string
}

/** `2 kg`, `750 g`. */
const weightWords = (language: Locale, grams: number): string =>
  grams < 1000 ? `${grams}\u00a0g` : `${formatIn(language).number(grams / 1000)}\u00a0kg`

const Tariff = ({ scene, words }: { readonly scene: PolicyScene; readonly words: TariffWords }): VNode => {
  const { policy: { shipping: tariff }, shipping } = scene
  const { country } = formatIn(scene.language)
  const amount = (minor: number): string => minor === 0 ? Messages.frame.free(scene.language) : money(scene, minor)
  if (!Shipping.showsTariff(shipping)) return <p>{words.own}</p>
  // A shop may keep the tariff and serve some of these by a rule of its own.
  const unserved = [
    ...tariff.unserved.filter((code) =>
      Shipping.zoneOf(tariff, code) !== undefined && !Shipping.serves(shipping, tariff, code)
    ),
    ...(shipping.isServed === Shipping.isServed
      ? Destination.TerritoryCode.literals.filter((code) =>
        Shipping.zoneOf(tariff, Destination.countryOf(code)) !== undefined
        && Shipping.zoneOf(tariff, code) === undefined
      )
      : [])
  ]
  const charges = (rate: Shipping.Rate): string =>
    Shipping.stepsOf(rate).map(({ chargeMinor, toGoodsMinor, toGrams }) => {
      const limits = [
        ...(toGrams === undefined ? [] : [weightWords(scene.language, toGrams)]),
        ...(toGoodsMinor === undefined ? [] : [words.ofGoods(money(scene, toGoodsMinor))])
      ]
      return limits.length === 0 ? amount(chargeMinor) : `${words.upTo(limits)} ${amount(chargeMinor)}`
    }).join("; ")
  // A shop may keep the tariff and count the days by a rule of its own.
  const time = (days: number): string =>
    shipping.estimatedDelivery === Shipping.estimatedDelivery ? `; ${words.days(days)}` : ""
  return (
    <>
      <Facts
        framed
        facts={tariff.zones.flatMap(({ countries, rates }, n) => {
          const zone = countries === "eu"
            ? words.eu
            : countries === "all"
            ? (n === 0 ? words.all : words.others)
            : countries.map((code) => country(code)).join(", ")
          return Object.entries(rates).map(([method, rate]) => ({
            name: `${textIn(Shipping.methodOf(shipping, method).title, scene.language)}: ${zone}`,
            value: (rate.chargeMinor === 0 || rate.freeFromMinor === undefined
              ? charges(rate)
              : typeof rate.chargeMinor === "number" && rate.freeFromMinor === 0
              ? amount(0)
              : `${charges(rate)}; ${words.freeFrom(amount(rate.freeFromMinor))}`) + time(rate.transitDays)
          }))
        })}
      />
      <p>
        {words.tracking}{" "}
        {unserved.length > 0 && `${words.nowhere}: ${unserved.map((code) => country(code)).join(", ")}.`}
      </p>
    </>
  )
}

const shipping: PolicyText = {
  title: { en: "Shipping", de: "Versand" },
  description: {
    en: "What shipping costs, and where we deliver.",
    de: "Was der Versand kostet und wohin wir liefern."
  },
  content: {
    en: (scene) => (
      <Tariff
        scene={scene}
        words={{
          eu: "European Union",
          all: "all countries",
          others: "all other countries",
          freeFrom: (amount) => `free from ${amount}`,
          upTo: (limits) => `up to ${limits.join(" and ")}`,
          ofGoods: (amount) => `goods of ${amount}`,
          days: (count) => count === 0 ? "the same day" : `${count} business ${count === 1 ? "day" : "days"}`,
          tracking: scene.orderButton === undefined
            ? "Every parcel has tracking."
            : "Every parcel has tracking. The day of delivery stands beside each product and in the checkout.",
          nowhere: "Nothing is sent to",
          own: "Every parcel has tracking. The checkout says where parcels go and what that costs, before you order."
        }}
      />
    ),
    de: (scene) => (
      <Tariff
        scene={scene}
        words={{
          eu: "Europäische Union",
          all: "alle Länder",
          others: "alle anderen Länder",
          freeFrom: (amount) => `ab ${amount} kostenlos`,
          upTo: (limits) => `bis ${limits.join(" und ")}`,
          ofGoods: (amount) => `${amount} Warenwert`,
          days: (count) => count === 0 ? "am selben Tag" : `${count} ${count === 1 ? "Werktag" : "Werktage"}`,
          tracking: scene.orderButton === undefined
            ? "Jedes Paket hat eine Sendungsverfolgung."
            : "Jedes Paket hat eine Sendungsverfolgung. Der Liefertag steht bei jedem Produkt und in der Kasse.",
          nowhere: "Nicht beliefert werden",
          own: "Jedes Paket hat eine Sendungsverfolgung. Die Kasse nennt Länder und Kosten, bevor Sie bestellen."
        }}
      />
    )
  }
}

const help: PolicyText = {
  title: { en: "Help", de: "Hilfe" },
  description: {
    en: "Answers about orders, payment, shipping and returns.",
    de: "Antworten zu Bestellung, Bezahlung, Versand und Rückgabe."
  },
  content: {
    en: (scene) => (
      <>
        <h2>Where is my order?</h2>
        <p>
          <a href={findOrder("en")}>Find your order</a>{" "}
          by its number and your email address. Its page shows where the parcel is, and has the receipt.
        </p>
        <h2>Can I still change or cancel it?</h2>
        <p>You can cancel an order on its page as long as none of it has shipped, and order anew.</p>
        <h2>How do I send something back?</h2>
        <p>
          Begin the return on the page of your order; <a href={scene.link("/policies/returns")}>all about returns</a>.
        </p>
        <h2>What does shipping cost?</h2>
        <p>
          See{" "}
          <a href={scene.link("/policies/shipping")}>shipping</a>. The cart and the checkout name the amount before you
          order.
        </p>
        <h2>How can I pay?</h2>
        <p>
          On the page of our payment provider, after you have placed the order. It shows the methods for your country.
        </p>
        <h2>Something else?</h2>
        <p>
          <a href={scene.link("/contact")}>Write to us</a>, a person answers.
        </p>
      </>
    ),
    de: (scene) => (
      <>
        <h2>Wo ist meine Bestellung?</h2>
        <p>
          <a href={findOrder("de")}>Finden Sie Ihre Bestellung</a>{" "}
          mit ihrer Nummer und Ihrer E-Mail-Adresse. Ihre Seite zeigt, wo das Paket ist, und hat die Rechnung.
        </p>
        <h2>Kann ich sie noch ändern oder stornieren?</h2>
        <p>
          Solange nichts versandt ist, können Sie die Bestellung auf ihrer Seite stornieren und neu bestellen.
        </p>
        <h2>Wie schicke ich etwas zurück?</h2>
        <p>
          Beginnen Sie die Rückgabe auf der Seite Ihrer Bestellung;{" "}
          <a href={scene.link("/policies/returns")}>alles zur Rückgabe</a>.
        </p>
        <h2>Was kostet der Versand?</h2>
        <p>
          Siehe{" "}
          <a href={scene.link("/policies/shipping")}>Versand</a>. Warenkorb und Kasse nennen den Betrag, bevor Sie
          bestellen.
        </p>
        <h2>Wie kann ich bezahlen?</h2>
        <p>Auf der Seite unseres Zahlungsanbieters, nachdem Sie bestellt haben. Sie zeigt die Zahlungsarten.</p>
        <h2>Etwas anderes?</h2>
        <p>
          <a href={scene.link("/contact")}>Schreiben Sie uns</a>, ein Mensch antwortet.
        </p>
      </>
    )
  }
}

interface ImprintWords {
  readonly representedBy: string
  readonly vatId: string
  readonly phone: string
}

const ImprintFacts = ({ scene, words }: { readonly scene: PolicyScene; readonly words: ImprintWords }): VNode => {
  const { demo, policy: { imprint, seller } } = scene
  const { phone, register, representedBy } = imprint
  return (
    <>
      <Seller language={scene.language} policy={scene.policy} />
      {phone !== undefined && <p>{words.phone}: {phone}</p>}
      {representedBy !== undefined && <p>{words.representedBy}: {representedBy}</p>}
      {register !== undefined && <p>{register}</p>}
      <p>{words.vatId}: {seller.vatId}</p>
      {demo && <p>{Messages.frame.demo(scene.language)}</p>}
    </>
  )
}

const imprint: PolicyText = {
  title: { en: "Imprint", de: "Impressum" },
  description: { en: "Who runs this shop.", de: "Wer diesen Shop betreibt." },
  content: {
    en: (scene) => (
      <ImprintFacts scene={scene} words={{ representedBy: "Represented by", vatId: "VAT id", phone: "Phone" }} />
    ),
    de: (scene) => (
      <ImprintFacts
        scene={scene}
        words={{
          representedBy: "Vertreten durch",
          vatId: localized("Umsatzsteuer-Identifikationsnummer", scene.language),
          phone: "Telefon"
        }}
      />
    )
  }
}

/** Where pages have no form for questions. */
const contact: PolicyText = {
  title: { en: "Contact", de: "Kontakt" },
  description: { en: "How to reach us.", de: "So erreichen Sie uns." },
  content: {
    en: (scene) => (
      <>
        <p>
          Write to us by email, or have a program open a ticket (<code>POST /api/support</code>).
        </p>
        <Seller language={scene.language} policy={scene.policy} />
      </>
    ),
    de: (scene) => (
      <>
        <p>
          Schreiben Sie uns per E-Mail, oder lassen Sie ein Programm eine Anfrage stellen (<code>
            POST /api/support
          </code>).
        </p>
        <Seller language={scene.language} policy={scene.policy} />
      </>
    )
  }
}

/** The texts by the paths of their pages in English; a shop front has a contact page of its own. */
export const texts: Readonly<Record<string, PolicyText>> = {
  "/policies/terms": terms,
  "/policies/privacy": privacy,
  "/policies/returns": returns,
  "/policies/shipping": shipping,
  "/help": help,
  "/policies/contact": contact,
  "/policies/imprint": imprint
}

/** The text of a path; undefined where there is none. */
export const textAt = (path: string): PolicyText | undefined => Object.hasOwn(texts, path) ? texts[path] : undefined
