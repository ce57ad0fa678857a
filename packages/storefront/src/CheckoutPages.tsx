/**
 * The pages of the checkout: address and method, then the whole order to check, with the button that places it.
 *
 * The rule: what was typed is in the forms of the pages alone, so that the back button and two tabs do no harm. What is
 * shown last before the button is what the order will cost; the form says which total that was, and the order is placed
 * for no other. Follows docs/storefront.md#before-an-order.
 */
import type { CartView } from "@beauty-store/commerce/cart/Carts"
import type { Owner } from "@beauty-store/commerce/identity/Identity"
import type { ShippingAddress } from "@beauty-store/domain/Address"
import { addressLines } from "@beauty-store/domain/AddressLines"
import { goodsOf } from "@beauty-store/domain/Cart"
import * as Country from "@beauty-store/domain/Country"
import { dayOf } from "@beauty-store/domain/Days"
import { codeOf, type Destination, of as destinationOf } from "@beauty-store/domain/Destination"
import { textIn } from "@beauty-store/domain/Language"
import { compareMethods } from "@beauty-store/domain/Pricing"
import { expectedDayOf, type Method, serves } from "@beauty-store/domain/Shipping"
import { Actions, Button, ButtonLink } from "@beauty-store/ui/Controls"
import { ChoiceList, TextField } from "@beauty-store/ui/Form"
import { Lines } from "@beauty-store/ui/Lines"
import { Lock } from "@beauty-store/ui/Marks"
import { Notice } from "@beauty-store/ui/Notice"
import { LineItems, PriceTable } from "@beauty-store/ui/Prices"
import * as Struct from "effect/Struct"
import type { VNode } from "preact"
import { type AddressField, AddressFields, fieldOf, hasBilling, kinds, parts } from "./AddressFields.tsx"
import { AppliedPromotions, priceNote, totalWords } from "./CartPage.tsx"
import { FaultSummary } from "./FaultSummary.tsx"
import * as Messages from "./Messages.ts"
import type { PageContext } from "./PageContext.ts"
import { thumbnailPath } from "./Picture.tsx"
import { formatOf, link, money, page } from "./ShopFrame.tsx"

/** The fields of the first page, as typed. */
export const fields: ReadonlyArray<Field> = [
  "email",
  "method",
  ...Struct.keys(kinds).flatMap((kind) => parts.map((part) => fieldOf(kind, part)))
]
export type Field = "email" | "method" | AddressField
export type Typed = Readonly<Record<Field, string>>

/** What is wrong with a field, in words. */
export type Faults = ReadonlyArray<{ readonly field: Field; readonly words: string }>

/** The details of an order that can be placed. */
export interface Details {
  readonly typed: Typed
  readonly address: ShippingAddress
  /** Where the bill goes, if that is not where the parcel goes. */
  readonly billing: ShippingAddress | undefined
  readonly method: Method
}

const Progress = ({ at, context: { language } }: { readonly context: PageContext; readonly at: number }): VNode => {
  const { stepAddress, stepPay, stepReview, steps } = Messages.checkout
  return (
    <ol class="progress" aria-label={steps(language)}>
      {[stepAddress, stepReview, stepPay].map((step, index) => (
        <li aria-current={index === at ? "step" : undefined}>{step(language)}</li>
      ))}
    </ol>
  )
}

/** The id of the field of a fault: a method is chosen from a list. */
const idOf = (field: Field): string => field === "method" ? "methods" : field

/** The name of a method of shipping. */
export const methodName = ({ language }: PageContext, { title }: Method): string => textIn(title, language)

/** The goods of a cart as they would go to a destination. */
export const purchaseTo = ({ shop: { policy } }: PageContext, cart: CartView, owner: Owner, to: Destination) => ({
  ...to,
  lines: cart.items.map(({ attributes, brandId, category, priceMinor, productId, quantity, weightGrams }) => ({
    productId,
    quantity,
    unitPriceMinor: priceMinor,
    weightGrams,
    brandId,
    category,
    attributes
  })),
  owner,
  attributes: cart.attributes,
  promotions: cart.offered,
  policy: policy.shipping
})

