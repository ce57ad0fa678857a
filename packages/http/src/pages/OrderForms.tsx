/**
 * The pages on which a buyer changes an order, and those that say why it cannot be changed. Pure: from views to markup.
 *
 * The rule: each page says what is going to happen before it happens, and offers the way back to the order. A return
 * takes two steps: what to return, then a confirmation. Follows docs/specification.md#order-page.
 */
import type { Day } from "@beauty-store/domain/Days"
import type { Locale } from "@beauty-store/domain/Language"
import * as Refund from "@beauty-store/domain/Refund"
import * as Return from "@beauty-store/domain/Return"
import { Card } from "@beauty-store/ui/Card"
import { Actions, Button, ButtonLink } from "@beauty-store/ui/Controls"
import { Fields, Group, SelectField, TextField } from "@beauty-store/ui/Form"
import { formatIn } from "@beauty-store/ui/Format"
import { Notice } from "@beauty-store/ui/Notice"
import { LineItems } from "@beauty-store/ui/Prices"
import type { VNode } from "preact"
import { messagePage, questionPage, toShop } from "./MessagePages.tsx"
import * as Messages from "./Messages.ts"
import { addressOf, isOpen, isPaid, itemsOf, type OrderPageView } from "./OrderCards.tsx"
import { cancellable } from "./OrderPage.tsx"
import { type Frame, Page } from "./PageFrame.tsx"

const words = Messages.forms

/** What goes back of a payment of which some was refunded before. */
const restGoesBack = (language: Locale, { leftMinor, order }: OrderPageView): string => {
  const money = (amountMinor: number) => formatIn(language).money(amountMinor, order.currency)
  return leftMinor === 0 ? words.allRefunded(language) : words.restGoesBack(language, {
    amount: money(leftMinor),
    before: money(order.totalMinor - leftMinor),
    ...Refund.expectedDays
  })
}

/** Asks whether the order is to be cancelled; undefined where that is not possible. */
export const cancelPage = (frame: Frame, token: string, view: OrderPageView): VNode | undefined => {
  const { language } = frame
  const { order } = view
  const count = order.items.reduce((sum, item) => sum + item.quantity, 0)
  const amount = formatIn(language).money(order.totalMinor, order.currency)
  return !cancellable(order) ? undefined : questionPage(frame, {
    title: words.cancelTitle(language),
    words: (
      <>
        <p>{words.cancelAll(language, { count, amount })}</p>
        <p>
          {isPaid(order) && view.leftMinor < order.totalMinor
            ? restGoesBack(language, view)
            : isPaid(order)
            ? words.moneyGoesBack(language, Refund.expectedDays)
            : Messages.standing.nothingKept(language)} {words.cancelFinal(language)}
        </p>
      </>
    ),
    yes: words.cancelYes(language),
    no: { href: addressOf(token)() }
  })
}

export const closePage = (frame: Frame, token: string): VNode => {
  const { language } = frame
  return questionPage(frame, {
    title: words.closeTitle(language),
    words: <p>{words.closeWords(language)}</p>,
    yes: words.closeYes(language),
    no: { href: addressOf(token)() }
  })
}

export const closedPage = (frame: Frame): VNode => {
  const { language } = frame
  return messagePage(frame, {
    title: words.closed(language),
    words: words.closedWords(language),
    onward: [toShop(frame)]
  })
}

/**
 * Asks whether a return is to be cancelled; undefined where that is not possible. `until`: the last day on which its
 * units could be returned another time, if there is one.
 */
export const cancelReturnPage = (
  frame: Frame,
  token: string,
  { returns }: OrderPageView,
  returnId: string,
  until: Day | undefined
): VNode | undefined => {
  const { language } = frame
  const one = returns.find((candidate) => candidate.returnId === returnId)
  if (one === undefined || !isOpen(one)) return undefined
  const kept = { items: itemsOf(one), count: one.items.reduce((sum, { quantity }) => sum + quantity, 0) }
  return questionPage(frame, {
    title: words.callOffTitle(language),
    words: (
      <p>
        {until === undefined
          ? words.callOffForGood(language, kept)
          : words.callOffWords(language, { ...kept, date: formatIn(language).date(until) })}
      </p>
    ),
    yes: words.callOffYes(language),
    no: { href: addressOf(token)(), words: words.callOffNo(language) }
  })
}

/** The values that a person has filled in for a product. */
export interface Choice {
  readonly quantity: number
  readonly condition: Return.Condition
  readonly reason: string | undefined
}

const Hidden = ({ name, value }: { readonly name: string; readonly value: string | number }): VNode => (
  <input type="hidden" name={name} value={value} />
)

interface ReturnFieldsProps {
  readonly language: Locale
  readonly name: string
  readonly returnable: OrderPageView["returnable"][number]
  /** Its position in the form, from which its fields have their ids. */
  readonly index: number
  readonly choice: Choice | undefined
  readonly isOnly: boolean
}

