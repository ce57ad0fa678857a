/**
 * A shop as a folder: `shop.json`, `products.csv`, and the database of a shop that keeps it there. Reads what a shop
 * decides for itself; what is wrong stops the program with a line for each fault. Follows docs/shop.md.
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { StartRefused } from "../ServerConfig.ts"
import * as ShopFile from "./ShopFile.ts"

export interface Shop {
  readonly folder: string
  readonly policy: ShopFile.ShopPolicy
}

/** So many faults are printed. */
const mostPrinted = 50

/** A line for each fault of a file, up to a bound. */
export const printFaults = <A extends { readonly line: number; readonly words: string }>(
  file: string,
  faults: ReadonlyArray<A>,
  placeOf: (fault: A) => string
): string =>
  [
    ...faults.slice(0, mostPrinted).map((fault) => {
      const place = placeOf(fault)
      return `${file}:${fault.line}: ${place === "" ? "" : `${place} `}${fault.words}`
    }),
    ...(faults.length > mostPrinted ? [`${file}: ${faults.length - mostPrinted} more.`] : [])
  ].join("\n")

/** The text of a file of the operator's. */
export const readText = (path: string, whatElse = ""): Effect.Effect<string, StartRefused> =>
  Effect.try({
    try: () => readFileSync(path, "utf8"),
    catch: (error) =>
      new StartRefused({ message: `${path} cannot be read (${(error as NodeJS.ErrnoException).code}).${whatElse}` })
  })

/** The shop of a folder. */
export const read = Effect.fnUntraced(function*(folder: string): Effect.fn.Return<Shop, StartRefused> {
  const path = join(folder, "shop.json")
  const text = yield* readText(path, " `beauty-store init <folder>` makes a folder that has one.")
  const file = ShopFile.parse(text)
  if (Either.isLeft(file)) {
    return yield* new StartRefused({ message: printFaults(path, file.left, ({ pointer }) => pointer) })
  }
  return { folder, policy: ShopFile.policyOf(file.right) }
})
