/**
 * What stands in place of a product's picture where the shop has none: the outline of a parcel, in the
 * colours of the pages, the same for all products. Follows docs/specification.md#pages.
 */

/** As SVG. It has no words, because whoever shows it says what the product is called. */
export const placeholderPicture =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800" width="800" height="800">
<rect width="800" height="800" fill="#f3eeea"/>
<ellipse cx="400" cy="626" rx="230" ry="18" fill="#e6ddd6"/>
<g fill="#fbf8f6" stroke="#c9bbb0" stroke-width="6" stroke-linejoin="round">
<path d="M230 300h340v300c0 12-8 20-20 20H250c-12 0-20-8-20-20z"/>
<path d="M230 300l44-84h252l44 84z"/>
<path d="M364 216h72l12 84v104l-48-30-48 30V300z"/>
</g>
<g fill="none" stroke="#d9cec5" stroke-width="6" stroke-linecap="round">
<path d="M274 540h110M274 572h70"/>
</g>
</svg>
`
