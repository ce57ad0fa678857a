/**
 * The generated parts of documents: the OpenAPI document, the table of errors, the table of settings. Pure: from the
 * current text of a document to its new one.
 */
import { defaultPolicy } from "@beauty-store/commerce/Policy"
import { eventData, type EventType, published } from "@beauty-store/commerce/records/DomainEvents"
import * as Beauty from "@beauty-store/demo-catalog/Beauty"
import { windows } from "@beauty-store/domain/Allowance"
import { maxQuantity } from "@beauty-store/domain/Cart"
import { decisionMillis } from "@beauty-store/domain/Delegation"
import { attemptOffsets } from "@beauty-store/domain/Delivery"
import { dayMillis, type HolderClass } from "@beauty-store/domain/Hold"
import { deferralMillis } from "@beauty-store/domain/InboundMessage"
import { format } from "@beauty-store/domain/Money"
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
import { kinds, units } from "@beauty-store/http/contract/Cost"
import { explanations } from "@beauty-store/http/contract/Explanations"
import { problems } from "@beauty-store/http/contract/Problems"
import { document } from "@beauty-store/http/discovery/OpenApiDocument"
import { maxBodyBytes } from "@beauty-store/http/pipeline/RequestBody"
import { documented } from "@beauty-store/readiness/api/ReadinessDocument"
import { checks, parse } from "@beauty-store/readiness/Evaluation"
import { settings } from "@beauty-store/server/ServerConfig"
import { toleranceSeconds } from "@beauty-store/web/Signature"
import * as Option from "effect/Option"
import * as SchemaAST from "effect/SchemaAST"
import * as Struct from "effect/Struct"
import codes from "i18n-iso-countries/codes.json" with { type: "json" }
import english from "i18n-iso-countries/langs/en.json" with { type: "json" }

/** An address that belongs to nobody (RFC 2606): the document in the repository is of no particular store. */
const neutralAddress = "https://shop.example"

const table = (titles: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [titles, titles.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replace(/\|/g, "\\|")).join(" | ")} |`)
    .join("\n")

const code = (text: string): string => text === "" ? "" : `\`${text}\``

export const errorsTable: string = table(
  ["Status", "`code`", "What happened", "What to do", "Carries"],
  Object.values(problems).map(({ code: name, fieldNames, retryable, status, tag, title }) => [
    String(status),
    code(name),
    title,
    explanations[tag],
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

/** The limits of a class of holders at once, in words. */
const heldAtOnce = (holder: HolderClass): string => {
  const { sessions, units, unitsPerProduct, valueMinor } = defaultPolicy.holds.limits[holder]
  return `${sessions} checkouts, ${unitsPerProduct} units of a product, ${units} units, ${format(valueMinor)} EUR`
}

const lastUnits = (holder: HolderClass): string => lasting(defaultPolicy.holds.limits[holder].lastUnitsMillis)

const documentation = SchemaAST.getAnnotation<string>(SchemaAST.DocumentationAnnotationId)

/** The fields of an event's `data`, each with what is documented of it. */
const factsOf = (event: EventType): string => {
  const { ast } = eventData[event]
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
    ["Unpaid at once: a guest, or a person that an agent names", heldAtOnce("guest")],
    ["Unpaid at once: a shopper to whom an order was sent before", heldAtOnce("customer")],
    ["Unpaid at once: all guests at one network address", heldAtOnce("network")],
    ["Unpaid at once: an agent with all its people", heldAtOnce("agent")],
    [
      `In any ${lasting(dayMillis)} as much may be unpaid as all these units for`,
      lasting(defaultPolicy.holds.fullMillis)
    ],
    [`… the last units of a product, in any ${lasting(dayMillis)}: a guest`, lastUnits("guest")],
    ["… a shopper to whom an order was sent before", lastUnits("customer")],
    ["… all guests at one network address", lastUnits("network")],
    ["… an agent with all its people", lastUnits("agent")],
    ["Requests in a minute, in units: from one network address", String(defaultBudgets.network)],
    ["… by a shopper", String(defaultBudgets.shopper)],
    ["… by an agent with all its people", String(defaultBudgets.agent)],
    ["… by a client of staff", String(defaultBudgets.staff)],
    ["Failed sign-ins in a minute", String(defaultBudgets.failures)],
    ["A payment may be `processing` for", lasting(defaultPolicy.session.processingMillis)],
    ["An agent may spend from one card, at once", `${format(defaultPolicy.allowance.perTransaction)} EUR`],
    [`… in any ${lasting(windows.perDay)}`, `${format(defaultPolicy.allowance.perDay)} EUR`],
    [`… in any ${lasting(windows.perMonth)}`, `${format(defaultPolicy.allowance.perMonth)} EUR`],
    ["A person may approve a delegation for", lasting(decisionMillis)],
    ["Returns, from the day of arrival", lasting(Return.windowDays * 86_400_000)],
    ["Refunds arrive within", Refund.expectedWithin],
    ["A signed message may be old, or ahead, by", `${toleranceSeconds} seconds`],
    ["A message that came too early waits for", lasting(deferralMillis)],
    ["A body", `${maxBodyBytes / 1024} KiB`]
  ])
}

export const openApiText: string = `${
  JSON.stringify(
    document(neutralAddress, { ...defaultPolicy, attributes: { product: Beauty.product }, further: [documented] }),
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

/** Every file with generated parts, and its new text from the current one. */
/** The countries and their spellings, as `Countries` reads them. */
const countryTable = (): string => {
  const alpha3 = new Map(codes.map(([two = "", three = ""]) => [two, three]))
  const lines = Object.entries<string | ReadonlyArray<string>>(english.countries).map(([two, names]) =>
    `${two} ${alpha3.get(two) ?? ""} ${typeof names === "string" ? names : names.join("|")}`
  )
  return `/**
 * The countries of ISO 3166-1: the alpha-2 and the alpha-3 code, and the English names, the usual one first.
 *
 * \`npm run openapi\` writes this file from a library, whose own code and other languages a browser would load for
 * nothing. Do not edit it; what is done with it is in \`Countries\`.
 */
export const countryTable = \`
${lines.join("\n")}
\`
`
}

/** A site of which nothing is known but its address: what fixes say in general. */
const unknownSite = await parse({ origin: neutralAddress, startedAt: 0, documents: [], dryRun: undefined })

/** Every check of the scanner, with its reason and its fix. */
const readinessChecks: string = checks.map((check) => {
  const { dimension, explanation, id, severity, specification, title, weight } = check
  const { instructions, patch } = check.fix(unknownSite)
  return [
    `### ${code(id)}`,
    `**${title}.** ${dimension}, ${severity}, weight ${weight} ([specification](${specification})).`,
    explanation,
    `To mend it: ${instructions}`,
    `\`\`\`\n${patch.trimEnd()}\n\`\`\``
  ].join("\n\n")
}).join("\n\n")

export const generated: Readonly<Record<string, (page: string) => string>> = {
  "packages/http/src/contract/CountryTable.ts": countryTable,
  "docs/openapi.json": () => openApiText,
  "docs/api.md": (page) =>
    Object.entries(tables).reduce(
      (text, [name, part]) => withPart(text, name, part),
      withPart(page, "errors", errorsTable)
    ),
  "docs/readiness.md": (page) => withPart(page, "checks", readinessChecks),
  "README.md": (page) => withPart(page, "configuration", settingsTable)
}
