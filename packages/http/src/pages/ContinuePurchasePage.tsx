/**
 * The page on which a person takes over a purchase that a program drafted for them: they see its contents and its
 * price, and go on to the provider's page to pay. The address is a capability; looking at the page does nothing, and
 * only its own form goes on. Follows docs/specification.md#handover-page.
 */
import type { DraftView } from "@beauty-store/commerce/drafts/DraftView"
import { PurchaseDrafts } from "@beauty-store/commerce/drafts/PurchaseDrafts"
import * as Strategies from "@beauty-store/commerce/Strategies"
import { goodsOf } from "@beauty-store/domain/Cart"
import type { Locale } from "@beauty-store/domain/Language"
import { containsVat } from "@beauty-store/domain/Pricing"
import { describeApplied } from "@beauty-store/domain/Promotion"
import type { Status } from "@beauty-store/domain/PurchaseDraft"
import type { UnpaidLimitReached, UnpaidOrderTooLarge } from "@beauty-store/domain/Reservation"
import { demandWindowDays } from "@beauty-store/domain/Return"
import { Card } from "@beauty-store/ui/Card"
import { Actions, Button, ButtonLink } from "@beauty-store/ui/Controls"
import { formatIn } from "@beauty-store/ui/Format"
import { Notice } from "@beauty-store/ui/Notice"
import * as PageHeaders from "@beauty-store/ui/PageHeaders"
import { LineItems, PriceTable } from "@beauty-store/ui/Prices"
import type { Message } from "@beauty-store/ui/Wording"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import type { VNode } from "preact"
import { HttpPolicy } from "../HttpPolicy.ts"
import { networkOfRequest } from "../pipeline/ClientAddress.ts"
import type { PageRoute } from "../pipeline/PageRoute.ts"
import { languageOf } from "../pipeline/RequestLanguage.ts"
import * as Messages from "./Messages.ts"
import { priceNotes } from "./OrderCards.tsx"
import { type Frame, frameIn, Page, send } from "./PageFrame.tsx"
import * as Pages from "./Pages.tsx"
import { formOf } from "./SameOriginForm.ts"

const path = "/checkout/continue/:handover"

const words = Messages.checkout

/** The reason why the payment is blocked, if it is. */
const closed: Partial<Readonly<Record<Status, Message>>> = {
  completing: words.completing,
  completed: words.completed,
  cancelled: words.cancelled,
  expired: words.expired,
  incomplete: words.incomplete,
  notReady: words.notReady
}

/** What of a purchase a reason needs. */
type Lines = DraftView["lines"]

/** Why it cannot be paid right now, and when to try again, if that is known. */
interface Refused {
  readonly words: (language: Locale, lines: Lines) => string
  readonly status: 409 | 429
  readonly retryAfterSeconds?: number
}

/** How much may be left unpaid, in words. */
const allowedOf = (
  { allowedAmount: count, limit, productId }: UnpaidLimitReached | UnpaidOrderTooLarge,
  language: Locale,
  lines: Lines
): string => {
  const { lastUnits, sessions, unitsOf } = Messages.reservations
  const name = lines.find((line) => line.productId === productId)?.name ?? ""
  switch (limit) {
    case "sessions":
      return sessions(language, { count })
    case "unitsPerProduct":
      return unitsOf(language, { count, name })
    case "lastUnitsTime":
      return lastUnits(language, { name, minutes: Math.ceil(count / 60_000) })
  }
}

const tooMuch = (error: UnpaidLimitReached): Pick<Refused, "words"> => ({
  words: (language, lines) => {
    const { limit, of, retryAfterSeconds } = error
    const minutes = Math.ceil(retryAfterSeconds / 60)
    return limit === "lastUnitsTime"
      ? Messages.reservations.tooLong(language, { of, minutes })
      : Messages.reservations.tooMuch(language, { of, minutes, allowed: allowedOf(error, language, lines) })
  }
})

const tooLarge = (error: UnpaidOrderTooLarge): Pick<Refused, "words"> => ({
  words: (language, lines) =>
    Messages.reservations.tooLarge(language, { of: error.of, allowed: allowedOf(error, language, lines) })
})

/** The total, which says whether VAT is in it. */
const totalOf = (sums: DraftView["sums"], language: Locale) => ({
  words: (containsVat(sums) ? words.totalWithVat : words.total)(language),
  amount: formatIn(language).money(sums.totalMinor, sums.currency),
  main: true
})

/** What is bought, and what it costs. */
const Goods = (
  { draft: { lines, promotions, sums }, language }: { readonly draft: DraftView; readonly language: Locale }
): VNode => {
  const { money } = formatIn(language)
  return (
    <Card title={words.whatYouBuy(language)}>
      <LineItems
        items={lines.map((line) => ({
          words: `${line.quantity} × ${line.name}`,
          note: priceNotes({ currency: sums.currency, language }, line).join(" · ") || undefined,
          amount: money(line.lineTotalMinor, sums.currency),
          picture: `/images/${line.productId}.svg`
        }))}
      />
      <PriceTable
        prices={[
          {
            words: words.shipping(language),
            amount: sums.shippingMinor === 0
              ? Messages.frame.free(language)
              : money(sums.shippingMinor, sums.currency)
          },
          totalOf(sums, language)
        ]}
      />
      {promotions.map((one) => <p class="quiet">{describeApplied(one, (minor) => money(minor, sums.currency))}</p>)}
    </Card>
  )
}

