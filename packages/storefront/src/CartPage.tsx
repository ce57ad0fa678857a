/**
 * The cart: its lines with their quantities, what has changed since the shopper last saw it, and what it costs.
 *
 * The rule: every amount is one of the cart's own (`CartView`); nothing is added up here. What a line can no longer
 * have is said above all lines and leads to the line.
 */
import type { CartView } from "@beauty-store/commerce/cart/Carts"
import type { SessionView } from "@beauty-store/commerce/checkout/SessionView"
import type { SettableField } from "@beauty-store/domain/Attribute"
import { maxQuantity } from "@beauty-store/domain/Cart"
import { textIn } from "@beauty-store/domain/Language"
import { containsVat } from "@beauty-store/domain/Pricing"
import { type Applied, appliedIn, describeApplied, foldCode, type Refused } from "@beauty-store/domain/Promotion"
import { methodOf, rateOf, showsTariff } from "@beauty-store/domain/Shipping"
import { Button, ButtonLink } from "@beauty-store/ui/Controls"
import { TextField } from "@beauty-store/ui/Form"
import { EmptyState, Notice } from "@beauty-store/ui/Notice"
import { PriceTable } from "@beauty-store/ui/Prices"
import type { Tone } from "@beauty-store/ui/Status"
import type { VNode } from "preact"
import * as Messages from "./Messages.ts"
import type { PageContext } from "./PageContext.ts"
import { Picture } from "./Picture.tsx"
import { productPath } from "./ProductCards.tsx"
import { quantities } from "./ProductPage.tsx"
import { formatOf, link, money, page } from "./ShopFrame.tsx"

type Item = CartView["items"][number]

/** What a form has just done, or why not. */
export interface Done {
  readonly tone: Tone
  readonly words: string
  /** A code that was refused. */
  readonly code?: string
}

/** How the amount of a line comes about. */
export const priceNote = (context: PageContext, { discountMinor, priceMinor }: Item): string =>
  [
    Messages.cart.each(context.language, { price: money(context, priceMinor) }),
    ...(discountMinor > 0
      ? [Messages.cart.discount(context.language, { amount: money(context, 0 - discountMinor) })]
      : [])
  ].join(" · ")

/** The fields that every form of the cart has. */
const Hidden = (
  { action, item, context }: { readonly context: PageContext; readonly action: string; readonly item: Item }
): VNode => (
  <>
    <input type="hidden" name="action" value={action} />
    <input type="hidden" name="product" value={item.productId} />
    {context.key !== undefined && (
      <input type="hidden" name="key" value={`${context.key}-${action}-${item.productId}`} />
    )}
  </>
)

const Line = ({ item, context }: { readonly context: PageContext; readonly item: Item }): VNode => {
  const { language } = context
  const { available, lineTotalMinor, name, productId, quantity } = item
  const words = Messages.cart
  const to = link(context, "/cart")
  const most = Math.min(maxQuantity, Math.max(available, quantity), Math.max(10, quantity))
  return (
    <li id={`line-${productId}`}>
      <Picture context={context} of={{ id: productId }} alt="" width={96} eager />
      <div class="what">
        <a href={link(context, productPath(productId))}>{name}</a>
        <div class="quiet">{priceNote(context, item)}</div>
      </div>
      <div class="amount">{money(context, lineTotalMinor)}</div>
      <div class="row">
        <form method="post" action={to}>
          <Hidden context={context} action="set" item={item} />
          <select name="quantity" aria-label={words.quantityOf(language, { name })}>
            {quantities(most).map((one) => (
              <option value={one.value} selected={one.value === String(quantity)}>{one.words}</option>
            ))}
          </select>
          <button class="text-button unscripted" type="submit">{words.update(language)}</button>
        </form>
        <form method="post" action={to}>
          <Hidden context={context} action="remove" item={item} />
          <button class="text-button" type="submit" aria-label={words.removeOf(language, { name })}>
            {words.remove(language)}
          </button>
        </form>
      </div>
    </li>
  )
}

