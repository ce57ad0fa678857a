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
import { faultsOf } from "@beauty-store/domain/InvalidInput"
import * as Money from "@beauty-store/domain/Money"
import { OverduePolicy } from "@beauty-store/domain/Overdue"
import { Line } from "@beauty-store/domain/PlainText"
import { Imprint, Seller } from "@beauty-store/domain/Receipt"
import { findRepeated, Synonyms } from "@beauty-store/domain/Synonyms"
import * as Either from "effect/Either"
import * as JSONSchema from "effect/JSONSchema"
import * as Schema from "effect/Schema"
import { findNodeAtLocation, type ParseError, parseTree, printParseErrorCode, visit } from "jsonc-parser"

/** A field with words of its own: whatever its type becomes in JSON. */
const field = <A, I>(schema: Schema.Schema<A, I>, description: string) =>
  Schema.propertySignature(schema).annotations({ description })
const optional = <A, I>(schema: Schema.Schema<A, I>, description: string) =>
  Schema.optional(schema).annotations({ description })
const Amount = Schema.compose(
  Schema.Number.pipe(Schema.nonNegative({ description: "an amount from 0 on" })),
  Money.Euros
)

/** A country that there is, by its code. */
const KnownCountry = CountryCode.pipe(
  Schema.filter((code) => Country.find(code) === code, {
    description: "a country's code of two letters, such as AT, or GB for the United Kingdom"
  })
)
const KnownCurrency = Money.Currency.pipe(
  Schema.filter((code) => Intl.supportedValuesOf("currency").includes(code), {
    description: "a currency's code by ISO 4217, such as EUR"
  })
)
const Count = Schema.Int.pipe(Schema.between(1, 1_000_000))
const Charges = Schema.Struct({
  standard: field(Amount, "What standard shipping costs, VAT included."),
  express: field(Amount, "What express shipping costs, VAT included.")
})

const Delivery = Schema.Struct({
  homeCountry: field(KnownCountry, "Where a cart goes until there is an address."),
  withinEu: field(Charges, "Charges for a shipment within the EU."),
  elsewhere: field(Charges, "Charges for a shipment to all other countries."),
  freeFrom: field(Amount, "From this value of goods on, standard shipping within the EU costs nothing."),
  notTo: optional(Schema.Array(KnownCountry), "Countries that nothing is sent to, besides those without people.")
})

const Agents = Schema.Struct({
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

/** What may stand in `shop.json`. Amounts are in the shop's currency, with two decimals at most. */
export const ShopFile = Schema.Struct({
  $schema: optional(Schema.String, "Where an editor finds the schema of this file."),
  name: field(Line(100), "The shop's name, as its pages and receipts show it. Required."),
  seller: field(
    Schema.Struct({ ...Seller.fields, ...Imprint.fields }),
    "The company that sells: on receipts, labels, terms and in the imprint. Required."
  ),
  returnAddress: optional(ShippingAddress, "Where returned parcels go. Default: to the seller."),
  currency: optional(KnownCurrency, "The currency of everything, by its ISO 4217 code. Default: EUR."),
  categories: optional(
    Schema.NonEmptyArray(Category),
    `The kinds of goods, in the order in which pages show them. Default: ${defaultPolicy.categories.join(", ")}.`
  ),
  synonyms: optional(
    Synonyms,
    "Lists of words that mean the same in a search, such as `[[\"mascara\", \"Wimperntusche\"]]`."
  ),
  shipping: optional(Delivery, "What shipping costs; all of it, where it stands."),
  agents: optional(Agents, "What agents may spend without the person who pays."),
  unpaidCheckouts: optional(UnpaidCheckouts, "How much one buyer may keep from others without paying."),
  overdue: optional(OverduePolicy, "Business days after which an order, a return or a question is overdue."),
  trailDays: optional(
    Schema.Int.pipe(Schema.between(1, 3650)),
    "How long the trail of what staff changed is kept."
  )
}).annotations({ title: "A shop of the Beauty Store" })
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

const decode = Schema.decodeUnknownEither(ShopFile, { errors: "all", onExcessProperty: "error" })

type Contradictions = ReadonlyArray<{ readonly path: string; readonly words: string }>

/** What contradicts itself, although each value is right. */
const contradictions = (file: ShopFile): Contradictions => [
  ...Array.from(file.categories ?? []).flatMap((category, n, all) =>
    all.indexOf(category) < n ? [{ path: `categories[${n}]`, words: `is ${category} once more` }] : []
  ),
  ...findRepeated(file.synonyms ?? []).map(({ path, words }) => ({ path: `synonyms${path}`, words })),
  ...(file.shipping?.notTo?.includes(file.shipping.homeCountry) === true
    ? [{ path: "shipping.notTo", words: `has ${file.shipping.homeCountry}, which is the homeCountry` }]
    : []),
  ...contradictionsOfAgents(file)
]

/** Limits of agents of which one is below that of a shorter span. */
const contradictionsOfAgents = ({ agents }: ShopFile): Contradictions => {
  if (agents === undefined) return []
  const names = { perTransaction: "perPurchase", perDay: "perDay", perMonth: "perMonth" } as const
  return findContradictions({ ...agents, perTransaction: agents.perPurchase }).map(({ limit, shorter }) => ({
    path: `agents.${names[limit]}`,
    words: `Expected at least ${names[shorter]}, which is ${Money.format(agents[names[shorter]])}`
  }))
}

/** Keys that stand in one object twice. */
const repeatedKeys = (text: string): ReadonlyArray<FileFault> => {
  const open: Array<Set<string>> = []
  const found: Array<FileFault> = []
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (name, offset) => {
      const seen = open.at(-1)!
      if (seen.has(name)) found.push({ line: lineAt(text, offset), pointer: "", words: `has "${name}" twice` })
      seen.add(name)
    }
  })
  return found
}