/** Where methods are shown for: the place that was typed, or its country, if it is served, or else the home country. */
const shownDestination = ({ shop: { policy, shipping } }: PageContext, typed: Typed): Destination => {
  const country = Country.find(typed.country)
  const postcode = country && [typed.postcode, ""].find((one) => serves(shipping, policy.shipping, country, one))
  return country === undefined || postcode === undefined
    ? { country: policy.shipping.homeCountry }
    : destinationOf({ country, postcode })
}

/** What each method that takes the goods to a destination costs, and when it arrives. */
const MethodChoice = (
  { cart, context, fault, owner, selected, to }: {
    readonly to: Destination
    readonly context: PageContext
    readonly cart: CartView
    readonly owner: Owner
    readonly selected: string
    readonly fault: string | undefined
  }
): VNode => {
  const { language, now, shop } = context
  const { policy, shipping } = shop
  const offered = compareMethods(purchaseTo(context, cart, owner, to), shop)
  const words = ({ method, shippingMinor }: ReturnType<typeof compareMethods>[number]): string =>
    Messages.checkout.by(language, {
      of: shippingMinor === 0 ? Messages.cart.free(language) : money(context, shippingMinor),
      day: formatOf(context).day(
        expectedDayOf(shipping, policy.shipping, { method: method.id, ...to }, dayOf(now, policy.timeZone))
      )
    })
  if (offered.length === 0) {
    // What was chosen stays, so that another country or other goods can be tried.
    return (
      <>
        <input type="hidden" name="method" value={selected} />
        <p>{Messages.checkout.faultNoMethod(language, { country: formatOf(context).country(codeOf(to)) })}</p>
      </>
    )
  }
  return (
    <ChoiceList
      name="method"
      legend={Messages.checkout.method(language)}
      selected={offered.some(({ method }) => method.id === selected) ? selected : offered[0]!.method.id}
      fault={fault}
      choices={offered.map((one) => ({
        value: one.method.id,
        words: methodName(context, one.method),
        marks: <span class="quiet">{words(one)}</span>
      }))}
    />
  )
}

const Goods = ({ cart, context }: { readonly context: PageContext; readonly cart: CartView }): VNode => (
  <LineItems
    items={cart.items.map((item) => ({
      words: `${item.quantity} × ${item.name}`,
      note: item.quantity > 1 || item.discountMinor > 0 ? priceNote(context, item) : undefined,
      amount: money(context, item.lineTotalMinor),
      picture: thumbnailPath(context.shop, { id: item.productId })
    }))}
  />
)

/** The first page: who, where to, and by which method. */
export const addressPage = (
  context: PageContext,
  cart: CartView,
  owner: Owner,
  typed: Typed,
  faults: Faults
): string => {
  const { language } = context
  const words = Messages.checkout
  const to = shownDestination(context, typed)
  const faultOf = (field: Field) => faults.find((fault) => fault.field === field)?.words
  return page({
    context,
    checkout: true,
    title: words.title(language),
    personal: true,
    children: (
      <>
        <Progress context={context} at={0} />
        <h1>{words.title(language)}</h1>
        <FaultSummary
          language={language}
          faults={faults.map(({ field, words }) => ({ field: idOf(field), words }))}
        />
        <div class="sheet">
          <form method="post" action={link(context, "/checkout")} novalidate>
            <input type="hidden" name="step" value="review" />
            <section class="card" aria-labelledby="contact">
              <h2 id="contact">{words.contact(language)}</h2>
              <TextField
                id="email"
                label={words.email(language)}
                hint={words.emailHint(language)}
                type="email"
                autocomplete="email"
                maxlength={254}
                value={typed.email}
                fault={faultOf("email")}
                required
              />
            </section>
            <section class="card" aria-labelledby="deliver">
              <h2 id="deliver">{words.address(language)}</h2>
              <AddressFields
                context={context}
                kind="shipping"
                label={words.address(language)}
                typed={typed}
                faultOf={faultOf}
              />
            </section>
            <section class="card">
              <details open={hasBilling(typed)}>
                <summary>{words.billingOther(language)}</summary>
                <AddressFields
                  context={context}
                  kind="billing"
                  label={words.billing(language)}
                  typed={typed}
                  faultOf={faultOf}
                />
              </details>
            </section>
            <section class="card" id="methods" aria-labelledby="method-note">
              <MethodChoice
                context={context}
                cart={cart}
                to={to}
                owner={owner}
                selected={typed.method}
                fault={faultOf("method")}
              />
              <p class="quiet" id="method-note">
                {words.methodNote(language, { country: formatOf(context).country(codeOf(to)) })}
              </p>
            </section>
            <Button>{words.toReview(language)}</Button>
          </form>
          <aside class="card" aria-labelledby="goods">
            <div class="head">
              <h2 id="goods">{Messages.cart.title(language)}</h2>
              <a href={link(context, "/cart")}>{words.change(language)}</a>
            </div>
            <Goods context={context} cart={cart} />
            <PriceTable
              prices={[{
                words: Messages.cart.goods(language),
                amount: money(context, cart.subtotalMinor),
                main: true
              }]}
            />
          </aside>
        </div>
      </>
    )
  })
}

