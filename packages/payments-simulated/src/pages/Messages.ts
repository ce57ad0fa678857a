/**
 * Every other text of the hosted pages: in both languages, beside each other.
 *
 * The rule: a text says what happened to the money, in plain words, and names the button or link by what happens next.
 * Amounts and days come in as text, written by `Format`. Follows docs/specification.md#payment-page,
 * docs/specification.md#approval-page.
 */
import { parts, pattern, plain } from "@beauty-store/ui/Wording"

type Merchant = { readonly merchant: string }
type Amount = { readonly amount: string }
type Agent = { readonly agent: string }
type Time = { readonly time: string }

/** The frames of all pages. */
export const frame = {
  help: plain("Help", "Hilfe"),
  terms: plain("Terms", "AGB"),
  privacy: plain("Privacy", "Datenschutz"),
  helpAndTerms: plain("Help and terms", "Hilfe und Rechtliches"),
  testMode: plain("Test mode", "Testmodus"),
  provider: plain("Payments by Simulated Payments", "Zahlungen über Simulated Payments"),
  goTo: pattern<Merchant>("Go to {merchant}", "Zu {merchant}"),
  continueTo: pattern<Merchant>("Continue to {merchant}", "Weiter zu {merchant}"),
  returnTo: pattern<Merchant>("Return to {merchant}", "Zurück zu {merchant}"),
  error: plain("Error", "Fehler"),
  faultsOne: plain("Please check one thing", "Bitte prüfen Sie eine Angabe"),
  faultsMany: plain("Please check these fields", "Bitte prüfen Sie diese Angaben")
}

/** The question of the payer's bank. */
export const bank = {
  simulated: plain("A simulated bank. No real money moves.", "Eine simulierte Bank. Es fließt kein echtes Geld."),
  yours: plain("Your bank", "Ihre Bank"),
  merchant: plain("Merchant", "Händler"),
  card: plain("Card", "Karte"),
  authenticate: plain("Authenticate", "Bestätigen"),
  fail: plain("Fail authentication", "Bestätigung verweigern")
}

/** The fields for a card, and the cards to try with. */
export const card = {
  details: plain("Card details", "Kartendaten"),
  number: plain("Card number", "Kartennummer"),
  expiry: plain("Expiry date", "Ablaufdatum"),
  expiryHint: plain("MM / YY", "MM / JJ"),
  cvc: plain("Security code", "Prüfziffer"),
  cvcHint: plain("On the back of the card", "Auf der Rückseite der Karte"),
  testCards: plain(
    "Test mode: no real money moves. Show test cards",
    "Testmodus: Es fließt kein echtes Geld. Testkarten zeigen"
  ),
  happens: plain("What happens", "Was geschieht"),
  testNote: plain(
    "Any date in the future and any security code will do. Every other valid card number succeeds. Please do not type in a real card.",
    "Jedes künftige Datum und jede Prüfziffer genügen. Mit jeder anderen gültigen Kartennummer gelingt die Zahlung. Bitte geben Sie keine echte Karte ein."
  )
}

