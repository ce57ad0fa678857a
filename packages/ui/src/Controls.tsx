/**
 * Controls: buttons that send a form, links that look like them, and a row of both.
 *
 * The rule: a control that changes something is a button of a form, one that only leads on is a link. The first of a
 * row is the one that most people need; the others are plain.
 *
 * @since 1.0.0
 */
import type { ComponentChildren, VNode } from "preact"
import * as Marks from "./Marks.tsx"

type Rank = "first" | "plain"

const classOf = (rank: Rank): string => rank === "first" ? "button" : "button plain"

export interface ButtonProps {
  readonly rank?: Rank
  /** The value of the form when it is sent by this button. */
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

/** A way back, as a form that tells the server. */
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
