/**
 * `beauty-store init <folder>`: writes the folder of a new shop, with a `shop.json` to fill in, two products as a
 * pattern, and the next commands. A folder that has a shop already is left as it is. Follows docs/shop.md.
 */
import * as ProductTable from "@beauty-store/commerce/catalog/ProductTable"
import { defaultPolicy } from "@beauty-store/commerce/Policy"
import * as Language from "@beauty-store/domain/Language"
import * as Schema from "effect/Schema"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { basename, join, resolve } from "node:path"
import { examplePicture } from "./ExamplePicture.ts"
import * as ShopFile from "./ShopFile.ts"

/** What the files of a new shop say, in each language. */
const texts: Language.InEach<{
  readonly skincare: string
  readonly description: string
  readonly heading: string
  readonly products: Readonly<Record<"day-cream" | "hand-balm", readonly [name: string, description: string]>>
  readonly brand: string
  readonly picture: string
  readonly about: string
}> = {
  en: {
    skincare: "Skincare",
    description: "Skincare and make-up, made in small batches.",
    heading: "Care in small batches",
    products: {
      "day-cream": ["Day Cream", "A light cream for every day."],
      "hand-balm": ["Hand Balm", "For hands that work."]
    },
    brand: "My Brand",
    picture: "A jar with a lid",
    about: "# About us\n\nWho makes your goods, where, and why. Pages are text in Markdown.\n"
  },
  de: {
    skincare: "Gesichtspflege",
    description: "Gesichtspflege und Make-up aus kleinen Auflagen.",
    heading: "Pflege aus kleinen Auflagen",
    products: {
      "day-cream": ["Tagescreme", "Eine leichte Creme für jeden Tag."],
      "hand-balm": ["Handbalsam", "Für Hände, die arbeiten."]
    },
    brand: "Meine Marke",
    picture: "Ein Tiegel mit Deckel",
    about: "# Über uns\n\nWer Ihre Waren macht, wo und warum. Seiten sind Text in Markdown.\n"
  }
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

const inEach = (languages: Language.Languages, of: (said: (typeof texts)["en"]) => string) =>
  Object.fromEntries(languages.map((language) => [language, of(texts[language])]))

/** The file of a new shop: valid, and to be filled in. */
const shopFile = (name: string, languages: Language.Languages): typeof ShopFile.ShopFile.Encoded => ({
  $schema: "./shop.schema.json",
  name,
  seller: {
    name: "Your company",
    address: "Your street 1",
    postcode: "10115",
    city: "Berlin",
    country: "DE",
    vatId: "DE000000000",
    email: "shop@example.com"
  },
  currency: "EUR",
  languages,
  categories: [
    { id: "skincare", name: inEach(languages, ({ skincare }) => skincare) },
    { id: "make-up", name: "Make-up" }
  ],
  texts: {
    description: inEach(languages, ({ description }) => description),
    heading: inEach(languages, ({ heading }) => heading)
  },
  shipping: {
    homeCountry: "DE",
    zones: [
      {
        countries: "eu",
        rates: { standard: { price: 4.95, freeFrom: 50, days: 3 }, express: { price: 9.95, days: 1 } }
      },
      { countries: "all", rates: { standard: { price: 14.95, days: 8 }, express: { price: 24.95, days: 3 } } }
    ]
  }
})

const products = ([first, ...others]: Language.Languages): string => {
  const { brand, picture, products: said } = texts[first]
  const wordsIn = (language: Language.Language, id: keyof typeof said) =>
    texts[language].products[id].map((words) => `"${words}"`)
  const row = (id: keyof typeof said, price: string, rest: string) =>
    [
      id,
      brand,
      ...wordsIn(first, id),
      "skincare",
      price,
      rest,
      ...others.flatMap((language) => wordsIn(language, id))
    ].join(",")
  return `${
    [
      ["id,brand,name,description,category,price,stock,gtin,size,unit,ingredients,pictures,alt"],
      others.map((language) => `name:${language},description:${language}`)
    ].flat().join(",")
  }
${row("day-cream", "24.90", `40,,50,ml,"Aqua, Glycerin",day-cream.webp,${picture}`)}
${row("hand-balm", "9.90", "120,,75,ml,\"Cera Alba, Olea Europaea Fruit Oil\",,")}
`
}

/** The page about the shop: in its first language by its name alone. */
const aboutPages = ([first, ...others]: Language.Languages): Readonly<Record<string, string>> => ({
  "pages/about.md": texts[first].about,
  ...Object.fromEntries(others.map((language) => [`pages/about.${language}.md`, texts[language].about]))
})

const readme = (name: string): string =>
  `# ${name}

1. Fill in \`shop.json\`; an editor that knows JSON Schema says what may stand there.
2. Put your goods into \`products.csv\` and load them: \`beauty-store import products.csv\`, with \`--dry-run\` first.
3. Open the shop: \`beauty-store start --shop .\`

In a clone of the program's source, \`npm run shop --\` stands for \`beauty-store\`, and paths begin there.

\`products.csv\` is text in UTF-8 ("CSV UTF-8" in a spreadsheet), with cells separated by commas, semicolons or tabs. Its
columns may stand in any order. Numbers have a decimal point; say \`--decimal-comma\` where they have a comma.

| Column | What stands in it |
| --- | --- |
${
    ProductTable.columns.map(({ meaning, name, required }) =>
      `| \`${name}\` | ${meaning}${required === true ? "" : " (may be left out)"} |`
    ).join("\n")
  }

