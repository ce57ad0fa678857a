/**
 * Order placement, the same for every payment flow and protocol, in one transaction: `decide` reads and refuses,
 * `write` writes order and session at today's prices, `reserve` comes last, because it locks the hottest rows. An
 * earlier session of the cart or draft ends here. Follows docs/specification.md#checkout,
 * docs/specification.md#unpaid-checkouts.
 */
import { Email, type ShippingAddress } from "@beauty-store/domain/Address"
import * as AddressForm from "@beauty-store/domain/AddressForm"
import type { Attributes } from "@beauty-store/domain/Attribute"
import type { Definitions } from "@beauty-store/domain/Attribute"
import { acceptPurchase, CartEmpty } from "@beauty-store/domain/Cart"
import { NoLongerSold } from "@beauty-store/domain/Catalog"
import type { Phase } from "@beauty-store/domain/CheckoutSession"
import { dayOf } from "@beauty-store/domain/Days"
import * as Destination from "@beauty-store/domain/Destination"
import { type CartId, type DraftId, OrderId, type ProductId, SessionId } from "@beauty-store/domain/Ids"
import { answerIn, Language } from "@beauty-store/domain/Language"
import { AmountMinor } from "@beauty-store/domain/Money"
import type { PaymentMethod } from "@beauty-store/domain/Payment"
import * as Pricing from "@beauty-store/domain/Pricing"
import * as Promotion from "@beauty-store/domain/Promotion"
import { isNearlyGone, lifetimeMillis, type UnitsLeft } from "@beauty-store/domain/Reservation"
import * as Shipping from "@beauty-store/domain/Shipping"
import * as Stock from "@beauty-store/domain/Stock"
import { nextId } from "@beauty-store/sql/Entropy"
import { Jobs } from "@beauty-store/sql/Jobs"
import type { StoreSecret } from "@beauty-store/sql/Secrets"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Carts from "../cart/Carts.ts"
import * as Inventory from "../catalog/Inventory.ts"
import * as ProductNames from "../catalog/ProductNames.ts"
import type { Owner } from "../identity/Identity.ts"
import { Key, OwnerKeys } from "../InputChecks.ts"
import { takeUpMillis } from "../payment/ProviderSaga.ts"
import type { StorePolicy } from "../Policy.ts"
import * as PromotionRecords from "../promotions/PromotionRecords.ts"
import * as OrderRecords from "../records/OrderRecords.ts"
import * as SessionRecords from "../records/SessionRecords.ts"
import * as ReservationLimits from "./ReservationLimits.ts"

/** The buyer, and the destination of the order. */
export interface PurchaseDetails {
  readonly owner: Owner
  readonly email: string
  readonly address: ShippingAddress
  /** Where the bill goes; default: where the parcel goes. It decides no tax. */
  readonly billing?: ShippingAddress | undefined
  /** Default: the first that takes the goods there. */
  readonly method?: Shipping.ShippingMethod | undefined
  /** In which everything about the order is said to the buyer; default: English. */
  readonly language?: Language | undefined
  /** The network that the buyer calls from, by any name of its own; none where it is not known or does not count. */
  readonly network?: string | undefined
  /** The most that the order may cost, in minor units; default: what it costs at the prices that were shown last. */
  readonly expectedTotalMinor?: number | undefined
  /** The goods that the buyer was shown (`Cart.goodsOf`); default: whatever they are. */
  readonly expectedGoods?: string | undefined
}

/** The same, as embedding programs have to give it. A method is one that the shop has. */
export const purchaseFields = ({ shipping }: Pricing.PricingStrategies) => ({
  owner: OwnerKeys,
  email: Email,
  address: AddressForm.ReadAddress,
  billing: Schema.optional(AddressForm.ReadAddress),
  method: Schema.optional(Schema.Literal(...Shipping.methodIdsOf(shipping))),
  language: Schema.optional(Language),
  network: Schema.optional(Key),
  expectedTotalMinor: Schema.optional(AmountMinor),
  expectedGoods: Schema.optional(Schema.String)
})

/** A purchase that is to be placed. */
export interface Purchase extends PurchaseDetails {
  /** The cart that it comes from, locked, if any. */
  readonly cartId: CartId | undefined
  /** The purchase draft that it comes from, locked, if any. */
  readonly draftId?: DraftId | undefined
  /** Codes of discounts that the buyer gave; default: none. */
  readonly codes?: ReadonlyArray<string> | undefined
  /** Whether a promotion freed the shipping when the buyer was shown it last; default: no. */
  readonly freesShipping?: boolean | undefined
  /** Those of the cart, which the order keeps; default: none. */
  readonly attributes?: Attributes | undefined
  /** Beside today's offers, in the order's order; each product once. */
  readonly lines: ReadonlyArray<Carts.LoadedLine>
}

