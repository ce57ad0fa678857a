/**
 * Every text of the store's own pages but the policies (`PolicyTexts`): in both languages, beside each other. A text
 * says what the page shows, and names the button or link by what happens next. Amounts, days and countries come in as
 * text, written by `Format`. Pages for developers are in English. Follows docs/specification.md#languages.
 */
import { backToOrder } from "@beauty-store/documents/ReceiptHtml"
import type { OrderStatus } from "@beauty-store/domain/Order"
import type { Condition, ReturnStatus } from "@beauty-store/domain/Return"
import type { ShipmentStatus } from "@beauty-store/domain/Shipment"
import type { TicketStatus } from "@beauty-store/domain/Ticket"
import { type Message, parts, pattern, plain } from "@beauty-store/ui/Wording"

type Count = {
  readonly count: number
}
type Amount = {
  readonly amount: string
}
type Agent = {
  readonly agent: string
}

/** The frame of every page, and what many pages lead to. */
export const frame = {
  skip: plain("Skip to the content", "Zum Inhalt springen"),
  shop: plain("Shop", "Shop"),
  yourOrder: plain("Your order", "Ihre Bestellung"),
  help: plain("Help", "Hilfe"),
  legal: plain("Legal", "Rechtliches"),
  returns: plain("Returns", "Rückgabe"),
  shipping: plain("Shipping", "Versand"),
  terms: plain("Terms", "AGB"),
  privacy: plain("Privacy", "Datenschutz"),
  imprint: plain("Imprint", "Impressum"),
  toShop: plain("To the shop", "Zum Shop"),
  findOrder: plain("Find your order", "Bestellung finden"),
  backToOrder,
  demo: plain(
    "This shop is a demonstration: nothing is shipped and no money moves.",
    "Dieser Shop ist eine Vorführung: Es wird nichts verschickt, und es fließt kein Geld."
  ),
  free: plain("free", "kostenlos"),
  keepIt: plain("Keep it", "Behalten"),
  error: plain("Error: ", "Fehler: ")
}

/** The state of an order, as the title of its page, and what that means. */
export const standing = {
  processing: plain("Your payment is on its way", "Ihre Zahlung ist unterwegs"),
  processingMeaning: plain(
    "We will confirm your order as soon as it arrives. You need not do anything.",
    "Sobald sie eingeht, bestätigen wir Ihre Bestellung. Sie müssen nichts tun."
  ),
  unpaid: plain("Your order is not paid yet", "Ihre Bestellung ist noch nicht bezahlt"),
  unpaidWaiting: plain(
    "We are waiting to hear from the payment provider. Look again in a moment.",
    "Wir warten auf eine Nachricht des Zahlungsanbieters. Sehen Sie gleich noch einmal nach."
  ),
  unpaidMeaning: pattern<{ readonly time: string; readonly zone: string }>(
    "You can go back to the payment page and try again. We keep your things aside until {time} ({zone}).",
    "Sie können zur Zahlungsseite zurückgehen und es erneut versuchen. Wir legen Ihre Ware bis {time} Uhr ({zone}) zurück."
  ),
  confirmed: plain("Thank you for your order", "Vielen Dank für Ihre Bestellung"),
  confirmedMeaning: plain(
    "Your payment has arrived and your order is confirmed. We are packing it now.",
    "Ihre Zahlung ist eingegangen und Ihre Bestellung bestätigt. Wir packen sie jetzt."
  ),
  confirmedFree: plain(
    "There is nothing to pay, and your order is confirmed. We are packing it now.",
    "Es ist nichts zu zahlen, und Ihre Bestellung ist bestätigt. Wir packen sie jetzt."
  ),
  expected: pattern<{ readonly day: string }>(
    "Delivery is expected by {day}.",
    "Lieferung voraussichtlich bis {day}."
  ),
  partlyShipped: plain("Part of your order is on its way", "Ein Teil Ihrer Bestellung ist unterwegs"),
  partlyArrived: plain("Part of your order has arrived", "Ein Teil Ihrer Bestellung ist angekommen"),
  partlyShippedMeaning: plain("The rest follows in a parcel of its own.", "Der Rest folgt in einem eigenen Paket."),
  shipped: plain("Your order is on its way", "Ihre Bestellung ist unterwegs"),
  shippedMeaning: plain("We have handed it to the carrier.", "Wir haben sie dem Paketdienst übergeben."),
  delivered: plain("Your order has arrived", "Ihre Bestellung ist angekommen"),
  deliveredMeaning: plain("We hope you enjoy it.", "Wir wünschen Ihnen viel Freude damit."),
  cancelled: plain("Your order was cancelled", "Ihre Bestellung ist storniert"),
  moneyGoesBack: plain("What you paid goes back to you.", "Was Sie bezahlt haben, erhalten Sie zurück."),
  /** A payment may be under way that nobody here has heard of yet. */
  nothingKept: plain(
    "Nothing was charged, or it goes back to you.",
    "Es wurde nichts abgebucht, oder Sie erhalten es zurück."
  ),
  returnableUntil: pattern<{ readonly date: string }>(
    "You can return it until {date}.",
    "Sie können sie bis zum {date} zurückgeben."
  ),
  /** Of an order whose parcels have arrived on several days. */
  returnableBetween: pattern<{ readonly first: string; readonly last: string }>(
    "You can return some of it until {first}, the rest until {last} at the latest.",
    "Einen Teil können Sie bis zum {first} zurückgeben, den Rest spätestens bis zum {last}."
  ),
  /** The same of an order of which something has not arrived yet. */
  arrivedReturnableBetween: pattern<{ readonly first: string; readonly last: string }>(
    "Some of what has arrived can be returned until {first}, the rest of it until {last} at the latest.",
    "Was angekommen ist, können Sie zum Teil bis zum {first} zurückgeben, den Rest davon spätestens bis zum {last}."
  ),
  /** Of an order of which something has not arrived yet. */
  arrivedReturnableUntil: pattern<{ readonly date: string }>(
    "What has arrived can be returned until {date}.",
    "Was angekommen ist, können Sie bis zum {date} zurückgeben."
  )
}

