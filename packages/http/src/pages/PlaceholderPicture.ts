/**
 * What stands in place of a product's picture where the shop has none: the outline of a bottle and a jar, in the
 * colours of the pages, the same for all products. Follows docs/specification.md#pages.
 */

/** As SVG. It has no words, because whoever shows it says what the product is called. */
export const placeholderPicture =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800" width="800" height="800">
<rect width="800" height="800" fill="#f3eeea"/>
<ellipse cx="400" cy="636" rx="210" ry="18" fill="#e6ddd6"/>
<g fill="#fbf8f6" stroke="#c9bbb0" stroke-width="6" stroke-linejoin="round">
<rect x="322" y="180" width="76" height="84" rx="10"/>
<path d="M304 264h112c26 0 44 20 44 46v282c0 22-16 38-38 38H298c-22 0-38-16-38-38V310c0-26 18-46 44-46z"/>
<rect x="430" y="470" width="150" height="46" rx="12"/>
<path d="M440 516h130v80c0 20-14 34-34 34h-62c-20 0-34-14-34-34z"/>
</g>
<g fill="none" stroke="#d9cec5" stroke-width="6" stroke-linecap="round">
<path d="M300 400h120M300 432h84"/>
</g>
</svg>
`
