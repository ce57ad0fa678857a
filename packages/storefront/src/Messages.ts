/**
 * Every text of the shop front but the rules of the shop (`PolicyTexts` of the package `http`): in both languages,
 * beside each other. A text says what the page shows, and names the button or link by what happens next. Amounts, days
 * and countries come in as text (`Format`); the name of a country stands alone, because some need an article.
 */
import type { Reason } from "@beauty-store/domain/Promotion"
import { frame as ofStore } from "@beauty-store/http/internal/pages/Messages"
import { pattern, plain } from "@beauty-store/ui/Wording"

type Count = { readonly count: number }

/** The frame of every page. */
export const frame = {
  skip: plain("Skip to the content", "Zum Inhalt springen"),
  search: plain("Search", "Suchen"),
  searchLabel: plain("Search the shop", "Im Shop suchen"),
  searchHint: plain("Product, brand …", "Produkt, Marke …"),
  categories: plain("Categories", "Kategorien"),
  shop: plain("Shop", "Shop"),
  cart: plain("Cart", "Warenkorb"),
  cartUnits: pattern<Count>("{count, plural, one {# item} other {# items}}", "{count} Artikel"),
  languages: plain("Language", "Sprache"),
  help: plain("Help", "Hilfe"),
  service: plain("Service", "Service"),
  legal: plain("Legal", "Rechtliches"),
  yourOrder: plain("Find your order", "Bestellung finden"),
  contact: plain("Contact", "Kontakt"),
  returns: plain("Returns and withdrawal", "Rückgabe und Widerruf"),
  shipping: plain("Shipping", "Versand"),
  imprint: plain("Imprint", "Impressum"),
  terms: plain("Terms", "AGB"),
  privacy: plain("Privacy", "Datenschutz"),
  developers: plain("For developers and agents", "Für Entwickler und Agenten"),
  brands: plain("Brands", "Marken"),
  priceNote: plain(
    "All prices include VAT where it is due; shipping is added where the cart says so.",
    "Alle Preise inkl. MwSt., wo sie anfällt; Versandkosten kommen hinzu, wo der Warenkorb sie nennt."
  ),
  demo: ofStore.demo,
  breadcrumbs: plain("You are here", "Sie sind hier"),
  home: plain("Home", "Startseite")
}

export const home = {
  lead: pattern<{ readonly brands: number; readonly products: number }>(
    "{products, plural, one {# product} other {# products}} from {brands, plural, one {# brand} other {# brands}}, with unit prices and the day on which {products, plural, one {it arrives} other {they arrive}}.",
    "{products, plural, one {# Produkt} other {# Produkte}} von {brands, plural, one {# Marke} other {# Marken}}, mit Grundpreisen und dem Tag, an dem {products, plural, one {es ankommt} other {sie ankommen}}."
  ),
  start: plain("See all products", "Alle Produkte ansehen"),
  description: pattern<{ readonly store: string; readonly categories: string; readonly days: number }>(
    "{store}: {categories} with clear prices{days, plural, =0 {} one { and # day to return} other { and # days to return}}.",
    "{store}: {categories} mit klaren Preisen{days, plural, =0 {} one { und # Tag Rückgabe} other { und # Tagen Rückgabe}}."
  ),
  byCategory: plain("Shop by category", "Nach Kategorie"),
  byBrand: plain("Our brands", "Unsere Marken"),
  popular: plain("Popular now", "Gerade beliebt"),
  newest: plain("New in the shop", "Neu im Shop"),
  selection: plain("From our brands", "Aus unseren Marken"),
  all: plain("All brands", "Alle Marken"),
  freeShipping: pattern<{ readonly where: string }>("Free shipping ({where})", "Kostenloser Versand ({where})"),
  freeShippingFrom: pattern<{ readonly amount: string; readonly where: string }>(
    "Free shipping from {amount} ({where})",
    "Kostenloser Versand ab {amount} ({where})"
  ),
  returnsIn: pattern<{ readonly days: number }>(
    "{days, plural, one {# day} other {# days}} to return",
    "{days, plural, one {# Tag} other {# Tage}} Rückgabe"
  ),
  noAccount: plain("No account, no tracking", "Ohne Konto, ohne Tracking")
}