/** The stages of an order. */
export const stages: Readonly<Record<Exclude<OrderStatus, "cancelled">, Message>> = {
  pending: plain("Ordered", "Bestellt"),
  confirmed: plain("Paid", "Bezahlt"),
  shipped: plain("Shipped", "Versandt"),
  delivered: plain("Delivered", "Zugestellt")
}

export const shipments: Readonly<Record<ShipmentStatus, Message>> = {
  shipped: plain("Shipped", "Versandt"),
  in_transit: plain("In transit", "Unterwegs"),
  out_for_delivery: plain("Out for delivery", "In Zustellung"),
  delivered: plain("Delivered", "Zugestellt")
}

export const returns: Readonly<Record<ReturnStatus, Message>> = {
  requested: plain("Waiting for your parcel", "Wir warten auf Ihr Paket"),
  in_transit: plain("On its way to us", "Auf dem Weg zu uns"),
  received: plain("Arrived, being checked", "Angekommen, wird geprüft"),
  refunded: plain("Accepted", "Angenommen"),
  rejected: plain("Not accepted", "Nicht angenommen"),
  cancelled: plain("Called off", "Zurückgezogen")
}

export const refunds: Readonly<Record<"pending" | "succeeded" | "failed", Message>> = {
  pending: plain("On its way", "Unterwegs"),
  succeeded: plain("Sent", "Überwiesen"),
  failed: plain("Not sent yet", "Noch nicht überwiesen")
}

/** The page of an order. */
export const order = {
  progress: plain("Progress", "Fortschritt"),
  toPayment: plain("Back to the payment page", "Zurück zur Zahlungsseite"),
  returnSomething: plain("Return something", "Etwas zurückgeben"),
  cancel: plain("Cancel this order", "Bestellung stornieren"),
  returnRegistered: plain(
    "Your return is registered. Print its label below, stick it on the parcel and send it.",
    "Ihre Rücksendung ist angemeldet. Drucken Sie unten das Etikett, kleben Sie es auf das Paket und senden Sie es ab."
  ),
  returnCalledOff: pattern<{ readonly items: string }>(
    "Your return of {items} is called off.",
    "Ihre Rücksendung von {items} ist zurückgezogen."
  ),
  paidByAgent: plain(
    "An agent paid this order with your permission.",
    "Ein Agent hat diese Bestellung mit Ihrer Erlaubnis bezahlt."
  ),
  seePermission: plain("See the permission, or take it back", "Erlaubnis ansehen oder zurücknehmen"),
  keepSecret: plain(
    "Keep this page's address to yourself: whoever has it sees this order, and can cancel or return it while that is possible.",
    "Behalten Sie die Adresse dieser Seite für sich: Wer sie hat, sieht diese Bestellung und kann sie stornieren oder zurückgeben, solange das möglich ist."
  ),
  close: plain("Make this address invalid", "Diese Adresse ungültig machen"),
  goods: plain("What you ordered", "Was Sie bestellt haben"),
  each: pattern<Amount>("{amount} each", "je {amount}"),
  discount: pattern<Amount>("discount {amount}", "Rabatt {amount}"),
  shippedOf: pattern<Count & { readonly of: number }>("{count} of {of} shipped", "{count} von {of} versandt"),
  returnedOf: pattern<Count & { readonly of: number }>("{count} of {of} returned", "{count} von {of} zurückgegeben"),
  parcels: pattern<Count>(
    "{count, plural, one {Your parcel} other {Your # parcels}}",
    "{count, plural, one {Ihr Paket} other {Ihre # Pakete}}"
  ),
  trackingNumber: pattern<{ readonly number: string }>("Tracking number {number}", "Sendungsnummer {number}"),
  expected: pattern<{ readonly date: string }>("expected {date}", "voraussichtlich am {date}"),
  arrived: pattern<{ readonly moment: string }>("arrived {moment}", "angekommen am {moment}"),
  returnsMade: pattern<Count>(
    "{count, plural, one {Your return} other {Your returns}}",
    "{count, plural, one {Ihre Rücksendung} other {Ihre Rücksendungen}}"
  ),
  comesBack: pattern<Amount>(
    "{amount} comes back once we have checked it",
    "{amount} erhalten Sie zurück, sobald wir sie geprüft haben"
  ),
  nothingComesBack: plain(
    "nothing more comes back for it: what you paid was refunded before",
    "dafür erhalten Sie nichts mehr zurück: Was Sie bezahlt haben, wurde schon erstattet"
  ),
  acceptedOf: pattern<Count & { readonly of: number }>("{count} of {of} accepted", "{count} von {of} angenommen"),
  returnOf: pattern<{ readonly items: string }>("Return of {items}", "Rücksendung von {items}"),
  printLabel: plain("Print the return label (PDF)", "Rücksendeetikett drucken (PDF)"),
  callOff: plain("Call this return off", "Rücksendung zurückziehen"),
  moneyBack: plain("Money back", "Erstattung"),
  bankRefused: plain(
    "The bank did not take it. We are trying again.",
    "Die Bank hat sie nicht angenommen. Wir versuchen es erneut."
  ),
  refundExpected: pattern<{ readonly from: string; readonly to: string }>(
    "To your original way of paying; expected between {from} and {to}.",
    "Auf dem Weg, auf dem Sie bezahlt haben; voraussichtlich zwischen dem {from} und dem {to}."
  ),
  total: plain("Total", "Gesamt"),
  goodsSum: plain("Goods", "Waren"),
  shippingBy: pattern<{ readonly method: string }>("Shipping, {method}", "Versand, {method}"),
  vatIncluded: plain("VAT included.", "MwSt. inbegriffen."),
  paidBy: pattern<{ readonly method: string }>("Paid by {method}.", "Bezahlt mit {method}."),
  delivery: plain("Delivery", "Lieferung"),
  billing: plain("Billing address", "Rechnungsadresse"),
  particulars: plain("Order", "Bestellung"),
  returnNumber: plain("Return", "Rückgabe"),
  placed: plain("Placed", "Aufgegeben am"),
  goOn: plain("Continue shopping", "Weiter einkaufen"),
  receipt: plain("Receipt", "Rechnung"),
  receiptShown: plain("Show the receipt", "Rechnung anzeigen"),
  receiptPdf: plain("Receipt as PDF", "Rechnung als PDF"),
  thisReceiptPdf: plain("This receipt as PDF", "Diese Rechnung als PDF")
}

