/**
 * The frames of pages: the shop's pages with header and footer, the two halves of a payment page, and a single card in
 * the middle. The caller supplies the addresses and words (`Site`): this package knows none.
 *
 * The rule: every page has a link that leads on, at least to the shop and to help. Nothing here needs a script.
 *
 * @since 1.0.0
 */
import type { ComponentChildren, VNode } from "preact"
import { Bag, Find } from "./Marks.tsx"
import type { LinkGroup, Logo, Site, Translation } from "./Site.ts"

const LinkList = (
  { className, current, links }: Pick<LinkGroup, "links"> & {
    readonly current?: string | undefined
    readonly className?: string
  }
): VNode => (
  <ul class={className}>
    {links.map(({ href, words }) => (
      <li>
        <a href={href} aria-current={href === current ? "page" : undefined}>{words}</a>
      </li>
    ))}
  </ul>
)

export const Links = ({ links, name }: LinkGroup): VNode => (
  <nav aria-label={name}>
    <LinkList links={links} className="links" />
  </nav>
)

export const Footer = ({ children, name, links }: LinkGroup & { readonly children?: ComponentChildren }): VNode => (
  <footer class="site-footer">
    <div>
      {links.length > 0 && <Links name={name} links={links} />}
      {children}
    </div>
  </footer>
)

export interface ShopPageProps {
  readonly site: Site
  /** A narrow page keeps lines of text short. */
  readonly width?: "wide" | "narrow"
  /** The address of the page, if a link of the navigation leads to it. */
  readonly current?: string
  readonly translations?: { readonly name: string; readonly links: ReadonlyArray<Translation> }
  /** How many units are in the cart, and how that is said. */
  readonly units?: { readonly count: number; readonly words: string } | undefined
  /** What was searched. */
  readonly q?: string | undefined
  /** Who checks out sees no ways out but the cart and what the law wants. */
  readonly checkout?: boolean
  readonly children: ComponentChildren
}

const SearchForm = (
  { q, search }: { readonly search: NonNullable<Site["search"]>; readonly q?: string | undefined }
): VNode => (
  <form class="finder" role="search" action={search.action}>
    <input
      type="search"
      name="q"
      aria-label={search.label}
      placeholder={search.hint}
      maxlength={200}
      value={q}
      autocomplete="off"
    />
    <button type="submit" aria-label={search.button}>
      <Find />
    </button>
  </form>
)

const LogoPicture = ({ logo, name }: { readonly logo: Logo; readonly name: string }): VNode => {
  const image = <img class="logo" src={logo.light} alt={name} width={logo.width} height={logo.height} />
  return logo.dark === undefined ? image : (
    <picture>
      <source media="(prefers-color-scheme:dark)" srcset={logo.dark} />
      {image}
    </picture>
  )
}

const Header = (
  { checkout, current, q, site, translations, units }: Omit<ShopPageProps, "children" | "width">
): VNode => (
  <header class="shop-header">
    <div class="shop-bar">
      <a class="wordmark" href={site.home}>
        {site.logo === undefined ? site.name : <LogoPicture logo={site.logo} name={site.name} />}
      </a>
      {translations !== undefined && (
        <nav class="switch" aria-label={translations.name}>
          {translations.links.map(({ href, language, words }) => (
            <a href={href} hreflang={language} lang={language}>{words}</a>
          ))}
        </nav>
      )}
      {site.cart !== undefined && (
        <a class="cart-link" href={site.cart.href}>
          <Bag />
          <span>{site.cart.words}</span>
          {units !== undefined && (
            <>
              <b aria-hidden="true">{units.count}</b>
              <span class="visually-hidden">, {units.words}</span>
            </>
          )}
        </a>
      )}
      {checkout !== true && site.search !== undefined && <SearchForm search={site.search} q={q} />}
    </div>
    {checkout !== true && (
      <div>
        <nav class="shop-nav" aria-label={site.navigation.name}>
          <LinkList links={site.navigation.links} current={current} />
        </nav>
      </div>
    )}
  </header>
)

/** A page of the shop, with its header and its footer. */
export const ShopPage = ({ children, width = "wide", ...frame }: ShopPageProps): VNode => {
  const { checkout, site } = frame
  return (
    <>
      <a class="skip" href="#content">{site.skip}</a>
      <Header {...frame} />
      <main id="content" class={width}>{children}</main>
      <footer class="shop-footer">
        <div>
          {[...(checkout === true ? [] : site.groups), site.legal].map(({ links, name }) => (
            <nav aria-label={name}>
              <h2>{name}</h2>
              <LinkList links={links} />
            </nav>
          ))}
          {site.note !== undefined && <p class="fine">{site.note}</p>}
        </div>
      </footer>
    </>
  )
}

export interface SplitPageProps {
  /** The subject of the page: beside the form on a wide screen, above it on a narrow one. */
  readonly summary: ComponentChildren
  readonly footer: ComponentChildren
  readonly children: ComponentChildren
}

export const SplitPage = ({ children, footer, summary }: SplitPageProps): VNode => (
  <div class="split">
    <header class="summary">
      <div>{summary}</div>
    </header>
    <div class="pay">
      <main>{children}</main>
      {footer}
    </div>
  </div>
)

/** One card in the middle, with links below it. */
export const CentredPage = (
  { children, below }: { readonly children: ComponentChildren; readonly below?: ComponentChildren }
): VNode => (
  <div class="centre">
    <main>{children}</main>
    {below !== undefined && below !== false && <footer class="below">{below}</footer>}
  </div>
)