export const list = {
  all: plain("All products", "Alle Produkte"),
  allReduced: plain("All reduced products", "Alle reduzierten Produkte"),
  allDescription: plain("The whole range of the shop.", "Das ganze Sortiment des Shops."),
  category: pattern<{ readonly category: string; readonly store: string }>(
    "{category} at {store}: with unit prices and delivery days.",
    "{category} bei {store}: mit Grundpreisen und Liefertagen."
  ),
  brand: pattern<{ readonly brand: string; readonly store: string }>(
    "Everything by {brand} at {store}.",
    "Alles von {brand} bei {store}."
  ),
  brandsDescription: plain("All brands of the shop.", "Alle Marken des Shops."),
  count: pattern<Count>(
    "{count, plural, one {# product} other {# products}}",
    "{count, plural, one {# Produkt} other {# Produkte}}"
  ),
  next: plain("Next page", "Nächste Seite"),
  first: plain("First page", "Erste Seite"),
  sort: plain("Sort by", "Sortieren nach"),
  apply: plain("Apply", "Anwenden"),
  sortRelevance: plain("Relevance", "Relevanz"),
  sortPopular: plain("Bought most", "Meistgekauft"),
  sortCheapest: plain("Price, lowest first", "Preis aufsteigend"),
  sortDearest: plain("Price, highest first", "Preis absteigend"),
  sortName: plain("Name", "Name"),
  sortNewest: plain("Newest first", "Neueste zuerst"),
  offers: plain("Offers", "Angebote"),
  reducedOnly: plain("Reduced only", "Nur Reduziertes"),
  inStockOnly: plain("In stock only", "Nur Lieferbares"),
  category_: plain("Category", "Kategorie"),
  brand_: plain("Brand", "Marke"),
  price: plain("Price", "Preis"),
  availability: plain("Availability", "Verfügbarkeit"),
  priceBelow: pattern<{ readonly to: string }>("below {to}", "unter {to}"),
  priceBetween: pattern<{ readonly from: string; readonly to: string }>("{from} to {to}", "{from} bis {to}"),
  priceFrom: pattern<{ readonly from: string }>("{from} and more", "ab {from}"),
  filter: plain("Filter", "Filtern"),
  narrow: plain("Narrow the results", "Ergebnisse eingrenzen"),
  widen: plain("Remove all filters", "Alle Filter entfernen"),
  unchoose: plain("remove this filter", "diesen Filter entfernen"),
  showing: plain("Showing results for", "Angezeigt werden Ergebnisse für"),
  insteadFor: plain("search instead for", "stattdessen suchen nach"),
  didYouMean: plain("Did you mean", "Meinten Sie"),
  fewerWords: plain("Search for one of the words", "Nach einem der Wörter suchen"),
  anyCategory: plain("All categories", "Alle Kategorien"),
  filters: plain("Filter and sort", "Filtern und sortieren"),
  results: pattern<{ readonly q: string }>("Results for “{q}”", "Ergebnisse für „{q}“"),
  search: plain("Search", "Suche"),
  searchWhat: plain("What are you looking for?", "Was suchen Sie?"),
  nothing: pattern<{ readonly q: string }>("Nothing found for “{q}”", "Nichts gefunden für „{q}“"),
  nothingHere: plain("There is nothing here at the moment.", "Hier gibt es zurzeit nichts."),
  nothingHelp: plain(
    "Check the spelling, use fewer words, or look through a category.",
    "Prüfen Sie die Schreibweise, nehmen Sie weniger Wörter, oder sehen Sie in einer Kategorie nach."
  )
}

