/**
 * The generated parts of documents: the OpenAPI document, the table of errors, the table of settings. Pure: from the
 * current text of a document to its new one.
 */
import * as SessionDocument from "@beauty-store/acp/SessionDocument"
import { columns } from "@beauty-store/commerce/catalog/ProductTable"
import { eventData, type EventType, published } from "@beauty-store/commerce/events/DomainEvents"
import { defaultPolicy } from "@beauty-store/commerce/Policy"
import * as Beauty from "@beauty-store/demo-catalog/Beauty"
import { windows } from "@beauty-store/domain/Allowance"
import { maxQuantity } from "@beauty-store/domain/Cart"
import * as Country from "@beauty-store/domain/Country"
import { decisionMillis } from "@beauty-store/domain/Delegation"
import { deferralMillis } from "@beauty-store/domain/InboundMessage"
import { coded, defaultCurrency } from "@beauty-store/domain/Money"
import * as Order from "@beauty-store/domain/Order"
import {
  methodAliases,
  methodCountries,
  methodNames,
  paymentMethods,
  PreselectedMethod
} from "@beauty-store/domain/Payment"
import * as Refund from "@beauty-store/domain/Refund"
import { defaultBudgets } from "@beauty-store/domain/RequestBudget"
import * as Return from "@beauty-store/domain/Return"
import * as Shipment from "@beauty-store/domain/Shipment"
import { ticketTransitions } from "@beauty-store/domain/Ticket"
import { attemptOffsets } from "@beauty-store/domain/WebhookDelivery"
import { kinds, units } from "@beauty-store/http/contract/Cost"
import { problems } from "@beauty-store/http/contract/Problems"
import { document } from "@beauty-store/http/discovery/OpenApiDocument"
import { maxBodyBytes } from "@beauty-store/http/pipeline/RequestBody"
import { toleranceSeconds } from "@beauty-store/outbound/Signature"
import * as ReadinessDocument from "@beauty-store/readiness/api/ReadinessDocument"
import { Dimension } from "@beauty-store/readiness/Check"
import { checks } from "@beauty-store/readiness/Evaluation"
import { settings } from "@beauty-store/server/ServerConfig"
import { countries as known } from "countries-list"
import * as Option from "effect/Option"
import * as SchemaAST from "effect/SchemaAST"
import * as Struct from "effect/Struct"
import codes from "i18n-iso-countries/codes.json" with { type: "json" }
import { formatAddress } from "localized-address-format"
import { createRequire } from "node:module"
import { POSTCODE_REGEXES } from "postcode-validator/lib/cjs/postcode-regexes.js"
import { jsonSchema } from "../packages/server/src/shop/ShopFile.ts"

/** An address that belongs to nobody (RFC 2606): the document in the repository is of no particular store. */
const neutralAddress = "https://shop.example"

const table = (titles: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [titles, titles.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replace(/\|/g, "\\|")).join(" | ")} |`)
    .join("\n")

const code = (text: string): string => text === "" ? "" : `\`${text}\``

export const errorsTable: string = table(
  ["Status", "`code`", "What happened", "Carries"],
  Object.values(problems).map(({ code: name, fieldNames, retryable, status, title }) => [
    String(status),
    code(name),
    title,
    [...fieldNames, ...(retryable ? ["retryable: true"] : [])].map(code).join(", ")
  ])
)

export const settingsTable: string = table(
  ["Variable", "Default", "Meaning"],
  Object.entries(settings).map(([name, { fallback, meaning }]) => [code(name), code(fallback), meaning])
)

/** A table of transitions for people. */
const steps = (transitions: Readonly<Record<string, ReadonlyArray<string>>>): string =>
  table(
    ["From", "To"],
    Object.entries(transitions).map(([from, to]) => [code(from), to.length === 0 ? "the end" : to.map(code).join(", ")])
  )

/** Countries for people, by their codes. */
const countriesIn = (countries: "everywhere" | ReadonlyArray<string>): string =>
  countries === "everywhere" ? "every country" : countries.map(code).join(" ")

/** A length of time in its largest whole unit: `30 minutes`, `1 day`. */
const lasting = (millis: number): string => {
  const [unit, length] = ([["day", 86_400_000], ["hour", 3_600_000], ["minute", 60_000], ["second", 1_000]] as const)
    .find(([, length]) => millis >= length && millis % length === 0) ?? ["second", 1_000]
  const count = millis / length
  return `${count} ${unit}${count === 1 ? "" : "s"}`
}

const preselectable: ReadonlySet<string> = new Set(PreselectedMethod.literals)

const documentation = SchemaAST.getAnnotation<string>(SchemaAST.DocumentationAnnotationId)

