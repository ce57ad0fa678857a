/**
 * What a page has to say before anything else: a message with its tone, and a page that has nothing to show.
 *
 * A message about what went wrong is an alert and takes the focus, so that whoever does not see it hears it first.
 */
import type { ComponentChildren, VNode } from "preact"
import { Actions } from "./Controls.tsx"
import * as Marks from "./Marks.tsx"
import type { Tone } from "./Status.tsx"

interface NoticeProps {
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

/** Nothing to show, why, and where to go instead. */
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
