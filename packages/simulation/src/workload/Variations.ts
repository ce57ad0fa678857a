/**
 * Requests varied by the contract: an optional field is left out or filled in, a text is as short or as long as it may
 * be, a number is at its bound, a choice is another one. And broken ones: a field of another type, out of its bounds,
 * or missing, which the store must refuse before it writes anything. What is varied and still valid is sent in place of
 * the request, so that all rules see it; only fields that no actor relies on are varied so.
 */
import type { Audit } from "../auditor/Audit.ts"
import { contract, type Node, partOf } from "../auditor/Contract.ts"
import { stepOf } from "../auditor/Coverage.ts"
import { operationOf } from "../auditor/Operations.ts"
import type { Prng } from "../engine/Prng.ts"

/** A value at a place of a body. */
interface Place {
  readonly path: string
  readonly name: string
  readonly owner: Record<string, unknown>
  readonly node: Node
  readonly isNullable: boolean
  readonly isOptional: boolean
}

/** The fields that a body has or may have. */
const placesOf = (whole: Node, value: unknown, path = ""): ReadonlyArray<Place> => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return []
  const owner = value as Record<string, unknown>
  return Object.entries(whole.properties ?? {}).flatMap(([name, part]) => {
    const { isNullable, node } = partOf(part)
    const at = path === "" ? name : `${path}.${name}`
    const place = { path: at, name, owner, node, isNullable, isOptional: !(whole.required ?? []).includes(name) }
    const inner = owner[name]
    const parts = Array.isArray(inner) && node.items !== undefined
      ? inner.flatMap((item) => placesOf(node.items!, item, `${at}[]`))
      : placesOf(node, inner, at)
    return [place, ...parts]
  })
}

/** Fields whose text, choice or number nobody but the person who wrote it needs. */
const free: ReadonlySet<string> = new Set(
  (
    "reason carrier estimatedDelivery name address city postcode company address2 region phone subject message "
    + "payment_method shippingMethod returnUrl quantity first_name last_name full_name phone_number line_one line_two postal_code state "
    + "order_notes condition cvc accepted token_type_hint"
  ).split(" ")
)

/** Without these there is no address, which the person who is to get the goods would miss. */
const addressed: ReadonlySet<string> = new Set(["name", "line_one", "city", "postal_code"])

/** Operations whose quantity may be any that is allowed: the auditor knows a cart by what was asked for. */
const anyQuantity: ReadonlySet<string> = new Set(["cart.add", "cart.set"])

const letters = [..."abcdefghijklmnopqrstuvwxyz ABCDEFG äöüß éñ 0123456789 ' - . \" < & 東"]
const textOf = (prng: Prng, length: number): string =>
  Array.from({ length }, (_, i) => i === 0 || i === length - 1 ? "x" : prng.pick(letters)).join("")
/** One that keeps its length when runs of blanks are folded. */
const foldedTextOf = (prng: Prng, length: number): string => textOf(prng, length).replace(/ (?= )/g, "z")

/** A text with white space that makes no difference. */
const spaced = (prng: Prng, value: unknown): unknown =>
  typeof value === "string" ? `${prng.pick(["", " ", "\u00a0"])}${value}${prng.pick(["", "  ", "\t"])}` : undefined

const special: Readonly<Record<string, (prng: Prng, value: unknown) => unknown>> = {
  // Another parcel has another number: it only becomes longer.
  trackingNumber: (_, value) => typeof value === "string" ? value.padEnd(100, "x") : undefined,
  estimatedDelivery: (prng) => `2027-0${prng.int(1, 9)}-1${prng.int(0, 9)}`,
  returnUrl: (prng) => prng.pick(["http://elsewhere.example/done", "http://shop.example/thanks?a=b"]),
  cvc: (prng) => String(prng.int(100, 999)),
  phone_number: (prng) => `+49${prng.int(10_000_000, 99_999_999)}`,
  phone: (prng) => `(0${prng.int(10, 99)}) ${prng.int(10_000, 99_999_999)}`,
  // It keeps its country's form.
  postcode: (prng, value) => spaced(prng, value),
  postal_code: (prng, value) => spaced(prng, value)
}