const HiddenFields = ({ typed }: { readonly typed: Typed }): VNode => (
  <>{fields.map((field) => <input type="hidden" name={field} value={typed[field]} />)}</>
)

/** An order, which is placed once under its key, for at most its total. */
interface Order {
  readonly key: string | undefined
  readonly total: string
  /** What the buyer saw that they order. */
  readonly goods: string
  readonly typed: Typed
}

/** The fields of the form that places an order. */
const OrderFields = ({ order: { goods, key, total, typed } }: { readonly order: Order }): VNode => (
  <>
    <input type="hidden" name="step" value="order" />
    <input type="hidden" name="total" value={total} />
    <input type="hidden" name="goods" value={goods} />
    <input type="hidden" name="key" value={key} />
    <HiddenFields typed={typed} />
  </>
)

/** Back to the first page with everything that was typed. */
const Change = ({ context, typed }: { readonly context: PageContext; readonly typed: Typed }): VNode => (
  <form method="post" action={link(context, "/checkout")} class="inline">
    <input type="hidden" name="step" value="edit" />
    <HiddenFields typed={typed} />
    <button class="text-button" type="submit">{Messages.checkout.change(context.language)}</button>
  </form>
)

/** What has changed since a buyer saw it, for which nothing was ordered. */
export type Changed = "cartChanged" | "totalChanged"

