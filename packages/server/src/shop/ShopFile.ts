/**
 * The shop as a file: `shop.json`, which says what a shop decides for itself, in the terms of its owner. What it leaves
 * out is as in `Policy`; all that is wrong with it is named at once, each by its line and its JSON pointer.
 * No secret stands in it. Follows docs/shop.md.
 */
import type { StorePolicy } from "@beauty-store/commerce/Policy"
import { defaultPolicy } from "@beauty-store/commerce/Policy"
import { CountryCode, ShippingAddress } from "@beauty-store/domain/Address"
import { findContradictions } from "@beauty-store/domain/Allowance"
import { Category } from "@beauty-store/domain/Catalog"
import * as Country from "@beauty-store/domain/Country"
import * as Days from "@beauty-store/domain/Days"
import { ResponsiblePerson } from "@beauty-store/domain/Declaration"
import * as Destination from "@beauty-store/domain/Destination"
import { faultsOf, inWords } from "@beauty-store/domain/InvalidInput"
import * as Language from "@beauty-store/domain/Language"
import * as Letters from "@beauty-store/domain/Letters"
import type { ListedLine } from "@beauty-store/domain/ListedLine"
import { Colours, ShelfGoods, ShopPath } from "@beauty-store/domain/Look"
import * as Money from "@beauty-store/domain/Money"
import { OverduePolicy } from "@beauty-store/domain/Overdue"
import { PaymentPolicy } from "@beauty-store/domain/Payment"
import { Line } from "@beauty-store/domain/PlainText"
import { Imprint, Seller } from "@beauty-store/domain/Receipt"
import * as Return from "@beauty-store/domain/Return"
import * as Shipping from "@beauty-store/domain/Shipping"
import type * as ShopText from "@beauty-store/domain/ShopText"
import { StockPolicy } from "@beauty-store/domain/Stock"
import { findRepeated, Synonyms } from "@beauty-store/domain/Synonyms"
import * as Vat from "@beauty-store/domain/Vat"
import { findRepeatedKeys } from "@beauty-store/http/internal/pipeline/Json"
import { findFaults as findColourFaults } from "@beauty-store/ui/Look"
import * as Arr from "effect/Array"
import * as Either from "effect/Either"
import * as JSONSchema from "effect/JSONSchema"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import { findNodeAtLocation, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser"

/** A field with words of its own: whatever its type becomes in JSON. */
const field = <A, I>(schema: Schema.Schema<A, I>, description: string) =>
  Schema.propertySignature(schema).annotations({ description })
const optional = <A, I>(schema: Schema.Schema<A, I>, description: string) =>
  Schema.optional(schema).annotations({ description })
const amountIn = (currency: Money.Currency) =>
  Schema.compose(Schema.Number.pipe(Schema.nonNegative({ description: "an amount from 0 on" })), Money.Amount(currency))
type Amount = ReturnType<typeof amountIn>

/** A country that there is, by its code. */
const KnownCountry = CountryCode.pipe(
  Schema.filter((code) => Country.find(code) === code, {
    description: "a country's code of two letters, such as AT, or GB for the United Kingdom"
  })
)
/** The same, or a territory. */
const KnownPlace = Destination.PlaceCode.pipe(
  Schema.filter((code) => isPlace(code), {
    description: "the code of a country, such as AT, or of a territory, such as ES-CN"
  })
)
const isPlace = (code: string): boolean => Destination.isTerritory(code) || Country.find(code) === code
const KnownCurrency = Money.Currency.pipe(
  Schema.filter((code) => Intl.supportedValuesOf("currency").includes(code), {
    description: "a currency's code by ISO 4217, such as EUR"
  })
)
const Count = Schema.Int.pipe(Schema.between(1, 1_000_000))
/** A text of one line: one for all languages, or one for each. */
const Words = (longest: number) =>
  Language.LocalText(Line(longest)).annotations({
    description: `a text of at most ${longest} characters, or one for each language, as in {"en": "Tea", "de": "Tee"}`
  })

const territoryCodes = Object.entries(Destination.territories).map(([code, { name }]) => `\`${code}\` (${name.en})`)
  .join(", ")

const Method = Schema.Struct({
  id: field(Shipping.ShippingMethod, "Lower-case words with hyphens."),
  name: field(Words(60), "What people choose."),
  description: optional(Words(200), "What agents read beside the name.")
})

const deliveryIn = (Amount: Amount) => {
  const Step = Schema.Struct({
    price: field(Amount, "What it costs, VAT included."),
    toGrams: optional(
      Schema.Int.pipe(Schema.between(1, 1_000_000)),
      "For goods of at most this weight; without a `weight` they weigh nothing."
    ),
    toGoods: optional(Amount, "For goods of at most this value.")
  })

  const Rate = Schema.Struct({
    price: field(
      Schema.Union(Amount, Schema.NonEmptyArray(Step)),
      "What it costs, VAT included; or a list of prices by weight or value, such as `[{\"toGrams\": 2000, \"price\": 4.95}, {\"toGrams\": 10000, \"price\": 8.5}]`: the first that takes the goods counts, and what none takes is not sent so."
    ),
    freeFrom: optional(Amount, "From this value of goods on it costs nothing. Default: it always costs."),
    days: field(Schema.Int.pipe(Schema.between(0, 100)), "How many business days a parcel takes.")
  })

  const Zone = Schema.Struct({
    countries: field(
      Schema.Union(Schema.Literal("eu", "all"), Schema.NonEmptyArray(KnownPlace)),
      "Codes of countries; `eu` for those of the EU; `all` for all that no zone before has. Of no country are these "
        + `territories, which have their own taxes and are sold to without VAT: ${territoryCodes}.`
    ),
    rates: field(
      Schema.Record({ key: Schema.String, value: Rate }),
      "By method, for those that the zone offers: `price`, `freeFrom`, `days`."
    )
  })

  return Schema.Struct({
    homeCountry: field(KnownCountry, "Where a cart goes until there is an address."),
    methods: optional(
      Schema.NonEmptyArray(Method),
      "The methods among which buyers choose; the first is chosen already. Default: standard, express."
    ),
    zones: field(
      Schema.NonEmptyArray(Zone),
      "What each method costs, and where: a country is of the first zone that has it, and not served where none has."
    ),
    notTo: optional(Schema.Array(KnownCountry), "Countries that nothing is sent to, besides those without people.")
  })
}

/** In per cent, with two decimals at most, as basis points. */
const VatRate = Schema.transform(
  Schema.Number.pipe(
    Schema.between(0, 100, { description: "a rate from 0 to 100" }),
    Schema.filter((rate) => /^\d+(\.\d{1,2})?$/.test(String(rate)), {
      description: "a rate from 0 to 100 with at most two decimals"
    })
  ),
  Schema.Int,
  { strict: true, decode: Vat.toBp, encode: (rateBp) => rateBp / 100 }
)
const VatRates = Schema.Union(VatRate, Schema.Struct({ standard: VatRate, reduced: VatRate }))

const agentsIn = (Amount: Amount) =>
  Schema.Struct({
    perPurchase: field(Amount, "The most at once; 0 turns delegated payment off."),
    perDay: field(Amount, "The most from one card in any 24 hours."),
    perMonth: field(Amount, "The most from one card in any 30 days.")
  })

const UnpaidCheckouts = Schema.Struct({
  checkouts: field(Count, "Checkouts that wait for payment at once."),
  unitsPerProduct: field(Count, "Units of one product in them."),
  lastUnitsMinutes: field(
    Schema.Int.pipe(Schema.between(0, 1440)),
    "How long a day the last units of a product may be kept from others."
  )
})

const namedCategory = {
  id: field(Category, "What stands in products.csv and in addresses: lower-case words with hyphens."),
  name: field(Words(60), "What pages call it. Where that is one word, it finds its goods.")
}
const below = <A, I>(categories: Schema.Schema<A, I>) =>
  optional(Schema.Array(Schema.Union(Category, categories)), "Categories below it, which may have others below them.")
const LowestCategory = Schema.Struct(namedCategory)
const MiddleCategory = Schema.Struct({ ...namedCategory, categories: below(LowestCategory) })
const NamedCategory = Schema.Struct({ ...namedCategory, categories: below(MiddleCategory) })

const Texts = Schema.Struct({
  description: optional(Words(300), "What the shop sells, in one sentence: search engines and agents read it."),
  heading: optional(Words(120), "The heading of the home page. Default: the names of its categories."),
  lead: optional(Words(300), "What stands below the heading. Default: how many products and brands there are."),
  searchHint: optional(Words(60), "What stands in the field of the search.")
})

const FileName = Schema.String.pipe(Schema.minLength(1), Schema.maxLength(200))
const FaceFile = Schema.Union(FileName, Schema.Struct({ regular: FileName, bold: FileName }))
export type FaceFile = typeof FaceFile.Type

const NamedLink = Schema.Struct({
  to: field(ShopPath, "An address of the shop without its host and language, such as `/brands/alba`."),
  words: optional(Words(60), "What it says. Default: the name of the category, the page or, for `/brands`, the list.")
})

const ShopLook = Schema.Struct({
  logo: optional(FileName, "A picture below `pictures/`, in the place of the shop's name."),
  darkLogo: optional(FileName, "The same for dark screens."),
  colours: optional(
    Colours,
    "`accent` (links and buttons), `background` and `ink` (text), such as `#8c2f4f`; in `dark` those for dark screens. All others follow from them. What could not be read is refused."
  ),
  typefaces: optional(
    Schema.Struct({
      headings: optional(FaceFile, "A WOFF2 file below `fonts/` with all weights, or one each: `regular`, `bold`."),
      text: optional(FaceFile, "The same for all other text.")
    }),
    "Typefaces that the shop has the right to show."
  ),
  hero: optional(
    Schema.Struct({
      picture: optional(FileName, "A picture below `pictures/`, at best twice as wide as high."),
      link: optional(NamedLink, "Where its button leads. Default: to all products.")
    }),
    "The top of the home page. Its words are in `texts`."
  ),
  shelves: optional(
    Schema.Array(Schema.Struct({
      title: field(Words(80), "What stands above it."),
      show: field(
        ShelfGoods,
        "`bestsellers`, `newest`, `reduced`, or `{\"category\": …}`, `{\"brand\": …}`, `{\"products\": […]}` by their ids."
      )
    })).pipe(Schema.maxItems(8)),
    "Rows of goods on the home page. Default: what is bought most, what is new, one of each brand."
  ),
  navigation: optional(
    Schema.Array(Schema.Union(ShopPath, NamedLink)).pipe(Schema.maxItems(12)),
    "What the header leads to, such as `[\"/categories/tea\", \"/pages/about\"]`. Default: the categories and the brands."
  )
})

/** What may stand in `shop.json`, whose amounts have the decimals of its currency. */
const shopFileIn = (currency: Money.Currency) =>
  Schema.Struct({
    $schema: optional(Schema.String, "Where an editor finds the schema of this file."),
    name: field(Line(100), "The shop's name, as its pages and receipts show it. Required."),
    seller: field(
      Schema.Struct({ ...Seller.fields, ...Imprint.fields }),
      "The company that sells: on receipts, labels, terms and in the imprint. Required: `name`, `address`, `city`, `postcode`, `country`, `vatId` (its VAT number) and `email`; if there are any, `phone`, `representedBy` and `register`."
    ),
    returnAddress: optional(ShippingAddress, "Where returned parcels go. Default: to the seller."),
    responsiblePerson: optional(
      ResponsiblePerson,
      "Who answers for goods in the EU, where neither they nor their brand name anybody: `name`, `address`, `electronicAddress`."
    ),
    currency: optional(
      KnownCurrency,
      "The currency of everything, by its ISO 4217 code. Default: EUR; any other needs `shipping` and `agents`."
    ),
    timeZone: optional(
      Days.TimeZone,
      "Where its days begin and end, and whose times its pages show, such as `Asia/Tokyo`. Default: that of the seller's country, where it has one."
    ),
    languages: optional(
      Schema.NonEmptyArray(Language.Language),
      `The languages of its pages; products.csv is in the first. Default: ${defaultPolicy.languages.join(", ")}.`
    ),
    categories: optional(
      Schema.NonEmptyArray(Schema.Union(Category, NamedCategory)),
      `The kinds of goods, in the order in which pages show them. Default: ${defaultPolicy.categories.join(", ")}.`
    ),
    synonyms: optional(
      Synonyms,
      "Lists of words that mean the same in a search, such as `[[\"mascara\", \"Wimperntusche\"]]`."
    ),
    texts: optional(Texts, "What the shop says of itself."),
    look: optional(ShopLook, "How its pages look."),
    shipping: optional(deliveryIn(amountIn(currency)), "What shipping costs; all of it, where it stands."),
    vat: optional(
      Schema.Record({ key: Schema.String, value: VatRates }),
      "Rates of VAT in per cent by the country of delivery, as in `{\"CH\": {\"standard\": 8.1, \"reduced\": 2.6}}`; a number is the rate of both classes. Countries that it does not name keep the EU's rates by day (check those of yours), or none outside; `\"DE\": 0` is one without VAT."
    ),
    paymentMethods: optional(
      PaymentPolicy,
      "The methods of payment that its payment page offers, each `everywhere` or in a list of countries, as in `{\"card\": \"everywhere\", \"klarna\": [\"AT\", \"DE\"]}`; `card`, `apple_pay` or `google_pay` everywhere. Default: all."
    ),
    returnDays: optional(
      Schema.Int.pipe(Schema.between(0, 365)),
      `How many days after their arrival goods may be sent back. Default: ${Return.windowDays}.`
    ),
    agents: optional(agentsIn(amountIn(currency)), "What agents may spend without the person who pays."),
    unpaidCheckouts: optional(UnpaidCheckouts, "How much one buyer may keep from others without paying."),
    stock: optional(
      StockPolicy,
      "Up to `low` available units of a product are few, and staff are warned; a product may have a level of its own. Default: 5."
    ),
    overdue: optional(OverduePolicy, "Business days after which an order, a return or a question is overdue."),
    trailDays: optional(
      Schema.Int.pipe(Schema.between(1, 3650)),
      "How long the trail of what staff changed is kept."
    )
  }).annotations({ title: "A shop of the Beauty Store" })

/** The same of a file that names no currency. */
export const ShopFile = shopFileIn(Money.defaultCurrency)
export type ShopFile = typeof ShopFile.Type

/** What a shop decides for itself; its address is the process's. */
export type ShopPolicy = Omit<StorePolicy, "baseUrl">

/** Something wrong with a file, at a place of it. */
export interface FileFault {
  readonly line: number
  /** A JSON pointer, as in `/seller/vatId`; empty for the whole file. */
  readonly pointer: string
  readonly words: string
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length

/** A place inside a value, as faults name it (`brands[0].name`), as the parts of a path. */
const partsOf = (path: string): ReadonlyArray<string | number> =>
  path === ""
    ? []
    : path.split(/[.[]/).map((part) => part.endsWith("]") ? Number(part.slice(0, -1)) : part)

/** The line of a place in a text, or of what is around it where it is missing. */
const lineOf = (text: string, parts: ReadonlyArray<string | number>): number => {
  const tree = parseTree(text)
  if (tree === undefined) return 1
  for (let length = parts.length; length > 0; length--) {
    const found = findNodeAtLocation(tree, parts.slice(0, length))
    if (found !== undefined) return lineAt(text, found.offset)
  }
  return 1
}

const isNamingCurrency = Schema.is(Schema.Struct({ currency: KnownCurrency }))

const decode = (file: unknown) => {
  const currency = isNamingCurrency(file) ? file.currency : Money.defaultCurrency
  return Schema.decodeUnknownEither(shopFileIn(currency), { errors: "all", onExcessProperty: "error" })(file)
}

type Contradictions = ReadonlyArray<{ readonly path: string; readonly words: string }>

/** A category of the file, with its place in it. */
interface ListedCategory {
  readonly id: Category
  readonly place: string
  readonly name?: LocalName
  readonly above?: Category | undefined
}
type LocalName = (typeof NamedCategory.Type)["name"]
type AnyCategory =
  | Category
  | (Omit<typeof NamedCategory.Type, "categories"> & {
    readonly categories?: ReadonlyArray<AnyCategory> | undefined
  })

/** Categories and all below them, each before those below it. */
const listCategories = (
  categories: ReadonlyArray<AnyCategory>,
  place: string,
  above?: Category
): ReadonlyArray<ListedCategory> =>
  categories.flatMap((category, n) => {
    const own = `${place}[${n}]`
    return typeof category === "string"
      ? [{ id: category, place: own, above }]
      : [
        { id: category.id, name: category.name, place: own, above },
        ...listCategories(category.categories ?? [], `${own}.categories`, category.id)
      ]
  })

const categoriesOf = ({ categories }: ShopFile): ReadonlyArray<ListedCategory> =>
  listCategories(categories ?? defaultPolicy.categories, "categories")

const categoryIdsOf = (file: ShopFile): ReadonlyArray<Category> => categoriesOf(file).map(({ id }) => id)

const parentsOf = (file: ShopFile): StorePolicy["parents"] =>
  Object.fromEntries(categoriesOf(file).flatMap(({ above, id }) => above === undefined ? [] : [[id, above] as const]))

const languagesOf = ({ languages = defaultPolicy.languages }: ShopFile): Language.Languages => languages

/** The categories that the file names, each with its place in it. */
const namedIn = (file: ShopFile) =>
  categoriesOf(file).flatMap(({ id, name, place }) => name === undefined ? [] : [{ id, name, place }])

const methodsIn = ({ shipping }: ShopFile) =>
  (shipping?.methods ?? []).map((method, n) => ({ ...method, place: `shipping.methods[${n}]` }))

/** The members of a list that it has already. */
const repeatedIn = (list: string, members: ReadonlyArray<string>): Contradictions =>
  members.flatMap((member, n) =>
    members.indexOf(member) < n ? [{ path: `${list}[${n}]`, words: `is ${member} once more` }] : []
  )

/** The categories that are somewhere else in the tree already. */
const repeatedCategories = (file: ShopFile): Contradictions => {
  const all = categoriesOf(file)
  return all.flatMap(({ id, place }, n) =>
    all.findIndex((one) => one.id === id) < n ? [{ path: place, words: `is ${id} once more` }] : []
  )
}

/** Texts that a language of the shop lacks. */
const untranslated = (file: ShopFile): Contradictions =>
  [
    ...Object.entries(file.texts ?? {}).map(([name, words]) => ({ path: `texts.${name}`, words })),
    ...(file.look?.shelves ?? []).map(({ title }, n) => ({ path: `look.shelves[${n}].title`, words: title })),
    ...linksIn(file).map(({ link: { words = "" }, path }) => ({ path: `${path}.words`, words })),
    ...[...namedIn(file), ...methodsIn(file)].map(({ name, place }) => ({ path: `${place}.name`, words: name })),
    ...methodsIn(file).map(({ description, place }) => ({ path: `${place}.description`, words: description ?? "" }))
  ].flatMap(({ path, words }) => {
    const lacking = typeof words === "string"
      ? []
      : languagesOf(file).filter((language) => words?.[language] === undefined)
    return lacking.length === 0 ? [] : [{ path, words: `has no text in ${lacking.join(", ")}` }]
  })

/** The links of the look, each with its place. */
const linksIn = ({ look: { hero, navigation = [] } = {} }: ShopFile) => [
  ...(hero?.link === undefined ? [] : [{ path: "look.hero.link", link: hero.link }]),
  ...navigation.map((one, n) => ({
    path: `look.navigation[${n}]`,
    link: typeof one === "string" ? { to: one, words: undefined } : one
  }))
]

const contradictionsOfLook = (file: ShopFile): Contradictions => {
  const { colours, shelves = [] } = file.look ?? {}
  const ids = categoryIdsOf(file)
  const unknown = `is no category: there are ${ids.join(", ")}`
  return [
    ...(colours === undefined ? [] : findColourFaults(colours)).map(({ path, words }) => (
      { path: `look.colours.${path}`, words }
    )),
    ...shelves.flatMap(({ show }, n) =>
      typeof show === "object" && "category" in show && !ids.includes(show.category)
        ? [{ path: `look.shelves[${n}].show.category`, words: unknown }]
        : []
    ),
    ...linksIn(file).flatMap(({ link: { to, words }, path }) => {
      const [, kind, name = ""] = /^\/(categories|pages)\/([^/?]+)$/.exec(to) ?? []
      if (kind === "categories") return ids.includes(name) ? [] : [{ path, words: unknown }]
      return kind === "pages" || to === "/brands" || words !== undefined
        ? []
        : [{ path, words: "needs words: only categories, /brands and pages of the shop's own have a name" }]
    })
  ]
}

/** The names of pages of the shop's own to which the look leads, each with its place. */
export const pagesNamedIn = (file: ShopFile) =>
  linksIn(file).flatMap(({ link: { to }, path }) => {
    const [, name] = /^\/pages\/([^/?]+)$/.exec(to) ?? []
    return name === undefined ? [] : [{ path, name }]
  })

/** The time zones of a country, by the runtime's table. */
const timeZonesIn = (country: CountryCode): ReadonlyArray<Days.TimeZone> => {
  const locale: {
    readonly getTimeZones?: () => ReadonlyArray<string> | undefined
    /** Its name up to Node.js 22. */
    readonly timeZones?: ReadonlyArray<string>
  } & Intl.Locale = new Intl.Locale(`und-${country}`)
  return (locale.getTimeZones?.() ?? locale.timeZones ?? []).map((name) => Days.TimeZone.make(name))
}

/** The time zone of a country all of whose clocks show the same, in summer and in winter. */
const timeZoneOf = (country: CountryCode): Days.TimeZone | undefined => {
  const [first, ...others] = timeZonesIn(country)
  const midnights = (timeZone: Days.TimeZone) =>
    [1, 7].map((month) => Days.startOfDay(Days.make(2026, month, 1), timeZone)).join()
  return first !== undefined && others.every((one) => midnights(one) === midnights(first)) ? first : undefined
}

const missingTimeZone = ({ seller: { country }, timeZone = timeZoneOf(country) }: ShopFile): Contradictions =>
  timeZone === undefined
    ? [{ path: "timeZone", words: `is missing: those of ${country} differ: ${timeZonesIn(country).join(", ")}` }]
    : []

/** What contradicts itself, although each value is right. */
const contradictions = (file: ShopFile): Contradictions => [
  ...repeatedCategories(file),
  ...repeatedIn("languages", file.languages ?? []),
  ...missingTimeZone(file),
  ...untranslated(file),
  ...Object.keys(file.vat ?? {}).filter((code) => !isPlace(code)).map((code) => (
    { path: `vat.${code}`, words: "is no code of a country, such as AT, or of a territory, such as ES-CN" }
  )),
  ...findRepeated(file.synonyms ?? []).map(({ path, words }) => ({ path: `synonyms${path}`, words })),
  ...(file.shipping === undefined ? [] : contradictionsOfShipping(file.shipping)),
  ...contradictionsOfLook(file),
  ...contradictionsOfAgents(file),
  ...defaultsOfAnotherCurrency(file)
]

type ShopRate = NonNullable<ShopFile["shipping"]>["zones"][number]["rates"][string]

/** Steps that no goods come to, because one before takes all that they would. */
const idleSteps = (path: string, { price }: ShopRate): Contradictions => {
  if (typeof price === "number") return []
  return price.flatMap(({ toGoods = Infinity, toGrams = Infinity }, n) =>
    price.slice(0, n).some((one) => (one.toGrams ?? Infinity) >= toGrams && (one.toGoods ?? Infinity) >= toGoods)
      ? [{ path: `${path}[${n}]`, words: "never counts: one before takes all that it would" }]
      : []
  )
}

const contradictionsOfShipping = (shipping: NonNullable<ShopFile["shipping"]>): Contradictions => {
  const { homeCountry, notTo = [], zones } = shipping
  const ids = (shipping.methods ?? Shipping.defaultMethods).map(({ id }) => id)
  const { zones: tariff } = shippingOf(shipping)
  return [
    ...repeatedIn("shipping.methods", ids),
    ...ids.flatMap((id, n) =>
      zones.some(({ rates }) => Object.hasOwn(rates, id))
        ? []
        : [{ path: `shipping.methods[${n}]`, words: `has ${id}, for which no zone has a rate` }]
    ),
    ...zones.flatMap(({ countries, rates }, n) => {
      const path = `shipping.zones[${n}]`
      const before = tariff.slice(0, n)
      const taken = typeof countries === "string"
        ? before.some((zone) => zone.countries === "all" || zone.countries === countries) ? [countries] : []
        : countries.filter((code) => Shipping.zoneOf({ zones: before }, code) !== undefined)
      const unknown = Object.keys(rates).filter((id) => !ids.includes(id))
      return [
        ...taken.map((code) => ({ path: `${path}.countries`, words: `has ${code}, which a zone before has already` })),
        ...(Object.keys(rates).length === 0 ? [{ path: `${path}.rates`, words: "has no method" }] : []),
        ...Object.entries(rates).flatMap(([id, rate]) => idleSteps(`${path}.rates.${id}.price`, rate)),
        ...unknown.map((id) => ({ path: `${path}.rates.${id}`, words: `is no method: there are ${ids.join(", ")}` }))
      ]
    }),
    ...(Shipping.zoneOf(shippingOf(shipping), homeCountry) === undefined
      ? [{ path: "shipping.homeCountry", words: `is ${homeCountry}, which is in no zone` }]
      : []),
    ...(notTo.includes(homeCountry)
      ? [{ path: "shipping.notTo", words: `has ${homeCountry}, which is the homeCountry` }]
      : [])
  ]
}

/** The default charges and limits are amounts in the default currency. */
const defaultsOfAnotherCurrency = ({ agents, currency = Money.defaultCurrency, shipping }: ShopFile): Contradictions =>
  currency === Money.defaultCurrency
    ? []
    : Object.entries({ agents, shipping }).flatMap(([path, value]) =>
      value === undefined ? [{ path, words: `is missing: the default is in ${Money.defaultCurrency}` }] : []
    )

/** Limits of agents of which one is below that of a shorter span. */
const contradictionsOfAgents = ({ agents, currency = defaultPolicy.currency }: ShopFile): Contradictions => {
  if (agents === undefined) return []
  const names = { perTransaction: "perPurchase", perDay: "perDay", perMonth: "perMonth" } as const
  return findContradictions({ ...agents, perTransaction: agents.perPurchase }).map(({ limit, shorter }) => ({
    path: `agents.${names[limit]}`,
    words: `Expected at least ${names[shorter]}, which is ${Money.format(agents[names[shorter]], currency)}`
  }))
}

/** Fields of which others say what they mean. */
const meaningful: ReadonlySet<unknown> = new Set(["categories", "languages"])

/** A file without its fields that have faults, as far as the others have a meaning without them. */
const soundIn = (value: unknown, faulty: ReadonlySet<string | number | undefined>): Option.Option<ShopFile> => {
  if (faulty.has(undefined) || [...faulty].some((name) => meaningful.has(name))) return Option.none()
  const sound = Object.entries(value as object).filter(([name]) => !faulty.has(name))
  const { seller, storeName: name } = defaultPolicy
  return Either.getRight(decode({ name, seller, ...Object.fromEntries(sound) }))
}

/** Reads the text of a `shop.json`, or finds all of its faults, and those that a folder adds. */
export const parse = (
  text: string,
  findMore: (file: ShopFile) => Contradictions = () => []
): Either.Either<ShopFile, ReadonlyArray<FileFault>> => {
  const errors: Array<ParseError> = []
  parseTree(text, errors, { disallowComments: true })
  if (errors.length > 0) {
    return Either.left(errors.map(({ error, offset }) => {
      const words = printParseErrorCode(error).replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase()
      // What is missing is noticed at what follows it, which may stand on a later line.
      const at = words.endsWith("expected") ? text.slice(0, offset).trimEnd().length : offset
      return { line: lineAt(text, at), pointer: "", words: `is no JSON: ${words}` }
    }))
  }
  const repeated = findRepeatedKeys(text).map(({ key, offset }) => (
    { line: lineAt(text, offset), pointer: "", words: `has "${key}" twice` }
  ))
  if (repeated.length > 0) return Either.left(repeated)
  const value: unknown = JSON.parse(text)
  const decoded = decode(value)
  const ofForm = Either.match(decoded, { onLeft: faultsOf, onRight: () => [] })
  const faulty = new Set(ofForm.map(({ path }) => partsOf(path)[0]))
  const sound = Either.isRight(decoded) ? Option.some(decoded.right) : soundIn(value, faulty)
  const ofMeaning = Option.match(sound, {
    onNone: () => [],
    // A field with a fault of form is left out here, and not missing.
    onSome: (file) => [...contradictions(file), ...findMore(file)].filter(({ path }) => !faulty.has(partsOf(path)[0]))
  })
  const faults = [...ofForm, ...ofMeaning]
  if (Either.isRight(decoded) && faults.length === 0) return Either.right(decoded.right)
  return Either.left(faults.map(({ path, words }) => {
    const parts = partsOf(path)
    return { line: lineOf(text, parts), pointer: parts.map((part) => `/${part}`).join(""), words: inWords(words) }
  }))
}

const sellerOf = ({ phone, register, representedBy, ...seller }: ShopFile["seller"]) => ({
  seller,
  imprint: { phone, register, representedBy }
})

const shippingOf = (shipping: ShopFile["shipping"]): StorePolicy["shipping"] =>
  shipping === undefined ? defaultPolicy.shipping : {
    homeCountry: shipping.homeCountry,
    zones: Arr.map(shipping.zones, ({ countries, rates }) => ({
      countries,
      rates: Record.map(rates, ({ days, freeFrom, price }) => ({
        chargeMinor: typeof price === "number" ? price : Arr.map(price, ({ price, toGoods, toGrams }) => ({
          chargeMinor: price,
          toGrams,
          toGoodsMinor: toGoods
        })),
        freeFromMinor: freeFrom,
        transitDays: days
      }))
    })),
    unserved: [...new Set([...defaultPolicy.shipping.unserved, ...shipping.notTo ?? []])]
  }

/** What of a shop's file is no setting but a rule: its methods of shipping, rates of VAT, and its days to return. */
export const strategiesOf = ({ returnDays, shipping, vat }: ShopFile) => ({
  tax: vat === undefined ? Vat.defaultStrategy : {
    rateBp: (purchase: Vat.TaxedPurchase, { vatClass = "standard" }: ListedLine) => {
      const place = Destination.codeOf(purchase)
      const own = [place, Vat.taxPlaceOf(place)].find((code) => Object.hasOwn(vat, code))
      const rates = own === undefined ? undefined : vat[own]
      return rates === undefined
        ? Vat.rateBp(place, vatClass, purchase.on)
        : vatClass === "zero"
        ? 0
        : typeof rates === "number"
        ? rates
        : rates[vatClass]
    }
  },
  shipping: shipping?.methods === undefined ? Shipping.defaultStrategy : {
    ...Shipping.defaultStrategy,
    methods: Arr.map(shipping.methods, ({ description = "", id, name }) => ({ id, title: name, description }))
  },
  returns: returnDays === undefined
    ? Return.defaultStrategy
    : { ...Return.defaultStrategy, windowDays: returnDays, windowDaysOf: () => returnDays }
})

/** The file's, and the words for each category, so that what it is called finds what is in it. */
const synonymsOf = (file: ShopFile): Synonyms => {
  const { synonyms = defaultPolicy.synonyms } = file
  const taken = new Set(synonyms.flat().map(Letters.fold))
  const ofCategories = namedIn(file).flatMap(({ id, name }) => {
    const words = [id, ...(typeof name === "string" ? [name] : Object.values(name))].filter((word) => {
      const folded = Letters.fold(word)
      if (!/^\p{L}{2,40}$/u.test(folded) || taken.has(folded)) return false
      taken.add(folded)
      return true
    })
    return words.length < 2 ? [] : [words]
  })
  return [...synonyms, ...ofCategories]
}

const textsOf = (file: ShopFile): ShopText.ShopText => ({
  ...file.texts,
  categories: {
    ...defaultPolicy.texts.categories,
    ...Object.fromEntries(namedIn(file).map(({ id, name }) => [id, name]))
  }
})

/** The policy of a shop that a file describes. */
export const policyOf = (file: ShopFile): ShopPolicy => {
  const { agents, unpaidCheckouts: unpaid } = file
  return {
    ...defaultPolicy,
    storeName: file.name,
    ...sellerOf(file.seller),
    returnAddress: file.returnAddress,
    responsiblePerson: file.responsiblePerson,
    currency: file.currency ?? defaultPolicy.currency,
    timeZone: file.timeZone ?? timeZoneOf(file.seller.country) ?? defaultPolicy.timeZone,
    languages: languagesOf(file),
    categories: categoryIdsOf(file),
    parents: parentsOf(file),
    texts: textsOf(file),
    synonyms: synonymsOf(file),
    shipping: shippingOf(file.shipping),
    payments: file.paymentMethods ?? defaultPolicy.payments,
    allowance: agents === undefined
      ? defaultPolicy.allowance
      : { perTransaction: agents.perPurchase, perDay: agents.perDay, perMonth: agents.perMonth },
    reservations: unpaid === undefined ? defaultPolicy.reservations : {
      sessions: unpaid.checkouts,
      unitsPerProduct: unpaid.unitsPerProduct,
      lastUnitsMillis: unpaid.lastUnitsMinutes * 60_000
    },
    stock: file.stock ?? defaultPolicy.stock,
    overdue: file.overdue ?? defaultPolicy.overdue,
    trailMillis: file.trailDays === undefined ? defaultPolicy.trailMillis : file.trailDays * 86_400_000
  }
}

/** The JSON Schema of `shop.json`, for editors. */
export const jsonSchema = (): object => JSONSchema.make(ShopFile)