export const conditions: Readonly<Record<Condition, Message>> = {
  unopened: plain("Unopened", "Ungeöffnet"),
  opened: plain("Opened", "Geöffnet"),
  defective: plain("Defective or damaged", "Mangelhaft oder beschädigt")
}

/** The pages on which a buyer changes an order. */
export const forms = {
  cancelTitle: plain("Cancel this order?", "Diese Bestellung stornieren?"),
  cancelAll: pattern<Count & Amount>(
    "All of it is cancelled: {count, plural, one {# item} other {# items}}, {amount}.",
    "Alles wird storniert: {count} Artikel, {amount}."
  ),
  moneyGoesBack: pattern<{ readonly from: number; readonly to: number }>(
    "What you paid goes back to your original way of paying within {from} to {to} business days.",
    "Was Sie bezahlt haben, erhalten Sie binnen {from} bis {to} Bankarbeitstagen auf dem Weg zurück, auf dem Sie bezahlt haben."
  ),
  restGoesBack: pattern<Amount & { readonly before: string; readonly from: number; readonly to: number }>(
    "We refunded {before} of it before. The remaining {amount} goes back to your original way of paying within {from} to {to} business days.",
    "Davon haben wir {before} schon erstattet. Die übrigen {amount} erhalten Sie binnen {from} bis {to} Bankarbeitstagen auf dem Weg zurück, auf dem Sie bezahlt haben."
  ),
  allRefunded: plain(
    "We refunded all that you paid before: nothing more goes back.",
    "Was Sie bezahlt haben, haben wir schon erstattet: Mehr erhalten Sie nicht zurück."
  ),
  cancelFinal: plain(
    "A cancelled order cannot be brought back.",
    "Eine stornierte Bestellung lässt sich nicht wiederherstellen."
  ),
  cancelYes: plain("Cancel the order", "Bestellung stornieren"),
  closeTitle: plain("Make this page's address invalid?", "Die Adresse dieser Seite ungültig machen?"),
  closeWords: plain(
    "Its address will lead nowhere any more, on any device, and the order's number will not find it either. Your order stays as it is.",
    "Ihre Adresse führt dann nirgends mehr hin, auf keinem Gerät, und auch mit der Bestellnummer ist die Seite nicht mehr zu finden. Ihre Bestellung bleibt, wie sie ist."
  ),
  closeYes: plain("Make it invalid", "Ungültig machen"),
  closed: plain("This page is closed", "Diese Seite ist geschlossen"),
  closedWords: plain("Your order stays as it is.", "Ihre Bestellung bleibt, wie sie ist."),
  callOffTitle: plain("Call this return off?", "Diese Rücksendung zurückziehen?"),
  callOffWords: pattern<Count & { readonly items: string; readonly date: string }>(
    "{items} {count, plural, one {stays} other {stay}} with you. You can return {count, plural, one {it} other {them}} later, until {date}.",
    "Sie behalten {items}. Zurückgeben können Sie später noch, bis zum {date}."
  ),
  /** Where the time of some of it is over. */
  callOffForGood: pattern<Count & { readonly items: string }>(
    "{items} {count, plural, one {stays} other {stay}} with you for good: the time to return {count, plural, one {it} other {them, or some of them,}} is over. Once called off, this return cannot be registered again.",
    "Sie behalten {items} endgültig: Die Frist ist {count, plural, one {} other {für alles oder einen Teil davon }}abgelaufen. Wenn Sie diese Rücksendung zurückziehen, können Sie sie nicht noch einmal anmelden."
  ),
  callOffYes: plain("Call it off", "Zurückziehen"),
  callOffNo: plain("Keep the return", "Rücksendung beibehalten"),
  returnTitle: plain("Return something", "Etwas zurückgeben"),
  returnWords: plain(
    "Choose what you would like to send back. The next page asks once more before anything happens.",
    "Wählen Sie, was Sie zurücksenden möchten. Die nächste Seite fragt noch einmal, bevor etwas geschieht."
  ),
  returnable: pattern<Count & { readonly date: string }>(
    "You can return {count, plural, one {it} other {up to #}} until {date}.",
    "{count, plural, one {Rückgabe} other {Rückgabe von bis zu #}} möglich bis zum {date}."
  ),
  sealed: plain(
    "It is sealed for hygiene: once opened it comes back only if it is defective.",
    "Aus Hygienegründen versiegelt: Geöffnet nehmen wir es nur zurück, wenn es mangelhaft ist."
  ),
  howMany: plain("How many", "Wie viele"),
  none: plain("None", "Keine"),
  condition: plain("Condition", "Zustand"),
  reason: plain(
    "Why are you sending it back? (You need not say.)",
    "Warum senden Sie es zurück? (Freiwillige Angabe)"
  ),
  returnedMeanwhile: pattern<Count & { readonly items: string }>(
    "In the meantime {count, plural, one {another return of this order was} other {other returns of this order were}} registered: {items}.",
    "Inzwischen {count, plural, one {wurde eine weitere Rücksendung} other {wurden weitere Rücksendungen}} dieser Bestellung angemeldet: {items}."
  ),
  sendAgain: plain("Please send it once more.", "Bitte senden Sie es noch einmal."),
  continue: plain("Continue", "Weiter"),
  back: plain("Back", "Zurück"),
  reviewTitle: plain("Is this right?", "Ist das richtig?"),
  sentBack: plain("What you send back", "Was Sie zurücksenden"),
  refundAfter: pattern<Amount & { readonly from: number; readonly to: number }>(
    "Once your parcel is here and checked, {amount} goes back to your original way of paying within {from} to {to} business days.",
    "Sobald Ihr Paket da und geprüft ist, erhalten Sie {amount} binnen {from} bis {to} Bankarbeitstagen auf dem Weg zurück, auf dem Sie bezahlt haben."
  ),
  nothingAfter: plain(
    "What you paid was refunded before: nothing more goes back to you for this.",
    "Was Sie bezahlt haben, wurde schon erstattet: Hierfür erhalten Sie nichts mehr zurück."
  ),
  reviewYes: plain("Return this", "Rückgabe bestätigen"),
  reviewNo: plain("Not now", "Jetzt nicht"),
  notPossible: plain("That is not possible now", "Das geht jetzt nicht"),
  tooLate: plain("That is not possible any more", "Das geht nicht mehr"),
  doneBefore: plain("That is done already", "Das ist schon geschehen"),
  missing: plain("There is no order here", "Hier ist keine Bestellung"),
  missingWords: plain(
    "The address may be incomplete, or its page was closed. Please follow the shop's link once more.",
    "Die Adresse ist vielleicht unvollständig, oder die Seite wurde geschlossen. Bitte folgen Sie noch einmal dem Link des Shops."
  )
}

