/**
 * The page of a person's permissions: which agents may pay for them, how much of each permission is used and left, and
 * the question before one is taken back. Pure: from views to markup.
 *
 * The page only shows; taking back has a page of its own that says what is going to happen and asks. Follows
 * docs/specification.md#permission-page.
 */
import type { PermissionView } from "@beauty-store/commerce/spending/Delegations"
import type { Currency } from "@beauty-store/domain/Money"
import { Card } from "@beauty-store/ui/Card"
import { Actions, ButtonLink } from "@beauty-store/ui/Controls"
import { formatIn } from "@beauty-store/ui/Format"
import { Notice } from "@beauty-store/ui/Notice"
import { type Fact, Facts } from "@beauty-store/ui/Prices"
import { Status, Time } from "@beauty-store/ui/Status"
import type { VNode } from "preact"
import { messagePage, questionPage, toHelp, toShop } from "./MessagePages.tsx"
import * as Messages from "./Messages.ts"
import { momentOf } from "./OrderCards.tsx"
import { type Frame, Page } from "./PageFrame.tsx"

/** What every page here knows: its frame, the shop's currency, and the token of the page. */
export interface PermissionContext {
  readonly frame: Frame
  readonly currency: Currency
  readonly token: string
}

const words = Messages.permissions

const at = (token: string, path = ""): string => `/permissions/${token}${path}`

const tones: Readonly<Record<PermissionView["status"], "right" | "wait" | "wrong">> = {
  pending_approval: "wait",
  active: "right",
  revoked: "wrong",
  expired: "wrong"
}

/** Whether it can be taken back. */
export const isOpen = ({ status }: PermissionView): boolean => status === "active" || status === "pending_approval"

/** One window: spent, and of an active permission what is left of it and when more is. */
const windowOf = (
  { limits, remaining, resetsAt, spentMinor, status }: PermissionView,
  window: "perDay" | "perMonth",
  frame: Frame,
  amount: (amountMinor: number) => string
): ReadonlyArray<Fact> => {
  const { language } = frame
  const more = resetsAt[window]
  const spent = {
    name: words[window](language),
    value: words.spent(language, { spent: amount(spentMinor[window]), limit: amount(limits[window]) })
  }
  if (status !== "active") return [spent]
  return [
    spent,
    { name: words.left(language), value: amount(remaining[window]) },
    ...(more === undefined
      ? []
      : [{ name: words.moreFrom(language), value: <Time {...momentOf(frame, more)} /> }])
  ]
}

const factsOf = (one: PermissionView, { currency, frame }: PermissionContext): ReadonlyArray<Fact> => {
  const { language } = frame
  const amount = (amountMinor: number) => formatIn(language).money(amountMinor, currency)
  const upTo = words.upTo(language, { amount: amount(one.limits.perTransaction) })
  return [
    { name: words.oneOrder(language), value: upTo },
    ...windowOf(one, "perDay", frame, amount),
    ...windowOf(one, "perMonth", frame, amount),
    { name: words.asked(language), value: <Time {...momentOf(frame, one.createdAt)} /> },
    ...(one.expiresAt === undefined || one.status === "revoked"
      ? []
      : [{
        name: words[one.status === "expired" ? "ended" : "ends"](language),
        value: <Time {...momentOf(frame, one.expiresAt)} />
      }])
  ]
}

const Permission = (
  { isJustRevoked, one, context }: {
    readonly context: PermissionContext
    readonly one: PermissionView
    readonly isJustRevoked: boolean
  }
) => {
  const { frame: { language }, token } = context
  return (
    <Card title={one.agentId}>
      <p>
        <Status tone={tones[one.status]}>{words[one.status](language)}</Status>
      </p>
      {isJustRevoked && <Notice tone="right">{words.done(language)}</Notice>}
      <Facts facts={factsOf(one, context)} />
      {isOpen(one) && (
        <Actions>
          <ButtonLink href={at(token, `/${one.delegationId}/revoke`)} rank="plain">
            {words.takeBackFrom(language, { agent: one.agentId })}
          </ButtonLink>
        </Actions>
      )}
    </Card>
  )
}

/**
 * The permissions, newest first. `done`: what was just done, `revoked:del_…`. That is said of this one alone, below its
 * name, and only if it is so: another one may have been given since.
 */
export const permissionsPage = (
  context: PermissionContext,
  permissions: ReadonlyArray<PermissionView>,
  done: string | undefined
): VNode => {
  const { frame } = context
  const { language, site } = frame
  const title = words.title(language)
  const open = permissions.filter(isOpen).length
  return (
    <Page frame={frame} title={title} personal>
      <h1>{title}</h1>
      <p class="lead">{words.lead(language, { store: site.name, open })}</p>
      <div class="stack">
        {permissions.map((one) => (
          <Permission
            context={context}
            one={one}
            isJustRevoked={one.status === "revoked" && done === `revoked:${one.delegationId}`}
          />
        ))}
      </div>
      <p class="quiet">{words.keepSecret(language, { open })}</p>
    </Page>
  )
}

/** Asks whether a permission is to be taken back. */
export const revokePage = ({ frame, token }: PermissionContext, { agentId }: PermissionView): VNode => {
  const { language } = frame
  return questionPage(frame, {
    title: words.revokeTitle(language),
    words: <p>{words.revokeWords(language, { agent: agentId })}</p>,
    yes: words.revokeYes(language),
    no: { href: at(token) }
  })
}

/** The address leads nowhere. */
export const missingPage = (frame: Frame): VNode => {
  const { language } = frame
  return messagePage(frame, {
    title: words.missing(language),
    words: words.missingWords(language),
    onward: [toHelp(frame), toShop(frame)]
  })
}
