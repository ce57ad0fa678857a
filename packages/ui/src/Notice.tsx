/**
 * Messages at the top of a page, each with its tone, and pages that have nothing to show.
 *
 * A message about a failure is an alert and takes the focus, so that screen readers read it out first.
 *
 * @since 1.0.0
 */
import type { ComponentChildren, VNode } from "preact"
import { Actions } from "./Controls.tsx"
import * as Marks from "./Marks.tsx"
import type { Tone } from "./Status.tsx"

export interface NoticeProps {
  readonly tone: Tone
  readonly title?: string
  readonly children: ComponentChildren
}

export const Notice = ({ children, title, tone }: NoticeProps): VNode => {
  const alert = tone === "wrong"
  return (
    <div
      class={`notice ${tone}`}
      role={alert ? "alert" : "status"}
      aria-labelledby={title === undefined ? undefined : "notice"}
      tabindex={alert ? -1 : undefined}
      autofocus={alert}
    >
      {tone === "right" ? <Marks.Tick /> : <Marks.Attention />}
      <div>
        {title !== undefined && <h2 id="notice">{title}</h2>}
        {children}
      </div>
    </div>
  )
}

/** Nothing to show, the reason, and where to go instead. */
export const EmptyState = (
  { actions, children, title }: {
    readonly title: string
    readonly actions: ComponentChildren
    readonly children: ComponentChildren
  }
): VNode => (
  <div class="empty">
    <h1>{title}</h1>
    {children}
    <Actions>{actions}</Actions>
  </div>
)
