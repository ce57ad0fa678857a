/**
 * What people press: buttons that send a form, links that look like them, and a row of both.
 *
 * The rule: what changes something is a button of a form, what only leads on is a link. The first of a row is what most
 * people came for; the others are plain.
 */
import type { ComponentChildren, VNode } from "preact"
import * as Marks from "./Marks.tsx"

type Rank = "first" | "plain"

const classOf = (rank: Rank): string => rank === "first" ? "button" : "button plain"

interface ButtonProps {
  readonly rank?: Rank
  /** What the form says when it was sent by this button. */
  readonly name?: string
  readonly value?: string
  readonly children: ComponentChildren
}

export const Button = ({ children, name, rank = "first", value }: ButtonProps): VNode => (
  <button class={classOf(rank)} type="submit" name={name} value={value}>{children}</button>
)

export const ButtonLink = (
  { children, href, rank = "first" }: {
    readonly href: string
    readonly rank?: Rank
    readonly children: ComponentChildren
  }
): VNode => <a class={classOf(rank)} href={href}>{children}</a>

/** Buttons beside each other, or below each other over the full width. */
export const Actions = (
  { children, full = false }: { readonly full?: boolean; readonly children: ComponentChildren }
): VNode => <div class={full ? "actions full" : "actions"}>{children}</div>

/** Back to where somebody came from, as a form that says so to the server. */
export const BackButton = (
  { children, name, value }: { readonly name: string; readonly value: string; readonly children: ComponentChildren }
): VNode => (
  <form method="post">
    <button class="back" type="submit" name={name} value={value}>
      <Marks.Back />
      {children}
    </button>
  </form>
)

export const BackLink = (
  { children, href }: { readonly href: string; readonly children: ComponentChildren }
): VNode => (
  <a class="back" href={href}>
    <Marks.Back />
    {children}
  </a>
)
