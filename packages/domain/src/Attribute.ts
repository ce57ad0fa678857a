/**
 * Attributes: what a shop knows of its products, carts and orders beyond what every shop knows, by a schema of its own
 * (`define`). They are checked when they come in, stored as one JSON text, and decoded when first looked at; one that
 * does not fit is a defect (`AttributesUnreadable`). Only `visible` fields leave the program. Follows
 * docs/specification.md#attributes.
 *
 * @since 1.0.0
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { freezeAll } from "./FrozenCopy.ts"
import { type Fault, faultsOf } from "./InvalidInput.ts"
import type { LocalText } from "./Language.ts"

/** The longest text of one thing's attributes, in UTF-16 code units. */
export const maxLength = 65_536

/** What is said of a field that everybody may see. */
export interface Visibility {
  /** The name under which the feed lists it as an option of a product, as in "Vintage"; default: it does not. */
  readonly feed?: string | undefined
}

/** What is said of a field of a cart that buyers set. */
export interface Settable {
  /** What people read beside it. */
  readonly title: LocalText
}

const settableId = Symbol.for("@beauty-store/domain/Attribute/settable")
const visibilityId = Symbol.for("@beauty-store/domain/Attribute/visible")
const searchedId = Symbol.for("@beauty-store/domain/Attribute/searched")

/** Marks a field that everybody may see: it stands in the API's JSON, beside the store's own fields. */
export const visible = <A, I, R>(schema: Schema.Schema<A, I, R>, visibility: Visibility = {}): Schema.Schema<A, I, R> =>
  schema.annotations({ [visibilityId]: visibility })

/**
 * Marks a field of a cart that buyers set and see, over the API and, where it is a text, a number or a yes, on the
 * cart's page. It has to be optional, because a new cart has none.
 */
export const settable = <A, I, R>(schema: Schema.Schema<A, I, R>, mark: Settable): Schema.Schema<A, I, R> =>
  visible(schema).annotations({ [settableId]: mark })

/** Marks a text of a product that is searched, like its description. */
export const searched = <A, R>(schema: Schema.Schema<A, string, R>): Schema.Schema<A, string, R> =>
  schema.annotations({ [searchedId]: true })

/** A stored text that the shop's schema does not accept: it was written by another schema, or past the store. */
export class AttributesUnreadable extends Error {
  override readonly name = "AttributesUnreadable"
  constructor(whose: string, faults: ReadonlyArray<Fault>) {
    const words = faults.map(({ path, words }) => path === "" ? words : `${path}: ${words}`)
    super(`The attributes of ${whose} do not fit the shop's schema: ${words.join("; ")}`)
  }
}

/** The attributes of one thing, decoded when they are first looked at, and frozen: all who look see the same value. */
export class Attributes<out A extends object = object> {
  /** As it is stored. */
  readonly text: string
  /** The definition that they belong to. */
  readonly definition: Definition<A>
  readonly #whose: string
  #decoded: A | undefined

  constructor(definition: Definition<A>, text: string, whose: string, decoded?: A) {
    this.definition = definition
    this.text = text
    this.#whose = whose
    this.#decoded = decoded
  }

  /** Dies where the text does not fit the schema. */
  get value(): A {
    this.#decoded ??= freezeAll(this.definition.decoded(this.text, this.#whose))
    return this.#decoded
  }

  /** The fields that everybody may see, as they stand in JSON. */
  get shown(): Readonly<Record<string, unknown>> {
    return this.definition.shown(this.value)
  }

  /** A JSON text has the attributes themselves. */
  toJSON(): A {
    return this.value
  }
}

/** Whatever may have attributes: a product, a line, a cart, an order, goods. */
export interface Attributed {
  readonly attributes?: Attributes | undefined
}

/** A field that everybody may see. */
export interface VisibleField extends Visibility {
  /** Its name in JSON. */
  readonly name: string
}

/** A field that buyers set. */
export interface SettableField extends Settable {
  /** Its name in JSON. */
  readonly name: string
  /** How a form asks for it; undefined: it does not. */
  readonly input: "text" | "number" | "checkbox" | undefined
}

