/**
 * The choice among the products of a group on a product's page: the shades of a lipstick, the sizes of a cream.
 *
 * The rule: each is a product with its own address, price and stock, so the choice is a list of links for each option,
 * and the page that is open is marked. A value that does not go with the others says so and leads to the nearest product.
 */
import type { Locale } from "@beauty-store/domain/Language"
import {
  type Choice as ChoiceOf,
  choicesFrom,
  type ChosenOption,
  isOptionKind,
  type OptionKind,
  optionsOf,
  type Variant
} from "@beauty-store/domain/ProductOption"
import { filesOf } from "@beauty-store/http/pipeline/RasterPictures"
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

/** What an option is called in a language by its name alone. */
export const kindTitle = (name: string, language: Locale): string => isOptionKind(name) ? titles[name](language) : name

/** What an option is called in a language. */
export const optionTitle = ({ name, title }: ChosenOption, language: Locale): string =>
  title ?? kindTitle(name, language)

interface ShownVariant extends Variant {
  readonly product: ShownProduct
}

const variantOf = (product: ShownProduct): ReadonlyArray<ShownVariant> =>
  product.ownGroup === undefined
    ? []
    : [{ product, inStock: product.inStock, values: optionsOf(product.ownGroup).map(({ value }) => value) }]

/** The values of one option, each as a link. */
const Values = (
  { choices, context, n, product }: {
    readonly context: PageContext
    readonly product: ShownProduct
    /** Which of the options it is. */
    readonly n: number
    readonly choices: ReadonlyArray<ChoiceOf<ShownVariant>>
  }
): VNode => {
  const { language, shop: { pictures } } = context
  const own = optionsOf(product.group!)[n]!
  const hasSwatches = own.kind === "shade" && choices.some(({ to }) => filesOf(pictures, to.product).length > 0)
  const id = `choose-${n + 1}`
  return (
    <nav class="choose" aria-labelledby={id}>
      <h2 id={id}>
        {optionTitle(own, language)}: <b>{own.value}</b>
      </h2>
      <ul class={hasSwatches ? undefined : "words"}>
        {choices.map(({ isExact, to: { product: one } }) => (
          <li class={one.inStock && isExact ? undefined : "sold-out"}>
            <a href={link(context, productPath(one.id))} aria-current={one.id === product.id ? "page" : undefined}>
              {hasSwatches && <Picture context={context} of={one} alt="" width={72} />}
              <span>
                {optionsOf(one.group!)[n]!.value}
                {isExact && one.priceMinor !== product.priceMinor && <small>{money(context, one.priceMinor)}</small>}
                {!isExact && <small>{Messages.product.notTogether(language)}</small>}
                {isExact && !one.inStock && <small>{Messages.product.soldOut(language)}</small>}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** `choice`: the products of the group, in their order, the one that is shown among them. */
export const Choice = (
  { choice, product, context }: {
    readonly context: PageContext
    readonly product: ShownProduct
    readonly choice: ReadonlyArray<ShownProduct>
  }
): VNode | null => {
  const [from] = variantOf(product)
  if (from === undefined || choice.length < 2) return null
  return (
    <>
      {choicesFrom(from, choice.flatMap(variantOf)).map((choices, n) => (
        <Values context={context} product={product} n={n} choices={choices} />
      ))}
    </>
  )
}