/** The pages of a payment. */
export const payment = {
  title: pattern<Merchant & Amount>("Pay {merchant} {amount}", "{amount} an {merchant} zahlen"),
  heading: parts<"merchant" | "amount">("Pay {merchant} {amount}", "{amount} an {merchant} zahlen"),
  declinedTitle: plain("Payment declined", "Zahlung abgelehnt"),
  notTaken: plain("Your payment was not taken", "Ihre Zahlung wurde nicht ausgeführt"),
  cancel: plain("Cancel and return to shop", "Abbrechen und zurück zum Shop"),
  order: plain("Your order", "Ihre Bestellung"),
  total: plain("Total", "Gesamt"),
  orderedAs: pattern<Time & { readonly email: string }>(
    "You ordered as {email}. Please pay before {time}.",
    "Sie haben als {email} bestellt. Bitte zahlen Sie bis {time}."
  ),
  how: plain("How would you like to pay?", "Wie möchten Sie zahlen?"),
  pay: pattern<Amount>("Pay {amount}", "{amount} zahlen"),
  payAgain: pattern<Amount>("Try again: pay {amount}", "Erneut versuchen: {amount} zahlen"),
  onTerms: parts<"terms">("You are buying on the {terms}.", "Es gelten die {terms}."),
  termsOf: pattern<Merchant>("terms of {merchant}", "AGB von {merchant}"),
  staysHere: pattern<Merchant>(
    "Your payment details stay with the payment provider. {merchant} never sees them.",
    "Ihre Zahlungsdaten bleiben beim Zahlungsanbieter. {merchant} sieht sie nie."
  ),
  challengeTitle: plain("Confirm your payment: your bank", "Zahlung bestätigen: Ihre Bank"),
  challenge: plain("Is this payment yours?", "Ist das Ihre Zahlung?"),
  challengeWords: plain(
    "Your bank asks you to confirm this payment before it goes through.",
    "Ihre Bank bittet Sie, diese Zahlung zu bestätigen, bevor sie ausgeführt wird."
  ),
  amount: plain("Amount", "Betrag"),
  backToPage: plain("Back to the payment page", "Zurück zur Zahlungsseite"),
  processing: pattern<{ readonly method: string }>(
    "{method} is confirming your payment",
    "{method} prüft Ihre Zahlung"
  ),
  processingWords: pattern<Merchant & Amount & { readonly method: string }>(
    "We have sent {amount} to {method} to be approved. We will let {merchant} know as soon as it is decided.",
    "Wir haben {method} um die Zahlung von {amount} gebeten. Sobald entschieden ist, geben wir {merchant} Bescheid."
  ),
  processingClosed: pattern<Merchant>(
    "{merchant} has ended this order in the meantime: if the payment still goes through, it will be sent back to you.",
    "{merchant} hat diese Bestellung inzwischen beendet: Gelingt die Zahlung noch, erhalten Sie sie zurück."
  ),
  nothingToDo: plain("There is nothing more to do here.", "Hier ist nichts weiter zu tun."),
  paid: plain("This order is paid", "Diese Bestellung ist bezahlt"),
  paidWords: pattern<Amount>(
    "Your payment of {amount} went through. You will not be charged again.",
    "Ihre Zahlung von {amount} ist ausgeführt. Es wird nicht noch einmal abgebucht."
  ),
  partOnItsWay: pattern<Amount>(
    "{amount} of it is on its way back to you.",
    "{amount} davon sind auf dem Weg zurück zu Ihnen."
  ),
  partSentBack: pattern<Amount>("{amount} of it was sent back.", "{amount} davon wurden zurückgezahlt."),
  paidClosed: pattern<Merchant>(
    "If {merchant} had ended the order before it was paid, your payment will be sent back to you.",
    "Falls {merchant} die Bestellung vor der Zahlung beendet hatte, erhalten Sie Ihre Zahlung zurück."
  ),
  onItsWayBack: plain("Your payment is on its way back", "Ihre Zahlung ist auf dem Weg zurück"),
  sentBack: plain("Your payment was sent back", "Ihre Zahlung wurde zurückgezahlt"),
  sendingBack: pattern<Merchant & Amount>(
    "{merchant} is sending all of your payment back: {amount}, the way you paid. Your bank may take some days to show it.",
    "{merchant} zahlt Ihnen alles zurück: {amount}, auf dem Weg, auf dem Sie gezahlt haben. Bis Ihre Bank es zeigt, können einige Tage vergehen."
  ),
  hasSentBack: pattern<Merchant & Amount>(
    "{merchant} has sent all of your payment back: {amount}, the way you paid. Your bank may take some days to show it.",
    "{merchant} hat Ihnen alles zurückgezahlt: {amount}, auf dem Weg, auf dem Sie gezahlt haben. Bis Ihre Bank es zeigt, können einige Tage vergehen."
  ),
  nothingMore: plain(
    "Nothing more can be paid here, and you will not be charged again.",
    "Hier kann nichts mehr bezahlt werden, und es wird nicht noch einmal abgebucht."
  ),
  closed: plain("This payment page has closed", "Diese Zahlungsseite ist geschlossen"),
  closedWords: plain(
    "Its time ran out, or the order was changed in the meantime. No money was taken.",
    "Ihre Zeit ist abgelaufen, oder die Bestellung wurde inzwischen geändert. Es wurde nichts abgebucht."
  ),
  startAgain: plain("You can start again from your cart.", "Sie können vom Warenkorb aus neu beginnen."),
  missing: plain("There is no payment here", "Hier ist keine Zahlung"),
  missingWords: plain(
    "The address may be incomplete. Please go back to the shop and follow its link to the payment again.",
    "Die Adresse ist vielleicht unvollständig. Bitte gehen Sie zum Shop zurück und folgen Sie noch einmal seinem Link zur Zahlung."
  ),
  unavailable: plain("We cannot take payments right now", "Zurzeit können wir keine Zahlungen annehmen"),
  unavailableWords: plain(
    "No money was taken. Please try again in a moment.",
    "Es wurde nichts abgebucht. Bitte versuchen Sie es gleich noch einmal."
  ),
  unsure: plain("We are not sure yet", "Wir wissen es noch nicht"),
  unsureWords: plain(
    "The connection broke off while your payment was on its way. Open the payment page again to see whether it went through. You will not be charged twice.",
    "Die Verbindung brach ab, während Ihre Zahlung unterwegs war. Öffnen Sie die Zahlungsseite noch einmal, um zu sehen, ob sie gelungen ist. Es wird nicht zweimal abgebucht."
  ),
  refused: plain("That did not work", "Das hat nicht geklappt"),
  refusedWords: plain(
    "Your browser sent something that this page cannot read. Nothing was done.",
    "Ihr Browser hat etwas gesendet, das diese Seite nicht lesen kann. Es ist nichts geschehen."
  ),
  tryAgain: plain("Try again", "Erneut versuchen"),
  check: plain("Check my payment", "Zahlung prüfen")
}

