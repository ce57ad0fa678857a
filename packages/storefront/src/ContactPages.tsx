/**
 * Contact: a form that makes a ticket, and the seller's address.
 *
 * What was typed stays in the form where something is wrong with it. The page after it says the number of the ticket
 * and nothing of its text.
 */
import { longestMessage, longestSubject } from "@beauty-store/domain/Ticket"
import { Seller } from "@beauty-store/http/pages/PolicyTexts"
import { Actions, Button, ButtonLink } from "@beauty-store/ui/Controls"
import { TextArea, TextField } from "@beauty-store/ui/Form"
import { SignMark } from "@beauty-store/ui/Marks"
import { Notice } from "@beauty-store/ui/Notice"
import { FaultSummary } from "./FaultSummary.tsx"
import * as Messages from "./Messages.ts"
import type { PageContext } from "./PageContext.ts"
import { Breadcrumbs, link, page } from "./ShopFrame.tsx"

export interface Question {
  readonly email: string
  readonly subject: string
  readonly message: string
  readonly order: string
}

export type QuestionFaults = ReadonlyArray<{ readonly field: keyof Question; readonly words: string }>

export const emptyQuestion: Question = { email: "", subject: "", message: "", order: "" }

export const contactPage = (
  context: PageContext,
  question: Question,
  faults: QuestionFaults,
  notice?: string
): string => {
  const { key, language } = context
  const words = Messages.contact
  const faultOf = (field: keyof Question) => faults.find((fault) => fault.field === field)?.words
  const steps = [{ href: link(context, "/contact"), words: words.title(language) }]
  return page({
    context,
    title: words.title(language),
    description: words.lead(language),
    personal: faults.length > 0 || notice !== undefined,
    text: true,
    children: (
      <>
        <Breadcrumbs context={context} steps={steps} />
        <h1>{words.title(language)}</h1>
        <p class="lead">{words.lead(language)}</p>
        <FaultSummary faults={faults} language={language} />
        {notice && <Notice tone="wait">{notice}</Notice>}
        <form method="post" action={link(context, "/contact")} novalidate>
          {key !== undefined && <input type="hidden" name="key" value={key} />}
          <TextField
            id="email"
            label={words.email(language)}
            type="email"
            autocomplete="email"
            maxlength={254}
            value={question.email}
            fault={faultOf("email")}
            required
          />
          <TextField
            id="subject"
            label={words.subject(language)}
            maxlength={longestSubject}
            value={question.subject}
            fault={faultOf("subject")}
            required
          />
          <TextArea
            id="message"
            label={words.message(language)}
            maxlength={longestMessage}
            value={question.message}
            fault={faultOf("message")}
            required
          />
          <TextField
            id="order"
            label={words.order(language)}
            hint={words.orderHint(language)}
            maxlength={100}
            value={question.order}
            fault={faultOf("order")}
          />
          <Actions>
            <Button>{words.send(language)}</Button>
          </Actions>
        </form>
        <section aria-labelledby="direct">
          <h2 id="direct">{words.direct(language)}</h2>
          <Seller language={language} policy={context.shop.policy} />
        </section>
      </>
    )
  })
}

/** The question was taken; the address of its page is shown here and nowhere again. */
export const thanksPage = (
  context: PageContext,
  { email, pageUrl, ticketNumber }: { readonly ticketNumber: string; readonly email: string; readonly pageUrl: string }
): string => {
  const { language } = context
  const words = Messages.contact
  return page({
    context,
    title: words.thanks(language),
    personal: true,
    text: true,
    children: (
      <>
        <SignMark sign="done" tone="right" />
        <h1>{words.thanks(language)}</h1>
        <p>{words.thanksWords(language, { ticket: ticketNumber, email })}</p>
        <p>{words.followWords(language)}</p>
        <Actions>
          <ButtonLink href={pageUrl}>{words.follow(language)}</ButtonLink>
          <ButtonLink href={link(context, "/")} rank="plain">{Messages.cart.toShop(language)}</ButtonLink>
        </Actions>
      </>
    )
  })
}
