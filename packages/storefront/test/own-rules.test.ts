/** A shop with a tariff and a window of its own, as its pages say them: nothing that its rules do not keep. */
import * as Strategies from "@beauty-store/commerce/Strategies"
import * as Return from "@beauty-store/domain/Return"
import * as StoreHttp from "@beauty-store/http/StoreHttp"
import * as Storefront from "@beauty-store/storefront/Storefront"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import { type Different, openHandlers } from "../../../test/shop/handlers.ts"
import { serum } from "../../../test/shop/products.ts"
import { visitor } from "./visits.ts"

const open = (different: Different) =>
  openHandlers(
    HttpLayerRouter.toHttpEffect(StoreHttp.layer({ prefix: "/" }).pipe(Layer.provide(Storefront.layer()))),
    different
  )

it("a page does not promise that opened goods come back where the answer is no yes or no", async () => {
  // The types exclude promises.
  const returnsOpened = (() => Promise.resolve(false)) as never
  const shop = await open({
    strategies: Layer.succeed(Strategies.Returns, { ...Return.defaultStrategy, returnsOpened })
  })
  const { status, text } = await visitor(shop).open(`/products/${serum}`)
  expect(status).toBe(500)
  expect(text).not.toContain("opened it")
  await shop.close()
})
