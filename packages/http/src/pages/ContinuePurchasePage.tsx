/**
 * The page on which a person takes over a purchase that a program drafted for them: they see its contents and its
 * price, and go on to the provider's page to pay. The address is a capability; looking at the page does nothing, and
 * only its own form goes on. Follows docs/specification.md#handover-page.
 */
import type { DraftView } from "@beauty-store/commerce/checkout/DraftView"
import { PurchaseDrafts } from "@beauty-store/commerce/checkout/PurchaseDrafts"
import { Policy } from "@beauty-store/commerce/Policy"
import * as Strategies from "@beauty-store/commerce/Strategies"
import { display } from "@beauty-store/domain/Money"
import type { Status } from "@beauty-store/domain/PurchaseDraft"
import { Card } from "@beauty-store/ui/Card"
import { Actions, Button, ButtonLink } from "@beauty-store/ui/Controls"
import { Notice } from "@beauty-store/ui/Notice"
import { LineItems, PriceTable } from "@beauty-store/ui/Prices"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as Effect from "effect/Effect"
import { HttpPolicy } from "../HttpPolicy.ts"
import { networkOfRequest } from "../pipeline/ClientAddress.ts"
import type { PageRoute } from "../pipeline/PageRoute.ts"
import { Page, personal, send } from "./PageFrame.tsx"
import * as Pages from "./Pages.tsx"
import { formOf } from "./SameOriginForm.ts"

const path = "/checkout/continue/:handover"

/** The reason why the payment is blocked, if it is. */
const closed: Partial<Readonly<Record<Status, string>>> = {
  completing: "A payment for this purchase is under way.",
  completed: "This purchase has been paid. Thank you for your order.",
  cancelled: "This purchase was called off. Nothing was charged.",
  expired: "This purchase was not paid in time. Nothing was charged.",
  incomplete: "Something is still missing. Go back to where you came from.",
  notReady: "Something of this purchase does not work out. Go back to where you came from."
}

/** Why it cannot be paid right now, and when to try again, if that is known. */
interface Refused {
  readonly words: string
  readonly status: 409 | 429
  readonly retryAfterSeconds?: number
}

const show = (
  storeName: string,
  windowDays: number,
  { lines, orderId, status, sums }: DraftView,
  refused?: Refused
) => {
  const words = refused?.words ?? closed[status]
  return send(
    <Page storeName={storeName} title="Your purchase" personal>
      <h1>Your purchase</h1>
      {words !== undefined && <Notice tone={status === "completed" ? "right" : "wait"}>{words}</Notice>}
      <Card title="What you buy">
        <LineItems
          items={lines.map(({ lineTotalMinor, name, productId, quantity }) => ({
            words: `${quantity} × ${name}`,
            amount: display(lineTotalMinor, sums.currency),
            picture: `/images/${productId}.svg`
          }))}
        />
        <PriceTable
          prices={[
            {
              words: "Shipping",
              amount: sums.shippingMinor === 0 ? "free" : display(sums.shippingMinor, sums.currency)
            },
            { words: "Total, VAT included", amount: display(sums.totalMinor, sums.currency), main: true }
          ]}
        />
      </Card>
      {(words === undefined || refused !== undefined) && (
        <>
          <form method="post">
            <Actions>
              <Button>Continue to payment</Button>
            </Actions>
          </form>
          <p>
            You can return it for {windowDays} days. <a href="/policies/terms">Terms</a> ·{" "}
            <a href="/policies/returns">Returns</a>
          </p>
        </>
      )}
      {words !== undefined && refused === undefined && (
        <Actions>
          {orderId === undefined
            ? <ButtonLink href="/">To the shop</ButtonLink>
            : <ButtonLink href={`/orders/find/${orderId}`}>Find your order</ButtonLink>}
        </Actions>
      )}
    </Page>,
    {
      forms: true,
      ...(refused === undefined ? {} : { status: refused.status }),
      headers: refused?.retryAfterSeconds === undefined
        ? personal
        : { ...personal, "retry-after": String(refused.retryAfterSeconds) }
    }
  )
}

const currentWith = Effect.fnUntraced(function*(refused?: Refused) {
  const { handover = "" } = yield* HttpLayerRouter.params
  const { storeName } = yield* Policy
  const { windowDays } = yield* Strategies.Returns
  const drafts = yield* PurchaseDrafts
  return yield* Effect.matchEffect(drafts.viewByHandover(handover), {
    onSuccess: (view) => Effect.succeed(show(storeName, windowDays, view, refused)),
    onFailure: (error) => error._tag === "DraftNotFound" ? Effect.succeed(Pages.nowhere(storeName)) : Effect.fail(error)
  })
})

const current = currentWith()

/** Its addresses. */
export const routes: ReadonlyArray<PageRoute> = [
  { method: "GET", path, serve: () => current },
  {
    method: "POST",
    path,
    serve: Effect.fnUntraced(function*(request) {
      yield* formOf(request)
      const { handover = "" } = yield* HttpLayerRouter.params
      const drafts = yield* PurchaseDrafts
      const { storeName } = yield* Policy
      const network = networkOfRequest(request, yield* HttpPolicy)
      const onward = Effect.map(drafts.takeOver(handover, network), (url) => Pages.onward(storeName, new URL(url)))
      // The page shows whatever blocks the purchase by now.
      return yield* Effect.catchTags(onward, {
        CheckoutSuperseded: () => current,
        DraftBusy: () => current,
        DraftClosed: () => current,
        DraftNotFound: () => current,
        DraftNotPayable: () => current,
        RefusedByShop: ({ message }) => currentWith({ words: message, status: 409 }),
        UnpaidLimitReached: ({ message, retryAfterSeconds }) =>
          currentWith({ words: message, status: 429, retryAfterSeconds }),
        UnpaidOrderTooLarge: ({ message }) => currentWith({ words: message, status: 409 })
      })
    })
  }
]
