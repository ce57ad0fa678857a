/**
 * The demo shop's whole assortment, in the order in which a catalogue page shows it.
 *
 * Every product has plenty on hand, except a few that are low (1 to 5) or sold out, so that a shop front has those
 * states to show. None of these is among the first ten, so that a first try of the store never fails.
 *
 * @since 1.0.0
 */
import { atelierSevrande } from "./brands/AtelierSevrande.ts"
import { cinderfold } from "./brands/Cinderfold.ts"
import { darYasmoun } from "./brands/DarYasmoun.ts"
import { duenenrauh } from "./brands/Duenenrauh.ts"
import { halvenne } from "./brands/Halvenne.ts"
import { kieselhaut } from "./brands/Kieselhaut.ts"
import { mizukagi } from "./brands/Mizukagi.ts"
import { officinaBergantesi } from "./brands/OfficinaBergantesi.ts"
import { ondrava } from "./brands/Ondrava.ts"
import { papavelle } from "./brands/Papavelle.ts"
import { quillmere } from "./brands/Quillmere.ts"
import { tarifenna } from "./brands/Tarifenna.ts"
import type { DemoBrand } from "./DemoBrand.ts"

export const catalogue: { readonly store: string; readonly brands: ReadonlyArray<DemoBrand> } = {
  store: "Beauty Store",
  brands: [
    kieselhaut,
    mizukagi,
    halvenne,
    tarifenna,
    ondrava,
    papavelle,
    quillmere,
    darYasmoun,
    atelierSevrande,
    cinderfold,
    duenenrauh,
    officinaBergantesi
  ]
}
