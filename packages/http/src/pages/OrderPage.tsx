/**
 * The order page for people: the state of an order, in words, and its buyer's options. Pure: from a view to markup.
 *
 * The page only shows; every change has a page of its own that says what is going to happen and asks (`OrderForms`).
 * Follows docs/specification.md#order-page.
 */
import { cancel } from "@beauty-store/domain/Order"
import { nothingPaid } from "@beauty-store/domain/Payment"
import { methodOf, type ShippingStrategy } from "@beauty-store/domain/Shipping"
import { Actions, ButtonLink } from "@beauty-store/ui/Controls"
import { formatIn } from "@beauty-store/ui/Format"
import { Notice } from "@beauty-store/ui/Notice"
import { Steps, Time } from "@beauty-store/ui/Status"
import type { Message } from "@beauty-store/ui/Wording"
import * as Either from "effect/Either"
import type { VNode } from "preact"
import * as Messages from "./Messages.ts"
import {
  type Address,
  addressOf,
  Delivery,
  Goods,
  itemsOf,
  momentOf,
  MoneyBack,
  type OrderPageView,
  type OrderView,
  Parcels,
  ReceiptLinks,
  ReturnsMade,
  Sum,
  wasCharged
} from "./OrderCards.tsx"
import { type Frame, Page } from "./PageFrame.tsx"

const shippedUnits = (order: OrderView): number => order.items.reduce((sum, item) => sum + item.shipped, 0)

export const cancellable = (order: OrderView): boolean =>
  order.status !== "cancelled"
  && Either.isRight(cancel({ orderId: order.id, status: order.status, shippedUnits: shippedUnits(order) }))

const hasParcelUnderWay = ({ shipments }: OrderView): boolean => shipments.some(({ status }) => status !== "delivered")

const words = Messages.standing

const halfDay = 12 * 3_600_000

/** What a buyer can do about an order that is not paid, and until when: with the day where that may be another one. */
const unpaidMeaning = ({ order, payableUntil }: OrderPageView): Message => (language) => {
  if (payableUntil === undefined) return words.unpaidWaiting(language)
  const { moment, time, timeZone: nameZone } = formatIn(language)
  return words.unpaidMeaning(language, {
    time: (payableUntil - order.createdAt < halfDay ? time : moment)(payableUntil, order.timeZone),
    zone: nameZone(payableUntil, order.timeZone)
  })
}

/** The state of an order: the title of its page, and what that means. */
const standing = (view: OrderPageView): readonly [title: Message, meaning?: Message] => {
  const { order } = view
  switch (order.status) {
    case "pending":
      return order.payment.status === "processing"
        ? [words.processing, words.processingMeaning]
        : [words.unpaid, unpaidMeaning(view)]
    case "confirmed":
      return shippedUnits(order) === 0
        ? [words.confirmed, order.payment.method === nothingPaid ? words.confirmedFree : words.confirmedMeaning]
        : [hasParcelUnderWay(order) ? words.partlyShipped : words.partlyArrived, words.partlyShippedMeaning]
    case "shipped":
      return [words.shipped, words.shippedMeaning]
    case "delivered":
      // Of what was or is being sent back, nobody is wished joy.
      return view.returns.every(({ status }) => status === "cancelled")
        ? [words.delivered, words.deliveredMeaning]
        : [words.delivered]
    case "cancelled":
      return [words.cancelled, wasCharged(order) ? words.moneyGoesBack : words.nothingKept]
  }
}

const stages = ["pending", "confirmed", "shipped", "delivered"] as const

/** When an order reached a stage. It arrived with the last of its parcels, whenever that was reported. */
const reachedAt = ({ shipments, status, timeline }: OrderView, stage: (typeof stages)[number]): number | undefined =>
  stage === "delivered" && status === stage
    ? Math.max(...shipments.map(({ deliveredAt = 0 }) => deliveredAt))
    : timeline.find((entry) => entry.status === stage)?.at

const Progress = ({ order }: { readonly order: OrderView }): VNode | null => {
  if (order.status === "cancelled") return null
  return (
    <Steps
      label={Messages.order.progress(order.language)}
      reached={stages.indexOf(order.status)}
      steps={stages.map((stage) => {
        const at = reachedAt(order, stage)
        return {
          name: Messages.stages[stage](order.language),
          at: at === undefined ? undefined : momentOf(order, at)
        }
      })}
    />
  )
}

/** The number of the order, and when it was placed. */
const OrderNumber = ({ order }: { readonly order: OrderView }): VNode => (
  <p class="quiet">
    {Messages.order.particulars(order.language)} <span class="amount">{order.orderNumber}</span>
    {` · ${Messages.order.placed(order.language)} `}
    <Time {...momentOf(order, order.createdAt)} />
  </p>
)