/** A valid value of a schema, at a boundary where it has any; undefined where none is known. */
const validValue = (prng: Prng, { name, node, owner }: Place): unknown => {
  if (special[name] !== undefined) return special[name](prng, owner[name])
  if (node.enum !== undefined) return prng.pick(node.enum)
  switch (node.type) {
    case "string":
      return textOf(prng, prng.pick([Math.max(1, node.minLength ?? 1), node.maxLength ?? 40, prng.int(2, 40)]))
    case "integer":
      return node.minimum === undefined || node.maximum === undefined
        ? undefined
        : prng.pick([node.minimum, node.maximum, prng.int(node.minimum, Math.min(node.maximum, 12))])
    case "boolean":
      return prng.happens(0.5)
    default:
      return undefined
  }
}

/** The same body, with a field or two as they also may be. The same stream gives the same. */
export const varied = (prng: Prng, method: string, path: string, json: unknown): unknown => {
  const [operation] = operationOf(method, path)
  const body = contract().get(operation)?.body
  if (body === undefined || json === undefined) return json
  const copy = structuredClone(json)
  const places = placesOf(body, copy).filter(({ name }) =>
    (free.has(name) && (name !== "quantity" || anyQuantity.has(operation)))
    || (operation === "orders.ship" && name === "trackingNumber")
  )
  for (let left = Math.min(places.length, prng.int(1, 2)); left > 0; left--) {
    const place = prng.pick(places)
    const { isNullable, isOptional, name, owner } = place
    const isLeftOut = isOptional && owner[name] !== undefined && prng.happens(0.3)
    const isNull = isNullable && !addressed.has(name) && prng.happens(0.3)
    const value = isLeftOut ? undefined : isNull ? null : validValue(prng, place)
    if (value !== undefined) owner[name] = value
    else if (isOptional) delete owner[name]
  }
  return copy
}

/** Texts of a form that the contract's words name, or that name a thing. */
const formed: Readonly<Record<string, (prng: Prng) => unknown>> = {
  email: (prng) => `${"x".repeat(prng.pick([1, 20, 64]))}@example.com`,
  country: (prng) => prng.pick(["DE", "FI", "US"]),
  postcode: () => "10119",
  postal_code: () => "10119",
  currency: () => "eur",
  phone_number: (prng) => `+49${prng.int(10_000_000, 99_999_999)}`,
  phone: (prng) => `(0${prng.int(10, 99)}) ${prng.int(10_000, 99_999_999)}`,
  returnUrl: () => "http://shop.example/thanks?a=b",
  deliveredAt: () => "2024-01-01T08:00:00.000Z",
  expiresAt: () => "2030-01-01T08:00:00.000Z",
  expires_at: () => "2030-01-01T08:00:00.000Z",
  estimatedDelivery: () => "2030-01-01",
  number: () => "4242424242424242",
  exp_month: (prng) => prng.pick(["01", "12"]),
  exp_year: () => "2031",
  cvc: (prng) => prng.pick(["123", "1234"])
}

/** A value that a schema allows, at a boundary where it has any; `base`: where one is known to be meaningful. */
const filledValue = (prng: Prng, name: string, node: Node, base: unknown): unknown => {
  if (node.enum !== undefined) return base !== undefined && prng.happens(0.5) ? base : prng.pick(node.enum)
  if (base !== undefined && typeof base !== "object" && prng.happens(0.6)) return base
  switch (node.type) {
    case "object":
      return filledObject(prng, node, base)
    case "array": {
      const items = Array.isArray(base) ? base : []
      const least = node.minItems ?? 0
      return Array.from(
        { length: Math.max(least, prng.pick([0, 1, 1, 2, 3])) },
        (_, i) => filledValue(prng, name, node.items ?? {}, items[i] ?? items[0])
      )
    }
    case "integer":
    case "number":
      return prng.pick([node.minimum ?? 1, node.maximum ?? 100, 2])
    case "boolean":
      return prng.happens(0.5)
    case "string":
      // The contract's words may forbid a text that its bounds allow.
      return formed[name] !== undefined && prng.happens(0.8)
        ? formed[name](prng)
        : textOf(prng, prng.pick([Math.max(1, node.minLength ?? 1), node.maxLength ?? 40, prng.int(2, 40)]))
    default:
      return base
  }
}