/** The attributes that one kind of thing has in a shop. */
export interface Definition<out A extends object = object> {
  /** The type of the attributes, as `typeof wine.Type`; there is no such value. */
  readonly Type: A
  /** The schema of all fields. */
  readonly schema: Schema.Schema.AnyNoContext
  /** Those of a thing, typed; undefined where it has none. Dies where they belong to another definition. */
  readonly of: (thing: Attributed) => A | undefined
  /** All faults of values that are to be stored; none if they are valid. */
  readonly faultsIn: (value: unknown) => ReadonlyArray<Fault>
  /** Valid values, as they are stored. */
  readonly held: (value: unknown) => Attributes<A>
  /** Stored ones; `whose` says in words to what they belong. */
  readonly stored: (text: string | null, whose: string) => Attributes<A> | undefined
  /** Decodes a text. Dies where it does not fit. */
  readonly decoded: (text: string, whose: string) => A
  readonly visible: ReadonlyArray<VisibleField>
  readonly settable: ReadonlyArray<SettableField>
  /**
   * Stored attributes with others in the place of those that buyers set, `given` as in JSON; or all faults. What they
   * cannot set stays.
   */
  readonly withSet: (
    stored: Attributes | undefined,
    given: Readonly<Record<string, unknown>>
  ) => Either.Either<Attributes<A>, ReadonlyArray<Fault>>
  /** The schema of the visible fields, whose encoded side stands in JSON. */
  readonly visibleSchema: Schema.Struct<Schema.Struct.Fields>
  /** The visible fields of a value, as they stand in JSON. */
  readonly shown: (value: unknown) => Readonly<Record<string, unknown>>
  /** The texts of a value that are searched. */
  readonly searchedIn: (value: unknown) => string
}

/** The definitions of a shop: what has attributes in it. */
export interface Definitions {
  readonly product?: Definition | undefined
  readonly cart?: Definition | undefined
  readonly order?: Definition | undefined
}

/** The schema of a field's values: an optional field has more to it than that. */
const astOf = (field: Schema.Struct.Field): AST.AST => {
  const { ast } = field
  switch (ast._tag) {
    case "PropertySignatureDeclaration":
      return ast.type
    case "PropertySignatureTransformation":
      return ast.from.type
    default:
      return ast
  }
}

/** What a field is marked with; the schema of an optional one is a union of the marked one and `undefined`. */
const markOf = (ast: AST.AST, id: symbol): unknown =>
  ast.annotations[id] ?? (ast._tag === "Union" ? ast.types.map((one) => markOf(one, id)).find(isMark) : undefined)
const isMark = (mark: unknown): boolean => mark !== undefined

const inputs = { StringKeyword: "text", NumberKeyword: "number", BooleanKeyword: "checkbox" } as const

/** How a form asks for a field, by its type in JSON. */
const inputOf = (field: AST.AST): SettableField["input"] => {
  const ast = AST.encodedAST(field)
  const types = AST.isUnion(ast) ? ast.types.filter((one) => !AST.isUndefinedKeyword(one)) : [ast]
  const tag = types.length === 1 ? types[0]!._tag : undefined
  return tag !== undefined && tag in inputs ? inputs[tag as keyof typeof inputs] : undefined
}

/** Some fields of a struct. */
const pick = (fields: Schema.Struct.Fields, names: ReadonlyArray<string>) => {
  const struct = Schema.Struct(Object.fromEntries(names.map((name) => [name, fields[name]!])))
  // None of the fields needs a service, since the struct that they come from needs none.
  const encode = Schema.encodeUnknownSync(struct as unknown as Schema.Schema<object, object>)
  return { struct, encode: (value: unknown) => encode(value) as Readonly<Record<string, unknown>> }
}

/** The names of a struct's fields in JSON, in their order. */
const namesIn = ({ ast }: { readonly ast: AST.AST }): ReadonlyArray<string> =>
  AST.getPropertySignatures(AST.encodedAST(ast)).map(({ name }) => String(name))

/** The fields that buyers give and cannot set. */
const faultsOfNames = (settable: ReadonlyArray<SettableField>, given: object): ReadonlyArray<Fault> => {
  const names = settable.map(({ name }) => name)
  const words = names.length === 0 ? "Expected nothing: buyers set none" : `Expected one of ${names.join(", ")}`
  return Object.keys(given).filter((name) => !names.includes(name)).map((path) => ({ path, words }))
}