Pictures of goods are JPEG, PNG, WebP or AVIF files below \`pictures/\`.

Texts in the other languages of the shop stand in columns such as \`name:de\`. What a table leaves out, the goods in it have no more.
`

const areLanguages = Schema.is(Schema.NonEmptyArray(Language.Language))

/** An argument as a shell takes it. */
const quoted = (text: string): string => /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/** The program by the name by which it was called: npm says which of its scripts it runs. */
const program = (): string => process.env["npm_lifecycle_event"] === "shop" ? "npm run shop --" : "beauty-store"

/** Writes the folder of a shop in its languages; returns the text to print, and the exit code. */
export const run = (
  folder: string,
  asked: ReadonlyArray<string> = defaultPolicy.languages
): { readonly text: string; readonly exitCode: 0 | 1 } => {
  const at = resolve(folder)
  const languages = asked.filter((one, n) => asked.indexOf(one) === n)
  if (!areLanguages(languages)) {
    return { text: `${asked.join(", ")}: a shop speaks ${Language.languages.join(", ")}, or one of them.`, exitCode: 1 }
  }
  if (existsSync(join(at, "shop.json"))) {
    return { text: `${at} has a shop.json already: it was left as it is.`, exitCode: 1 }
  }
  const name = basename(at)
  const files = {
    "shop.json": json(shopFile(name, languages)),
    "shop.schema.json": json(ShopFile.jsonSchema()),
    "products.csv": products(languages),
    ...aboutPages(languages),
    "README.md": readme(name),
    "pictures/day-cream.webp": examplePicture,
    ".gitignore": "data/\n"
  }
  try {
    for (const part of ["pages", "pictures"]) mkdirSync(join(at, part), { recursive: true })
    // Whatever is there already belongs to somebody.
    for (const [file, text] of Object.entries(files)) {
      if (!existsSync(join(at, file))) writeFileSync(join(at, file), text)
    }
  } catch (error) {
    return { text: `${at} cannot be written: ${(error as Error).message}`, exitCode: 1 }
  }
  return {
    text: `A shop is in ${at}. Next:

  edit ${join(folder, "shop.json")} and ${join(folder, "products.csv")}
  ${program()} import ${quoted(join(folder, "products.csv"))}
  ${program()} start --shop ${quoted(folder)}`,
    exitCode: 0
  }
}
