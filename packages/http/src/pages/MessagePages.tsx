/**
 * Personal pages of one kind: those that say one thing and lead on, and those that ask before something is changed.
 * Pure: from words to markup.
 *
 * The rule: a question says what is going to happen before it happens, and beside the button is a way back. Follows
 * docs/specification.md#pages.
 */
import { Actions, Button, ButtonLink } from "@beauty-store/ui/Controls"
import type { ComponentChildren, VNode } from "preact"
import * as Messages from "./Messages.ts"
import { type Frame, Page } from "./PageFrame.tsx"

/** A link of a page, shown as a button. */
export interface Onward {
  readonly href: string
  readonly words: string
}

export const toShop = ({ language, link }: Frame): Onward => ({
  href: link("/"),
  words: Messages.frame.toShop(language)
})

export const toHelp = ({ language, link }: Frame): Onward => ({
  href: link("/policies/contact"),
  words: Messages.frame.help(language)
})

interface Message {
  readonly title: string
  readonly words: string
  /** Where to go from here, the most likely first. */
  readonly onward: readonly [Onward, ...ReadonlyArray<Onward>]
}

/** Says one thing. */
export const messagePage = (frame: Frame, { onward, title, words }: Message): VNode => (
  <Page frame={frame} title={title} personal>
    <h1>{title}</h1>
    <p>{words}</p>
    <Actions>
      {onward.map(({ href, words }, index) => (
        <ButtonLink href={href} {...(index === 0 ? {} : { rank: "plain" })}>{words}</ButtonLink>
      ))}
    </Actions>
  </Page>
)

interface Question {
  readonly title: string
  readonly words: ComponentChildren
  /** What the form sends besides. */
  readonly fields?: ComponentChildren
  readonly yes: string
  /** The way back; its words by default: keep it. */
  readonly no: { readonly href: string; readonly words?: string }
}

/** Asks before something is changed: the form is sent to the page's own address. */
export const questionPage = (frame: Frame, { fields, no, title, words, yes }: Question): VNode => (
  <Page frame={frame} title={title} personal>
    <h1>{title}</h1>
    {words}
    <form method="post">
      {fields}
      <Actions>
        <Button>{yes}</Button>
        <ButtonLink href={no.href} rank="plain">{no.words ?? Messages.frame.keepIt(frame.language)}</ButtonLink>
      </Actions>
    </form>
  </Page>
)
