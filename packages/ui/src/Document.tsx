/**
 * A complete HTML document, and its text.
 *
 * The rule: this is the one module that writes markup without escaping it (the stylesheet, a constant of the program);
 * everything else goes through the renderer, which escapes text and attributes. A guard makes sure of that. Pages have
 * no script and load nothing but pictures from their own host.
 *
 * @since 1.0.0
 */
import type { ComponentChildren, VNode } from "preact"
import { renderToString } from "preact-render-to-string"
import { site, type Stylesheet } from "./Stylesheet.ts"

interface DocumentProps {
  readonly title: string
  /** Default: the stylesheet of all pages. */
  readonly stylesheet?: Stylesheet
  /** The page shows one person's data: search engines ignore it, and its address goes into no Referer. */
  readonly personal?: boolean
  /** An address to which the browser goes on by itself. */
  readonly onward?: string
  /** The address of its icon; without one, browsers request none. */
  readonly icon?: string
  readonly children: ComponentChildren
}

export const Document = (
  { children, icon = "data:,", onward, personal = false, stylesheet = site, title }: DocumentProps
): VNode => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      {personal && <meta name="robots" content="noindex, nofollow" />}
      {personal && <meta name="referrer" content="no-referrer" />}
      {onward !== undefined && <meta http-equiv="refresh" content={`0; url=${onward}`} />}
      <title>{title}</title>
      <link rel="icon" href={icon} />
      <style dangerouslySetInnerHTML={{ __html: stylesheet.text }} />
    </head>
    <body>{children}</body>
  </html>
)

/** The text of a document. */
export const render = (document: VNode): string => `<!doctype html>\n${renderToString(document)}\n`

/** The text of a picture in SVG, as a file of its own. */
export const renderPicture = (picture: VNode): string => renderToString(picture)