/** The fields of an event's `data`, each with what is documented of it. */
const factsOf = (event: EventType): string => {
  const { ast: inside } = eventData[event]
  const ast = SchemaAST.isTransformation(inside) ? inside.from : inside
  const fields = SchemaAST.isTypeLiteral(ast) ? ast.propertySignatures : []
  const note = Option.match(documentation(ast), { onNone: () => "", onSome: (text) => ` (${text})` })
  return fields.length === 0 ? `nothing more${note}` : fields.map((field) => {
    const notes = [
      ...(field.isOptional ? ["optional"] : []),
      ...Option.toArray(Option.orElse(documentation(field), () => documentation(field.type)))
    ]
    return notes.length === 0 ? code(String(field.name)) : `${code(String(field.name))} (${notes.join("; ")})`
  }).join(", ")
}

const tables: Readonly<Record<string, string>> = {
  "order-steps": steps(Order.transitions),
  "shipment-steps": steps(Shipment.transitions),
  "return-steps": steps(Return.transitions),
  "refund-steps": steps(Refund.transitions),
  "ticket-steps": steps(ticketTransitions),
  "events": table(["`event`", "`data`, beside `orderId`"], published.map((event) => [code(event), factsOf(event)])),
  "attempts": table(
    ["Attempt", "After"],
    attemptOffsets.map((offset, n) => [String(n + 1), offset === 0 ? "at once" : lasting(offset)])
  ),
  "payment-methods": table(
    ["`method`", "Is", "At checkout", "For orders to"],
    paymentMethods.map((method) => [
      [method, ...(methodAliases[method] ?? [])].map(code).join(" or "),
      methodNames[method],
      preselectable.has(method) ? "can be preselected" : "",
      countriesIn(methodCountries[method])
    ])
  ),
  "costs": table(
    ["What", "Units"],
    Struct.keys(units).map((kind) => [kinds[kind], String(units[kind])])
  ),
  "limits": table(["What", "How much"], [
    ["Units of one product in a cart", String(maxQuantity)],
    ["A checkout's reservation and its payment page last", lasting(defaultPolicy.session.lifetimeMillis)],
    ["… where few units of a product are left", lasting(defaultPolicy.session.lastUnitsMillis)],
    ["Unpaid checkouts at once", String(defaultPolicy.reservations.sessions)],
    ["Units of a product in them", String(defaultPolicy.reservations.unitsPerProduct)],
    ["The last units of a product may be unpaid, in any 24 hours", lasting(defaultPolicy.reservations.lastUnitsMillis)],
    ["Requests in a minute, in units: from one network address", String(defaultBudgets.network)],
    ["… by a shopper", String(defaultBudgets.shopper)],
    ["… by an agent with all its people", String(defaultBudgets.agent)],
    ["… by a client of staff", String(defaultBudgets.staff)],
    ["Failed sign-ins in a minute, from one network address", String(defaultBudgets.failures)],
    ["A payment may be `processing` for", lasting(defaultPolicy.session.processingMillis)],
    ["An agent may spend from one card, at once", coded(defaultPolicy.allowance.perTransaction, defaultCurrency)],
    [`… in any ${lasting(windows.perDay)}`, coded(defaultPolicy.allowance.perDay, defaultCurrency)],
    [`… in any ${lasting(windows.perMonth)}`, coded(defaultPolicy.allowance.perMonth, defaultCurrency)],
    ["A person may approve a delegation for", lasting(decisionMillis)],
    ["Returns, from the day of arrival", lasting(Return.windowDays * 86_400_000)],
    ["Refunds arrive within", Refund.expectedWithin],
    ["A signed message may be old, or ahead, by", `${toleranceSeconds} seconds`],
    ["A message that came too early waits for", lasting(deferralMillis)],
    ["A body", `${maxBodyBytes / 1024} KiB`]
  ])
}

/** The contracts of the packages that the shop is composed with, in the order of `Server.ts`. */
const further = await Promise.all([SessionDocument.documented(), ReadinessDocument.documented()])

export const openApiText: string = `${
  JSON.stringify(
    document(neutralAddress, { ...defaultPolicy, attributes: { product: Beauty.product }, further }),
    null,
    2
  )
}\n`

/** A page with the part between two marks replaced. A page without the marks is a mistake. */
export const withPart = (page: string, name: string, part: string): string => {
  const [begin, end] = [`<!-- generated: ${name} -->`, `<!-- end: ${name} -->`]
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`the page has no part between "${begin}" and "${end}"`)
  return `${page.slice(0, from + begin.length)}\n\n${part}\n\n${page.slice(to)}`
}