/** The pages on which a person allows an agent to pay. */
export const approval = {
  title: pattern<Merchant & Agent>("Let {agent} pay at {merchant}", "{agent} bei {merchant} bezahlen lassen"),
  declinedTitle: plain("Card declined", "Karte abgelehnt"),
  notAccepted: plain("This card was not accepted", "Diese Karte wurde nicht angenommen"),
  heading: pattern<Merchant & Agent>(
    "Let {agent} pay for you at {merchant}?",
    "Darf {agent} bei {merchant} für Sie bezahlen?"
  ),
  allowed: plain("What you allow", "Was Sie erlauben"),
  withoutAsking: plain(
    "It pays with the card that you name here, without asking you each time.",
    "Bezahlt wird mit der Karte, die Sie hier angeben, ohne dass Sie jedes Mal gefragt werden."
  ),
  endsOn: pattern<{ readonly date: string }>(
    "It ends by itself on {date}.",
    "Die Erlaubnis endet von selbst am {date}."
  ),
  takeBack: plain("You can take this back at any time.", "Sie können die Erlaubnis jederzeit zurücknehmen."),
  takeBackOn: parts<"page">(
    "You can take this back at any time on {page}.",
    "Sie können die Erlaubnis jederzeit zurücknehmen, auf {page}."
  ),
  permissionsPage: plain("the page of your permissions", "der Seite Ihrer Erlaubnisse"),
  decideBefore: pattern<Time>("Please decide before {time}.", "Bitte entscheiden Sie bis {time}."),
  whichCard: plain("Which card is going to pay?", "Mit welcher Karte soll bezahlt werden?"),
  allow: pattern<Agent>("Allow {agent} to pay", "{agent} bezahlen lassen"),
  reject: plain("Do not allow", "Nicht erlauben"),
  nothingNow: pattern<Merchant & Agent>(
    "Nothing is taken now. Your card stays with the payment provider: neither {merchant} nor {agent} sees it.",
    "Jetzt wird nichts abgebucht. Ihre Karte bleibt beim Zahlungsanbieter: Weder {merchant} noch {agent} sieht sie."
  ),
  challengeTitle: plain("Confirm your permission: your bank", "Erlaubnis bestätigen: Ihre Bank"),
  challenge: plain("Is this permission yours?", "Ist das Ihre Erlaubnis?"),
  challengeWords: plain(
    "Your bank asks you to confirm that this agent may pay with your card.",
    "Ihre Bank bittet Sie zu bestätigen, dass dieser Agent mit Ihrer Karte bezahlen darf."
  ),
  agent: plain("Agent", "Agent"),
  backToPage: plain("Back to the permission", "Zurück zur Erlaubnis"),
  active: pattern<Agent>("{agent} may pay for you", "{agent} darf für Sie bezahlen"),
  activeWords: pattern<Merchant>(
    "It can buy at {merchant} with your card, within what you allowed. Nothing has been taken.",
    "Der Agent kann bei {merchant} mit Ihrer Karte einkaufen, soweit Sie es erlaubt haben. Es wurde nichts abgebucht."
  ),
  rejected: pattern<Agent>("{agent} may not pay for you", "{agent} darf nicht für Sie bezahlen"),
  rejectedWords: plain(
    "You did not allow it. Nothing has been taken.",
    "Sie haben es nicht erlaubt. Es wurde nichts abgebucht."
  ),
  revoked: plain("This permission has ended", "Diese Erlaubnis ist beendet"),
  revokedWords: pattern<Agent>("{agent} cannot pay for you with it.", "{agent} kann damit nicht für Sie bezahlen."),
  lapsed: plain("The time to decide is over", "Die Zeit für die Entscheidung ist abgelaufen"),
  lapsedWords: plain(
    "Nothing was allowed. If you still want to, ask for the permission again.",
    "Es wurde nichts erlaubt. Wenn Sie es noch möchten, beginnen Sie noch einmal."
  ),
  seePermissions: plain("See your permissions", "Ihre Erlaubnisse ansehen"),
  keepAddress: pattern<Merchant>(
    "You can take this back at any time, on the page of your permissions at {merchant}. Keep its address, and keep it to yourself.",
    "Sie können das jederzeit zurücknehmen, auf der Seite Ihrer Erlaubnisse bei {merchant}. Bewahren Sie ihre Adresse auf, und behalten Sie sie für sich."
  ),
  nothingToDo: plain(
    "There is nothing more to do here. You can close this page.",
    "Hier ist nichts weiter zu tun. Sie können diese Seite schließen."
  ),
  missing: plain("There is nothing to decide here", "Hier ist nichts zu entscheiden"),
  missingWords: plain(
    "The address may be incomplete. Please follow the link that you were given again.",
    "Die Adresse ist vielleicht unvollständig. Bitte folgen Sie noch einmal dem Link, den Sie erhalten haben."
  )
}