export const product = {
  soldOut: plain("Sold out", "Ausverkauft"),
  fromPrice: pattern<{ readonly price: string }>("from {price}", "ab {price}"),
  reduced: pattern<{ readonly percent: number; readonly price: string }>(
    "{percent}% off. Lowest price in the last 30 days: {price}",
    "{percent}\u00a0% reduziert. Niedrigster Preis der letzten 30 Tage: {price}"
  ),
  lowest: pattern<{ readonly price: string }>(
    "Lowest price in the last 30 days: {price}",
    "Niedrigster Preis der letzten 30 Tage: {price}"
  ),
  inCart: plain("Counts in the cart by itself.", "Gilt im Warenkorb von selbst."),
  saleUntil: pattern<{ readonly moment: string }>("Until {moment}", "Bis {moment}"),
  shades: pattern<Count>("{count, plural, other {# shades}}", "{count, plural, other {# Farbtöne}}"),
  sizes: pattern<Count>("{count, plural, other {# sizes}}", "{count, plural, other {# Größen}}"),
  variants: pattern<Count>("{count, plural, other {# variants}}", "{count, plural, other {# Varianten}}"),
  scents: pattern<Count>("{count, plural, other {# scents}}", "{count, plural, other {# Düfte}}"),
  inStock: plain("In stock", "Auf Lager"),
  per: pattern<{ readonly price: string; readonly unit: string }>("{price} per {unit}", "{price} je {unit}"),
  vat: plain("incl. VAT, plus", "inkl. MwSt., zzgl."),
  withoutVat: plain("plus", "zzgl."),
  shipping: plain("shipping", "Versandkosten"),
  arrives: pattern<{ readonly day: string; readonly country: string }>(
    "Delivered by {day} when ordered today ({country})",
    "Bei Bestellung heute bis {day} geliefert ({country})"
  ),
  quantity: plain("Quantity", "Menge"),
  add: plain("Add to cart", "In den Warenkorb"),
  closePicture: plain("Close picture", "Bild schließen"),
  archived: plain("This product is not sold any more", "Dieses Produkt wird nicht mehr verkauft"),
  archivedWords: plain(
    "Orders and receipts that have it stay as they are. You may like one of these instead:",
    "Bestellungen und Belege damit bleiben, wie sie sind. Vielleicht gefällt Ihnen etwas davon:"
  ),
  similar: plain("Similar products", "Ähnliche Produkte"),
  allOf: pattern<{ readonly name: string }>("All of {name}", "Alles von {name}"),
  soldOutWords: plain(
    "It cannot be ordered at the moment. Similar products are below.",
    "Zurzeit nicht bestellbar. Ähnliches finden Sie weiter unten."
  ),
  about: plain("About this product", "Über das Produkt"),
  use: plain("How to use", "Anwendung"),
  warnings: plain("Warnings", "Warnhinweise"),
  inci: plain("Ingredients (INCI)", "Inhaltsstoffe (INCI)"),
  ingredients: plain("Ingredients", "Inhaltsstoffe"),
  sku: plain("Article number", "Artikelnummer"),
  weight: plain("Shipping weight", "Versandgewicht"),
  origin: plain("Country of origin", "Herkunftsland"),
  responsible: plain("Responsible person in the EU", "Verantwortliche Person in der EU"),
  details: plain("Details", "Einzelheiten"),
  notTogether: plain("Not in this combination", "Nicht in dieser Kombination"),
  size: plain("Size", "Inhalt"),
  shade: plain("Shade", "Farbton"),
  scent: plain("Scent", "Duft"),
  brand: plain("Brand", "Marke"),
  category: plain("Category", "Kategorie"),
  returning: plain("Returns", "Rückgabe"),
  sealed: pattern<{ readonly days: number }>(
    "Sealed for hygiene: you may return it within {days, plural, one {# day} other {# days}} while the seal is unbroken. Once the seal is broken, only a defective one can come back.",
    "Aus Hygienegründen versiegelt: Rückgabe binnen {days, plural, one {# Tag} other {# Tagen}}, solange das Siegel unversehrt ist. Mit gebrochenem Siegel nur bei einem Mangel."
  ),
  unsealed: pattern<{ readonly days: number }>(
    "You may return it within {days, plural, one {# day} other {# days}}, also after you have opened it.",
    "Rückgabe binnen {days, plural, one {# Tag} other {# Tagen}}, auch geöffnet."
  ),
  returnsMore: plain("More about returns", "Mehr zur Rückgabe"),
  others: pattern<{ readonly brand: string }>("More from {brand}", "Mehr von {brand}"),
  picture: pattern<{ readonly name: string }>("{name}, the pack", "{name}, die Packung"),
  pictureOf: pattern<{ readonly name: string; readonly place: number }>(
    "{name}, picture {place}",
    "{name}, Bild {place}"
  ),
  allPictures: plain("All pictures", "Alle Bilder"),
  notFound: plain("This product is not here", "Dieses Produkt gibt es hier nicht")
}

