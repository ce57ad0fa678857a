/**
 * The shop's icon, which browsers show beside a page's title: a drop in the shop's colour, as SVG.
 *
 * The rule: it is drawn with shapes of its own, with no font and no resource, in one colour that stands out on light
 * and on dark grounds.
 */
import { renderPicture } from "@beauty-store/ui/Document"
import { light } from "@beauty-store/ui/Tokens"

export const icon = renderPicture(
  <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
    <rect width="32" height="32" rx="8" fill={light.accent} />
    <path d="M16 5.5c4.4 5.2 6.9 8.9 6.9 12.6a6.9 6.9 0 0 1-13.8 0c0-3.7 2.5-7.4 6.9-12.6z" fill={light.onAccent} />
  </svg>
)