/** The owner's cart as a purchase; the cart is locked. */
export const purchaseOf = (shop: Definitions, details: PurchaseDetails) => {
  const { address, billing, email, expectedGoods, expectedTotalMinor, language, method, network, owner } = details
  return Effect.map(
    Carts.load(shop, owner),
    ({ attributes, id, lines, promotions: { codes, freesShipping } }): Purchase => ({
      owner,
      email,
      address,
      billing,
      method,
      language,
      network,
      expectedTotalMinor,
      expectedGoods,
      cartId: id,
      codes,
      freesShipping,
      attributes,
      lines
    })
  )
}

/** Refuses a purchase that its buyer was not shown. */
export const accept = (
  { expectedGoods, expectedTotalMinor, freesShipping = false, lines }: Purchase,
  priced: Pricing.PricedPurchase
) =>
  acceptPurchase({
    lines: lines.map(({ line, priceMinor }, n) => ({
      line,
      priceMinor,
      discountMinor: priced.lines[n]!.discountMinor
    })),
    totalMinor: priced.totalMinor,
    losesFreeShipping: freesShipping && priced.shippingMinor > 0,
    expectedTotalMinor,
    expectedGoods,
    currency: priced.currency
  })

/** Refuses a cart with a code that its buyer cannot use: the cart showed what it is worth to somebody else. */
const acceptCodes = ({ cartId }: Purchase, { currency, promotions: { codes } }: Pricing.PricedPurchase) => {
  const refused = cartId === undefined ? undefined : Promotion.refusedToCustomer(codes, currency)
  return refused ?? Effect.void
}

/** The method by which a purchase goes; refuses one that does not take it where it goes, and goods that none takes. */
const acceptMethod = (
  { method: chosen }: Purchase,
  listed: Omit<Pricing.Purchase, "method">,
  strategies: Pricing.PricingStrategies
) => {
  const method = Pricing.methodFor({ ...listed, method: chosen }, strategies)
  return method !== undefined && (chosen === undefined || chosen === method) ? Effect.succeed(method) : Effect.fail(
    new Shipping.ShippingNotOffered({
      shippingMethod: chosen ?? null,
      country: Destination.codeOf(listed),
      grams: Shipping.gramsOf(listed.lines),
      offered: Pricing.compareMethods(listed, strategies).map((one) => one.method.id)
    })
  )
}

/** A purchase that can be made, as long as nothing that was read changes. */
export interface PlacementDecision {
  readonly purchase: Purchase
  readonly method: Shipping.ShippingMethod
  readonly language: Language
  /** Its lines, with the names of their products in that language. */
  readonly products: Purchase["lines"]
  readonly priced: Pricing.PricedPurchase
  /** The session that this one replaces. */
  readonly earlier: SessionRecords.SessionRow | undefined
  /** Units to reserve: net of those that the earlier session releases. */
  readonly reservations: ReadonlyArray<Inventory.Reservation>
  /** Its holder, the units and the time that it reserves them. */
  readonly claim: ReservationLimits.Claim
}

interface PlacementContext {
  readonly policy: StorePolicy
  readonly strategies: Pricing.PricingStrategies
  readonly secret: Context.Tag.Service<typeof StoreSecret>
}

/** The session that a purchase replaces: of its cart or its draft. */
const earlierOf = ({ cartId, draftId }: Purchase) =>
  cartId !== undefined
    ? Effect.map(SessionRecords.liveOfCart(cartId), Option.getOrUndefined)
    : draftId !== undefined
    ? Effect.map(SessionRecords.liveOfDraft(draftId), Option.getOrUndefined)
    : Effect.succeed(undefined)