export const cart = {
  title: plain("Your cart", "Ihr Warenkorb"),
  empty: plain("Your cart is empty", "Ihr Warenkorb ist leer"),
  emptyWords: plain("What you add waits here for you.", "Was Sie hineinlegen, wartet hier auf Sie."),
  toShop: plain("To the shop", "Zum Shop"),
  quantityOf: pattern<{ readonly name: string }>("Quantity of {name}", "Menge von {name}"),
  update: plain("Update", "Ändern"),
  remove: plain("Remove", "Entfernen"),
  removeOf: pattern<{ readonly name: string }>("Remove {name}", "{name} entfernen"),
  each: pattern<{ readonly price: string }>("{price} each", "{price} je Stück"),
  discount: pattern<{ readonly amount: string }>("discount {amount}", "Rabatt {amount}"),
  summary: plain("Summary", "Zusammenfassung"),
  goods: plain("Goods", "Waren"),
  shippingTo: pattern<{ readonly country: string }>("Shipping: {country}", "Versand: {country}"),
  free: plain("free", "kostenlos"),
  total: plain("Total", "Gesamt"),
  totalWithVat: plain("Total incl. VAT", "Gesamt inkl. MwSt."),
  toCheckout: plain("To checkout", "Zur Kasse"),
  unpaid: pattern<{ readonly amount: string }>(
    "Your order for {amount} is not paid yet.",
    "Ihre Bestellung über {amount} ist noch nicht bezahlt."
  ),
  payIt: plain("Pay it now", "Jetzt bezahlen"),
  cancelIt: plain("Cancel it", "Stornieren"),
  untilFree: pattern<{ readonly amount: string; readonly method: string }>(
    "{amount} more, and shipping ({method}) is free.",
    "Noch {amount}, dann ist der Versand ({method}) kostenlos."
  ),

  notReserved: plain(
    "What is in the cart is not reserved yet: it is when you order.",
    "Was im Warenkorb liegt, ist noch nicht reserviert: Das geschieht mit der Bestellung."
  ),
  added: pattern<{ readonly name: string }>("{name} is in your cart.", "{name} liegt im Warenkorb."),
  notKept: plain(
    "Your browser has not kept the cookie by which the shop knows your cart, so nothing is in it. Please allow this shop its cookie, and add the product again.",
    "Ihr Browser hat das Cookie nicht behalten, an dem der Shop Ihren Warenkorb erkennt; deshalb liegt nichts darin. Bitte erlauben Sie diesem Shop sein Cookie, und legen Sie das Produkt noch einmal hinein."
  ),
  changed: plain("Your cart has changed.", "Ihr Warenkorb ist geändert."),
  removed: plain("It was removed from your cart.", "Der Artikel ist aus dem Warenkorb entfernt."),
  attention: plain("Something has changed since you were here", "Seit Ihrem letzten Besuch hat sich etwas geändert"),
  priceChanged: pattern<{ readonly name: string; readonly before: string; readonly now: string }>(
    "{name} costs {now} now; it was {before}.",
    "{name} kostet jetzt {now}, zuvor {before}."
  ),
  lessThere: pattern<{ readonly name: string } & Count>(
    "Of {name} only {count} {count, plural, one {is} other {are}} left. Please lower the quantity.",
    "Von {name} {count, plural, one {ist nur noch #} other {sind nur noch #}} da. Bitte verringern Sie die Menge."
  ),
  gone: pattern<{ readonly name: string }>(
    "{name} is sold out. Please remove it to order the rest.",
    "{name} ist ausverkauft. Bitte entfernen Sie es, um den Rest zu bestellen."
  ),
  notSold: pattern<{ readonly name: string }>(
    "{name} is not sold any more. Please remove it to order the rest.",
    "{name} wird nicht mehr verkauft. Bitte entfernen Sie es, um den Rest zu bestellen."
  ),
  notSoMany: pattern<Count>(
    "There {count, plural, =0 {is none left} one {is only # left} other {are only # left}}, so your cart is as it was.",
    "{count, plural, =0 {Davon ist nichts mehr da} one {Davon ist nur noch # da} other {Davon sind nur noch # da}}; der Warenkorb ist, wie er war."
  ),
  tooMany: pattern<Count>(
    "At most {count} of a product go into one cart, so it is as it was.",
    "Von einem Produkt passen höchstens {count} in einen Warenkorb; er ist, wie er war."
  ),
  noQuantity: pattern<{ readonly most: number }>(
    "A quantity is a whole number from 1 to {most}, so your cart is as it was.",
    "Eine Menge ist eine ganze Zahl von 1 bis {most}; der Warenkorb ist, wie er war."
  ),
  sentBefore: plain(
    "This form was sent before with something else in it, and nothing was changed now: here is your cart.",
    "Dieses Formular wurde schon mit anderem Inhalt gesendet; jetzt wurde nichts geändert: Hier ist Ihr Warenkorb."
  ),
  noProduct: plain(
    "This product is not in the shop, so your cart is as it was.",
    "Dieses Produkt gibt es im Shop nicht; der Warenkorb ist, wie er war."
  ),
  setFields: plain("Save", "Speichern"),
  fieldRefused: pattern<{ readonly title: string }>(
    "“{title}” cannot be saved like this.",
    "„{title}“ lässt sich so nicht speichern."
  ),
  haveCode: plain("Do you have a discount code?", "Haben Sie einen Rabattcode?"),
  code: plain("Discount code", "Rabattcode"),
  useCode: plain("Use", "Einlösen"),
  removeCode: pattern<{ readonly code: string }>("Remove the code {code}", "Code {code} entfernen"),
  codeAdded: pattern<{ readonly code: string }>("The code {code} counts.", "Der Code {code} zählt."),
  codeRemoved: plain("The code was removed.", "Der Code wurde entfernt."),
  codeRefused: pattern<{ readonly code: string; readonly reason: string }>(
    "The code {code} takes nothing off: {reason}.",
    "Der Code {code} bringt keinen Rabatt: {reason}."
  ),
  tooManyCodes: pattern<{ readonly most: number }>(
    "At most {most} codes are taken.",
    "Mehr als {most} Codes werden nicht angenommen."
  ),
  repeated: plain("That was done already.", "Das ist bereits geschehen.")
}