const filledObject = (prng: Prng, { properties = {}, required = [] }: Node, base: unknown): unknown => {
  const known = typeof base === "object" && base !== null ? base : {}
  const names = Object.keys(properties)
  const object: Record<string, unknown> = names.length === 0 ? { ...known } : {}
  for (const name of names) {
    const { isNullable, node } = partOf(properties[name]!)
    const own: unknown = Reflect.get(known, name)
    // What is there is mostly needed, although the schema may do without.
    if (!required.includes(name) && prng.happens(own === undefined ? 0.5 : 0.1)) continue
    const value = isNullable && prng.happens(own === undefined ? 0.3 : 0.1) ? null : filledValue(prng, name, node, own)
    if (value !== undefined) object[name] = value
  }
  return object
}

/** A body with any of the parts that it may have, by the contract; `base`: the least that is meaningful. */
export const filled = (prng: Prng, operation: string, base: unknown): unknown => {
  const body = contract().get(operation)?.body
  return body === undefined ? base : filledObject(prng, body, base)
}

/** A server may do without such a hint, whatever it is (RFC 7009 §2.1). */
const ignored: ReadonlySet<string> = new Set(["token_type_hint"])

/** Values that the contract's words forbid, whatever the schema has of them. */
const brokenByName: Readonly<Record<string, ReadonlyArray<unknown>>> = {
  // Addresses that only look like one on a host of the shop's.
  returnUrl: [
    "http://notelsewhere.example/done",
    "http://notshop.example/done",
    "http://elsewhere.example.evil.test/done",
    "http://evil.test/elsewhere.example",
    "http://elsewhere.example@evil.test/done",
    "http://evil.test#elsewhere.example",
    "http://sub.elsewhere.example/done",
    "ftp://elsewhere.example/done",
    "//elsewhere.example/done",
    "javascript:elsewhere.example"
  ],
  price: [1_000_000.01],
  ...Object.fromEntries(
    ["name", "address", "city", "postcode", "company", "address2", "region", "phone", "subject", "message", "reason"]
      .map((field) => [field, [
        "x\u202egnp.exe",
        "bell\u0007",
        "tag\u{E0041}",
        "\ud800"
      ]])
  )
}

/** How amounts of minor units are written. */
type Amounts = Pick<Audit, "wire">

/** No amount of a request is one of these: none, less than a minor unit, a fraction of one, or more than there is. */
const noAmounts = ({ wire }: Amounts) => [0, 0.1, 1.5, 1234.5, 9999.9, (2 ** 46 + 1) * 100].map(wire)

/** Values that a field cannot have. */
const brokenValues = (prng: Prng, amounts: Amounts, { isNullable, name, node }: Place): ReadonlyArray<unknown> => [
  ...(isNullable ? [] : [null]),
  ...(node.enum !== undefined ? ["nonsense"] : []),
  ...brokenByName[name] ?? [],
  ...brokenByType(prng, amounts, node)
]

const brokenByType = (prng: Prng, amounts: Amounts, node: Node): ReadonlyArray<unknown> => {
  const step = stepOf(node)
  switch (node.type) {
    case "string":
      return [
        7,
        [],
        ...(node.minLength === undefined || node.minLength === 0 ? [] : [""]),
        ...(node.maxLength === undefined ? [] : [foldedTextOf(prng, node.maxLength + 1)]),
        ...(node.format === "date-time" || node.format === "date" ? ["yesterday"] : []),
        ...(node.format === "email" ? ["nobody"] : [])
      ]
    case "integer":
      return [
        "1",
        1.5,
        ...(node.minimum === undefined ? [] : [node.minimum - step, -7]),
        ...(node.maximum === undefined ? [] : [node.maximum + step])
      ]
    case "number":
      return ["1", ...(node.minimum === undefined ? [] : [node.minimum - step]), -1, ...noAmounts(amounts)]
    case "boolean":
      return ["true", 1]
    case "array":
      return [{}, ...(node.minItems === undefined || node.minItems === 0 ? [] : [[]])]
    case "object":
      return ["x", []]
    default:
      return []
  }
}

