/**
 * The page on which whoever asked follows a support ticket, and those that say why something was not done. Pure: from
 * the view of a ticket to markup.
 *
 * The rule: texts of people are shown as text, with their line breaks, and never as markup. The page names the shop as
 * the sender of an answer and no member of staff. Follows docs/specification.md#ticket-page.
 */
import type { TicketPageView } from "@beauty-store/commerce/support/Support"
import { longestMessage } from "@beauty-store/domain/Ticket"
import { Card } from "@beauty-store/ui/Card"
import { Actions, Button } from "@beauty-store/ui/Controls"
import { TextArea } from "@beauty-store/ui/Form"
import { Lines } from "@beauty-store/ui/Lines"
import { Notice } from "@beauty-store/ui/Notice"
import { Time } from "@beauty-store/ui/Status"
import type { VNode } from "preact"
import { messagePage, questionPage, toHelp, toShop } from "./MessagePages.tsx"
import * as Messages from "./Messages.ts"
import { momentOf } from "./OrderCards.tsx"
import { type Frame, Page } from "./PageFrame.tsx"

/** The address of a ticket's page, and of a page below it. */
export const addressOf = (token: string, path?: string): string =>
  `/support/${token}${path === undefined ? "" : `/${path}`}`

const words = Messages.ticket

const Said = (
  { at, frame, text, who }: {
    readonly who: "customer" | "staff"
    readonly text: string
    readonly at: number
    readonly frame: Frame
  }
): VNode => (
  <Card title={who === "staff" ? frame.site.name : words.you(frame.language)}>
    <p>
      <Lines lines={text.split("\n")} />
    </p>
    <p class="hint">
      <Time {...momentOf(frame, at)} />
    </p>
  </Card>
)

export interface Written {
  /** What was typed and has not been taken yet. */
  readonly text: string
  readonly fault: string
}

/** The ticket, and a form to add to it while it is not closed. */
export const ticketPage = (frame: Frame, token: string, ticket: TicketPageView, written?: Written): VNode => {
  const { language } = frame
  return (
    <Page frame={frame} title={words.title(language)} personal>
      <h1>{ticket.subject}</h1>
      <p class="quiet">
        {words.number(language)} <span class="amount">{ticket.ticketNumber}</span>
      </p>
      {written === undefined
        ? <p>{Messages.ticketStates[ticket.status](language)}</p>
        : <Notice tone="wrong">{written.fault}</Notice>}
      <Said who="customer" text={ticket.message} at={ticket.createdAt} frame={frame} />
      {ticket.messages.map(({ at, from, text }) => <Said who={from} text={text} at={at} frame={frame} />)}
      {ticket.status !== "closed" && (
        <form method="post" action={addressOf(token)}>
          <input type="hidden" name="version" value={ticket.version} />
          <TextArea
            id="message"
            label={words.add(language)}
            maxlength={longestMessage}
            value={written?.text ?? ""}
            required
          />
          <Actions>
            <Button>{words.send(language)}</Button>
          </Actions>
        </form>
      )}
      <p class="hint">
        {words.keepSecret(language)} <a href={addressOf(token, "close")}>{words.close(language)}</a>
      </p>
    </Page>
  )
}

/** Asks whether the page is to be closed. */
export const closePage = (frame: Frame, token: string): VNode => {
  const { language } = frame
  return questionPage(frame, {
    title: words.closeTitle(language),
    words: <p>{words.closeWords(language)}</p>,
    yes: words.closeYes(language),
    no: { href: addressOf(token) }
  })
}

export const closedPage = (frame: Frame): VNode => {
  const { language } = frame
  return messagePage(frame, {
    title: words.closed(language),
    words: words.closedWords(language),
    onward: [toShop(frame), toHelp(frame)]
  })
}

/** The address leads nowhere, or no longer. */
export const missingPage = (frame: Frame): VNode => {
  const { language } = frame
  return messagePage(frame, {
    title: words.missing(language),
    words: words.missingWords(language),
    onward: [toHelp(frame), toShop(frame)]
  })
}
