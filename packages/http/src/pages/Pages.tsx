/**
 * The pages for people that the API needs: a page for every problem code, and the pages after a payment.
 *
 * The rule: looking at a page changes nothing. Pages for developers are in English, those after a payment in the
 * language of the order. Prices and states come from the views of the use cases. Left out: the page for developers
 * (`DevelopersPage`), the order's own (`OrderPage`), and the shop's rules (`PolicyPages`).
 */
import type { SessionView } from "@beauty-store/commerce/checkout/SessionView"
import { Actions, ButtonLink } from "@beauty-store/ui/Controls"
import { formatIn } from "@beauty-store/ui/Format"
import { type Sign, SignMark } from "@beauty-store/ui/Marks"
import * as PageHeaders from "@beauty-store/ui/PageHeaders"
import { Facts } from "@beauty-store/ui/Prices"
import type { Message } from "@beauty-store/ui/Wording"
import type { ComponentChildren } from "preact"
import { explanations } from "../contract/Explanations.ts"
import { problems } from "../contract/Problems.ts"
import * as Messages from "./Messages.ts"
import { type Frame, Page, send } from "./PageFrame.tsx"

/** A text with `code` in it, as in the table of problems. */
const withCode = (words: string): ComponentChildren =>
  words.split("`").map((part, index) => index % 2 === 1 ? <code>{part}</code> : part)

/** `/problems`: all problems. */
export const problemIndex = (frame: Frame) =>
  send(
    frame,
    <Page frame={frame} title="Problems">
      <h1>Every error the API returns</h1>
      <ul class="entries">
        {Object.values(problems).map(({ code, status, title }) => (
          <li>
            <a href={`/problems/${code}`}>
              <code>{code}</code>
            </a>
            <p>{status} · {title}</p>
          </li>
        ))}
      </ul>
    </Page>,
    { headers: PageHeaders.cacheable }
  )

/** `/problems/<code>`, to which the `type` of a problem document leads; undefined for an unknown code. */
export const problem = (frame: Frame, code: string) => {
  const found = Object.values(problems).find((one) => one.code === code)
  if (found === undefined) return undefined
  const fields = found.fieldNames.map((name, index) => (
    <>
      {index > 0 && " "}
      <code>{name}</code>
    </>
  ))
  return send(
    frame,
    <Page frame={frame} title={found.title}>
      <div class="prose">
        <h1>{found.title}</h1>
        <p>{withCode(explanations[found.tag])}</p>
      </div>
      <Facts
        framed
        facts={[
          { name: "code", value: <code>{found.code}</code> },
          { name: "status", value: found.status },
          {
            name: "retryable",
            value: found.retryable
              ? "yes: the same request may succeed later"
              : "no: do not send the same request again as it is"
          },
          ...(fields.length > 0 ? [{ name: "carries", value: fields }] : [])
        ]}
      />
      <p>
        <a href="/problems">All problems</a>
      </p>
    </Page>,
    { headers: PageHeaders.cacheable }
  )
}

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
