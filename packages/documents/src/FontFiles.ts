/**
 * Where the files of the program's fonts are: in the folder `fonts` beside the packed server, which has those that are
 * used, otherwise in the packages in node_modules. A font with too many characters to be read whole comes in slices:
 * files with some of the characters each, and a table of the characters that each has.
 */
import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const require = createRequire(import.meta.url)

/** The files that are used, in the packages that have them. */
const inPackages = {
  sans: () => require.resolve("@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf"),
  sansItalic: () =>
    require.resolve("@expo-google-fonts/source-sans-3/400Regular_Italic/SourceSans3_400Regular_Italic.ttf"),
  sansSemiBold: () => require.resolve("@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf"),
  sansBold: () => require.resolve("@expo-google-fonts/source-sans-3/700Bold/SourceSans3_700Bold.ttf"),
  serif: () => require.resolve("@expo-google-fonts/source-serif-4/400Regular/SourceSerif4_400Regular.ttf"),
  serifItalic: () =>
    require.resolve("@expo-google-fonts/source-serif-4/400Regular_Italic/SourceSerif4_400Regular_Italic.ttf"),
  serifBold: () => require.resolve("@expo-google-fonts/source-serif-4/700Bold/SourceSerif4_700Bold.ttf"),
  serifBoldItalic: () =>
    require.resolve("@expo-google-fonts/source-serif-4/700Bold_Italic/SourceSerif4_700Bold_Italic.ttf"),
  otherSans: () => require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"),
  otherSansBold: () => require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"),
  mono: () => require.resolve("dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf"),
  monoBold: () => require.resolve("dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf")
} as const

export type FontFile = keyof typeof inPackages

/** The fonts that come in slices, in the order in which they are asked for a character, and their tables. */
const sliced = {
  hangul: {
    beside: "noto-sans-kr",
    inPackage: () => require.resolve("@fontsource-variable/noto-sans-kr/unicode.json")
  },
  han: {
    beside: "noto-sans-sc",
    inPackage: () => require.resolve("@fontsource-variable/noto-sans-sc/unicode.json")
  },
  emoji: {
    beside: "noto-emoji",
    inPackage: () => require.resolve("@fontsource-variable/noto-emoji/unicode.json")
  }
} as const

export type SlicedFont = keyof typeof sliced

export const slicedFonts = Object.keys(sliced) as ReadonlyArray<SlicedFont>

/** A file with some of the characters of a font. */
export interface Slice {
  readonly font: SlicedFont
  /** Its name, without the ending. */
  readonly name: string
  /** The first and the last of characters in a row, as numbers. */
  readonly ranges: ReadonlyArray<readonly [first: number, last: number]>
}

/** The path of a file that is named so in a packed program, or else of that in a package. */
const located = (beside: string, inPackage: () => string): string => {
  const file = fileURLToPath(new URL(`./fonts/${beside}`, import.meta.url))
  return existsSync(file) ? file : inPackage()
}

/** The path of a file. */
export const pathOf = (name: FontFile): string => located(`${name}.ttf`, inPackages[name])

const tableOf = (font: SlicedFont): string => located(`${sliced[font].beside}.json`, sliced[font].inPackage)

/** The path of a slice's file, a WOFF2. */
export const pathOfSlice = ({ font, name }: Slice): string => {
  const file = `${name}.woff2`
  return located(file, () => join(dirname(sliced[font].inPackage()), "files", file))
}

/** The syllables of Korean and the letters that they consist of. Its other characters are those of Chinese. */
const isHangul = ([first, last]: readonly [number, number]): boolean =>
  (last >= 0x3131 && first <= 0x318e) || (last >= 0xac00 && first <= 0xd7a3)

/** The slices of a font that are used. The slices with a script's name hold letters that other fonts have. */
const read = (font: SlicedFont): ReadonlyArray<Slice> => {
  const table: Readonly<Record<string, string>> = JSON.parse(readFileSync(tableOf(font), "utf8"))
  return Object.entries(table).flatMap(([key, characters]) => {
    const number = /^\[(\d+)\]$/.exec(key)?.[1]
    if (number === undefined) return []
    const all = characters.split(",").map((range) => {
      const [first = "", last = first] = range.trim().replace(/^U\+/, "").split("-")
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
    })
    const ranges = font === "hangul" ? all.filter(isHangul) : all
    return ranges.length === 0 ? [] : [{ font, name: `${sliced[font].beside}-${number}-wght-normal`, ranges }]
  })
}

const known = new Map<SlicedFont, ReadonlyArray<Slice>>()

/** The slices of a font, by a table that is read when it is first asked for. */
export const slicesOf = (font: SlicedFont): ReadonlyArray<Slice> => {
  const slices = known.get(font) ?? read(font)
  known.set(font, slices)
  return slices
}

/** All files, by the names that they have in the folder `fonts` of a packed program. */
export const all = (): ReadonlyMap<string, string> =>
  new Map([
    ...(Object.keys(inPackages) as ReadonlyArray<FontFile>).map((name) => [`${name}.ttf`, pathOf(name)] as const),
    ...slicedFonts.flatMap((font) => [
      [`${sliced[font].beside}.json`, tableOf(font)] as const,
      ...slicesOf(font).map((slice) => [`${slice.name}.woff2`, pathOfSlice(slice)] as const)
    ])
  ])
