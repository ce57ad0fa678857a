/**
 * The pages on which a person allows an agent to pay for them, as functions from their content to a document. Plain
 * forms without script, made of the same parts as the payment pages.
 *
 * The page says who will be able to pay, at which shop, and how much, before it asks for anything; refusing is as easy
 * as agreeing. Pure. Follows docs/specification.md#approval-page.
 */
import { Actions, Button } from "@beauty-store/ui/Controls"
import { Lock, type Sign } from "@beauty-store/ui/Marks"
import type { VNode } from "preact"
import { CardFields, FormState, TestNotice, titleState } from "./CardForm.tsx"
import type { DeclineCode } from "./Cards.ts"
import type { Status } from "./Mandates.ts"
import { BankPage, FormPage, type Merchant, MerchantLine, OutcomePage } from "./PageFrames.tsx"
import { calendarDay, type Card, clockTime, type FieldFaults } from "./PageWords.ts"

/** The content of every page about a mandate. */
export interface Permission {
  readonly merchant: Merchant
  /** The agent that will be able to pay. */
  readonly agent: string
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

export const approvalPage = (view: ApprovalView): VNode => {
  const { agent, declined, faults, merchant } = view
  return (
    <FormPage
      title={`${titleState(faults, declined, "Card declined")}Let ${agent} pay at ${merchant.name}`}
      merchant={merchant}
      summary={
        <>
          <MerchantLine merchant={merchant} />
          <h1>Let {agent} pay for you at {merchant.name}?</h1>
          <section aria-labelledby="allowed">
            <h2 id="allowed">What you allow</h2>
            <ul class="lines">{view.description.map((line) => <li>{line}</li>)}</ul>
          </section>
          <p class="quiet">
            It pays with the card that you name here, without asking you each time.{" "}
            {view.expiresAt !== undefined && `It ends by itself on ${calendarDay(view.expiresAt)}. `}
            You can take this back at any time. Please decide before {clockTime(view.decideBefore)}.
          </p>
        </>
      }
    >
      <FormState faults={faults} declined={declined} declinedTitle="This card was not accepted" first="number" />
      <form method="post" novalidate>
        <fieldset>
          <legend>Which card is going to pay?</legend>
          <div class="group">
            <CardFields faults={faults} expiry={view.expiry} />
          </div>
        </fieldset>
        <Actions full>
          <Button name="decision" value="approve">
            <Lock />Allow {agent} to pay
          </Button>
          <Button rank="plain" name="decision" value="reject">Do not allow</Button>
        </Actions>
      </form>
      <p class="quiet">
        Nothing is taken now. Your card stays with the payment provider: neither {merchant.name} nor {agent} sees it.
      </p>
      <TestNotice />
    </FormPage>
  )
}

/** The question of the cardholder's bank; `back` leads to the approval page. */
export const challengePage = (view: Permission & { readonly card: Card; readonly back: string }): VNode => (
  <BankPage
    title="Confirm your permission: your bank"
    heading="Is this permission yours?"
    words="Your bank asks you to confirm that this agent may pay with your card."
    merchant={view.merchant}
    fact={{ name: "Agent", value: view.agent }}
    card={view.card}
    back={{ href: view.back, words: "Back to the permission" }}
  />
)

interface Decided {
  readonly title: string
  readonly sign: Sign
  readonly tone: "right" | "wrong"
  readonly words: string
}

const decidedAs = (
  status: Exclude<Status, "pending">,
  agent: string,
  merchant: string
): Decided => {
  switch (status) {
    case "active":
      return {
        title: `${agent} may pay for you`,
        sign: "done",
        tone: "right",
        words: `It can buy at ${merchant} with your card, within what you allowed. Nothing has been taken.`
      }
    case "rejected":
      return {
        title: `${agent} may not pay for you`,
        sign: "stopped",
        tone: "wrong",
        words: "You did not allow it. Nothing has been taken."
      }
    case "revoked":
      return {
        title: "This permission has ended",
        sign: "stopped",
        tone: "wrong",
        words: `${agent} cannot pay for you with it.`
      }
    case "lapsed":
      return {
        title: "The time to decide is over",
        sign: "waiting",
        tone: "wrong",
        words: "Nothing was allowed. If you still want to, ask for the permission again."
      }
  }
}

/** The decision is made, or can no longer be made. */
export const decidedPage = (
  { agent, merchant, status }: Permission & { readonly status: Exclude<Status, "pending"> }
): VNode => {
  const { words, ...decided } = decidedAs(status, agent, merchant.name)
  return (
    <OutcomePage merchant={merchant} {...decided}>
      <p>{words}</p>
      {status !== "lapsed" && <p>There is nothing more to do here. You can close this page.</p>}
    </OutcomePage>
  )
}

export const notFoundPage = (merchant: Merchant): VNode => (
  <OutcomePage merchant={merchant} title="There is nothing to decide here" sign="unknown" tone="wrong">
    <p>The address may be incomplete. Please follow the link that you were given again.</p>
  </OutcomePage>
)