/** Values of a parameter of a query that it cannot have. */
const brokenTexts = ({ wire }: Amounts, node: Node): Array<string> => {
  if (node.enum !== undefined) return ["nonsense"]
  switch (node.type) {
    case "integer":
    case "number":
      return [
        "x",
        ...(node.type === "number" ? [String(wire(1234.5)), String(wire(0.1))] : ["1.5"]),
        ...(node.minimum === undefined ? [] : [String(node.minimum - stepOf(node))]),
        ...(node.maximum === undefined ? [] : [String(node.maximum + stepOf(node))])
      ]
    case "boolean":
      return ["maybe"]
    case "string":
      return node.maxLength === undefined ? [] : ["x".repeat(node.maxLength + 1)]
    default:
      return []
  }
}

/** A query that breaks the contract in one parameter, and which. */
export const brokenQuery = (
  prng: Prng,
  amounts: Amounts,
  operation: string,
  path: string
): { readonly path: string; readonly query: string } | undefined => {
  const fields = contract().get(operation)?.fields.filter((field) => field.path.startsWith("?")) ?? []
  if (fields.length === 0) return undefined
  const { node, path: name } = prng.pick(fields)
  const texts = brokenTexts(amounts, node)
  if (name === "?cursor") texts.push("no-cursor")
  if (texts.length === 0) return undefined
  const query = new URLSearchParams(path.split("?")[1] ?? "")
  query.set(name.slice(1), prng.pick(texts))
  return { path: name, query: query.toString() }
}

/** Fields that name a thing: with another name, there is no such thing. */
const naming: ReadonlySet<string> = new Set(["productId", "orderId", "delegation", "agentId", "id", "option_id"])

/**
 * Where a name of nothing is as good as any: agents may register later, a ticket is the same without its order, and a
 * parcel that was reported before is the one it was.
 */
const forgiving: ReadonlySet<string> = new Set(["webhooks.subscribe", "support.ask", "orders.ship"])

/** A body that names something that does not exist, by as long or as short a name as may be. */
export const misnamed = (
  prng: Prng,
  operation: string,
  json: unknown
): { readonly path: string; readonly json: unknown } | undefined => {
  const body = contract().get(operation)?.body
  if (body === undefined || json === undefined || forgiving.has(operation)) return undefined
  const copy = structuredClone(json)
  const places = placesOf(body, copy).filter(({ name, node, owner }) =>
    naming.has(name) && node.type === "string" && typeof owner[name] === "string"
  )
  if (places.length === 0) return undefined
  const { name, node, owner, path } = prng.pick(places)
  owner[name] = "z".repeat(prng.pick([Math.max(1, node.minLength ?? 1), node.maxLength ?? 40]))
  return { path, json: copy }
}

/** A body that breaks the contract in one field, which, and how. */
export interface Broken {
  readonly path: string
  readonly how: string
  readonly json: unknown
}

const missing = Symbol("missing")

/**
 * A body that breaks the contract in one field, in a way that was not tried where there is one; undefined where there
 * is nothing to break.
 */
export const broken = (
  prng: Prng,
  amounts: Amounts,
  operation: string,
  json: unknown,
  wasTried: (how: string) => boolean
): Broken | undefined => {
  const body = contract().get(operation)?.body
  if (body === undefined || json === undefined) return undefined
  const copy = structuredClone(json)
  const ways = placesOf(body, copy)
    .filter(({ name, node }) => (node.type !== undefined || node.enum !== undefined) && !ignored.has(name))
    .flatMap((place) =>
      [...(place.isOptional ? [] : [missing]), ...brokenValues(prng, amounts, place)].map((value) => ({
        place,
        value,
        how: `${operation} ${place.path} ${value === missing ? "missing" : JSON.stringify(value).slice(0, 40)}`
      }))
    )
  const fresh = ways.filter(({ how }) => !wasTried(how))
  if (ways.length === 0) return undefined
  // What only words forbid is most easily forgotten.
  const named = fresh.filter(({ place, value }) => brokenByName[place.name]?.includes(value) === true)
  const chosen = named.length > 0 && prng.happens(0.25) ? named : fresh.length > 0 ? fresh : ways
  const { how, place: { name, owner, path }, value } = prng.pick(chosen)
  if (value === missing) delete owner[name]
  else owner[name] = value
  return { path, how, json: copy }
}
