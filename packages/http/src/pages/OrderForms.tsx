/**
 * The pages on which a buyer changes an order, and those that say why it cannot be changed. Pure: from views to markup.
 *
 * The rule: each page says what is going to happen before it happens, and offers the way back to the order. A return
 * takes two steps: what to return, then a confirmation. Follows docs/specification.md#order-page.
 */
import type { OrderPageView } from "@beauty-store/commerce/orders/OrderPages"
import { date, money } from "@beauty-store/documents/internal/Wording"
import * as Refund from "@beauty-store/domain/Refund"
import * as Return from "@beauty-store/domain/Return"
import { Card } from "@beauty-store/ui/Card"
import { Actions, Button, ButtonLink } from "@beauty-store/ui/Controls"
import { Fields, Group, SelectField, TextField } from "@beauty-store/ui/Form"
import { Notice } from "@beauty-store/ui/Notice"
import { LineItems } from "@beauty-store/ui/Prices"
import type { ComponentChildren, VNode } from "preact"
import { addressOf, isOpen, isPaid, itemsOf } from "./OrderCards.tsx"
import { cancellable } from "./OrderPage.tsx"
import { Page } from "./PageFrame.tsx"

const units = (count: number): string => `${count} ${count === 1 ? "item" : "items"}`

const withinDays = `within ${Refund.expectedWithin}`

interface Question {
  readonly title: string
  readonly words: ComponentChildren
  readonly yes: string
  readonly no: string
  readonly fields?: ComponentChildren
}

const question = (storeName: string, token: string, { fields, no, title, words, yes }: Question): VNode => (
  <Page storeName={storeName} title={title} personal>
    <h1>{title}</h1>
    {words}
    <form method="post">
      {fields}
      <Actions>
        <Button>{yes}</Button>
        <ButtonLink href={addressOf(token)()} rank="plain">{no}</ButtonLink>
      </Actions>
    </form>
  </Page>
)

/** Asks whether the order is to be cancelled; null where that is not possible. */
export const cancelPage = (storeName: string, token: string, { order }: OrderPageView): VNode | undefined =>
  cancellable(order)
    ? question(storeName, token, {
      title: "Cancel this order?",
      words: (
        <>
          <p>
            All of it is cancelled: {units(order.items.reduce((sum, item) => sum + item.quantity, 0))},{" "}
            <span class="amount">{money(order.totalMinor, order.currency)}</span>.
          </p>
          <p>
            {isPaid(order)
              ? `What you paid goes back to your original way of paying ${withinDays}.`
              : "Nothing was charged."} A cancelled order cannot be brought back.
          </p>
        </>
      ),
      yes: "Cancel the order",
      no: "Keep it"
    })
    : undefined

export const closePage = (storeName: string, token: string): VNode =>
  question(storeName, token, {
    title: "Close this page for good?",
    words: <p>Its address will lead nowhere any more, on any device. Your order stays as it is.</p>,
    yes: "Close the page",
    no: "Keep it"
  })

export const closedPage = (storeName: string): VNode => (
  <Page storeName={storeName} title="This page is closed" personal>
    <h1>This page is closed</h1>
    <p>Your order stays as it is.</p>
    <Actions>
      <ButtonLink href="/">To the shop</ButtonLink>
    </Actions>
  </Page>
)

/** Asks whether a return is to be cancelled; null where that is not possible. */
export const cancelReturnPage = (
  storeName: string,
  token: string,
  { returns }: OrderPageView,
  returnId: string
): VNode | undefined => {
  const one = returns.find((candidate) => candidate.returnId === returnId)
  return one === undefined || !isOpen(one) ? undefined : question(storeName, token, {
    title: "Call this return off?",
    words: <p>{itemsOf(one)} stay with you. You can return them later, as long as their time lasts.</p>,
    yes: "Call it off",
    no: "Keep the return"
  })
}

/** The values that a person has filled in for a product. */
export interface Choice {
  readonly quantity: number
  readonly condition: Return.Condition
  readonly reason: string
}

const conditions: Readonly<Record<Return.Condition, string>> = {
  unopened: "Unopened",
  opened: "Opened",
  defective: "Defective or damaged"
}

const Hidden = ({ name, value }: { readonly name: string; readonly value: string | number }): VNode => (
  <input type="hidden" name={name} value={value} />
)

interface ReturnFieldsProps {
  readonly name: string
  readonly returnable: OrderPageView["returnable"][number]
  /** Its position in the form, from which its fields have their ids. */
  readonly index: number
  readonly choice: Choice | undefined
  readonly isOnly: boolean
}

