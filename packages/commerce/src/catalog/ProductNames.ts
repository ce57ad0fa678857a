/**
 * What products are called in a language: their texts, as they are stored, and the names of lines in it.
 *
 * The rule: what has no name in a language keeps the catalogue's. In the catalogue's own language nothing is read. All
 * of it runs inside the caller's transaction. Follows docs/specification.md#catalogue and
 * docs/specification.md#languages.
 */
import { ProductId } from "@beauty-store/domain/Ids"
import type { Language, Languages } from "@beauty-store/domain/Language"
import { inLanguage as textsIn, ProductTexts } from "@beauty-store/domain/ProductText"
import * as Query from "@beauty-store/sql/Query"
import type { Transaction } from "@beauty-store/sql/Transactions"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const TextsRow = Schema.Struct({ product_id: ProductId, texts: Query.Json(ProductTexts) })
const textsOf = Query.first(TextsRow)<[productId: ProductId]>(
  "SELECT product_id, texts FROM product_text WHERE product_id = ?"
)

/** The texts of those products that have any. */
export const texts = Effect.fnUntraced(
  function*(
    productIds: ReadonlyArray<ProductId>
  ): Effect.fn.Return<ReadonlyMap<ProductId, ProductTexts>, never, Transaction> {
    const found = new Map<ProductId, ProductTexts>()
    const asked = yield* Effect.forEach(productIds, (productId) => textsOf.sent(productId))
    for (const answer of asked) {
      const row = Option.getOrUndefined(yield* answer)
      if (row !== undefined) found.set(row.product_id, row.texts)
    }
    return found
  }
)

/** Lines of products with their names in a language of a shop. */
export const inLanguage = <Line extends { readonly name: string }>(
  [ofCatalogue]: Languages,
  language: Language,
  lines: ReadonlyArray<Line>,
  productIdOf: (line: Line) => ProductId
): Effect.Effect<ReadonlyArray<Line>, never, Transaction> =>
  language === ofCatalogue ? Effect.succeed(lines) : Effect.map(
    texts(lines.map(productIdOf)),
    (found) =>
      lines.map((line) => ({
        ...line,
        name: textsIn({ name: line.name, description: "" }, found.get(productIdOf(line)), language).name
      }))
  )