/** Prices a purchase, checks that its buyer has seen what it costs, the stock and how much its buyer reserves unpaid. Reads and locks only. */
export const decide = Effect.fnUntraced(function*(purchase: Purchase, context: PlacementContext) {
  const { policy, secret, strategies } = context
  const { address, attributes, codes = [], email, lines, network, owner } = purchase
  if (lines.length === 0) return yield* new CartEmpty()
  const archived = lines.find(({ isArchived }) => isArchived === true)
  if (archived !== undefined) return yield* new NoLongerSold({ productId: archived.line.productId })
  const unserved = Shipping.refusalOf(strategies.shipping, policy.shipping, address)
  if (unserved !== undefined) return yield* unserved
  const now = yield* Clock.currentTimeMillis
  const today = dayOf(now, policy.timeZone)
  const earlier = yield* earlierOf(purchase)
  yield* PromotionRecords.lockLimited(codes)
  const destination = Destination.of(address)
  const listed = {
    ...destination,
    lines: lines.map(Carts.listed),
    promotions: yield* PromotionRecords.offer(codes, { email, earlier: earlier?.order_id }, now),
    attributes,
    owner,
    codes,
    currency: policy.currency,
    on: today,
    policy: policy.shipping
  }
  const method = yield* acceptMethod(purchase, listed, strategies)
  // An order for whose parcel the shop's own rule names no day could not be read.
  Shipping.expectedDayOf(strategies.shipping, policy.shipping, { method, ...destination }, today)
  const priced = Pricing.price({ ...listed, method }, strategies)
  yield* acceptCodes(purchase, priced)
  yield* accept(purchase, priced)

  const holder = ReservationLimits.holderOf(secret, owner, network)
  const lowOf = ({ lowStock = policy.stock.low }: Carts.LoadedLine) => lowStock
  const fewAreLeft = lines.some((one) =>
    isNearlyGone({ units: one.onHand - one.reserved - one.line.quantity, low: lowOf(one) })
  )
  const reservedUnpaid = yield* ReservationLimits.start(holder, fewAreLeft)
  // Units that an earlier checkout of this cart or draft has reserved count as available to this one.
  const held = earlier === undefined ? [] : yield* OrderRecords.unitsOf(earlier.order_id)
  const heldOf = (productId: ProductId) => held.find((one) => one.productId === productId)?.quantity ?? 0
  const left = new Map<ProductId, UnitsLeft>()
  for (const one of lines) {
    const { line: { productId, quantity }, onHand, reserved } = one
    const after = yield* Stock.reserve({ onHand, reserved: reserved - heldOf(productId) }, productId, quantity)
    left.set(productId, { units: Stock.available(after), low: lowOf(one) })
  }
  const claim: ReservationLimits.Claim = {
    holder,
    wanted: {
      units: lines.map(({ line: { productId, quantity } }) => ({ productId, quantity })),
      forMillis: lifetimeMillis(policy.session, [...left.values()]),
      nearlyGone: new Set([...left].filter(([, units]) => isNearlyGone(units)).map(([productId]) => productId))
    }
  }
  yield* ReservationLimits.authorise(claim, reservedUnpaid, policy.reservations, earlier?.id)

  const language = answerIn(policy.languages, purchase.language)
  const named = yield* ProductNames.inLanguage(policy.languages, language, lines, ({ line }) => line.productId)
  const products = new Set([...held, ...lines.map(({ line }) => line)].map((one) => one.productId))
  const reservations = [...products].map((productId) => ({
    productId,
    quantity: (lines.find(({ line }) => line.productId === productId)?.line.quantity ?? 0) - heldOf(productId)
  }))
  return {
    purchase,
    method,
    language,
    products: named,
    priced,
    earlier,
    reservations,
    claim
  } satisfies PlacementDecision
})

/** How a purchase is going to be paid. */
export interface PaymentFlow {
  /** `opening`: on the provider's page, which is still to be made. `processing`: by a charge that is under way. */
  readonly phase: Extract<Phase, "opening" | "processing">
  readonly paymentMethod?: PaymentMethod | undefined
  /** Where the shopper goes after the store's own return address, if anywhere. */
  readonly returnUrl?: string | undefined
  /** The session's id, where it was given out before. */
  readonly sessionId?: SessionId | undefined
  /** The moment of the purchase, where other times depend on it already. */
  readonly at?: number | undefined
}

/** Writes the pending order and its session, and ends the session that it replaces. The reservation is to follow. */
export const write = Effect.fnUntraced(
  function*(
    { claim: { holder, wanted }, earlier, language, method, priced, products, purchase }: PlacementDecision,
    flow: PaymentFlow
  ) {
    const jobs = yield* Jobs
    const now = flow.at ?? (yield* Clock.currentTimeMillis)
    if (earlier !== undefined) yield* SessionRecords.end(earlier, "cancelled", "shopper")
    const orderId = yield* nextId(OrderId)
    yield* OrderRecords.place(orderId, {
      owner: purchase.owner,
      email: purchase.email,
      address: purchase.address,
      billing: purchase.billing,
      method,
      language,
      priced,
      products,
      attributes: purchase.attributes,
      at: now
    })
    yield* PromotionRecords.recordUses(orderId, priced.promotions.counted)
    const sessionId = flow.sessionId ?? (yield* nextId(SessionId))
    yield* SessionRecords.insert({
      id: sessionId,
      cart_id: purchase.cartId ?? null,
      draft_id: purchase.draftId ?? null,
      order_id: orderId,
      phase: flow.phase,
      total_minor: priced.totalMinor,
      currency: priced.currency,
      payment_method: flow.paymentMethod ?? null,
      return_url: flow.returnUrl ?? null,
      charged: flow.phase === "processing" ? 1 : 0,
      expires_at: now + wanted.forMillis,
      holder: holder.principal,
      network: holder.network
    })
    yield* jobs.schedule("checkout", sessionId, now + takeUpMillis)
    return { sessionId, orderId }
  }
)

/** Reserves the units for the session that was written. Last in the transaction. */
export const reserve = (
  { claim, reservations }: PlacementDecision,
  sessionId: SessionId,
  { policy }: PlacementContext
) =>
  Effect.zipRight(
    ReservationLimits.confirm(claim, policy.reservations, sessionId),
    Inventory.reserve(reservations, policy.stock)
  )
