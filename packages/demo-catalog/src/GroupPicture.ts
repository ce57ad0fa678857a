/**
 * Draws the picture of the shop's home page: packs of several brands on one stage, as one self-contained SVG of
 * 1920 × 800. Its left third is empty, because the page's words stand there.
 *
 * @since 1.0.0
 */
import { catalogue } from "./Catalogue.ts"
import { ground } from "./Containers.ts"
import { standing } from "./Packshot.ts"

interface Place {
  readonly productId: string
  /** Where the middle of its foot stands. */
  readonly x: number
  readonly y: number
  readonly scale: number
}

/** From the back to the front. */
const places: ReadonlyArray<Place> = [
  { productId: "quillmere-daily-shampoo-meadowfoam", x: 1010, y: 596, scale: 0.9 },
  { productId: "officina-bergantesi-bath-oil-bitter-orange", x: 1270, y: 516, scale: 0.9 },
  { productId: "mizukagi-camellia-cleansing-oil", x: 1530, y: 596, scale: 0.94 },
  { productId: "atelier-sevrande-rose-cendree-eau-de-parfum", x: 1130, y: 716, scale: 0.66 },
  { productId: "halvenne-creme-contour-des-yeux", x: 1390, y: 724, scale: 0.62 },
  { productId: "dar-yasmoun-pure-argan-oil", x: 1690, y: 706, scale: 0.84 },
  { productId: "cinderfold-hearth-scented-candle", x: 860, y: 730, scale: 0.8 }
]

const floor = "#d9b8a8"

/** The picture as SVG text. */
export const groupPicture = (): string => {
  const packs = places.flatMap(({ productId, scale, x, y }) =>
    catalogue.brands.flatMap((brand) =>
      brand.products.filter(({ id }) => id === productId).map((product) => {
        const { figure, gradients } = standing(product, brand, floor)
        const placed = `<g transform="translate(${x} ${y}) scale(${scale}) translate(-400 -${ground})">${figure}</g>`
        return { gradients, placed }
      })
    )
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1920 800"><defs>` +
    `<linearGradient id="wall" x2="1" y2="1"><stop stop-color="#f7ece5"/><stop offset="1" stop-color="#e7c9bb"/>` +
    `</linearGradient><linearGradient id="floor" x2="0" y2="1"><stop stop-color="#e3c6b8"/>` +
    `<stop offset="1" stop-color="#d3ac9b"/></linearGradient>` +
    `<linearGradient id="side" x2="0" y2="1"><stop stop-color="#dcb9a9"/><stop offset="1" stop-color="#c99f8d"/>` +
    `</linearGradient><linearGradient id="arch" x2="0" y2="1"><stop stop-color="#8c2f4f"/>` +
    `<stop offset="1" stop-color="#6b2440"/></linearGradient>` +
    `<radialGradient id="sun" cx=".15" cy="0" r=".9"><stop stop-color="#fff" stop-opacity=".6"/>` +
    `<stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>` +
    packs.map(({ gradients }) => gradients).join("") +
    `</defs><rect width="1920" height="800" fill="url(#wall)"/>` +
    `<path d="M1050 640V330a240 240 0 0 1 480 0v310z" fill="#efd6c8"/>` +
    `<path d="M1086 640V332a204 204 0 0 1 408 0v308z" fill="url(#arch)"/>` +
    `<circle cx="1700" cy="250" r="130" fill="#f3dfcf"/>` +
    `<path d="M0 640h1920v160H0z" fill="url(#floor)"/>` +
    `<path d="M870 590h800v106H870z" fill="url(#side)"/><path d="M870 572h800v24H870z" fill="#efd9cc"/>` +
    `<path d="M1120 510h300v64h-300z" fill="url(#side)"/><path d="M1120 494h300v22h-300z" fill="#f3e0d4"/>` +
    `<rect width="1920" height="800" fill="url(#sun)"/>${packs.map(({ placed }) => placed).join("")}</svg>`
}
