/**
 * The pages after a payment, in the language of the order. Looking at a page changes nothing; prices and states come from
 * the views of the use cases.
 */
import type { SessionView } from "@beauty-store/commerce/checkout/SessionView"
import { Actions, ButtonLink } from "@beauty-store/ui/Controls"
import { formatIn } from "@beauty-store/ui/Format"
import { type Sign, SignMark } from "@beauty-store/ui/Marks"
import * as PageHeaders from "@beauty-store/ui/PageHeaders"
import { Facts } from "@beauty-store/ui/Prices"
import type { Message } from "@beauty-store/ui/Wording"
import * as Messages from "./Messages.ts"
import { type Frame, Page, send } from "./PageFrame.tsx"

interface Outcome {
  readonly sign: Sign
  readonly tone: "right" | "wait" | "wrong"
  readonly title: Message
  readonly words: Message
}

const words = Messages.checkout

const outcomes: Readonly<Record<SessionView["status"], Outcome>> = {
  complete: {
    sign: "done",
    tone: "right",
    title: Messages.standing.confirmed,
    words: words.confirmedWords
  },
  processing: {
    sign: "waiting",
    tone: "wait",
    title: Messages.standing.processing,
    words: Messages.standing.processingMeaning
  },
  open: {
    sign: "stopped",
    tone: "wrong",
    title: Messages.standing.unpaid,
    words: words.tryAgainWords
  },
  expired: {
    sign: "stopped",
    tone: "wrong",
    title: words.ended,
    words: words.endedWords
  }
}

/**
 * A page that goes on to the address that the checkout named. It is not a redirect, because browsers apply the policy
 * of the payment page's form to every redirect after it, and that policy names this shop only.
 */
export const onward = (frame: Frame, target: URL, title: string) =>
  send(
    frame,
    <Page frame={frame} title={title} personal checkout onward={target.href}>
      <h1>{title}</h1>
      <p>
        <a href={target.href}>{words.continue(frame.language)}</a>
      </p>
    </Page>,
    { headers: PageHeaders.secret }
  )

/**
 * The page after a payment where the shopper has closed their order's page: the order can no longer be found by its
 * number, and nothing here leads there.
 */
export const returned = (frame: Frame, session: SessionView) => {
  const { language, link } = frame
  const { sign, tone, ...outcome } = outcomes[session.status]
  const title = outcome.title(language)
  const total = formatIn(language).money(session.totalMinor, session.currency)
  return send(
    frame,
    <Page frame={frame} title={title} personal>
      <SignMark sign={sign} tone={tone} />
      <h1>{title}</h1>
      <p>{outcome.words(language)}</p>
      <Facts
        framed
        facts={[
          { name: words.order(language), value: <code>{session.orderId}</code> },
          { name: words.total(language), value: <span class="amount">{total}</span> }
        ]}
      />
      <Actions>
        {session.status === "open" && (
          <ButtonLink href={session.redirectUrl}>{Messages.order.toPayment(language)}</ButtonLink>
        )}
        <ButtonLink href={link("/")} rank="plain">{Messages.frame.toShop(language)}</ButtonLink>
      </Actions>
    </Page>,
    { headers: PageHeaders.secret }
  )
}

/** The page at an invalid return address: a link that was cut short. */
export const nowhere = (frame: Frame) => {
  const { language, link } = frame
  return send(
    frame,
    <Page frame={frame} title={words.nowhere(language)} personal>
      <h1>{words.nowhere(language)}</h1>
      <p>{words.nowhereWords(language)}</p>
      <Actions>
        <ButtonLink href={link("/orders/find")}>{Messages.frame.findOrder(language)}</ButtonLink>
        <ButtonLink href={link("/")} rank="plain">{Messages.frame.toShop(language)}</ButtonLink>
      </Actions>
    </Page>,
    { headers: PageHeaders.secret, status: 404 }
  )
}