/** The same, where its goods cost too little. */
export const belowLeast = pattern<{ readonly amount: string }>(
  "it is for goods from {amount} on",
  "er gilt ab einem Warenwert von {amount}"
)

/** Why a code takes nothing off. */
export const codeReasons: Readonly<Record<Reason, ReturnType<typeof plain>>> = {
  unknown: plain("there is no such code", "es gibt ihn nicht"),
  not_begun: plain("it does not count yet", "er gilt noch nicht"),
  ended: plain("it has ended", "er ist abgelaufen"),
  used_up: plain("it has been used as often as it may be", "er wurde so oft eingelöst, wie er gilt"),
  used_by_customer: plain(
    "it has been used with this e-mail address",
    "er wurde mit dieser E-Mail-Adresse schon eingelöst"
  ),
  not_first_order: plain("it is for a first order", "er gilt für die erste Bestellung"),
  not_for_this_country: plain("it is not for this country", "er gilt nicht für dieses Land"),
  not_for_these_goods: plain("it is not for these goods", "er gilt nicht für diese Waren"),
  below_least: plain("the goods that it is for cost too little", "die Waren, für die er gilt, kosten zu wenig"),
  better_offer: plain("a better offer counts already", "ein besseres Angebot zählt schon")
}

export const checkout = {
  title: plain("Checkout", "Kasse"),
  steps: plain("Steps of the checkout", "Schritte der Kasse"),
  stepAddress: plain("Address and shipping", "Adresse und Versand"),
  stepReview: plain("Check and order", "Prüfen und bestellen"),
  stepPay: plain("Pay", "Bezahlen"),
  contact: plain("How we reach you", "So erreichen wir Sie"),
  email: plain("Email address", "E-Mail-Adresse"),
  emailHint: plain(
    "For the receipt and for questions about this order; nothing else is sent.",
    "Für die Rechnung und für Fragen zu dieser Bestellung; sonst wird nichts gesendet."
  ),
  address: plain("Delivery address", "Lieferadresse"),
  name: plain("Name", "Name"),
  street: plain("Street and number", "Straße und Hausnummer"),
  postcode: plain("Postcode", "Postleitzahl"),
  city: plain("City", "Ort"),
  country: plain("Country", "Land"),
  region: plain("State, province or county", "Bundesstaat, Provinz oder Region"),
  more: plain("Add a company, a second line or a phone number", "Firma, Adresszusatz oder Telefon hinzufügen"),
  billing: plain("Billing address", "Rechnungsadresse"),
  billingOther: plain("The bill goes to another address", "Die Rechnung geht an eine andere Adresse"),
  moreBilling: plain("Add a company or a second line", "Firma oder Adresszusatz hinzufügen"),
  company: plain("Company", "Firma"),
  address2: plain("Second line of the address", "Adresszusatz"),
  phone: plain("Phone", "Telefon"),
  phoneHint: plain("For the carrier's questions", "Für Rückfragen bei der Zustellung"),
  method: plain("Shipping method", "Versandart"),
  methodNote: pattern<{ readonly country: string }>(
    "Prices and days are for this country: {country}. The next page shows those for your address.",
    "Preise und Tage gelten für dieses Land: {country}. Die nächste Seite zeigt die für Ihre Adresse."
  ),
  /** Of a method its price, or its name where the price stands elsewhere. */
  by: pattern<{ readonly day: string; readonly of: string }>(
    "{of}, delivered by {day}",
    "{of}, Lieferung bis {day}"
  ),
  toReview: plain("Check the order", "Bestellung prüfen"),
  review: plain("Check and order", "Prüfen und bestellen"),
  reviewWords: plain(
    "Please check everything. The button places the order; you pay on the next page.",
    "Bitte prüfen Sie alles. Mit dem Knopf bestellen Sie; bezahlt wird auf der nächsten Seite."
  ),
  reviewFree: plain(
    "Please check everything. The button places the order; there is nothing to pay.",
    "Bitte prüfen Sie alles. Mit dem Knopf bestellen Sie; zu zahlen ist nichts."
  ),
  change: plain("Change", "Ändern"),
  goods: plain("What you order", "Was Sie bestellen"),
  deliverTo: plain("Delivered to", "Lieferung an"),
  receiptTo: plain("Receipt to", "Rechnung an"),
  shippingBy: pattern<{ readonly method: string }>("Shipping, {method}", "Versand, {method}"),
  agree: plain(
    "Our terms apply. You may withdraw from the contract, as the page about returns explains. We use your data as the page about privacy explains:",
    "Es gelten unsere AGB. Sie können den Vertrag widerrufen, wie es auf der Seite zur Rückgabe steht. Was wir mit Ihren Daten tun, steht auf der Seite zum Datenschutz:"
  ),
  order: plain("Order with obligation to pay", "Zahlungspflichtig bestellen"),
  afterOrder: plain(
    "You go on to the page of our payment provider. Card numbers never reach this shop.",
    "Es geht weiter zur Seite unseres Zahlungsanbieters. Kartennummern erreichen diesen Shop nie."
  ),
  faultsOne: plain("Please check one thing", "Bitte prüfen Sie eine Angabe"),
  faultsMany: plain("Please check these fields", "Bitte prüfen Sie diese Angaben"),
  faultEmail: plain(
    "Enter an email address such as name@example.org",
    "Geben Sie eine E-Mail-Adresse an, etwa name@example.org"
  ),
  faultName: plain("Enter the name of the person who receives it", "Geben Sie an, wer die Lieferung empfängt"),
  faultBillingName: plain("Enter the name on the bill", "Geben Sie den Namen für die Rechnung an"),
  faultAddress: plain("Enter the street and number", "Geben Sie Straße und Hausnummer an"),
  faultCity: plain("Enter the city", "Geben Sie den Ort an"),
  faultPostcode: plain("Enter the postcode", "Geben Sie die Postleitzahl an"),
  faultPostcodeForm: pattern<{ readonly country: string }>(
    "Enter a postcode of the country: {country}",
    "Geben Sie eine Postleitzahl des Landes an: {country}"
  ),
  /** Of a line that no label can hold. */
  faultLine: plain(
    "Use at most 200 letters, digits and signs that can be printed",
    "Verwenden Sie höchstens 200 Buchstaben, Ziffern und Zeichen, die sich drucken lassen"
  ),
  faultRegion: plain("Enter the state or province", "Geben Sie den Bundesstaat oder die Provinz an"),
  faultPhone: plain(
    "Enter a phone number of 5 to 20 digits, such as +49 30 123456",
    "Geben Sie eine Telefonnummer mit 5 bis 20 Ziffern an, etwa +49 30 123456"
  ),
  faultCountry: plain("Choose a country from the list", "Wählen Sie ein Land aus der Liste"),
  faultUnserved: pattern<{ readonly country: string }>(
    "We do not deliver to this country: {country}",
    "In dieses Land liefern wir nicht: {country}"
  ),
  faultTerritory: plain(
    "We do not deliver to this postcode: it has taxes and customs of its own",
    "An diese Postleitzahl liefern wir nicht: dort gelten eigene Steuern und Zölle"
  ),
  faultMethod: plain("Choose how it is shipped", "Wählen Sie eine Versandart"),
  faultMethodThere: pattern<{ readonly country: string }>(
    "Choose another way, which takes these goods to this country: {country}",
    "Wählen Sie eine andere Versandart, mit der diese Waren in dieses Land gehen: {country}"
  ),
  faultNoMethod: pattern<{ readonly country: string }>(
    "We cannot send these goods together to this country: {country}. Buy fewer at once, or send them elsewhere",
    "Diese Waren können wir zusammen nicht in dieses Land senden: {country}. Bestellen Sie weniger auf einmal oder an eine andere Adresse"
  ),
  totalChanged: plain(
    "Prices or shipping have changed since you last saw them. Please check the new total.",
    "Preise oder Versandkosten haben sich inzwischen geändert. Bitte prüfen Sie die neue Summe."
  ),
  cartChanged: plain(
    "Your cart has changed since you last saw this page, so nothing was ordered. Please check what you order, and the new total.",
    "Ihr Warenkorb hat sich inzwischen geändert, deshalb ist nichts bestellt. Bitte prüfen Sie, was Sie bestellen, und die neue Summe."
  ),
  refusedStock: plain(
    "Something in your cart is no longer there in this quantity. Please look at your cart.",
    "Etwas im Warenkorb ist in dieser Menge nicht mehr da. Bitte sehen Sie in den Warenkorb."
  ),
  refusedNotSold: plain(
    "Something in your cart is not sold any more. Please remove it from your cart.",
    "Etwas im Warenkorb wird nicht mehr verkauft. Bitte entfernen Sie es aus dem Warenkorb."
  ),
  refusedMethod: plain(
    "Nothing was ordered. The goods do not go there by this way of shipping any more. Please choose another.",
    "Es wurde nichts bestellt. Mit dieser Versandart gehen die Waren nicht mehr dorthin. Bitte wählen Sie eine andere."
  ),
  refusedCode: pattern<{ readonly code: string; readonly reason: string }>(
    "Nothing was ordered. The code {code} takes nothing off: {reason}. Please remove it from your cart.",
    "Es wurde nichts bestellt. Der Code {code} bringt keinen Rabatt: {reason}. Bitte entfernen Sie ihn aus dem Warenkorb."
  ),
  refusedSentBefore: plain(
    "This form was sent before with something else in it, and nothing was ordered now.",
    "Dieses Formular wurde schon mit anderem Inhalt gesendet; jetzt wurde nichts bestellt."
  ),
  refusedReservation: plain(
    "You have other orders that are not paid yet. Please pay or cancel one of them first.",
    "Sie haben weitere Bestellungen, die noch nicht bezahlt sind. Bitte bezahlen oder stornieren Sie zuerst eine davon."
  ),
  refusedProvider: plain(
    "The payment provider cannot be reached at the moment. Nothing was charged; please try again in a minute.",
    "Der Zahlungsanbieter ist gerade nicht erreichbar. Es wurde nichts abgebucht; bitte versuchen Sie es in einer Minute erneut."
  ),
  refused: plain(
    "This order could not be placed. Nothing was charged.",
    "Diese Bestellung kam nicht zustande. Es wurde nichts abgebucht."
  ),
  notPlaced: plain("The order was not placed", "Die Bestellung ist nicht aufgegeben"),
  toCart: plain("To your cart", "Zum Warenkorb"),
  again: plain("Try again", "Erneut versuchen"),
  onward: plain("To the payment page", "Zur Zahlungsseite"),
  secure: plain("Payment", "Bezahlung"),
  underWay: plain("One moment, please", "Einen Moment, bitte"),
  underWayWords: plain(
    "Your order is still being placed. It is placed once, however often you ask.",
    "Ihre Bestellung wird noch aufgegeben. Sie wird es nur einmal, wie oft Sie auch nachfragen."
  ),
  cartEmpty: plain(
    "There is nothing to order: your cart is empty.",
    "Es gibt nichts zu bestellen: Ihr Warenkorb ist leer."
  )
}