/** Why something about an order is not done. */
export const refusals = {
  chooseOne: plain(
    "Choose how many of at least one thing you would like to return.",
    "Wählen Sie, wie viele von mindestens einem Artikel Sie zurückgeben möchten."
  ),
  reasonTooLong: plain(
    "Say in fewer and plain words why you are sending it back, or do not say it.",
    "Sagen Sie in weniger und einfachen Worten, warum Sie es zurücksenden, oder lassen Sie es weg."
  ),
  cancelled: plain("This order is cancelled.", "Diese Bestellung ist storniert."),
  calledOff: plain("This return is called off.", "Diese Rücksendung ist zurückgezogen."),
  allReturned: plain(
    "Everything that has arrived was returned already, or its return is registered.",
    "Alles, was angekommen ist, haben Sie schon zurückgegeben oder zur Rückgabe angemeldet."
  ),
  nothingReturnable: plain(
    "There is nothing of this order that could be returned now.",
    "Von dieser Bestellung kann jetzt nichts zurückgegeben werden."
  ),
  tooLateToCancel: plain(
    "It is too late to cancel: some of it has shipped. What has arrived can be returned.",
    "Zum Stornieren ist es zu spät: Ein Teil ist versandt. Was angekommen ist, können Sie zurückgeben."
  ),
  tooLateToCallOff: plain(
    "It is too late to call this return off: its parcel is here.",
    "Zum Zurückziehen ist es zu spät: Das Paket ist hier angekommen."
  ),
  noReturn: plain("There is no such return.", "Diese Rücksendung gibt es nicht."),
  notPaid: plain(
    "There is a receipt once the order is paid.",
    "Eine Rechnung gibt es, sobald die Bestellung bezahlt ist."
  ),
  notDelivered: plain(
    "What has not arrived yet cannot be returned.",
    "Was noch nicht angekommen ist, kann nicht zurückgegeben werden."
  ),
  windowClosed: plain(
    "The time in which this could be returned is over.",
    "Die Frist für diese Rückgabe ist abgelaufen."
  ),
  sealBroken: pattern<{ readonly name: string }>(
    "{name} is sealed for hygiene: once opened it can be returned only if it is defective.",
    "{name} ist aus Hygienegründen versiegelt: Geöffnet kann es nur zurückgegeben werden, wenn es mangelhaft ist."
  ),
  tooMany: pattern<Count & { readonly name: string }>(
    "Of {name}, {count, plural, =0 {nothing is left} one {only # is left} other {only # are left}} to return.",
    "Von {name} {count, plural, =0 {kann nichts mehr} one {kann nur noch # Stück} other {können nur noch # Stück}} zurückgegeben werden."
  ),
  asSaid: plain("That cannot be returned as it was asked for.", "So, wie gewünscht, ist die Rückgabe nicht möglich.")
}

