/**
 * A card: a part of a page with a ground of its own. Its heading names it, visibly and to screen readers.
 *
 * `Card` is a section beside others on a page, `Panel` is the single content of a page, with a strip at its top that
 * names the owner of the page.
 *
 * @since 1.0.0
 */
import type { ComponentChildren, VNode } from "preact"

export const Card = ({ children, title }: { readonly title: string; readonly children: ComponentChildren }): VNode => (
  <section class="card">
    <h2>{title}</h2>
    {children}
  </section>
)

export interface PanelProps {
  readonly top?: ComponentChildren
  /** A bank's own page. */
  readonly bank?: boolean
  readonly children: ComponentChildren
}

export const Panel = ({ bank = false, children, top }: PanelProps): VNode => (
  <div class={bank ? "card raised bank" : "card raised"}>
    {top !== undefined && <div class="top">{top}</div>}
    {children}
  </div>
)