/** The text of stored attributes with `given` in the place of those that buyers set. */
const replaceSet = (settable: ReadonlyArray<SettableField>, stored: Attributes | undefined, given: object): string => {
  const kept = Object.entries(stored === undefined ? {} : JSON.parse(stored.text))
    .filter(([name]) => settable.every((one) => one.name !== name))
  return JSON.stringify(Object.fromEntries([...kept, ...Object.entries(given)]))
}

/**
 * The attributes of one kind of thing, by their fields. Their encoded form has to be JSON. A later version of the
 * schema has to accept what an earlier one wrote: give a new field a default, or make it optional.
 */
export const define = <A extends object, I extends object, Fields extends Schema.Struct.Fields>(
  schema: Schema.Schema<A, I> & { readonly fields: Fields }
): Definition<A> => {
  const { fields } = schema
  const marked = (id: symbol): ReadonlyArray<readonly [name: string, mark: unknown]> =>
    Object.keys(fields).flatMap((name) => {
      const mark = markOf(astOf(fields[name]!), id)
      return mark === undefined ? [] : [[name, mark] as const]
    })
  const visibleFields = marked(visibilityId)
  const shown = pick(fields, visibleFields.map(([name]) => name))
  const settableFields = marked(settableId)
  const settable = namesIn(pick(fields, settableFields.map(([name]) => name)).struct).map((name, n): SettableField => {
    const [field, mark] = settableFields[n]!
    return { ...(mark as Settable), name, input: inputOf(astOf(fields[field]!)) }
  })
  const searchedFields = pick(fields, marked(searchedId).map(([name]) => name))
  const decode = Schema.decodeUnknownEither(schema, { errors: "all" })
  const encode = Schema.encodeUnknownSync(schema)
  const check = Schema.validateEither(schema, { errors: "all", onExcessProperty: "error" })

  const decoded = (text: string, whose: string): A => {
    let json: unknown
    try {
      json = JSON.parse(text)
    } catch {
      throw new AttributesUnreadable(whose, [{ path: "", words: "Expected JSON" }])
    }
    return Either.getOrThrowWith(decode(json), (error) => new AttributesUnreadable(whose, faultsOf(error)))
  }
  const textOf = (value: unknown): string => JSON.stringify(encode(value))
  /** A number that is none, for one, is no JSON. */
  const faultsOfText = (text: string): ReadonlyArray<Fault> =>
    text.length > maxLength
      ? [{ path: "", words: `Expected at most ${maxLength} characters of JSON` }]
      : Either.match(decode(JSON.parse(text)), { onLeft: faultsOf, onRight: () => [] })
  const definition: Definition<A> = {
    Type: undefined as never, // only its type is of use
    schema,
    of: ({ attributes }) => {
      if (attributes === undefined) return undefined
      if (attributes.definition !== definition) throw new TypeError("these attributes have another definition")
      return (attributes as Attributes<A>).value
    },
    faultsIn: (value) =>
      Either.match(check(value), { onLeft: faultsOf, onRight: (valid) => faultsOfText(textOf(valid)) }),
    held: (value) => new Attributes(definition, textOf(value), "a value"),
    stored: (text, whose) => text === null ? empty : new Attributes(definition, text, whose),
    decoded,
    visible: namesIn(shown.struct).map((name, n) => ({ ...(visibleFields[n]![1] as Visibility), name })),
    settable,
    withSet: (stored, given) => {
      const unknown = faultsOfNames(settable, given)
      const text = replaceSet(settable, stored, given)
      const faults = unknown.length > 0 ? unknown : faultsOfText(text)
      return faults.length > 0 ? Either.left(faults) : Either.right(new Attributes(definition, text, "a value"))
    },
    visibleSchema: shown.struct,
    shown: shown.encode,
    searchedIn: (value) =>
      Object.values(searchedFields.encode(value)).filter((text) => typeof text === "string").join(" ")
  }
  const nothing = decode({})
  const empty = Either.isRight(nothing) ? new Attributes(definition, "{}", "nothing", nothing.right) : undefined
  return definition
}