/** One product: the quantity, the condition, and the reason. */
const ReturnFields = ({ choice, index, isOnly, language, name, returnable }: ReturnFieldsProps): VNode => {
  const { left, productId, returnableOnceOpened, until } = returnable
  return (
    <Group legend={name}>
      <p class="quiet">
        {words.returnable(language, { count: left, date: formatIn(language).date(until) })}
        {!returnableOnceOpened && ` ${words.sealed(language)}`}
      </p>
      <Fields label={name}>
        <SelectField
          id={`quantity-${index}`}
          name={`quantity:${productId}`}
          label={words.howMany(language)}
          options={Array.from({ length: left + 1 }, (_, count) => ({
            value: String(count),
            words: count === 0 ? words.none(language) : String(count)
          }))}
          selected={String(choice?.quantity ?? (isOnly && left === 1 ? 1 : 0))}
        />
        <SelectField
          id={`condition-${index}`}
          name={`condition:${productId}`}
          label={words.condition(language)}
          options={Return.Condition.literals.filter((condition) => condition !== "opened" || returnableOnceOpened)
            .map((condition) => ({ value: condition, words: Messages.conditions[condition](language) }))}
          selected={choice?.condition}
        />
        <TextField
          id={`reason-${index}`}
          name={`reason:${productId}`}
          label={words.reason(language)}
          maxlength={1000}
          value={choice?.reason ?? ""}
          wide
        />
      </Fields>
    </Group>
  )
}

/** The name of a product of the order. */
export const nameIn = ({ order }: OrderPageView, productId: string): string =>
  order.items.find((item) => item.productId === productId)?.name ?? productId

/** The form of a return: the products, with quantity, condition and reason. */
export const returnPage = (
  frame: Frame,
  token: string,
  view: OrderPageView,
  chosen: ReadonlyMap<string, Choice>,
  fault?: string
): VNode => {
  const { language } = frame
  const { returnable } = view
  const title = words.returnTitle(language)
  return (
    <Page frame={frame} title={`${fault === undefined ? "" : Messages.frame.error(language)}${title}`} personal>
      <h1>{title}</h1>
      <p>{words.returnWords(language)}</p>
      {fault !== undefined && <Notice tone="wrong">{fault}</Notice>}
      <form method="post">
        <Hidden name="after" value={view.returns.at(-1)?.returnId ?? ""} />
        {returnable.map((one, index) => (
          <ReturnFields
            language={language}
            name={nameIn(view, one.productId)}
            returnable={one}
            index={index}
            choice={chosen.get(one.productId)}
            isOnly={returnable.length === 1}
          />
        ))}
        <Actions>
          <Button name="step" value="review">{words.continue(language)}</Button>
          <ButtonLink href={addressOf(token)()} rank="plain">{words.back(language)}</ButtonLink>
        </Actions>
      </form>
    </Page>
  )
}

/** Asks for confirmation, with everything that is going to happen. */
export const reviewPage = (
  frame: Frame,
  token: string,
  view: OrderPageView,
  after: string,
  chosen: ReadonlyMap<string, Choice>
): VNode => {
  const { language } = frame
  const worthsMinor = [...chosen].map(([productId, { quantity }]) =>
    view.returnable.find((one) => one.productId === productId)?.refundsMinor[quantity] ?? 0
  )
  const refundsMinor = Return.sharesOf(worthsMinor, view.leftMinor)
  const rows = [...chosen].map(([productId, choice], i) => ({
    productId,
    choice,
    name: nameIn(view, productId),
    minor: refundsMinor[i]!
  }))
  const money = (amountMinor: number) => formatIn(language).money(amountMinor, view.order.currency)
  const sumMinor = rows.reduce((sum, row) => sum + row.minor, 0)
  const refund = sumMinor === 0
    ? words.nothingAfter(language)
    : words.refundAfter(language, { amount: money(sumMinor), ...Refund.expectedDays })
  return questionPage(frame, {
    title: words.reviewTitle(language),
    words: (
      <>
        <Card title={words.sentBack(language)}>
          <LineItems
            items={rows.map(({ choice, minor, name }) => ({
              words: `${choice.quantity} × ${name}`,
              note: [Messages.conditions[choice.condition](language), choice.reason]
                .filter((one) => one !== undefined).join(" · "),
              amount: money(minor)
            }))}
          />
        </Card>
        <Notice tone="wait">{refund}</Notice>
      </>
    ),
    fields: (
      <>
        <Hidden name="after" value={after} />
        <Hidden name="step" value="confirm" />
        {rows.map(({ choice, productId }) => (
          <>
            <Hidden name={`quantity:${productId}`} value={choice.quantity} />
            <Hidden name={`condition:${productId}`} value={choice.condition} />
            {choice.reason !== undefined && <Hidden name={`reason:${productId}`} value={choice.reason} />}
          </>
        ))}
      </>
    ),
    yes: words.reviewYes(language),
    no: { href: addressOf(token)(), words: words.reviewNo(language) }
  })
}

/** Something could not be done; the order is unchanged. */
export const refusedPage = (frame: Frame, token: string, reason: string, title = words.notPossible): VNode => {
  const { language } = frame
  return messagePage(frame, {
    title: title(language),
    words: reason,
    onward: [{ href: addressOf(token)(), words: Messages.frame.backToOrder(language) }]
  })
}

/** The address leads nowhere, or no longer. */
export const missingPage = (frame: Frame): VNode => {
  const { language, link } = frame
  return messagePage(frame, {
    title: words.missing(language),
    words: words.missingWords(language),
    onward: [{ href: link("/orders/find"), words: Messages.frame.findOrder(language) }, toShop(frame)]
  })
}