/** The pages on which a person finds an order. */
export const lookup = {
  title: plain("Find your order", "Bestellung finden"),
  order: plain("Order", "Bestellung"),
  missed: plain(
    "There is no order of this number that was placed with that address, or its page was closed.",
    "Zu dieser Nummer gibt es keine Bestellung mit dieser Adresse, oder ihre Seite wurde geschlossen."
  ),
  number: plain("The number of your order", "Nummer Ihrer Bestellung"),
  numberHint: plain(
    "Eight digits, such as 4821 7362. It stands on your receipt.",
    "Acht Ziffern, etwa 4821 7362. Sie steht auf Ihrer Rechnung."
  ),
  mistyped: plain(
    "This number has a typing error: please compare its eight digits.",
    "Diese Nummer enthält einen Tippfehler: Bitte vergleichen Sie ihre acht Ziffern."
  ),
  email: plain("The email address that it was placed with", "E-Mail-Adresse, mit der bestellt wurde"),
  show: plain("Show my order", "Bestellung zeigen")
}

/** The pages around a payment. */
export const checkout = {
  totalChanged: plain(
    "What you buy, its prices or its shipping have changed since you last saw them. Please check the new total.",
    "Waren, Preise oder Versandkosten haben sich inzwischen geändert. Bitte prüfen Sie die neue Summe."
  ),
  ended: plain("This checkout has ended", "Dieser Bestellvorgang ist beendet"),
  endedWords: plain(
    "It was not paid in time, or a newer checkout took its place. Nothing was charged, or it goes back to you.",
    "Er wurde nicht rechtzeitig bezahlt, oder ein neuerer ist an seine Stelle getreten. Es wurde nichts abgebucht, oder Sie erhalten es zurück."
  ),
  confirmedWords: plain(
    "Your payment has arrived and your order is confirmed.",
    "Ihre Zahlung ist eingegangen und Ihre Bestellung bestätigt."
  ),
  tryAgainWords: plain(
    "You can go back to the payment page and try again.",
    "Sie können zur Zahlungsseite zurückgehen und es erneut versuchen."
  ),
  backToShop: plain("Back to the shop", "Zurück zum Shop"),
  continue: plain("Continue", "Weiter"),
  order: plain("Order", "Bestellung"),
  total: plain("Total", "Gesamt"),
  nowhere: plain("There is no checkout here", "Hier ist kein Bestellvorgang"),
  nowhereWords: plain(
    "The address may be incomplete. If you have paid, your order is safe: it does not depend on this page.",
    "Die Adresse ist vielleicht unvollständig. Wenn Sie bezahlt haben, ist Ihre Bestellung sicher: Sie hängt nicht von dieser Seite ab."
  ),
  purchase: plain("Your purchase", "Ihr Einkauf"),
  whatYouBuy: plain("What you buy", "Was Sie kaufen"),
  shipping: plain("Shipping", "Versand"),
  totalWithVat: plain("Total, VAT included", "Gesamt inkl. MwSt."),
  toPayment: plain("Continue to payment", "Weiter zur Zahlung"),
  returnableFor: pattern<{ readonly days: number }>(
    "You can return it for {days, plural, one {# day} other {# days}}.",
    "Sie können ihn {days, plural, one {# Tag} other {# Tage}} lang zurückgeben."
  ),
  completing: plain("A payment for this purchase is under way.", "Eine Zahlung für diesen Einkauf läuft."),
  completed: plain(
    "This purchase has been paid. Thank you for your order.",
    "Dieser Einkauf ist bezahlt. Vielen Dank für Ihre Bestellung."
  ),
  cancelled: plain(
    "This purchase was called off. Nothing was charged, or it goes back to you.",
    "Dieser Einkauf wurde abgebrochen. Es wurde nichts abgebucht, oder Sie erhalten es zurück."
  ),
  expired: plain(
    "This purchase was not paid in time. Nothing was charged, or it goes back to you.",
    "Dieser Einkauf wurde nicht rechtzeitig bezahlt. Es wurde nichts abgebucht, oder Sie erhalten es zurück."
  ),
  incomplete: plain(
    "Something is still missing. Go back to where you came from.",
    "Es fehlt noch etwas. Gehen Sie dorthin zurück, woher Sie kamen."
  ),
  notReady: plain(
    "Something of this purchase does not work out. Go back to where you came from.",
    "An diesem Einkauf stimmt etwas nicht. Gehen Sie dorthin zurück, woher Sie kamen."
  )
}