/** The words of a fault for people who do not know the types of a program. */
export const inWords = (words: string): string =>
  words.replace(/Expected (?:readonly )?\[.*?\](?=, actual|$)/s, "Expected a list")
    .replace(/Expected (?:ReadonlyArray<.*?>|readonly .*?\[\])(?=, actual|$)/s, "Expected a list")
    .replace(/Expected \{ readonly .*?\}(?=, actual|$)/s, "Expected an object")
    .replaceAll("a string matching the pattern ^[a-z0-9]+(-[a-z0-9]+)*$", "lower-case words with hyphens")
    .replaceAll("a string matching the pattern ^[A-Z]{2}$", "a code of two letters, such as AT")

/** Reads the text of a `shop.json`, or finds all of its faults. */
export const parse = (text: string): Either.Either<ShopFile, ReadonlyArray<FileFault>> => {
  const errors: Array<ParseError> = []
  parseTree(text, errors, { disallowComments: true })
  if (errors.length > 0) {
    return Either.left(errors.map(({ error, offset }) => ({
      line: lineAt(text, offset),
      pointer: "",
      words: `is no JSON: ${printParseErrorCode(error)}`
    })))
  }
  const repeated = repeatedKeys(text)
  if (repeated.length > 0) return Either.left(repeated)
  const decoded = decode(JSON.parse(text))
  const faults = Either.match(decoded, { onLeft: faultsOf, onRight: contradictions })
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
    euMinor: shipping.withinEu,
    elsewhereMinor: shipping.elsewhere,
    freeFromMinor: shipping.freeFrom,
    unserved: [...new Set([...defaultPolicy.shipping.unserved, ...shipping.notTo ?? []])]
  }

/** The policy of a shop that a file describes. */
export const policyOf = (file: ShopFile): ShopPolicy => {
  const { agents, unpaidCheckouts: unpaid } = file
  return {
    ...defaultPolicy,
    storeName: file.name,
    ...sellerOf(file.seller),
    returnAddress: file.returnAddress,
    currency: file.currency ?? defaultPolicy.currency,
    categories: file.categories ?? defaultPolicy.categories,
    synonyms: file.synonyms ?? defaultPolicy.synonyms,
    shipping: shippingOf(file.shipping),
    allowance: agents === undefined
      ? defaultPolicy.allowance
      : { perTransaction: agents.perPurchase, perDay: agents.perDay, perMonth: agents.perMonth },
    reservations: unpaid === undefined ? defaultPolicy.reservations : {
      sessions: unpaid.checkouts,
      unitsPerProduct: unpaid.unitsPerProduct,
      lastUnitsMillis: unpaid.lastUnitsMinutes * 60_000
    },
    overdue: file.overdue ?? defaultPolicy.overdue,
    trailMillis: file.trailDays === undefined ? defaultPolicy.trailMillis : file.trailDays * 86_400_000
  }
}

/** The JSON Schema of `shop.json`, for editors. */
export const jsonSchema = (): object => JSONSchema.make(ShopFile)
