/**
 * A store that is open and has sold nothing, with its catalogue, its OAuth clients and its first partner: the beginning
 * of every simulation. It is prepared once, in a world of its own, and copied from then on.
 */
import { type Assortment, CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import { ProductPictures } from "@beauty-store/commerce/catalog/ProductPictures"
import { type ClientRegistration, Identity } from "@beauty-store/commerce/identity/Identity"
import { Subscriptions } from "@beauty-store/commerce/partners/Subscriptions"
import { ProductId } from "@beauty-store/domain/Ids"
import { scopesOf } from "@beauty-store/domain/Principal"
import * as Effect from "effect/Effect"
import { Disk } from "./engine/Disk.ts"
import { Prng } from "./engine/Prng.ts"
import type { OwnShop } from "./OwnShop.ts"
import { World } from "./World.ts"
import { attributesOf, goodsOf, pictureSize } from "./world/Assortment.ts"
import type { Currency } from "./world/Currencies.ts"
import type { Snapshot } from "./world/Disks.ts"
import { FaultInjector } from "./world/FaultInjector.ts"
import { Partner } from "./world/Partners.ts"
import { drawConfiguration, type SwarmConfiguration } from "./world/SwarmConfiguration.ts"

const clientOf = (kind: "agent" | "staff", id: string): ClientRegistration => ({
  id,
  secret: `${id}-secret`,
  isPublished: true,
  kind,
  scopes: scopesOf[kind]
})

const staffClients: ReadonlyArray<ClientRegistration> = [
  clientOf("staff", "demo-staff"),
  ...["demo-agent", "rival-agent", "another-agent", "hoarding-agent"].map((id) => clientOf("agent", id))
]

/** The seed of the preparation: prepared stores are the same for all simulations. */
const seed = "a shop that is about to open"

/** A configuration without faults, preemption or pauses. */
export const calm: SwarmConfiguration = {
  ...drawConfiguration(new Prng(seed), { calm: true, interleaved: false }),
  preemptEvery: 0,
  commitPause: 0,
  currency: "EUR"
}

/** What a store is prepared with. */
type Stocked = Pick<OwnShop, "attributes" | "catalogue" | "categories">

/** By the goods, and by the shop's categories and currency and whether there is a carrier. */
const prepared = new Map<Assortment | undefined, Map<string, Snapshot>>()

/** The disks of a store that is open and has sold nothing. Without a carrier, only staff report shipments. */
export const preparedStore = (hasCarrier: boolean, stocked: Stocked = {}, currency: Currency = "EUR"): Snapshot => {
  const stores = prepared.get(stocked.catalogue) ?? new Map<string, Snapshot>()
  const key = JSON.stringify([hasCarrier, stocked.categories, currency])
  const known = stores.get(key)
  if (known !== undefined) return known
  const snapshot = prepare(hasCarrier, stocked, currency)
  prepared.set(stocked.catalogue, stores.set(key, snapshot))
  return snapshot
}

const prepare = (hasCarrier: boolean, stocked: Stocked, currency: Currency): Snapshot => {
  const prng = new Prng(seed)
  const start = Date.parse("2024-01-02T00:00:00Z")
  const world = new World({
    prng,
    swarm: { ...calm, currency },
    start,
    disks: { store: new Disk(), payments: new Disk(), carrier: hasCarrier ? new Disk() : undefined },
    partners: [],
    shop: { attributes: attributesOf(stocked), categories: stocked.categories },
    injector: new FaultInjector(calm, prng, start, start, undefined)
  })
  world.open()
  const partners = world.callStore(Effect.gen(function*() {
    const goods = goodsOf(stocked.catalogue, currency)
    yield* (yield* CatalogImport).add(goods.assortment)
    const { add } = yield* ProductPictures
    for (const [productId, id] of goods.pictures) {
      const bytes = new TextEncoder().encode(productId)
      const files = ["320.webp", "640.webp", "640.jpg"].map((name) => ({ name, bytes }))
      yield* add(ProductId.make(productId), { id, width: pictureSize, height: pictureSize, files }, { alt: {} })
    }
    const identity = yield* Identity
    yield* Effect.forEach(staffClients, identity.registerClient, { discard: true })
    const { create } = yield* Subscriptions
    return yield* Effect.forEach(["http://warehouse.example/hooks"], (url) => create(url))
  }))
  const snapshot = {
    ...world.snapshot(),
    partners: partners.map((partner) =>
      new Partner([partner.url], {}, { subscriptionId: partner.subscriptionId, secret: partner.secret })
    )
  }
  world.close()
  return snapshot
}