const show = (
  frame: Frame,
  windowDays: number,
  draft: DraftView,
  refused?: Refused
) => {
  const { language, link } = frame
  const { lines, orderId, status, sums } = draft
  const reason = refused === undefined ? closed[status]?.(language) : refused.words(language, lines)
  return send(
    frame,
    <Page frame={frame} title={words.purchase(language)} personal checkout>
      <h1>{words.purchase(language)}</h1>
      {reason !== undefined && <Notice tone={status === "completed" ? "right" : "wait"}>{reason}</Notice>}
      <Goods language={language} draft={draft} />
      {(reason === undefined || refused !== undefined) && (
        <>
          <form method="post">
            <input type="hidden" name="total" value={String(sums.totalMinor)} />
            <input type="hidden" name="goods" value={goodsOf(lines)} />
            <Actions>
              <Button>{words.toPayment(language)}</Button>
            </Actions>
          </form>
          <p>
            {words.returnableFor(language, { days: windowDays })}{" "}
            <a href={link("/policies/terms")}>{Messages.frame.terms(language)}</a> ·{" "}
            <a href={link("/policies/returns")}>{Messages.frame.returns(language)}</a>
          </p>
        </>
      )}
      {reason !== undefined && refused === undefined && (
        <Actions>
          {orderId === undefined
            ? <ButtonLink href={link("/")}>{Messages.frame.toShop(language)}</ButtonLink>
            : (
              <ButtonLink href={`/orders/find/${orderId}?language=${language}`}>
                {Messages.frame.findOrder(language)}
              </ButtonLink>
            )}
        </Actions>
      )}
    </Page>,
    {
      ...(refused === undefined ? {} : { status: refused.status }),
      headers: refused?.retryAfterSeconds === undefined
        ? PageHeaders.secret
        : { ...PageHeaders.secret, "retry-after": String(refused.retryAfterSeconds) }
    }
  )
}

/** The frame in the language of a draft, or in the browser's where its editor named none. */
const frameFor = (request: HttpServerRequest.HttpServerRequest, view?: DraftView) =>
  frameIn(view?.draft.language ?? languageOf(request))

const current = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest, refused?: Refused) {
  const { handover = "" } = yield* HttpLayerRouter.params
  const windowDays = demandWindowDays(yield* Strategies.Returns)
  const drafts = yield* PurchaseDrafts
  return yield* Effect.matchEffect(drafts.viewByHandover(handover), {
    onSuccess: (view) => Effect.map(frameFor(request, view), (frame) => show(frame, windowDays, view, refused)),
    onFailure: (error) =>
      error._tag === "DraftNotFound" ? Effect.map(frameFor(request), Pages.nowhere) : Effect.fail(error)
  })
})

/** The total and the goods that the page showed; undefined where its form does not say them. */
const shownIn = (form: URLSearchParams) => {
  const total = form.get("total") ?? ""
  return {
    expectedTotalMinor: /^\d{1,15}$/.test(total) ? Number(total) : undefined,
    expectedGoods: form.get("goods") ?? undefined
  }
}

/** Its addresses. */
export const routes: ReadonlyArray<PageRoute> = [
  { method: "GET", path, serve: (request) => current(request) },
  {
    method: "POST",
    path,
    serve: Effect.fnUntraced(function*(request) {
      const shown = shownIn(yield* formOf(request))
      const { handover = "" } = yield* HttpLayerRouter.params
      const drafts = yield* PurchaseDrafts
      const network = networkOfRequest(request, yield* HttpPolicy)
      const onward = Effect.gen(function*() {
        const url = yield* drafts.takeOver(handover, { network, ...shown })
        const frame = yield* frameFor(request, yield* drafts.viewByHandover(handover))
        return Pages.onward(frame, new URL(url), words.toPayment(frame.language))
      })
      // The page shows whatever blocks the purchase by now.
      const again = () => current(request)
      return yield* Effect.catchTags(onward, {
        CheckoutSuperseded: again,
        DraftBusy: again,
        DraftClosed: again,
        DraftNotFound: again,
        DraftNotPayable: again,
        PriceChanged: () => current(request, { words: (language) => words.totalChanged(language), status: 409 }),
        RefusedByShop: ({ message }) => current(request, { words: () => message, status: 409 }),
        UnpaidLimitReached: (error) =>
          current(request, { ...tooMuch(error), status: 429, retryAfterSeconds: error.retryAfterSeconds }),
        UnpaidOrderTooLarge: (error) => current(request, { ...tooLarge(error), status: 409 })
      })
    })
  }
]
