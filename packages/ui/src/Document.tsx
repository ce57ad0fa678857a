/**
 * A complete HTML document, and its text. This is the one module that writes markup without escaping it: the stylesheet
 * and the script, constants of the program, and data for search engines, which are JSON without the sign that begins an
 * element. Everything else goes through the renderer, which escapes text and attributes.
 *
 * @since 1.0.0
 */
import { clean } from "@beauty-store/domain/PlainText"
import type { ComponentChildren, VNode } from "preact"
import { renderToString } from "preact-render-to-string"
import type { Inline } from "./ContentSecurityPolicy.ts"
import { site, type Stylesheet } from "./Stylesheet.ts"

export interface DocumentProps {
  readonly title: string
  /** Default: the stylesheet of all pages. */
  readonly stylesheet?: Stylesheet
  /** Paths of typefaces that its first text needs. */
  readonly typefaces?: ReadonlyArray<string> | undefined
  /** Runs while the page is read: it waits for no element. Default: none. */
  readonly script?: Inline | undefined
  /** The page shows one person's data: search engines ignore it, and its address goes into no Referer. */
  readonly personal?: boolean
  /** An address to which the browser goes on by itself. */
  readonly onward?: string
  /** The address of its icon; without one, browsers request none. */
  readonly icon?: string
  /** Default: English. */
  readonly language?: string
  /** More elements of the head. */
  readonly head?: ComponentChildren
  /** What the page says in the vocabulary of schema.org (JSON-LD). */
  readonly data?: ReadonlyArray<object>
  readonly children: ComponentChildren
}

/** JSON inside an element: no text in it can end the element or begin another. */
const embedded = (value: object): string => JSON.stringify(value).replaceAll("<", "\\u003c")

export const Document = (
  {
    children,
    data = [],
    head,
    icon = "data:,",
    language = "en",
    onward,
    personal = false,
    script,
    stylesheet = site,
    title,
    typefaces = []
  }: DocumentProps
): VNode => (
  <html lang={language}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      {personal && <meta name="robots" content="noindex, nofollow" />}
      {onward !== undefined && <meta http-equiv="refresh" content={`0; url=${onward}`} />}
      <title>{title}</title>
      <link rel="icon" href={icon} />
      {typefaces.map((path) => <link rel="preload" href={path} as="font" type="font/woff2" crossorigin="anonymous" />)}
      {head}
      <style dangerouslySetInnerHTML={{ __html: stylesheet.text }} />
      {script !== undefined && <script dangerouslySetInnerHTML={{ __html: script.text }} />}
      {data.map((one) => <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: embedded(one) }} />)}
    </head>
    <body>{children}</body>
  </html>
)

/** The text of a document, without characters that cannot be shown, whoever typed them. */
export const render = (document: VNode): string => `<!doctype html>\n${clean(renderToString(document))}\n`

/** The text of a picture in SVG, as a file of its own. */
export const renderPicture = (picture: VNode): string => renderToString(picture)

/** HTML that a shop vouches for, as it is (`ShopText.ShopPage`). */
export const Markup = ({ html }: { readonly html: string }): VNode => <div dangerouslySetInnerHTML={{ __html: html }} />