/** What has changed since the shopper last saw the cart. */
const Changes = ({ cart, context }: { readonly context: PageContext; readonly cart: CartView }): VNode | undefined => {
  const { language } = context
  const words = Messages.cart
  const nameOf = (id: string): string => cart.items.find(({ productId }) => productId === id)?.name ?? id
  if (cart.messages.length === 0) return undefined
  return (
    <Notice tone="wait" title={words.attention(language)}>
      <ul>
        {cart.messages.map((message) => {
          const name = nameOf(message.productId)
          return (
            <li>
              {message.code === "price_changed"
                ? words.priceChanged(language, {
                  name,
                  before: money(context, message.priceSeenMinor),
                  now: money(context, message.priceMinor)
                })
                : message.code === "insufficient_stock"
                ? words.lessThere(language, { name, count: message.available })
                : message.code === "no_longer_sold"
                ? words.notSold(language, { name })
                : words.gone(language, { name })}
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}

/** An order of the same shopper's that is not paid yet, with the pages where it can be paid or called off. */
export interface UnpaidOrder {
  readonly session: SessionView
  /** The address of the order's own page, if it has one. */
  readonly page: string | undefined
}

/** An order of what was in the cart waits for its payment. */
const Unpaid = ({ context, unpaid }: { readonly context: PageContext; readonly unpaid: UnpaidOrder }): VNode => {
  const { language } = context
  const { session, page } = unpaid
  const words = Messages.cart
  return (
    <Notice tone="wait">
      {words.unpaid(language, { amount: money(context, session.totalMinor) })}{" "}
      <a href={session.redirectUrl}>{words.payIt(language)}</a>
      {page !== undefined && (
        <>
          {" · "}
          <a href={`${page}/cancel`}>{words.cancelIt(language)}</a>
        </>
      )}
    </Notice>
  )
}

/** The word beside a cart's total, which says whether VAT is in it. */
export const totalWords = ({ language }: PageContext, cart: CartView): string =>
  (containsVat(cart) ? Messages.cart.totalWithVat : Messages.cart.total)(language)

/** What is missing until shipping of a cart to the home country, by its method, is free by the tariff. */
const findMissing = (
  { shop: { policy, shipping } }: PageContext,
  { method, promotions: { counted }, shippingMinor, subtotalMinor }: CartView
) => {
  if (shippingMinor === 0 || !showsTariff(shipping)) return undefined
  const { freeFromMinor = 0 } = rateOf(policy.shipping, { country: policy.shipping.homeCountry, method })
  const goodsMinor = counted.reduce((sum, { amountMinor }) => sum + amountMinor, subtotalMinor)
  return freeFromMinor > goodsMinor ? freeFromMinor - goodsMinor : undefined
}

/** Why a code takes nothing off. */
export const reasonWords = (context: PageContext, { leastMinor, reason }: Refused): string =>
  leastMinor === undefined
    ? Messages.codeReasons[reason](context.language)
    : Messages.belowLeast(context.language, { amount: money(context, leastMinor) })

/** The promotions that count, as a buyer reads them before the order. */
export const AppliedPromotions = (
  { cart: { promotions: { counted } }, context }: { readonly context: PageContext; readonly cart: CartView }
): VNode => (
  <>
    {appliedIn(counted, context.language).map((one) => (
      <p class="quiet">{describeApplied(one, (minor) => money(context, minor))}</p>
    ))}
  </>
)

/** The promotions that count, and each code that was given with a way to remove it. */
const Promotions = ({ cart, context }: { readonly context: PageContext; readonly cart: CartView }): VNode => {
  const { key, language } = context
  const { codes, counted } = cart.promotions
  const words = Messages.cart
  const applied = appliedIn(counted, language)
  const describe = (one: Applied): string => describeApplied(one, (minor) => money(context, minor))
  return (
    <>
      {applied.filter(({ code }) => code === undefined).map((one) => <p>{describe(one)}</p>)}
      {codes.map(({ code, leastMinor, reason }) => {
        const counts = applied.find((one) => one.code === foldCode(code))
        return (
          <form method="post" action={link(context, "/cart")}>
            <input type="hidden" name="action" value="remove-code" />
            <input type="hidden" name="code" value={code} />
            {key !== undefined && <input type="hidden" name="key" value={`${key}-remove-code-${code}`} />}
            {counts !== undefined
              ? describe(counts)
              : reason === undefined
              ? code
              : words.codeRefused(language, { code, reason: reasonWords(context, { reason, leastMinor }) })}{" "}
            <button class="text-button" type="submit" aria-label={words.removeCode(language, { code })}>
              {words.remove(language)}
            </button>
          </form>
        )
      })}
    </>
  )
}

/** `refused`: the code that was refused, to be corrected. */
const CodeField = (
  { context, refused }: { readonly context: PageContext; readonly refused: string | undefined }
): VNode => {
  const { key, language } = context
  const words = Messages.cart
  return (
    <details open={refused !== undefined}>
      <summary>{words.haveCode(language)}</summary>
      <form method="post" action={link(context, "/cart")}>
        <input type="hidden" name="action" value="add-code" />
        {key !== undefined && <input type="hidden" name="key" value={`${key}-add-code`} />}
        <TextField id="code" label={words.code(language)} autocomplete="off" maxlength={100} value={refused ?? ""} />
        <Button rank="plain">{words.useCode(language)}</Button>
      </form>
    </details>
  )
}

/** The fields of the cart that the shop lets buyers set, where a form can ask for them. */
export const ownFieldsOf = ({ attributes }: CartView): ReadonlyArray<SettableField> =>
  attributes?.definition.settable.filter(({ input }) => input !== undefined) ?? []

const OwnFields = (
  { cart, context }: { readonly context: PageContext; readonly cart: CartView }
): VNode | undefined => {
  const { key, language } = context
  const fields = ownFieldsOf(cart)
  const { shown = {} } = cart.attributes ?? {}
  if (fields.length === 0) return undefined
  return (
    <form class="card" method="post" action={link(context, "/cart")}>
      <input type="hidden" name="action" value="set-fields" />
      {key !== undefined && <input type="hidden" name="key" value={`${key}-set-fields`} />}
      {fields.map(({ input, name, title }) =>
        input === "checkbox"
          ? (
            <p>
              <label>
                <input type="checkbox" name={`own-${name}`} checked={shown[name] === true} /> {textIn(title, language)}
              </label>
            </p>
          )
          : (
            <TextField
              id={`own-${name}`}
              label={textIn(title, language)}
              inputmode={input === "number" ? "numeric" : "text"}
              autocomplete="off"
              maxlength={1000}
              value={String(shown[name] ?? "")}
            />
          )
      )}
      <Button rank="plain">{Messages.cart.setFields(language)}</Button>
    </form>
  )
}

const Summary = (
  { cart, context, refused }: {
    readonly context: PageContext
    readonly cart: CartView
    readonly refused: string | undefined
  }
): VNode => {
  const { language, shop: { policy, shipping } } = context
  const words = Messages.cart
  const { homeCountry } = policy.shipping
  const missing = findMissing(context, cart)
  return (
    <aside class="card" aria-labelledby="summary">
      <h2 id="summary">{words.summary(language)}</h2>
      <Promotions context={context} cart={cart} />
      <PriceTable
        prices={[
          { words: words.goods(language), amount: money(context, cart.subtotalMinor) },
          {
            words: (
              <a href={link(context, "/policies/shipping")}>
                {words.shippingTo(language, { country: formatOf(context).country(homeCountry) })}
              </a>
            ),
            amount: cart.shippingMinor === 0 ? words.free(language) : money(context, cart.shippingMinor)
          },
          { words: totalWords(context, cart), amount: money(context, cart.totalMinor), main: true }
        ]}
      />
      {missing !== undefined && (
        <p class="quiet">
          {words.untilFree(language, {
            amount: money(context, missing),
            method: textIn(methodOf(shipping, cart.method).title, language)
          })}
        </p>
      )}
      <p>
        <ButtonLink href={link(context, "/checkout")}>{words.toCheckout(language)}</ButtonLink>
      </p>
      <CodeField context={context} refused={refused} />
      <p class="quiet">{words.notReserved(language)}</p>
    </aside>
  )
}

export const cartPage = (
  context: PageContext,
  cart: CartView,
  done: Done | undefined,
  unpaid?: UnpaidOrder
): string => {
  const { language } = context
  const words = Messages.cart
  const notice = (
    <>
      {done && <Notice tone={done.tone}>{done.words}</Notice>}
      {unpaid && <Unpaid context={context} unpaid={unpaid} />}
    </>
  )
  return page({
    context,
    title: words.title(language),
    personal: true,
    children: cart.items.length === 0
      ? (
        <>
          {notice}
          <EmptyState
            title={words.empty(language)}
            actions={<ButtonLink href={link(context, "/products")}>{words.toShop(language)}</ButtonLink>}
          >
            <p class="quiet">{words.emptyWords(language)}</p>
          </EmptyState>
        </>
      )
      : (
        <>
          <h1>{words.title(language)}</h1>
          {notice}
          <Changes context={context} cart={cart} />
          <div class="sheet">
            <div>
              <ul class="cart-lines">{cart.items.map((item) => <Line context={context} item={item} />)}</ul>
              <OwnFields context={context} cart={cart} />
            </div>
            <Summary context={context} cart={cart} refused={done?.code} />
          </div>
        </>
      )
  })
}