const require = createRequire(import.meta.url)

/** Languages in which people name a country besides its own. */
const namingLanguages = ["de", "fr"]

/** Names that nobody has used for decades. */
const unusual = new Set([
  "Abyssinia",
  "Basutoland",
  "Bechuanaland",
  "British Honduras",
  "Ceylon",
  "Dahomey",
  "Dutch East Indies",
  "East Pakistan",
  "Ellice Islands",
  "Formosa",
  "French Sudan",
  "Gilbert Islands",
  "Gold Coast",
  "Kampuchea",
  "New Hebrides",
  "Northern Rhodesia",
  "Nyasaland",
  "Persia",
  "Portuguese Guinea",
  "Rhodesia",
  "Siam",
  "South West Africa",
  "Southern Rhodesia",
  "Spanish Sahara",
  "Tanganyika",
  "Ubangi-Shari",
  "Upper Volta"
])

/** Names that people use and no library has. */
const usualNames: Readonly<Record<string, ReadonlyArray<string>>> = {
  AE: ["VAE", "EAU"],
  AT: ["Republik Österreich"],
  AX: ["Ålandinseln", "Îles Åland", "Ahvenanmaa"],
  BA: ["Bosnia", "Bosnien", "Bosnien-Herzegowina", "Bosnie"],
  BO: ["Bolivia, Plurinational State of"],
  BQ: ["Caribbean Netherlands", "Karibische Niederlande", "Pays-Bas caribéens"],
  BS: ["Bahamas, The"],
  BW: ["Botsuana"],
  BY: ["Weißrussland"],
  CC: ["Cocos Islands"],
  CD: [
    "Congo, Democratic Republic of the",
    "Congo, The Democratic Republic of the",
    "Kongo-Kinshasa",
    "Demokratische Republik Kongo",
    "República Democrática do Congo"
  ],
  CG: ["Kongo-Brazzaville", "Kongo"],
  CH: ["Svizra", "Schweizer Eidgenossenschaft", "Confédération suisse"],
  CN: ["VR China", "Volksrepublik China", "République populaire de Chine"],
  CV: ["Kapverden", "Kapverdische Inseln"],
  CZ: ["Tchéquie"],
  DE: ["BRD", "Bundesrepublik Deutschland", "Federal Republic of Germany"],
  GB: [
    "England",
    "Scotland",
    "Wales",
    "Northern Ireland",
    "Schottland",
    "Nordirland",
    "Écosse",
    "Irlande du Nord",
    "Grande-Bretagne",
    "Angleterre",
    "Pays de Galles",
    "United Kingdom of Great Britain and Northern Ireland",
    "R.-U."
  ],
  FO: ["Färöer-Inseln"],
  GF: ["Guyane"],
  GM: ["Gambia, The"],
  // The letters of Greek VAT numbers.
  GR: ["EL", "Hellas", "Hellenic Republic"],
  GS: ["South Georgia & South Sandwich Islands"],
  HK: ["Hong Kong SAR China", "Sonderverwaltungsregion Hongkong", "R.A.S. chinoise de Hong Kong"],
  HM: ["Heard & McDonald Islands"],
  IE: ["Republic of Ireland", "Eire"],
  IR: ["Iran, Islamic Republic of"],
  KG: ["Kirghizstan"],
  KP: ["Korea, Democratic People's Republic of"],
  KR: ["Korea", "Corée", "한국"],
  LU: ["Lëtzebuerg"],
  MD: ["Republic of Moldova", "Republik Moldau", "Moldau"],
  MK: ["Mazedonien", "Macédoine"],
  MM: ["Birma", "Birmanie"],
  MO: ["Macao SAR China", "Sonderverwaltungsregion Macau"],
  NL: ["Holland", "Hollande", "Königreich der Niederlande"],
  PS: [
    "State of Palestine",
    "Palestine, State of",
    "Palestinian Territories",
    "Palästinensische Autonomiegebiete",
    "Palästina",
    "Territoires palestiniens"
  ],
  RS: ["Srbija"],
  SH: ["Saint Helena, Ascension and Tristan da Cunha"],
  SJ: ["Spitzbergen", "Spitzbergen und Jan Mayen", "Svalbard et Jan Mayen"],
  SV: ["Salvador"],
  SX: ["St. Maarten"],
  SY: ["Syria", "Syrien"],
  TL: ["East Timor", "Timor oriental"],
  TW: ["台灣", "台湾"],
  TZ: ["Tanzanie", "Tanzania, United Republic of"],
  UM: ["U.S. Outlying Islands", "Amerikanische Überseeinseln"],
  US: ["États-Unis", "Amerika", "Amérique"],
  VE: ["Venezuela, Bolivarian Republic of"],
  VA: ["Vatican City", "Vatikan", "Vatikanstaat", "État de la Cité du Vatican"],
  VC: ["St. Vincent & Grenadines"],
  VI: ["U.S. Virgin Islands"],
  // The code that the World Bank and others have for it.
  XK: ["Kosova", "XKX"]
}