type Holder = { readonly of: string }
type Allowed = { readonly allowed: string }
type Minutes = { readonly minutes: number }

/** Why somebody who leaves much unpaid cannot go on to pay, and how much is allowed. */
export const reservations = {
  sessions: pattern<Count>(
    "{count, plural, one {# checkout} other {# checkouts}}",
    "{count, plural, one {# Bestellung} other {# Bestellungen}}"
  ),
  unitsOf: pattern<Count & { readonly name: string }>("{count} of {name}", "{count} Stück {name}"),
  lastUnits: pattern<Minutes & { readonly name: string }>(
    "the last of {name} for {minutes} minutes a day",
    "die letzten Stücke von {name} {minutes} Minuten am Tag"
  ),
  tooLarge: pattern<Holder & Allowed>(
    "{of, select, network {All who shop from your network together} other {You}} may leave at most {allowed} unpaid at once. Check out with less, pay, and then buy the rest.",
    "{of, select, network {Alle, die aus Ihrem Netz einkaufen, dürfen zusammen} other {Sie dürfen}} höchstens {allowed} zugleich unbezahlt lassen. Bestellen Sie weniger, bezahlen Sie, und kaufen Sie dann den Rest."
  ),
  tooMuch: pattern<Holder & Allowed & Minutes>(
    "{of, select, network {All who shop from your network together} other {You}} may leave at most {allowed} unpaid at once. Pay for a checkout that waits, cancel its order, or try again in {minutes, plural, one {a minute} other {# minutes}}.",
    "{of, select, network {Alle, die aus Ihrem Netz einkaufen, dürfen zusammen} other {Sie dürfen}} höchstens {allowed} zugleich unbezahlt lassen. Bezahlen oder stornieren Sie, was noch offen ist, oder versuchen Sie es in {minutes, plural, one {einer Minute} other {# Minuten}} erneut."
  ),
  tooLong: pattern<Holder & Minutes>(
    "{of, select, network {All who shop from your network together} other {You}} kept the last units unpaid for as long as may be in 24 hours. Pay for a checkout that waits, or try again in {minutes, plural, one {a minute} other {# minutes}}.",
    "{of, select, network {Alle, die aus Ihrem Netz einkaufen, haben zusammen} other {Sie haben}} die letzten Stücke so lange unbezahlt behalten, wie es in 24 Stunden erlaubt ist. Bezahlen Sie, was noch offen ist, oder versuchen Sie es in {minutes, plural, one {einer Minute} other {# Minuten}} erneut."
  )
}

