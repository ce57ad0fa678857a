/**
 * The frames of pages: the shop's pages with header and footer, the two halves of a payment page, and a single card in
 * the middle.
 *
 * The rule: every page has a link that leads on, at least to the shop and to help. The caller supplies the addresses
 * (`Site`): this package knows none. The order in the markup is the reading order; nothing here needs a script.
 *
 * @since 1.0.0
 */
import type { ComponentChildren, VNode } from "preact"

export interface Link {
  readonly href: string
  readonly words: string
}

/** The words of a frame: where to skip to, and what its two groups of links are. */
export interface SiteWords {
  readonly skip: string
  readonly header: string
  readonly footer: string
}

/** The shop of the pages, and the addresses of their links. */
export interface Site {
  readonly name: string
  readonly home: string
  /** What the page says besides, in its language. */
  readonly words: SiteWords
  /** In the header: the few places that most people look for. */
  readonly header: ReadonlyArray<Link>
  /** In the footer: help, and the links that the law requires. */
  readonly footer: ReadonlyArray<Link>
}

export const Links = (
  { label, links, current }: {
    readonly label: string
    readonly links: ReadonlyArray<Link>
    readonly current?: string | undefined
  }
): VNode => (
  <nav aria-label={label}>
    <ul class="links">
      {links.map(({ href, words }) => (
        <li>
          <a href={href} aria-current={href === current ? "page" : undefined}>{words}</a>
        </li>
      ))}
    </ul>
  </nav>
)

export const Footer = (
  { children, label, links }: {
    readonly label: string
    readonly links: ReadonlyArray<Link>
    readonly children?: ComponentChildren
  }
): VNode => (
  <footer class="site-footer">
    <div>
      {links.length > 0 && <Links label={label} links={links} />}
      {children}
    </div>
  </footer>
)

interface ShopPageProps {
  readonly site: Site
  /** A narrow page keeps lines of text short. */
  readonly width?: "wide" | "narrow"
  /** The address of the page, if a link of its frame leads to it. */
  readonly current?: string
  readonly children: ComponentChildren
}

export const ShopPage = ({ site, width = "wide", current, children }: ShopPageProps): VNode => (
  <>
    <a class="skip" href="#content">{site.words.skip}</a>
    <header class="site-header">
      <div class="wide">
        <a class="wordmark" href={site.home}>{site.name}</a>
        <Links label={site.words.header} links={site.header} current={current} />
      </div>
    </header>
    <main id="content" class={width}>{children}</main>
    <footer class="site-footer">
      <div class="wide">
        <Links label={site.words.footer} links={site.footer} current={current} />
      </div>
    </footer>
  </>
)

interface SplitPageProps {
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
