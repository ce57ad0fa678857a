/**
 * The order page for people: the state of an order, in words, and its buyer's options. Pure: from a view to markup.
 *
 * The page only shows; every change has a page of its own that says what is going to happen and asks (`OrderForms`).
 * Follows docs/specification.md#order-page.
 */
import type { OrderPageView } from "@beauty-store/commerce/orders/OrderPages"
import type { OrderView } from "@beauty-store/commerce/orders/Orders"
import { date } from "@beauty-store/documents/internal/Wording"
import { cancel } from "@beauty-store/domain/Order"
import { Actions, ButtonLink } from "@beauty-store/ui/Controls"
import { Notice } from "@beauty-store/ui/Notice"
import { Steps } from "@beauty-store/ui/Status"
import * as Either from "effect/Either"
import type { VNode } from "preact"
import {
  type Address,
  addressOf,
  Delivery,
  Goods,
  isPaid,
  momentOf,
  MoneyBack,
  Parcels,
  Particulars,
  ReturnsMade,
  Sum
} from "./OrderCards.tsx"
import { Page } from "./PageFrame.tsx"

const shippedUnits = (order: OrderView): number => order.items.reduce((sum, item) => sum + item.shipped, 0)

export const cancellable = (order: OrderView): boolean =>
  order.status !== "cancelled"
  && Either.isRight(cancel({ orderId: order.id, status: order.status, shippedUnits: shippedUnits(order) }))

/** The state of an order: the title of its page, and what that means. */
const standing = ({ order, paymentUrl }: OrderPageView): readonly [title: string, meaning: string] => {
  switch (order.status) {
    case "pending":
      return order.payment.status === "processing"
        ? [
          "Your payment is on its way",
          "We will confirm your order as soon as it arrives. You need not do anything."
        ]
        : [
          "Your order is not paid yet",
          paymentUrl === undefined
            ? "We are waiting to hear from the payment provider. Look again in a moment."
            : "You can go back to the payment page and try again. We keep your things aside for half an hour."
        ]
    case "confirmed":
      return shippedUnits(order) === 0
        ? ["Thank you for your order", "Your payment has arrived and your order is confirmed. We are packing it now."]
        : ["Part of your order is on its way", "The rest follows in a parcel of its own."]
    case "shipped":
      return ["Your order is on its way", "We have handed it to the carrier."]
    case "delivered":
      return ["Your order has arrived", "We hope you enjoy it."]
    case "cancelled":
      return ["Your order was cancelled", isPaid(order) ? "What you paid goes back to you." : "Nothing was charged."]
  }
}

const stages = ["pending", "confirmed", "shipped", "delivered"] as const
const stageNames = { pending: "Ordered", confirmed: "Paid", shipped: "Shipped", delivered: "Delivered" } as const

const Progress = ({ order }: { readonly order: OrderView }): VNode | null => {
  if (order.status === "cancelled") return null
  return (
    <Steps
      label="Progress"
      reached={stages.indexOf(order.status)}
      steps={stages.map((stage) => {
        const at = order.timeline.find((entry) => entry.status === stage)?.at
        return { name: stageNames[stage], at: at === undefined ? undefined : momentOf(at) }
      })}
    />
  )
}

const Offers = (
  { at, view: { order, paymentUrl, returnable } }: { readonly view: OrderPageView; readonly at: Address }
): VNode | null => {
  const offered = [
    paymentUrl !== undefined && <ButtonLink href={paymentUrl}>Back to the payment page</ButtonLink>,
    returnable.length > 0 && <ButtonLink href={at("return")}>Return something</ButtonLink>,
    cancellable(order) && <ButtonLink href={at("cancel")} rank="plain">Cancel this order</ButtonLink>
  ].filter((one) => one !== false)
  return offered.length === 0 ? null : <Actions>{offered}</Actions>
}

/** The message at the top of the page about what was just done. */
const notices: Readonly<Record<string, string>> = {
  returned: "Your return is registered. Print its label below, stick it on the parcel and send it.",
  "return-cancelled": "Your return is called off."
}

/** The page of an order. `done`: what was just done. */
export const orderPage = (storeName: string, token: string, view: OrderPageView, done?: string): VNode => {
  const at = addressOf(token)
  const [title, meaning] = standing(view)
  const { order, returnable } = view
  const until = returnable.map((one) => one.until).sort()[0]
  const notice = done === undefined ? undefined : notices[done]
  return (
    <Page storeName={storeName} title={title} width="wide" personal>
      <h1>{title}</h1>
      <p class="lead">
        {meaning}
        {until !== undefined && ` You can return it until ${date(until)}.`}
      </p>
      {notice !== undefined && <Notice tone="right">{notice}</Notice>}
      <Progress order={order} />
      <Offers view={view} at={at} />
      <div class="columns">
        <div class="stack">
          <Parcels order={order} />
          <ReturnsMade view={view} at={at} />
          <MoneyBack order={order} />
          <Goods order={order} />
        </div>
        <div class="stack">
          <Sum order={order} />
          <Delivery order={order} />
          <Particulars order={order} at={at} />
        </div>
      </div>
      <p class="quiet">
        Keep this page's address to yourself: whoever has it sees this order, and can cancel or return it while that is
        possible. <a href={at("close")}>Close this page for good</a>
      </p>
    </Page>
  )
}
