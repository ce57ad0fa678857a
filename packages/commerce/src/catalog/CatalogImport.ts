/**
 * Importing an assortment: new brands and products with their first stock, their texts and their search words. What the
 * shop has already stays as it is. An assortment with any fault adds nothing: all of its faults are named (`Assortment`).
 * Follows docs/specification.md#catalogue.
 *
 * @since 1.0.0
 */
import type { Definition } from "@beauty-store/domain/Attribute"
import * as Domain from "@beauty-store/domain/Catalog"
import type { InvalidInput } from "@beauty-store/domain/InvalidInput"
import { searchedIn } from "@beauty-store/domain/ProductText"
import * as Query from "@beauty-store/sql/Query"
import { TimeLimit } from "@beauty-store/sql/TimeLimit"
import { type StoreUnavailable, Transactions } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ShopAttributes } from "../Attributes.ts"
import { refuse } from "../InputChecks.ts"
import { Policy } from "../Policy.ts"
import * as UseCase from "../UseCase.ts"
import { type Assortment, faultsOfAssortment } from "./Assortment.ts"
import * as CatalogChanges from "./CatalogChanges.ts"
import * as CatalogWords from "./CatalogWords.ts"
import * as IndexedWords from "./IndexedWords.ts"
import { fold } from "./SearchWords.ts"

export type { Assortment }

export class CatalogImport extends Context.Tag("@beauty-store/commerce/CatalogImport")<CatalogImport, {
  readonly add: (assortment: Assortment) => Effect.Effect<void, InvalidInput | StoreUnavailable>
}>() {}

const insertBrand = Query.insert("brand", ["id", "name", "category", "position"], "ON CONFLICT DO NOTHING")
const insertProduct = Query.insertIfNew("product", [
  "id",
  "brand_id",
  "name",
  "name_key",
  "description",
  "price_minor",
  "currency",
  "category",
  "gtin",
  "size_thousandths",
  "size_unit",
  "attributes",
  "hygiene_sealed",
  "position",
  "group_id",
  "group_name",
  "varies_by",
  "group_value",
  "added_at"
], "ON CONFLICT DO NOTHING")
const insertStock = Query.insert("stock", ["product_id", "on_hand"])
const insertTexts = Query.insert("product_text", ["product_id", "texts"])

const dependencies = Effect.all({ transactions: Transactions, policy: Policy, attributes: ShopAttributes })

type StockedBrand = Assortment["brands"][number]

/** Adds a product with its first stock and its search words, which it returns, unless it exists already. */
const addProduct = Effect.fnUntraced(
  function*(
    definition: Definition | undefined,
    brand: StockedBrand,
    product: StockedBrand["products"][number],
    position: number,
    now: number
  ) {
    const { returnableOnceOpened = true, size = Domain.onePiece } = product
    const attributes = product.attributes === undefined ? null : definition!.held(product.attributes).text
    const searched = product.attributes === undefined ? "" : definition!.searchedIn(product.attributes)
    const added = yield* insertProduct({
      id: product.id,
      brand_id: brand.id,
      name: product.name,
      name_key: fold(product.name),
      description: product.description,
      price_minor: product.priceMinor,
      currency: product.currency,
      category: product.category,
      gtin: product.gtin,
      size_thousandths: Math.round(size.value * 1000),
      size_unit: size.unit,
      attributes,
      hygiene_sealed: returnableOnceOpened ? 0 : 1,
      position,
      group_id: product.group?.id ?? null,
      group_name: product.group?.name ?? null,
      varies_by: product.group?.variesBy ?? null,
      group_value: product.group?.value ?? null,
      added_at: now
    })
    if (added === 0) return undefined
    yield* insertStock({ product_id: product.id, on_hand: product.onHand })
    if (product.texts !== undefined) {
      yield* insertTexts({ product_id: product.id, texts: JSON.stringify(product.texts) })
    }
    const other = [
      product.description,
      product.group?.name ?? "",
      product.group?.value ?? "",
      searched,
      searchedIn(product.texts)
    ].join(" ")
    const words = [product.name, brand.name, product.category, other] as const
    yield* IndexedWords.insert(product.id, words)
    return fold(words.join(" "))
  }
)

const add = ({ attributes, policy, transactions }: Effect.Effect.Success<typeof dependencies>) =>
  Effect.fnUntraced(function*(assortment: Assortment) {
    yield* refuse(faultsOfAssortment(assortment, policy, attributes.product))
    const now = yield* Clock.currentTimeMillis
    const added: Array<string> = []
    for (const [brandPosition, brand] of assortment.brands.entries()) {
      yield* insertBrand({ id: brand.id, name: brand.name, category: brand.category, position: brandPosition })
      for (const [position, product] of brand.products.entries()) {
        const words = yield* addProduct(attributes.product, brand, product, position, now)
        if (words !== undefined) added.push(words)
      }
    }
    yield* CatalogWords.record(added)
    yield* CatalogChanges.recordAny
    // An assortment may be of any size.
  }, (body) => Effect.provideService(transactions.write(body), TimeLimit, "watched"))

export const layer: Layer.Layer<CatalogImport, never, Transactions | Policy> = Layer.effect(
  CatalogImport,
  Effect.map(dependencies, (deps) => ({ add: UseCase.named("CatalogImport.add", add(deps)) }))
)
