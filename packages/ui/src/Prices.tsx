/**
 * Amounts beside their descriptions, and facts beside their names.
 *
 * The rule: an amount never breaks and never leaves the line on which its description ends, on any screen: long words
 * wrap, the amount stays at the right. Amounts come as text, written by `Money.display`; nothing is added up here.
 *
 * @since 1.0.0
 */
import type { ComponentChildren, VNode } from "preact"

export interface Price {
  readonly words: ComponentChildren
  readonly amount: string
  /** The sum of the others. */
  readonly main?: boolean
}

export const PriceTable = ({ prices }: { readonly prices: ReadonlyArray<Price> }): VNode => (
  <dl class="prices">
    {prices.map(({ amount, main = false, words }) => (
      <div class={main ? "main" : undefined}>
        <dt>{words}</dt>
        <dd class="amount">{amount}</dd>
      </div>
    ))}
  </dl>
)

export interface Fact {
  readonly name: string
  readonly value: ComponentChildren
}

export const Facts = (
  { facts, framed = false }: { readonly facts: ReadonlyArray<Fact>; readonly framed?: boolean }
): VNode => (
  <dl class={framed ? "facts framed" : "facts"}>
    {facts.map(({ name, value }) => (
      <div>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

export interface LineItem {
  readonly words: string
  /** Further remarks about it. */
  readonly note?: string | undefined
  readonly amount: string
  /** The address of its picture. */
  readonly picture?: string
}

/** Goods with their prices, and their pictures where they have any. */
export const LineItems = ({ items }: { readonly items: ReadonlyArray<LineItem> }): VNode => (
  <ul class={items.some(({ picture }) => picture !== undefined) ? "goods pictured" : "goods"}>
    {items.map(({ amount, note, picture, words }) => (
      <li>
        {picture !== undefined && <img src={picture} alt="" width="56" height="56" />}
        <div>
          {words}
          {note !== undefined && <div class="quiet">{note}</div>}
        </div>
        <div class="amount">{amount}</div>
      </li>
    ))}
  </ul>
)