/** Postcodes that the library has wrongly, or has only in an earlier form, without blanks and hyphens. */
const mendedPostcodes: Readonly<Record<string, string>> = {
  AR: "[A-HJ-NP-Z]?\\d{4}(?:[A-Z]{3})?",
  // Of those overseas, 97 and 98, only some are given out.
  FR: "(?!97[09]|98[1-359])\\d{5}",
  // Girobank and the Forces have codes of their own.
  GB: "[A-Z]{1,2}\\d[A-Z\\d]?\\d[A-Z]{2}|GIR0AA|BFPO\\d{1,4}",
  KH: "\\d{5,6}",
  KZ: "\\d{6}|[A-Z]\\d{2}[A-Z]\\d[A-Z]\\d",
  LI: "948[5-9]|949[0-8]",
  MM: "\\d{5}(?:\\d{2})?",
  NI: "\\d{5}",
  PY: "\\d{4}|\\d{6}",
  SA: "\\d{5}(?:\\d{4})?",
  SO: "(?:[A-Z]{2})?\\d{5}",
  SV: "(?:CP)?\\d{4}"
}

/** Countries with postcodes that few people know, and that letters need not have. */
const seldomWritten = new Set("AI CL CO DO EG FK GI GT IE JO KE KW NI OM PA PE SO SV TC VC VE VG VN ZM".split(" "))

interface Facts {
  readonly native?: string
  readonly alias?: ReadonlyArray<string>
  readonly languages?: ReadonlyArray<string>
}
const facts: Readonly<Record<string, Facts>> = known
const patterns: ReadonlyMap<string, RegExp> = POSTCODE_REGEXES

/** A pattern of postcodes for texts of capital letters and digits alone. */
const compactPattern = (pattern: RegExp): string =>
  pattern.source.replace(/^\^|\$$/g, "")
    // Blanks and hyphens, as one of several, as white space, or as they are; a range of letters is in brackets.
    .replace(/\[[ \\-]+\]\??|\\s[*?]?|(\[[^\]]*\])|[ -]\??/g, (_, letters: string | undefined) => letters ?? "")
    .replace("()?", "")

const postcodeOf = (country: string): string => {
  const known = patterns.get(country)
  const pattern = mendedPostcodes[country] ?? (known === undefined ? "" : compactPattern(known))
  return seldomWritten.has(country) ? `(?:${pattern})?` : pattern
}

/** Formats of addresses in which the library has no line of its own for a part. */
const mendedFormats: Readonly<Record<string, string>> = {
  CI: "n|o|a|z c",
  GN: "n|o|a|z c",
  JP: "n|o|a|c, s|z",
  MZ: "n|o|a|z c, s"
}

/** The lines of an address in Latin letters, each part as a small letter; capitals in between are the country's own. */
const addressFormatOf = (country: string): string => {
  const lines = formatAddress({
    postalCountry: country,
    name: "n",
    organization: "o",
    addressLines: ["a"],
    locality: "c",
    administrativeArea: "s",
    postalCode: "z"
  }, "latin")
  const known = lines.map((line) => line.replace(/\p{Lu}+-?/gu, "").trim()).filter((line) => line !== "").join("|")
  // Buyers write a city and may write a postcode, where the post needs none, too.
  const withCity = /c/.test(known)
    ? known
    : /s/.test(known)
    ? known.replace("s", "c, s")
    : /z/.test(known)
    ? known.replace("z", "c z")
    : `${known}|c`
  return mendedFormats[country] ?? (/z/.test(withCity) ? withCity : withCity.replace("c", "z c"))
}