/** The page of a person's permissions. */
export const permissions = {
  title: plain("Who may pay for you", "Wer für Sie bezahlen darf"),
  lead: pattern<{ readonly store: string; readonly open: number }>(
    "The agents that you allowed to pay at {store}, and what they have spent.{open, plural, =0 {} other { You can take this back at any time.}}",
    "Die Agenten, denen Sie erlaubt haben, bei {store} zu bezahlen, und was sie ausgegeben haben.{open, plural, =0 {} other { Sie können das jederzeit zurücknehmen.}}"
  ),
  done: plain(
    "You have taken it back. It cannot be used any more.",
    "Sie haben die Erlaubnis zurückgenommen. Sie gilt nicht mehr."
  ),
  pending_approval: plain("Not decided yet", "Noch nicht entschieden"),
  active: plain("May pay for you", "Darf für Sie bezahlen"),
  revoked: plain("Taken back", "Zurückgenommen"),
  expired: plain("Ended", "Beendet"),
  perDay: plain("In any 24 hours", "In je 24 Stunden"),
  perMonth: plain("In any 30 days", "In je 30 Tagen"),
  spent: pattern<{ readonly spent: string; readonly limit: string }>(
    "{spent} of {limit} spent",
    "{spent} von {limit} ausgegeben"
  ),
  left: plain("Left now", "Jetzt noch übrig"),
  moreFrom: plain("More from", "Mehr ab"),
  oneOrder: plain("For one order", "Für eine Bestellung"),
  upTo: pattern<Amount>("up to {amount}", "bis zu {amount}"),
  asked: plain("Asked for", "Angefragt am"),
  ends: plain("Ends", "Endet am"),
  ended: plain("Ended", "Endete am"),
  takeBackFrom: pattern<Agent>("Take it back from {agent}", "Erlaubnis für {agent} zurücknehmen"),
  /** `open`: how many permissions can be taken back. */
  keepSecret: pattern<{ readonly open: number }>(
    "{open, plural, =0 {} other {What is left also counts what other agents spend from the same card. }}Keep this page's address to yourself: whoever has it sees these permissions{open, plural, =0 {} other { and can take them back}}.",
    "{open, plural, =0 {} other {Was übrig ist, berücksichtigt auch, was andere Agenten mit derselben Karte ausgeben. }}Behalten Sie die Adresse dieser Seite für sich: Wer sie hat, sieht diese Erlaubnisse{open, plural, =0 {} other { und kann sie zurücknehmen}}."
  ),
  revokeTitle: plain("Take this permission back?", "Diese Erlaubnis zurücknehmen?"),
  revokeWords: pattern<Agent>(
    "From then on {agent} cannot pay for you with it. What it has bought before stays bought; such an order can be cancelled or returned like any other.",
    "Danach kann {agent} damit nicht mehr für Sie bezahlen. Was schon gekauft ist, bleibt gekauft; eine solche Bestellung können Sie wie jede andere stornieren oder zurückgeben."
  ),
  revokeYes: plain("Take it back", "Zurücknehmen"),
  missing: plain("There are no permissions here", "Hier sind keine Erlaubnisse"),
  missingWords: plain(
    "The address may be incomplete. Please follow the link once more that you were given with your approval.",
    "Die Adresse ist vielleicht unvollständig. Bitte folgen Sie noch einmal dem Link, den Sie mit Ihrer Zustimmung erhalten haben."
  )
}

/** The states of a ticket, as its page says them. */
export const ticketStates: Readonly<Record<TicketStatus, Message>> = {
  open: plain(
    "Your question is with us. Our answer will be on this page.",
    "Ihre Frage ist bei uns. Unsere Antwort wird auf dieser Seite stehen."
  ),
  pending: plain(
    "We have answered. If that does not settle it, write below.",
    "Wir haben geantwortet. Wenn das nicht genügt, schreiben Sie unten."
  ),
  resolved: plain(
    "We think that this is settled. If it is not, write below.",
    "Wir meinen, dass sich das erledigt hat. Wenn nicht, schreiben Sie unten."
  ),
  closed: plain(
    "This question is closed. If you have another, please ask us anew.",
    "Diese Frage ist abgeschlossen. Wenn Sie eine weitere haben, fragen Sie uns bitte neu."
  )
}

/** The page of a ticket. */
export const ticket = {
  title: plain("Your question", "Ihre Frage"),
  you: plain("You", "Sie"),
  number: plain("Number", "Nummer"),
  add: plain("Add something", "Etwas hinzufügen"),
  send: plain("Send", "Senden"),
  keepSecret: plain(
    "Whoever has the address of this page can read it.",
    "Wer die Adresse dieser Seite hat, kann sie lesen."
  ),
  close: plain("Make this address invalid", "Diese Adresse ungültig machen"),
  closeTitle: plain("Make this page's address invalid?", "Die Adresse dieser Seite ungültig machen?"),
  closeWords: plain(
    "Its address will lead nowhere from then on, for you and for anybody else who has it. Your question stays with us, and we may answer it by email.",
    "Ihre Adresse führt dann nirgends mehr hin, für Sie und für alle anderen, die sie haben. Ihre Frage bleibt bei uns, und wir beantworten sie vielleicht per E-Mail."
  ),
  closeYes: plain("Make it invalid", "Ungültig machen"),
  closed: plain("This page is closed", "Diese Seite ist geschlossen"),
  closedWords: plain("Its address leads nowhere from now on.", "Ihre Adresse führt von nun an nirgends mehr hin."),
  missing: plain("There is no question here", "Hier ist keine Frage"),
  missingWords: plain(
    "The address may be incomplete, or its page was closed.",
    "Die Adresse ist vielleicht unvollständig, oder die Seite wurde geschlossen."
  ),
  empty: plain(
    "Please write what you would like to add, at most 10,000 characters.",
    "Bitte schreiben Sie, was Sie hinzufügen möchten, höchstens 10.000 Zeichen."
  ),
  again: plain("Please send it once more.", "Bitte senden Sie es noch einmal."),
  changed: plain(
    "Something was added in the meantime. Read it, and send your text if it still fits.",
    "Inzwischen kam etwas hinzu. Lesen Sie es, und senden Sie Ihren Text, wenn er noch passt."
  ),
  closedMeanwhile: plain(
    "This question was closed in the meantime. Please ask us anew.",
    "Diese Frage wurde inzwischen abgeschlossen. Bitte fragen Sie uns neu."
  ),
  full: plain(
    "There is no room for more here. Please ask us anew.",
    "Hier ist kein Platz für mehr. Bitte fragen Sie uns neu."
  )
}

