/**
 * The pages on which a person allows an agent to pay for them, as functions from their content to a document. Plain
 * forms without script, made of the same parts as the payment pages.
 *
 * The page says who will be able to pay, at which shop, and how much, before it asks for anything; refusing is as easy
 * as agreeing. Pure. Follows docs/specification.md#approval-page.
 */
import { dayOf } from "@beauty-store/domain/Days"
import { Actions, Button } from "@beauty-store/ui/Controls"
import { formatIn } from "@beauty-store/ui/Format"
import { Lock, type Sign } from "@beauty-store/ui/Marks"
import type { VNode } from "preact"
import type { DeclineCode } from "../Cards.ts"
import type { Status } from "../provider/Mandates.ts"
import { type Card, clockTime, type FieldFaults } from "../provider/PaymentWords.ts"
import { CardFields, FormState, TestNotice, titleState } from "./CardForm.tsx"
import * as Messages from "./Messages.ts"
import { BankPage, FormPage, type Merchant, MerchantLine, OutcomePage } from "./PageFrames.tsx"

/** The content of every page about a mandate. */
export interface Permission {
  readonly merchant: Merchant
  /** The agent that will be able to pay. */
  readonly agent: string
  /** Where the person sees all of their permissions at this shop, and takes them back. */
  readonly permissionsUrl?: string | undefined
}

export interface ApprovalView extends Permission {
  /** The permission, a line for each part. */
  readonly description: ReadonlyArray<string>
  /** Milliseconds since the epoch. */
  readonly decideBefore: number
  /** When the permission ends by itself; undefined: never. */
  readonly expiresAt: number | undefined
  /** The last card was refused. */
  readonly declined: DeclineCode | undefined
  readonly faults: FieldFaults
  /** The expiry date as typed: the one card field that may be shown again. */
  readonly expiry: string
}

const words = Messages.approval

export const approvalPage = (view: ApprovalView): VNode => {
  const { agent, declined, faults, merchant, permissionsUrl } = view
  const { language, name } = merchant
  const named = { agent, merchant: name }
  return (
    <FormPage
      title={titleState(language, faults, declined, words.declinedTitle) + words.title(language, named)}
      merchant={merchant}
      summary={
        <>
          <MerchantLine merchant={merchant} />
          <h1>{words.heading(language, named)}</h1>
          <section aria-labelledby="allowed">
            <h2 id="allowed">{words.allowed(language)}</h2>
            <ul class="lines">{view.description.map((line) => <li>{line}</li>)}</ul>
          </section>
          <p class="quiet">
            {words.withoutAsking(language)} {view.expiresAt !== undefined
              && `${
                words.endsOn(language, { date: formatIn(language).date(dayOf(view.expiresAt, merchant.timeZone)) })
              } `}
            {permissionsUrl === undefined
              ? words.takeBack(language)
              : words.takeBackOn<VNode>(language, {
                page: <a href={permissionsUrl}>{words.permissionsPage(language)}</a>
              })} {words.decideBefore(language, { time: clockTime(language, view.decideBefore, merchant.timeZone) })}
          </p>
        </>
      }
    >
      <FormState
        language={language}
        faults={faults}
        declined={declined}
        declinedTitle={words.notAccepted(language)}
        first="number"
      />
      <form method="post" novalidate>
        <fieldset>
          <legend>{words.whichCard(language)}</legend>
          <div class="group">
            <CardFields language={language} faults={faults} expiry={view.expiry} />
          </div>
        </fieldset>
        <Actions full>
          <Button name="decision" value="approve">
            <Lock />
            {words.allow(language, { agent })}
          </Button>
          <Button rank="plain" name="decision" value="reject">{words.reject(language)}</Button>
        </Actions>
      </form>
      <p class="quiet">{words.nothingNow(language, named)}</p>
      <TestNotice language={language} />
    </FormPage>
  )
}

/** The question of the cardholder's bank; `back` leads to the approval page. */
export const challengePage = (view: Permission & { readonly card: Card; readonly back: string }): VNode => {
  const { merchant } = view
  const { language } = merchant
  return (
    <BankPage
      title={words.challengeTitle(language)}
      heading={words.challenge(language)}
      words={words.challengeWords(language)}
      merchant={merchant}
      fact={{ name: words.agent(language), value: view.agent }}
      card={view.card}
      back={{ href: view.back, words: words.backToPage(language) }}
    />
  )
}

interface Decided {
  readonly title: string
  readonly sign: Sign
  readonly tone: "right" | "wrong"
  readonly words: string
}

const decidedAs = (
  status: Exclude<Status, "pending">,
  agent: string,
  { language, name }: Merchant
): Decided => {
  switch (status) {
    case "active":
      return {
        title: words.active(language, { agent }),
        sign: "done",
        tone: "right",
        words: words.activeWords(language, { merchant: name })
      }
    case "rejected":
      return {
        title: words.rejected(language, { agent }),
        sign: "stopped",
        tone: "wrong",
        words: words.rejectedWords(language)
      }
    case "revoked":
      return {
        title: words.revoked(language),
        sign: "stopped",
        tone: "wrong",
        words: words.revokedWords(language, { agent })
      }
    case "lapsed":
      return {
        title: words.lapsed(language),
        sign: "waiting",
        tone: "wrong",
        words: words.lapsedWords(language)
      }
  }
}

/** The decision is made, or can no longer be made. */
export const decidedPage = (
  { agent, merchant, permissionsUrl, status }: Permission & { readonly status: Exclude<Status, "pending"> }
): VNode => {
  const { language, name } = merchant
  const { words: said, ...decided } = decidedAs(status, agent, merchant)
  const isUsable = status === "active" && permissionsUrl !== undefined
  return (
    <OutcomePage
      merchant={merchant}
      {...decided}
      {...(isUsable ? { action: { href: permissionsUrl, words: words.seePermissions(language) } } : {})}
    >
      <p>{said}</p>
      {isUsable && <p>{words.keepAddress(language, { merchant: name })}</p>}
      {status !== "lapsed" && <p>{words.nothingToDo(language)}</p>}
    </OutcomePage>
  )
}

export const notFoundPage = (merchant: Merchant): VNode => (
  <OutcomePage merchant={merchant} title={words.missing(merchant.language)} sign="unknown" tone="wrong">
    <p>{words.missingWords(merchant.language)}</p>
  </OutcomePage>
)
