/**
 * The page of a product: its pack, what it costs and contains, when it arrives, and what can be done if it does not
 * suit. What the law wants to be said before somebody orders stands beside the price. The number of units is not shown,
 * because cached pages would show an old one. Follows docs/storefront.md#before-an-order.
 */
import type { BrandOutline, CatalogProduct } from "@beauty-store/commerce/catalog/Catalog"
import type { Announced } from "@beauty-store/commerce/promotions/Promotions"
import type { CountryCode } from "@beauty-store/domain/Address"
import { maxQuantity } from "@beauty-store/domain/Cart"
import { isCosmetic } from "@beauty-store/domain/Catalog"
import { dayOf } from "@beauty-store/domain/Days"
import type { ResponsiblePerson } from "@beauty-store/domain/Declaration"
import { textIn } from "@beauty-store/domain/Language"
import { methodFor } from "@beauty-store/domain/Pricing"
import { acceptsOpened, windowOf } from "@beauty-store/domain/Return"
import { expectedDayOf } from "@beauty-store/domain/Shipping"
import { rateOf } from "@beauty-store/domain/Vat"
import { Button } from "@beauty-store/ui/Controls"
import { SelectField } from "@beauty-store/ui/Form"
import { Mark, Tick } from "@beauty-store/ui/Marks"
import { Notice } from "@beauty-store/ui/Notice"
import { Facts } from "@beauty-store/ui/Prices"
import { Status } from "@beauty-store/ui/Status"
import type { VNode } from "preact"
import { Choice } from "./Choice.tsx"
import { brandPath } from "./HomePage.tsx"
import * as Messages from "./Messages.ts"
import type { PageContext } from "./PageContext.ts"
import { describePicture, eachPicture, largestPath, Picture, previewPath } from "./Picture.tsx"
import { ProductGrid, productPath, reduction, unitPrice } from "./ProductCards.tsx"
import { Breadcrumbs, categoryName, categorySteps, formatOf, hasCategory, link, money, page } from "./ShopFrame.tsx"
import type { ShownEntry, ShownProduct } from "./ShownProduct.ts"
import { breadcrumbs, group as groupData, product as productData } from "./StructuredData.ts"

/** How many units the list offers; the cart takes more. */
const offered = Math.min(10, maxQuantity)

/** The choice of a quantity. */
export const quantities = (most: number): ReadonlyArray<{ readonly value: string; readonly words: string }> =>
  Array.from({ length: most }, (_, n) => ({ value: String(n + 1), words: String(n + 1) }))

const Van = (): VNode => (
  <Mark width={20}>
    <path
      d="M2 5.5h9.5v8H2zM11.5 8.5h3.6l2.9 2.6v2.4h-6.5"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linejoin="round"
    />
    <circle cx="6" cy="14.3" r="1.6" fill="currentColor" />
    <circle cx="14.4" cy="14.3" r="1.6" fill="currentColor" />
  </Mark>
)

const Buy = ({ product, context }: { readonly context: PageContext; readonly product: CatalogProduct }): VNode => {
  const { key, language } = context
  return (
    <form method="post" action={link(context, "/cart")}>
      <input type="hidden" name="action" value="add" />
      <input type="hidden" name="product" value={product.id} />
      {key !== undefined && <input type="hidden" name="key" value={key} />}
      <SelectField
        id="quantity"
        label={Messages.product.quantity(language)}
        selected="1"
        options={quantities(offered)}
      />
      <Button>{Messages.product.add(language)}</Button>
    </form>
  )
}

/** Whether its price contains VAT for buyers of the home country, to whom the page speaks. */
const isTaxedAtHome = ({ now, shop: { policy, tax } }: PageContext, product: CatalogProduct): boolean => {
  const { attributes, id: productId, priceMinor: unitPriceMinor, vatClass } = product
  const country = policy.shipping.homeCountry as CountryCode
  const line = { productId, quantity: 1, unitPriceMinor, vatClass, attributes }
  return rateOf(tax, { country, lines: [line], on: dayOf(now, policy.timeZone) }, line) > 0
}

/** What the buyer can count on. */
const Assurance = (
  { product, context }: { readonly context: PageContext; readonly product: CatalogProduct }
): VNode => {
  const { language, now, shop } = context
  const { policy, returns, shipping } = shop
  const { country, day } = formatOf(context)
  const home = policy.shipping.homeCountry as CountryCode
  const method = methodFor({
    lines: [{
      productId: product.id,
      quantity: 1,
      unitPriceMinor: product.priceMinor,
      weightGrams: product.weightGrams,
      attributes: product.attributes
    }],
    country: home,
    policy: policy.shipping
  }, shop)
  const goods = {
    productId: product.id,
    returnableOnceOpened: product.returnableOnceOpened,
    attributes: product.attributes
  }
  const returning = acceptsOpened(returns, goods) ? Messages.product.unsealed : Messages.product.sealed
  return (
    <ul class="assurance">
      {product.inStock && method !== undefined && (
        <li>
          <Van />
          <span>
            {Messages.product.arrives(language, {
              day: day(
                expectedDayOf(shipping, policy.shipping, { method, country: home }, dayOf(now, policy.timeZone))
              ),
              country: country(home)
            })}
          </span>
        </li>
      )}
      <li>
        <Tick />
        <span>
          {returning(language, { days: windowOf(returns, goods) })}{" "}
          <a href={link(context, "/policies/returns")}>{Messages.product.returnsMore(language)}</a>
        </span>
      </li>
    </ul>
  )
}

