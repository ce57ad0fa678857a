/**
 * What is said of a product of the demo catalogue beside its English name and description. The texts are a module for
 * each brand, by the products' ids; warnings that several products have are named (`Warnings`).
 */
import type { Text, Warning } from "./Warnings.ts"

export interface ProductText {
  readonly howToUse: Text
  readonly warnings: ReadonlyArray<Warning>
  readonly de: {
    /** Where it differs. */
    readonly name?: string
    /** The name of its group, where it has one. */
    readonly group?: string
    readonly description: string
  }
}
