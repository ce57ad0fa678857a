/** Tables of goods of any size for benches: brands, groups, and words of which few products have the same. */
import { gtinCheckDigit } from "@beauty-store/domain/Catalog"
import { closeSync, openSync, writeSync } from "node:fs"

const shades = ["Red", "Rose", "Coral", "Plum", "Nude", "Berry", "Wine", "Sand"]
const notes = ["glycerin", "panthenol", "squalane", "niacinamide", "shea butter", "jojoba oil", "aloe", "zinc"]

/** Words that no other product has, as a long catalogue has some. */
const ownWord = (n: number): string =>
  `${"bcdfghklmnprst"[n % 14]}${"aeiou"[n % 5]}${(n % 997).toString(26).replace(/\d/g, "x")}el`

const gtinOf = (n: number): string => {
  const leading = `400638${String(n).padStart(6, "0")}`
  return `${leading}${gtinCheckDigit(leading)}`
}

const lineOf = (n: number, dearer: number): string => {
  const grouped = n % 4 === 0
  const group = Math.floor(n / 32)
  const shade = `${shades[(n / 4) % 8]}`
  return [
    `product-${n}`,
    `Brand ${n % 250}`,
    `Cream ${ownWord(n)} No ${n}`,
    `"A light cream with ${notes[n % 8]} and ${notes[(n + 3) % 8]}, for skin that wants care ${n % 90} days a year."`,
    n % 3 === 0 ? "skincare" : "make-up",
    `${5 + dearer + n % 90}.${String(n % 100).padStart(2, "0")}`,
    n % 50,
    50,
    "ml",
    `"Aqua, Glycerin, ${notes[n % 8]}, ${notes[(n + 5) % 8]}, Phenoxyethanol"`,
    `Creme ${ownWord(n)} Nr. ${n}`,
    gtinOf(n),
    `SKU-${n}`,
    ...(grouped ? [`group-${group}`, `Group ${group}`, "shade", shade] : ["", "", "", ""])
  ].join(",")
}

/** Writes a table of so many rows; `last` is one more line, and all prices are `dearer` by so many euros. */
export const writeTable = (path: string, rows: number, last = "", dearer = 0): void => {
  const file = openSync(path, "w")
  writeSync(
    file,
    "id,brand,name,description,category,price,stock,size,unit,ingredients,name:de,gtin,sku,group,groupName,variesBy,groupValue\n"
  )
  for (let n = 0; n < rows; n += 1000) {
    writeSync(file, Array.from({ length: Math.min(1000, rows - n) }, (_, k) => `${lineOf(n + k, dearer)}\n`).join(""))
  }
  writeSync(file, last)
  closeSync(file)
}