const Responsible = ({ address, electronicAddress, name }: ResponsiblePerson): VNode => (
  <p translate={false}>
    {name}
    <br />
    {address}
    <br />
    <a href={/^https?:/i.test(electronicAddress) ? electronicAddress : `mailto:${electronicAddress}`}>
      {electronicAddress}
    </a>
  </p>
)

const About = ({ product, context }: { readonly context: PageContext; readonly product: ShownProduct }): VNode => {
  const { language } = context
  const { countryOfOrigin, ingredients, responsiblePerson, sku, weightGrams } = product
  const isNamedByInci = isCosmetic(product.category)
  const words = Messages.product
  return (
    <div class="about">
      <div class="stack">
        {product.description !== "" && (
          <section aria-labelledby="about">
            <h2 id="about">{words.about(language)}</h2>
            <p lang={product.descriptionLanguage}>{product.description}</p>
          </section>
        )}
        {product.howToUse !== undefined && (
          <section aria-labelledby="use">
            <h2 id="use">{words.use(language)}</h2>
            <p lang={product.howToUseLanguage}>{product.howToUse}</p>
          </section>
        )}
        {product.warnings !== undefined && (
          <section aria-labelledby="warnings">
            <h2 id="warnings">{words.warnings(language)}</h2>
            <p lang={product.warningsLanguage}>{product.warnings}</p>
          </section>
        )}
      </div>
      <div class="stack">
        <section aria-labelledby="details">
          <h2 id="details">{words.details(language)}</h2>
          <Facts
            facts={[
              { name: words.size(language), value: formatOf(context).size(product.size) },
              {
                name: words.brand(language),
                value: <a href={link(context, brandPath(product.brandId))}>{product.brandName}</a>
              },
              {
                name: words.category(language),
                value: hasCategory(context, product.category)
                  ? (
                    <a href={link(context, `/categories/${product.category}`)}>
                      {categoryName(context, product.category)}
                    </a>
                  )
                  : categoryName(context, product.category)
              },
              ...(sku === undefined ? [] : [{ name: words.sku(language), value: sku }]),
              ...(weightGrams === undefined
                ? []
                : [{ name: words.weight(language), value: formatOf(context).size({ value: weightGrams, unit: "g" }) }]),
              ...(countryOfOrigin === undefined
                ? []
                : [{ name: words.origin(language), value: formatOf(context).country(countryOfOrigin) }])
            ]}
          />
        </section>
        {responsiblePerson !== undefined && (
          <section aria-labelledby="responsible">
            <h2 id="responsible">{words.responsible(language)}</h2>
            <Responsible {...responsiblePerson} />
          </section>
        )}
        {ingredients !== undefined && (
          <section aria-labelledby="ingredients">
            <h2 id="ingredients">{(isNamedByInci ? words.inci : words.ingredients)(language)}</h2>
            {isNamedByInci
              ? <p class="inci" translate={false}>{ingredients}</p>
              : <p lang={product.ingredientsLanguage}>{ingredients}</p>}
          </section>
        )}
      </div>
    </div>
  )
}

/**
 * The pictures of a product, side by side: the first is seen, and the others by sliding or by the small ones below,
 * which lead to them without a script. Each leads to its largest file.
 */
