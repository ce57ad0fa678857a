/**
 * Where the files of the program's own fonts are, for all that prints or draws letters.
 *
 * The rule: a file is taken from the folder `fonts` beside the running program, where the packed server has those that
 * are used; otherwise from the packages in node_modules, which have many times as many.
 */
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
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

/** All of them. A packed program has each as `fonts/<name>.ttf`. */
export const names = Object.keys(inPackages) as ReadonlyArray<FontFile>

/** The path of a file. */
export const pathOf = (name: FontFile): string => {
  const beside = fileURLToPath(new URL(`./fonts/${name}.ttf`, import.meta.url))
  return existsSync(beside) ? beside : inPackages[name]()
}
