/**
 * Draws a product's packshot: the pack on its brand's stage, as one self-contained SVG of 800 × 800.
 *
 * The same product and brand always give the same bytes. Nothing is fetched: no fonts, images, styles or scripts, so
 * that the drawing may be served under the strictest content policy. Ids begin with the product's, so that several
 * drawings may be inline in one page. At most 8 KB.
 *
 * @since 1.0.0
 */
import { luminance, mix } from "./Colour.ts"
import { ground, pack } from "./Containers.ts"
import type { BrandLook, DemoBrand, DemoProduct } from "./DemoBrand.ts"
import { at, escapeXml, lettering, printedSize } from "./Lettering.ts"
import { lightsOf } from "./Light.ts"

const stage = (look: BrandLook): string => {
  const colour = look.stageColour
  const pale = mix(colour, look.wall[0], 0.5)
  switch (look.stage) {
    case "arch":
      return `<path d="M150 640V350a250 250 0 0 1 500 0v290z" fill="${pale}"/>` +
        `<path d="M184 640V352a216 216 0 0 1 432 0v288z" fill="${colour}"/>`
    case "disc":
      return `<circle cx="478" cy="340" r="236" fill="${colour}"/>`
    case "plinth":
      return `<path d="M96 648h608l40 62H56z" fill="${colour}"/><path d="M56 710h688v90H56z" fill="${
        mix(colour, "#000000", 0.3)
      }"/>`
    case "window":
      return `<g fill="#fff" opacity=".42" transform="translate(150 96) skewY(12)">` +
        `<path d="M0 0h150v190H0zM174 0h150v190H174zM0 214h150v190H0zM174 214h150v190H174z"/></g>`
    case "dune":
      return `<path d="M0 520q180-120 400-40t400-50v400H0z" fill="${pale}"/>` +
        `<path d="M0 600q240-90 470-20t330-40v300H0z" fill="${colour}"/>`
    case "panels":
      return `<path d="M76 96h290v540H76z" fill="${pale}"/><path d="M330 168h360v470H330z" fill="${colour}"/>`
  }
}

/** A pack with its print and its shadow, on a ground. It stands around x = 400 on the line y = `ground` of its own. */
export const standing = (product: DemoProduct, brand: DemoBrand, floor: string = brand.look.floor) => {
  const { id } = product
  const { artwork, noun, panel, shadows } = pack(product, brand.look)
  const shade = mix(floor, "#000000", 0.72)
  const shadow = shadows.map(([centre, half]) =>
    `<ellipse cx="${at(centre + half * 0.35)}" cy="${ground + 2}" rx="${at(half * 1.7)}" ry="${
      at(18 + half * 0.1)
    }" fill="url(#${id}-shade)" opacity=".55"/><ellipse cx="${centre}" cy="${ground}" rx="${
      at(half * 1.12)
    }" ry="12" fill="url(#${id}-shade)"/>`
  ).join("")
  const figure = shadow + artwork + lettering(product, brand, panel)
  const gradients = `<radialGradient id="${id}-shade"><stop stop-color="${shade}" stop-opacity=".6"/>` +
    `<stop offset=".55" stop-color="${shade}" stop-opacity=".28"/><stop offset="1" stop-color="${shade}" ` +
    `stop-opacity="0"/></radialGradient>${lightsOf(figure, id)}`
  return { figure, gradients, noun }
}

/** The packshot as SVG text. The label has brand, name and size; `<title>` and `<desc>` describe it in words. */
export const packshot = (product: DemoProduct, brand: DemoBrand): string => {
  const { id } = product
  const { look } = brand
  const { figure, gradients, noun } = standing(product, brand)
  const sun = mix(look.stageColour, "#ffffff", luminance(look.stageColour) < 0.3 ? 0.2 : 0.85)
  const scale = (1.1 * (product.packshot.scale ?? 1)).toFixed(2)
  const placed = `<g transform="translate(400 ${ground + 14}) scale(${scale}) translate(-400 -${ground})">${figure}</g>`
  const what = `${brand.name} ${product.name}, ${printedSize(product.size)}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800" role="img" aria-labelledby="${id}-t ${id}-d">` +
    `<title id="${id}-t">${escapeXml(`${brand.name} ${product.name}`)}</title>` +
    `<desc id="${id}-d">${escapeXml(`Packshot of ${what}: ${noun}.`)}</desc>` +
    `<defs><linearGradient id="${id}-wall" x2="0" y2="1"><stop stop-color="${look.wall[0]}"/>` +
    `<stop offset="1" stop-color="${look.wall[1]}"/></linearGradient>` +
    `<linearGradient id="${id}-floor" x2="0" y2="1"><stop stop-color="${mix(look.floor, look.wall[1], 0.55)}"/>` +
    `<stop offset="1" stop-color="${look.floor}"/></linearGradient>` +
    `<radialGradient id="${id}-sun" cx=".2" cy=".1" r=".8"><stop stop-color="${sun}" stop-opacity=".42"/>` +
    `<stop offset="1" stop-color="${sun}" stop-opacity="0"/></radialGradient>` +
    `${gradients}</defs>` +
    `<rect width="800" height="800" fill="url(#${id}-wall)"/>` +
    (look.stage === "dune" || look.stage === "plinth" ? "" : stage(look)) +
    `<rect y="636" width="800" height="164" fill="url(#${id}-floor)"/>` +
    (look.stage === "dune" || look.stage === "plinth" ? stage(look) : "") +
    `<rect width="800" height="800" fill="url(#${id}-sun)"/>${placed}</svg>`
}