/** The countries with their spellings, as `Country` reads them: each once, and a country's own before those of others. */
const countryTable = (): string => {
  const inLanguage = (language: string): Readonly<Record<string, string | ReadonlyArray<string>>> => {
    const file = `i18n-iso-countries/langs/${language === "nb" ? "no" : language}.json`
    try {
      return require(file).countries
    } catch {
      return {}
    }
  }
  const namesIn = (language: string, country: string): ReadonlyArray<string> =>
    [inLanguage(language)[country] ?? []].flat()
  const alpha3 = new Map(codes.map(([two = "", three = ""]) => [two, three]))
  const all = Object.keys(inLanguage("en")).map((two) => {
    const { alias = [], languages = [], native = "" } = facts[two] ?? {}
    const own = [
      ...namesIn("en", two),
      ...usualNames[two] ?? [],
      ...[native, ...alias].filter((name) => name !== "" && !unusual.has(name)),
      ...languages.flatMap((language) => namesIn(language, two))
    ]
    return {
      two,
      three: alpha3.get(two) ?? "",
      own,
      others: namingLanguages.flatMap((language) => namesIn(language, two))
    }
  })
  const taken = new Set(all.flatMap(({ own }) => own.map(Country.fold)))
  const lines = all.map(({ others, own, three, two }) => {
    const names = new Map(own.toReversed().map((name) => [Country.fold(name), name]))
    const kept = own.filter((name) => names.get(Country.fold(name)) === name && names.delete(Country.fold(name)))
    for (const name of others) {
      if (taken.has(Country.fold(name))) continue
      taken.add(Country.fold(name))
      kept.push(name)
    }
    const shown = kept.map((name) => name.replace(/\p{Default_Ignorable_Code_Point}/gu, ""))
    return [two, three, postcodeOf(two), addressFormatOf(two), shown.join("|")].join("\t")
  })
  return `/**
 * The countries of ISO 3166-1, one a line: the alpha-2 and the alpha-3 code, the form of its postcodes without blanks
 * and hyphens (empty where there is none), the lines of its addresses, and its names, the usual one in English first.
 * \`npm run openapi\` writes this file from libraries. Do not edit it; what is done with it is in \`Country\`.
 *
 * @since 1.0.0
 */
export const countryTable = String.raw\`
${lines.join("\n")}
\`
`
}

/** Every check of the scanner by dimension, with its reason. */
const readinessChecks: string = Dimension.literals.map((dimension) => {
  const items = checks.filter((check) => check.dimension === dimension).map((check) => {
    const { explanation, id, severity, specification, title, weight } = check
    return `- [${code(id)}](${specification}) (${severity}, ${weight}): **${title}.** ${explanation}`
  })
  return [`### ${dimension.charAt(0).toUpperCase()}${dimension.slice(1)}`, items.join("\n")].join("\n\n")
}).join("\n\n")

/** Text in a cell of a table, where a bar would end it. */
const cell = (text: string): string => text.replaceAll("|", String.raw`\|`)

/** What may stand in `shop.json`: the places that have a description of their own. */
const shopFileTable = (): string => {
  interface Node {
    readonly description?: string
    readonly properties?: Readonly<Record<string, Node>>
    readonly additionalProperties?: boolean | Node
    readonly items?: Node
    readonly anyOf?: ReadonlyArray<Node>
  }
  const rows = (node: Node, path: string): ReadonlyArray<string> => [
    ...Object.entries(node.properties ?? {}).flatMap(([name, inside]) => {
      const at = path === "" ? name : `${path}.${name}`
      const { description = "" } = inside
      const isNamed = description.endsWith(".")
        && !/^(seller|returnAddress|overdue)\.|^categories\[\]\.categories\[\]/.test(at)
      return [...(isNamed ? [`| ${code(at)} | ${cell(description)} |`] : []), ...rows(inside, at)]
    }),
    ...(node.items === undefined ? [] : rows(node.items, `${path}[]`)),
    ...(typeof node.additionalProperties === "object" ? rows(node.additionalProperties, `${path}.*`) : []),
    ...(node.anyOf ?? []).flatMap((inside) => rows(inside, path))
  ]
  return ["| In `shop.json` | Meaning |", "| --- | --- |", ...rows(jsonSchema() as Node, "")].join("\n")
}

/** The columns of a table of goods. */
const columnsTable = (): string =>
  [
    "| Column | Meaning |",
    "| --- | --- |",
    ...columns.map(({ meaning, name, required }) =>
      `| ${code(name)}${required === true ? " (required)" : ""} | ${cell(meaning)} |`
    )
  ].join("\n")

export const generated: Readonly<Record<string, (page: string) => string>> = {
  "packages/domain/src/CountryTable.ts": countryTable,
  "docs/openapi.json": () => openApiText,
  "docs/api.md": (page) =>
    Object.entries(tables).reduce(
      (text, [name, part]) => withPart(text, name, part),
      withPart(page, "errors", errorsTable)
    ),
  "docs/readiness.md": (page) => withPart(page, "checks", readinessChecks),
  "docs/shop.md": (page) => withPart(withPart(page, "shop.json", shopFileTable()), "columns", columnsTable()),
  "docs/configuration.md": (page) => withPart(page, "configuration", settingsTable)
}