/** The pages for errors outside of any form. */
export const errors = {
  notFound: plain("There is no page here", "Hier ist keine Seite"),
  notFoundWords: plain(
    "The address may be incomplete or mistyped, or what was here is gone. From here you can go on to:",
    "Die Adresse ist vielleicht unvollständig oder vertippt, oder was hier war, ist fort. Von hier aus geht es weiter:"
  ),
  toOrder: parts<"order">(
    "{order}, by its number and your email address",
    "{order}, mit ihrer Nummer und Ihrer E-Mail-Adresse"
  ),
  yourOrder: plain("your order", "zu Ihrer Bestellung"),
  toCatalogue: parts<"search">("{search}, as JSON", "{search}, als JSON"),
  search: plain("a search of the catalogue", "zu einer Suche im Katalog"),
  help: plain("help", "zur Hilfe"),
  moment: plain("One moment, please", "Einen Moment, bitte"),
  rateLimited: pattern<{ readonly seconds: number }>(
    "Too many requests came from your network, so this one was not done. Try again in {seconds, plural, one {a second} other {# seconds}}.",
    "Aus Ihrem Netz kamen zu viele Anfragen, deshalb wurde diese nicht ausgeführt. Versuchen Sie es in {seconds, plural, one {einer Sekunde} other {# Sekunden}} erneut."
  ),
  overloaded: plain(
    "Very many people are here at once, so nothing was done. Try again in a few seconds.",
    "Gerade sind sehr viele Menschen zugleich hier, deshalb wurde nichts ausgeführt. Versuchen Sie es in ein paar Sekunden erneut."
  ),
  unavailable: plain(
    "The shop is not available for a moment. Try again in a few seconds.",
    "Der Shop ist für einen Moment nicht erreichbar. Versuchen Sie es in ein paar Sekunden erneut."
  ),
  refused: plain("That did not work", "Das hat nicht geklappt"),
  foreignForm: plain(
    "This form was sent by another website, so nothing was done. Open the page in the shop, and send it from there.",
    "Dieses Formular hat eine andere Website gesendet, deshalb ist nichts geschehen. Öffnen Sie die Seite im Shop und senden Sie es von dort."
  ),
  notAllowed: plain(
    "Nothing can be sent to this address, so nothing was done.",
    "An diese Adresse kann nichts gesendet werden, deshalb ist nichts geschehen."
  ),
  tooManyCookies: plain(
    "Your browser sent more cookies, or a longer address, than the shop can read. Delete the cookies of this site in your browser, and open the page again.",
    "Ihr Browser hat mehr Cookies oder eine längere Adresse gesendet, als der Shop lesen kann. Löschen Sie im Browser die Cookies dieser Seite und öffnen Sie sie noch einmal."
  ),
  noLabel: plain("There is no such label", "Dieses Etikett gibt es nicht"),
  noLabelWords: plain(
    "The address may be incomplete, the return was called off, or its parcel is here. The page of your order shows your returns and their labels.",
    "Die Adresse ist vielleicht unvollständig, die Rücksendung wurde zurückgezogen, oder ihr Paket ist hier. Die Seite Ihrer Bestellung zeigt Ihre Rücksendungen und deren Etiketten."
  ),
  sentBefore: plain(
    "This form was sent before with something else in it. Open the page again, and send what you would like now.",
    "Dieses Formular wurde schon mit anderem Inhalt gesendet. Öffnen Sie die Seite noch einmal und senden Sie, was Sie jetzt möchten."
  ),
  tooSlow: plain(
    "What your browser sent took too long to arrive, so nothing was done. Try again.",
    "Was Ihr Browser gesendet hat, kam zu langsam an, deshalb ist nichts geschehen. Versuchen Sie es erneut."
  ),
  tooLong: plain(
    "What you sent is longer than the shop takes, so nothing was done. Go back in your browser, shorten it, and send it again.",
    "Was Sie gesendet haben, ist länger, als der Shop annimmt, deshalb ist nichts geschehen. Gehen Sie im Browser zurück, kürzen Sie es und senden Sie es noch einmal."
  ),
  otherName: plain(
    "This shop opens only on its own computer, at an address that begins with http://localhost.",
    "Dieser Shop lässt sich nur auf seinem eigenen Computer öffnen, an einer Adresse, die mit http://localhost beginnt."
  ),
  unreadable: plain(
    "Your browser sent something that the shop cannot read, so nothing was done.",
    "Ihr Browser hat etwas gesendet, das der Shop nicht lesen kann, deshalb ist nichts geschehen."
  ),
  broken: plain("Something went wrong on our side", "Bei uns ist etwas schiefgegangen"),
  brokenWords: plain(
    "It is our fault. If you have sent something, look whether it was done before you send it again.",
    "Der Fehler liegt bei uns. Wenn Sie etwas gesendet haben, sehen Sie nach, ob es geschehen ist, bevor Sie es noch einmal senden."
  )
}