const Gallery = ({ product, context }: { readonly context: PageContext; readonly product: ShownProduct }): VNode => {
  const { language, shop } = context
  const words = Messages.product
  const each = eachPicture(product).map((of, n) => ({
    of,
    id: `picture-${n + 1}`,
    alt: describePicture(language, product, n + 1)
  }))
  const shown = product.pictures.length === 0 ? "pack" : "pack whole"
  return (
    <div class="gallery">
      <ul class="strip">
        {each.map(({ alt, id, of }, n) => (
          <li id={id}>
            <a class="enlarge" href={largestPath(shop, of)} data-close={words.closePicture(language)}>
              <Picture
                context={context}
                className={shown}
                of={of}
                alt={alt}
                width={640}
                sizes="(min-width: 76rem) 38rem, (min-width: 56rem) 50vw, 92vw"
                first={n === 0}
              />
            </a>
          </li>
        ))}
      </ul>
      {each.length > 1 && (
        <ul class="thumbnails" aria-label={words.allPictures(language)}>
          {each.map(({ alt, id, of }) => (
            <li>
              <a href={`#${id}`}>
                <Picture context={context} of={of} alt={alt} width={72} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** What the page of a product shows. */
export interface ProductData {
  readonly product: ShownProduct
  /** What the cart takes off by itself. */
  readonly offers: ReadonlyArray<Announced>
  /** The products of its group, itself among them; none where it has no group. */
  readonly choice: ReadonlyArray<ShownProduct>
  /** Others of its brand. */
  readonly others: ReadonlyArray<ShownEntry>
}

/** What the page of a product shows that is not sold any more. */
export interface ArchivedData {
  /** Undefined where nothing of it is sold. */
  readonly brand: BrandOutline | undefined
  /** Undefined where the shop gave it up. */
  readonly category: string | undefined
  readonly similar: ReadonlyArray<ShownEntry>
}

const archivedPage = (context: PageContext, { brand, category, similar }: ArchivedData): string => {
  const { language } = context
  const words = Messages.product
  return page({
    context,
    title: words.archived(language),
    description: words.archived(language),
    children: (
      <>
        <h1>{words.archived(language)}</h1>
        <p>{words.archivedWords(language)}</p>
        <ul>
          {brand !== undefined && (
            <li>
              <a href={link(context, brandPath(brand.id))}>{words.allOf(language, { name: brand.name })}</a>
            </li>
          )}
          {category !== undefined && (
            <li>
              <a href={link(context, `/categories/${category}`)}>{categoryName(context, category)}</a>
            </li>
          )}
        </ul>
        {similar.length > 0 && (
          <section aria-labelledby="similar">
            <div class="head">
              <h2 id="similar">{words.similar(language)}</h2>
            </div>
            <ProductGrid context={context} entries={similar} eager={0} />
          </section>
        )}
      </>
    )
  })
}

export const productPage = (context: PageContext, data: ProductData | ArchivedData): string =>
  "similar" in data ? archivedPage(context, data) : soldPage(context, data)

/** What the cart takes off by itself. */
const Offers = ({ context, offers }: { readonly context: PageContext } & Pick<ProductData, "offers">): VNode => {
  const { language } = context
  const words = Messages.product
  return (
    <>
      {offers.map(({ endsAt, lowestMinor, title }) => (
        <p class="reduced">
          <strong>{textIn(title, language)}</strong>
          {" · "}
          {words.inCart(language)}
          {endsAt !== undefined && (
            <>
              <br />
              {words.saleUntil(language, { moment: formatOf(context).moment(endsAt, context.shop.policy.timeZone) })}
            </>
          )}
          {lowestMinor !== undefined && (
            <>
              <br />
              {words.lowest(language, { price: money(context, lowestMinor) })}
            </>
          )}
        </p>
      ))}
    </>
  )
}

const soldPage = (context: PageContext, { choice, offers, others, product }: ProductData): string => {
  const { language, shop: { policy } } = context
  const words = Messages.product
  const { description, name, nameLanguage } = product
  const steps = [
    ...categorySteps(context, product.category),
    { href: link(context, brandPath(product.brandId)), words: product.brandName },
    { href: link(context, productPath(product.id)), words: name }
  ]
  const unit = unitPrice(context, product)
  const reduced = reduction(context, product)
  const until = product.reduction?.until
  return page({
    context,
    title: `${name} · ${product.brandName}`,
    description,
    image: policy.baseUrl + previewPath(context.shop, product),
    data: [
      productData(context, product),
      breadcrumbs(context, steps),
      ...(choice.length < 2 ? [] : [groupData(context, product, choice)])
    ],
    children: (
      <>
        <Breadcrumbs context={context} steps={steps} />
        <div class="offer">
          <Gallery context={context} product={product} />
          <div class="buy">
            <p class="of">
              <a href={link(context, brandPath(product.brandId))}>{product.brandName}</a>
            </p>
            <h1 lang={nameLanguage}>{name}</h1>
            <p>
              <span class="figure">{money(context, product.priceMinor)}</span>
            </p>
            {reduced !== undefined && (
              <p class="reduced">
                {reduced}
                {until !== undefined && (
                  <>
                    <br />
                    {words.saleUntil(language, {
                      moment: formatOf(context).moment(until, context.shop.policy.timeZone)
                    })}
                  </>
                )}
              </p>
            )}
            <Offers context={context} offers={offers} />
            <p class="quiet">
              {formatOf(context).size(product.size)}
              {unit !== undefined && ` · ${unit}`}
              <br />
              {(isTaxedAtHome(context, product) ? words.vat : words.withoutVat)(language)}{" "}
              <a href={link(context, "/policies/shipping")}>{words.shipping(language)}</a>
            </p>
            <p>
              {product.inStock
                ? <Status tone="right">{words.inStock(language)}</Status>
                : <Status tone="wait">{words.soldOut(language)}</Status>}
            </p>
            <Choice context={context} product={product} choice={choice} />
            {product.inStock
              ? <Buy context={context} product={product} />
              : <Notice tone="wait">{words.soldOutWords(language)}</Notice>}
            <Assurance context={context} product={product} />
          </div>
        </div>
        <About context={context} product={product} />
        {others.length > 0 && (
          <section aria-labelledby="others">
            <div class="head">
              <h2 id="others">{words.others(language, { brand: product.brandName })}</h2>
            </div>
            <ProductGrid context={context} entries={others} eager={0} />
          </section>
        )}
      </>
    )
  })
}
