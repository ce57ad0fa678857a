/**
 * The choice among the products of a group on a product's page: the shades of a lipstick, the sizes of a cream.
 *
 * The rule: each is a product with its own address, price and stock, so the choice is a list of links, and the page
 * that is open is marked. The price is said where it is another than that of the product that is shown.
 */
import type { Language } from "@beauty-store/domain/Language"
import { type ChosenOption, type OptionKind, optionsOf } from "@beauty-store/domain/ProductOption"
import type { VNode } from "preact"
import * as Messages from "./Messages.ts"
import type { PageContext } from "./PageContext.ts"
import { Picture } from "./Picture.tsx"
import { productPath } from "./ProductCards.tsx"
import { link, money } from "./ShopFrame.tsx"
import type { ShownProduct } from "./ShownProduct.ts"

const titles: { readonly [kind in OptionKind]: (typeof Messages.product)["size"] } = {
  shade: Messages.product.shade,
  size: Messages.product.size,
  scent: Messages.product.scent
}

/** What an option is called in a language. */
export const optionTitle = ({ kind, name, title }: ChosenOption, language: Language): string =>
  title ?? (kind === undefined ? name : titles[kind](language))

/** `choice`: the products of the group, in their order, the one that is shown among them. */
export const Choice = (
  { choice, product, context }: {
    readonly context: PageContext
    readonly product: ShownProduct
    readonly choice: ReadonlyArray<ShownProduct>
  }
): VNode | null => {
  const { language } = context
  const { group } = product
  if (group === undefined || choice.length < 2) return null
  return (
    <nav class="choose" aria-labelledby="choose">
      <h2 id="choose">
        {optionsOf(group).map((option) => (
          <>
            {optionTitle(option, language)}: <b>{option.value}</b>
            {" "}
          </>
        ))}
      </h2>
      <ul>
        {choice.map((one) => (
          <li class={one.inStock ? undefined : "sold-out"}>
            <a href={link(context, productPath(one.id))} aria-current={one.id === product.id ? "page" : undefined}>
              <Picture context={context} of={one} alt="" width={72} />
              <span>
                {one.group?.value}
                {one.priceMinor !== product.priceMinor && <small>{money(context, one.priceMinor)}</small>}
                {!one.inStock && <small>{Messages.product.soldOut(language)}</small>}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
