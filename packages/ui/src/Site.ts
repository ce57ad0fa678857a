/**
 * What the header and the footer of a shop's pages lead to: addresses and words, in the language of a page. `ShopPage`
 * (`Layout`) shows it.
 *
 * @since 1.0.0
 */
import type { Look } from "./Look.ts"

export interface Link {
  readonly href: string
  readonly words: string
}

/** Links under one name. */
export interface LinkGroup {
  readonly name: string
  readonly links: ReadonlyArray<Link>
}

/** A picture in the place of the shop's name: paths, and its size in pixels. */
export interface Logo {
  readonly light: string
  /** On dark screens; default: the same. */
  readonly dark: string | undefined
  readonly width: number
  readonly height: number
}

/** The shop of the pages: its name, and what its header and footer lead to, in the language of the page. */
export interface Site {
  readonly name: string
  /** Default: its name in letters. */
  readonly logo?: Logo | undefined
  /** Default: the look of the program. */
  readonly look?: Look
  readonly home: string
  /** What leads past the header, for those who use a keyboard. */
  readonly skip: string
  /** Default: the shop has no search. */
  readonly search?: {
    readonly action: string
    readonly label: string
    readonly hint: string
    readonly button: string
  }
  /** Default: the shop has no cart. */
  readonly cart?: Link
  readonly navigation: LinkGroup
  /** In the footer, before `legal`. */
  readonly groups: ReadonlyArray<LinkGroup>
  /** The links that the law wants on each page. */
  readonly legal: LinkGroup
  /** The small print. */
  readonly note?: string
}

/** The same page in another language. */
export interface Translation extends Link {
  readonly language: string
}
