/**
 * The folder of the demo shop, written as a merchant writes one (docs/shop.md), and the words of its `shop.json`. Beside
 * it lies what its packs look like (`drawings.json`). `scripts/bundle.mjs` puts the folder beside a bundle.
 *
 * @since 1.0.0
 */
import type { ShopText } from "@beauty-store/domain/ShopText"
import type { Synonyms } from "@beauty-store/domain/Synonyms"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** Where it is. */
export const folder = fileURLToPath(new URL("../shop/", import.meta.url))

/** The text of one of its files. */
export const readText = (name: string): string => readFileSync(`${folder}${name}`, "utf8")

const file = JSON.parse(readText("shop.json")) as {
  readonly texts: Omit<ShopText, "categories">
  readonly synonyms: Synonyms
}

/** What it says of itself, and words that mean the same to those who search it. */
export const { synonyms, texts } = file