/** The last page before the order: all of it, and the button. */
export const reviewPage = (
  context: PageContext,
  cart: CartView,
  { address, billing, method, typed }: Details,
  changed: Changed | undefined
): string => {
  const { key, language, now, shop: { policy, shipping } } = context
  const words = Messages.checkout
  const { country: countryName, day } = formatOf(context)
  return page({
    context,
    checkout: true,
    title: words.review(language),
    personal: true,
    children: (
      <>
        <Progress context={context} at={1} />
        <h1>{words.review(language)}</h1>
        {changed && <Notice tone="wait">{words[changed](language)}</Notice>}
        <p>{(cart.totalMinor > 0 ? words.reviewWords : words.reviewFree)(language)}</p>
        <div class="sheet">
          <div class="stack">
            <section class="card" aria-labelledby="deliver">
              <div class="head">
                <h2 id="deliver">{words.deliverTo(language)}</h2>
                <Change context={context} typed={typed} />
              </div>
              <p>
                <Lines lines={addressLines(address, countryName(address.country))} />
              </p>
              {address.phone !== undefined && <p class="quiet">{words.phone(language)}: {address.phone}</p>}
              {billing !== undefined && (
                <p>
                  <Lines
                    lines={[
                      `${words.billing(language)}:`,
                      ...addressLines(billing, countryName(billing.country))
                    ]}
                  />
                </p>
              )}
              <p class="quiet">{words.receiptTo(language)}: {typed.email}</p>
              <p>
                {words.by(language, {
                  of: methodName(context, method),
                  day: day(
                    expectedDayOf(
                      shipping,
                      policy.shipping,
                      { method: method.id, ...destinationOf(address) },
                      dayOf(now, policy.timeZone)
                    )
                  )
                })}
              </p>
            </section>
            <section class="card" aria-labelledby="goods">
              <div class="head">
                <h2 id="goods">{words.goods(language)}</h2>
                <a href={link(context, "/cart")}>{words.change(language)}</a>
              </div>
              <Goods context={context} cart={cart} />
            </section>
          </div>
          <aside class="card" aria-labelledby="total">
            <h2 id="total">{Messages.cart.summary(language)}</h2>
            <PriceTable
              prices={[
                { words: Messages.cart.goods(language), amount: money(context, cart.subtotalMinor) },
                {
                  words: words.shippingBy(language, { method: methodName(context, method) }),
                  amount: cart.shippingMinor === 0 ? Messages.cart.free(language) : money(context, cart.shippingMinor)
                },
                { words: totalWords(context, cart), amount: money(context, cart.totalMinor), main: true }
              ]}
            />
            <AppliedPromotions context={context} cart={cart} />
            <p class="quiet">
              {words.agree(language)} <a href={link(context, "/policies/terms")}>{Messages.frame.terms(language)}</a>,
              {" "}
              <a href={link(context, "/policies/returns")}>{Messages.frame.returns(language)}</a>,{" "}
              <a href={link(context, "/policies/privacy")}>{Messages.frame.privacy(language)}</a>
            </p>
            <form method="post" action={link(context, "/checkout")}>
              <OrderFields order={{ key, total: String(cart.totalMinor), goods: goodsOf(cart.items), typed }} />
              <Button>
                <Lock />
                {words.order(language)}
              </Button>
            </form>
            {cart.totalMinor > 0 && <p class="quiet">{words.afterOrder(language)}</p>}
          </aside>
        </div>
      </>
    )
  })
}

/** The order is still being placed. The button sends the same form again, which places no other order. */
export const underWayPage = (context: PageContext, order: Order): string => {
  const { language } = context
  const words = Messages.checkout
  return page({
    context,
    checkout: true,
    title: words.underWay(language),
    personal: true,
    text: true,
    children: (
      <>
        <h1>{words.underWay(language)}</h1>
        <Notice tone="wait">{words.underWayWords(language)}</Notice>
        <form method="post" action={link(context, "/checkout")}>
          <OrderFields order={order} />
          <Actions>
            <Button>{words.onward(language)}</Button>
          </Actions>
        </form>
      </>
    )
  })
}

/** The order was not placed. */
export const refusedPage = (context: PageContext, why: string, typed: Typed | undefined): string => {
  const { language } = context
  const words = Messages.checkout
  return page({
    context,
    checkout: true,
    title: words.notPlaced(language),
    personal: true,
    text: true,
    children: (
      <>
        <h1>{words.notPlaced(language)}</h1>
        <Notice tone="wrong">{why}</Notice>
        <Actions>
          <ButtonLink href={link(context, "/cart")}>{words.toCart(language)}</ButtonLink>
          {typed !== undefined && (
            <form method="post" action={link(context, "/checkout")}>
              <input type="hidden" name="step" value="review" />
              <HiddenFields typed={typed} />
              <Button rank="plain">{words.again(language)}</Button>
            </form>
          )}
        </Actions>
      </>
    )
  })
}

/**
 * A page that goes on to a provider's page on another host. It is not a redirect, because browsers apply the policy of
 * the form's page to every redirect after it, and that policy names this shop only.
 */
export const onwardPage = (context: PageContext, target: string): string => {
  const words = Messages.checkout
  return page({
    context,
    checkout: true,
    title: words.secure(context.language),
    personal: true,
    text: true,
    onward: target,
    children: (
      <>
        <h1>{words.secure(context.language)}</h1>
        <p>
          <ButtonLink href={target}>{words.onward(context.language)}</ButtonLink>
        </p>
      </>
    )
  })
}