export const contact = {
  title: plain("Contact", "Kontakt"),
  lead: plain("Write to us: a person answers by email.", "Schreiben Sie uns: Ein Mensch antwortet per E-Mail."),
  email: plain("Your email address", "Ihre E-Mail-Adresse"),
  subject: plain("Subject", "Betreff"),
  message: plain("Your message", "Ihre Nachricht"),
  order: plain("Number of your order, if it is about one", "Nummer Ihrer Bestellung, falls es um eine geht"),
  orderHint: plain(
    "Eight digits, such as 4821 7362. It stands on your receipt.",
    "Acht Ziffern, etwa 4821 7362. Sie steht auf Ihrer Rechnung."
  ),
  faultOrder: plain(
    "This number has a typing error: compare its eight digits",
    "Diese Nummer enthält einen Tippfehler: Vergleichen Sie ihre acht Ziffern"
  ),
  send: plain("Send message", "Nachricht senden"),
  faultSubject: plain("Say in a few words what it is about", "Sagen Sie in wenigen Worten, worum es geht"),
  faultMessage: plain(
    "Write your message, at most 10,000 characters",
    "Schreiben Sie Ihre Nachricht, höchstens 10.000 Zeichen"
  ),
  sentBefore: plain(
    "This form was sent before with something else in it, and we have that message. Send this one too, if you like.",
    "Dieses Formular wurde schon mit anderem Inhalt gesendet, und jene Nachricht ist da. Wenn Sie möchten, senden Sie auch diese."
  ),
  thanks: plain("Thank you, we have your message", "Danke, Ihre Nachricht ist da"),
  thanksWords: pattern<{ readonly ticket: string; readonly email: string }>(
    "We answer to {email}. The number of your message is {ticket}.",
    "Wir antworten an {email}. Die Nummer Ihrer Nachricht ist {ticket}."
  ),
  follow: plain("To your message and our answer", "Zu Ihrer Nachricht und unserer Antwort"),
  followWords: plain(
    "Our answer is also on a page of your own. Keep its address: whoever has it can read your message.",
    "Unsere Antwort steht auch auf einer eigenen Seite. Bewahren Sie deren Adresse auf: Wer sie hat, kann Ihre Nachricht lesen."
  ),
  direct: plain("Or reach us directly", "Oder direkt")
}