/** What a buyer can still do about an order, and the way on. */
const Offers = (
  { at, frame, view: { order, returnable } }: {
    readonly frame: Frame
    readonly view: OrderPageView
    readonly at: Address
  }
): VNode => {
  const { language } = order
  const { cancel, goOn, returnSomething } = Messages.order
  return (
    <Actions>
      <ButtonLink href={frame.link("/")} rank="plain">{goOn(language)}</ButtonLink>
      {returnable.length > 0 && <ButtonLink href={at("return")} rank="plain">{returnSomething(language)}</ButtonLink>}
      {cancellable(order) && <ButtonLink href={at("cancel")} rank="plain">{cancel(language)}</ButtonLink>}
    </Actions>
  )
}

/**
 * The message at the top of the page about what was just done with a return, `returned:ret_…` or
 * `return-cancelled:ret_…`: as long as it is so, and nobody has registered another one since it was called off.
 */
const noticeOf = (done: string | undefined, { returns }: OrderPageView): Message | undefined => {
  const [what, id] = (done ?? "").split(":")
  const one = returns.find(({ returnId }) => returnId === id)
  if (what === "returned" && one?.status === "requested") return Messages.order.returnRegistered
  if (what !== "return-cancelled" || one?.status !== "cancelled") return undefined
  const at = one.timeline.find(({ status }) => status === "cancelled")?.at ?? one.createdAt
  return returns.every(({ createdAt }) => createdAt <= at)
    ? (language) => Messages.order.returnCalledOff(language, { items: itemsOf(one) })
    : undefined
}

/** Until when what has arrived can be returned: each parcel has a window of its own. */
const returnUntil = ({ order: { language, status }, returnable }: OrderPageView): Message | undefined => {
  const first = returnable.map(({ until }) => until).sort()[0]
  const last = returnable.map(({ lastUntil }) => lastUntil).sort().at(-1)
  if (first === undefined || last === undefined) return undefined
  const [date, rest] = [formatIn(language).date(first), formatIn(language).date(last)]
  if (date !== rest) {
    const between = status === "delivered" ? words.returnableBetween : words.arrivedReturnableBetween
    return (language) => between(language, { first: date, last: rest })
  }
  const until = status === "delivered" ? words.returnableUntil : words.arrivedReturnableUntil
  return (language) => until(language, { date })
}

/** The page of an order, in the order's language, by the shop's rules of shipping. `done`: what was just done. */
export const orderPage = (
  frame: Frame,
  token: string,
  view: OrderPageView,
  shipping: ShippingStrategy,
  done?: string
): VNode => {
  const at = addressOf(token)
  const { order } = view
  const { language } = order
  const [title, ...lead] = standing(view).map((message) => message!(language))
  const notice = noticeOf(done, view)
  if (order.status === "confirmed" && shippedUnits(order) === 0) {
    lead.push(words.expected(language, { day: formatIn(language).day(order.estimatedDelivery) }))
  }
  const returns = returnUntil(view)
  if (returns !== undefined) lead.push(returns(language))
  return (
    <Page frame={frame} title={title!} width="wide" personal>
      <h1>{title}</h1>
      {lead.length > 0 && <p class="lead">{lead.join(" ")}</p>}
      {notice !== undefined && <Notice tone="right">{notice(language)}</Notice>}
      <OrderNumber order={order} />
      {view.paymentUrl !== undefined && (
        <Actions>
          <ButtonLink href={view.paymentUrl}>{Messages.order.toPayment(language)}</ButtonLink>
        </Actions>
      )}
      <Progress order={order} />
      <div class="columns">
        <div class="stack">
          <Parcels order={order} />
          <ReturnsMade view={view} at={at} />
          <MoneyBack order={order} />
          <Goods order={order} />
        </div>
        <div class="stack">
          <Sum order={order} method={methodOf(shipping, order.shippingMethod)} />
          <Delivery order={order} />
          <ReceiptLinks order={order} at={at} />
        </div>
      </div>
      <Offers frame={frame} view={view} at={at} />
      {view.permission !== undefined && (
        <p>
          {Messages.order.paidByAgent(language)}{" "}
          <a href={`/permissions/${view.permission}`}>{Messages.order.seePermission(language)}</a>
        </p>
      )}
      <p class="quiet">
        {Messages.order.keepSecret(language)} <a href={at("close")}>{Messages.order.close(language)}</a>
      </p>
    </Page>
  )
}