/** One product: the quantity, the condition, and the reason. */
const ReturnFields = ({ choice, index, isOnly, name, returnable }: ReturnFieldsProps): VNode => {
  const { left, productId, returnableOnceOpened, until } = returnable
  return (
    <Group legend={name}>
      <p class="quiet">
        You can return {left === 1 ? "it" : `up to ${left}`} until {date(until)}.
        {!returnableOnceOpened && " It is sealed for hygiene: once opened it comes back only if it is defective."}
      </p>
      <Fields label={name}>
        <SelectField
          id={`quantity-${index}`}
          name={`quantity:${productId}`}
          label="How many"
          options={Array.from({ length: left + 1 }, (_, count) => ({
            value: String(count),
            words: count === 0 ? "None" : String(count)
          }))}
          selected={String(choice?.quantity ?? (isOnly && left === 1 ? 1 : 0))}
        />
        <SelectField
          id={`condition-${index}`}
          name={`condition:${productId}`}
          label="Condition"
          options={Return.Condition.literals.filter((condition) => condition !== "opened" || returnableOnceOpened)
            .map((condition) => ({ value: condition, words: conditions[condition] }))}
          selected={choice?.condition}
        />
        <TextField
          id={`reason-${index}`}
          name={`reason:${productId}`}
          label="Why are you sending it back?"
          autocomplete="off"
          maxlength={1000}
          value={choice?.reason ?? ""}
          wide
        />
      </Fields>
    </Group>
  )
}

/** The form of a return: the products, with quantity, condition and reason. */
export const returnPage = (
  storeName: string,
  token: string,
  view: OrderPageView,
  chosen: ReadonlyMap<string, Choice>,
  fault?: string
): VNode => {
  const { order, returnable } = view
  const nameOf = (productId: string) => order.items.find((item) => item.productId === productId)?.name ?? productId
  return (
    <Page storeName={storeName} title={`${fault === undefined ? "" : "Error: "}Return something`} personal>
      <h1>Return something</h1>
      <p>Choose what you would like to send back. The next page asks once more before anything happens.</p>
      {fault !== undefined && <Notice tone="wrong">{fault}</Notice>}
      <form method="post">
        <Hidden name="after" value={view.returns.at(-1)?.returnId ?? ""} />
        {returnable.map((one, index) => (
          <ReturnFields
            name={nameOf(one.productId)}
            returnable={one}
            index={index}
            choice={chosen.get(one.productId)}
            isOnly={returnable.length === 1}
          />
        ))}
        <Actions>
          <Button name="step" value="review">Continue</Button>
          <ButtonLink href={addressOf(token)()} rank="plain">Back</ButtonLink>
        </Actions>
      </form>
    </Page>
  )
}

/** Asks for confirmation, with everything that is going to happen. */
export const reviewPage = (
  storeName: string,
  token: string,
  view: OrderPageView,
  after: string,
  chosen: ReadonlyMap<string, Choice>
): VNode => {
  const { order } = view
  const rows = [...chosen].map(([productId, choice]) => {
    const item = order.items.find((one) => one.productId === productId)
    const minor = view.returnable.find((one) => one.productId === productId)?.refundsMinor[choice.quantity] ?? 0
    return { productId, choice, name: item?.name ?? productId, minor }
  })
  const sum = money(rows.reduce((sum, row) => sum + row.minor, 0), order.currency)
  return question(storeName, token, {
    title: "Is this right?",
    words: (
      <>
        <Card title="What you send back">
          <LineItems
            items={rows.map(({ choice, minor, name }) => ({
              words: `${choice.quantity} × ${name}`,
              note: `${conditions[choice.condition]} · ${choice.reason}`,
              amount: money(minor, order.currency)
            }))}
          />
        </Card>
        <Notice tone="wait">
          Once your parcel is here and checked, <span class="amount">{sum}</span> go back to your original way of paying
          {" "}
          {withinDays}.
        </Notice>
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
            <Hidden name={`reason:${productId}`} value={choice.reason} />
          </>
        ))}
      </>
    ),
    yes: "Return this",
    no: "Not now"
  })
}

/** Something could not be done; the order is unchanged. */
export const refusedPage = (storeName: string, token: string, words: string): VNode => (
  <Page storeName={storeName} title="That is not possible now" personal>
    <h1>That is not possible now</h1>
    <p>{words}</p>
    <Actions>
      <ButtonLink href={addressOf(token)()}>Back to your order</ButtonLink>
    </Actions>
  </Page>
)

/** The address leads nowhere, or no longer. */
export const missingPage = (storeName: string): VNode => (
  <Page storeName={storeName} title="There is no order here" personal>
    <h1>There is no order here</h1>
    <p>The address may be incomplete, or its page was closed. Please follow the shop's link once more.</p>
    <Actions>
      <ButtonLink href="/orders/find">Find your order</ButtonLink>
      <ButtonLink href="/" rank="plain">To the shop</ButtonLink>
    </Actions>
  </Page>
)
