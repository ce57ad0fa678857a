/**
 * What the shop says of the demo catalogue's products beside their description: how each is used, what to mind, and all
 * of it in German too. Every product has one.
 */
import { atelierSevrande } from "./texts/AtelierSevrande.ts"
import { cinderfold } from "./texts/Cinderfold.ts"
import { darYasmoun } from "./texts/DarYasmoun.ts"
import { duenenrauh } from "./texts/Duenenrauh.ts"
import { halvenne } from "./texts/Halvenne.ts"
import { kieselhaut } from "./texts/Kieselhaut.ts"
import { mizukagi } from "./texts/Mizukagi.ts"
import { officinaBergantesi } from "./texts/OfficinaBergantesi.ts"
import { ondrava } from "./texts/Ondrava.ts"
import { papavelle } from "./texts/Papavelle.ts"
import type { ProductText } from "./texts/ProductText.ts"
import { quillmere } from "./texts/Quillmere.ts"
import { tarifenna } from "./texts/Tarifenna.ts"
import { type Text, warnings } from "./texts/Warnings.ts"

/** By the products' ids. */
export const productTexts: Readonly<Record<string, ProductText>> = {
  ...kieselhaut,
  ...mizukagi,
  ...halvenne,
  ...tarifenna,
  ...ondrava,
  ...papavelle,
  ...quillmere,
  ...darYasmoun,
  ...atelierSevrande,
  ...cinderfold,
  ...duenenrauh,
  ...officinaBergantesi
}

/** The warnings of a product, as one text. */
export const warningText = (text: ProductText, language: keyof Text): string =>
  text.warnings.map((name) => warnings[name][language]).join(" ")
