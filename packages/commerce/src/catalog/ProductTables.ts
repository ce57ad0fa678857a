/**
 * Tables of goods as a program reads and prints them: the port between imports and exports of a shop and the columns of
 * its tables. The rule: a table is read once, piece by piece, and all of its faults are found. The program that serves
 * the store provides it; without one, no table is taken. Follows docs/specification.md#imports.
 *
 * @since 1.0.0
 */
import type { Fault } from "@beauty-store/domain/InvalidInput"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Scope from "effect/Scope"
import type { Staging } from "./Assortment.ts"
import type { CatalogImport } from "./CatalogImport.ts"

/** Comma-separated values, or an object of JSON a line. */
export type Form = "csv" | "jsonl"

/** Something wrong with a table. */
export interface TableFault {
  readonly line: number
  /** Empty for the whole line. */
  readonly column: string
  readonly words: string
}

export interface Reading {
  readonly form: Form
  readonly decimal: "point" | "comma"
  /** So many faults are kept; the others are counted. */
  readonly mostFaults: number
  /** Is called for each row. */
  readonly onRow: () => void
  /** Is called for each fault. */
  readonly onFault: () => void
}

/** Reads and prints tables of goods. */
export interface Tables {
  /** Reads a table. The scope keeps what is staged. A piece that fails is a defect of the same error. */
  readonly read: (
    pieces: AsyncIterable<string>,
    reading: Reading
  ) => Effect.Effect<Either.Either<Staging, ReadonlyArray<TableFault>>, unknown, Scope.Scope>
  /** Faults of staged goods as faults of their table. */
  readonly locate: (faults: ReadonlyArray<Fault>) => ReadonlyArray<TableFault>
  /** Prints goods as a table that is read as the same goods: its first line, if it has one, and a line for each. */
  readonly printer: (form: Form) => {
    readonly head: string
    readonly line: Parameters<typeof CatalogImport.Service["list"]>[0] extends (...given: infer Given) => void
      ? (...given: Given) => string
      : never
  }
}

const refused: TableFault = {
  line: 1,
  column: "",
  words: "cannot be taken, because the program that serves this shop reads no tables"
}

/** Loads what reads and prints tables, for whoever needs it. */
export class ProductTables extends Context.Reference<ProductTables>()("@beauty-store/commerce/ProductTables", {
  defaultValue: (): Effect.Effect<Tables> =>
    Effect.succeed({
      read: () => Effect.succeed(Either.left([refused])),
      locate: () => [refused],
      printer: () => ({ head: "", line: () => "" })
    })
}) {}
