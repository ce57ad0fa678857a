/**
 * Barcodes as numbers: the widths of the bars of a Code 128, and the dark modules of a QR code. The caller draws them
 * as rectangles, which stay sharp at any size.
 *
 * The rule: both hold exactly the text and nothing else, so that a scanner reads an id.
 * Left out on purpose: the quiet zones (10 modules beside a Code 128, 4 around a QR code), which the caller leaves.
 */

import bwip from "bwip-js/generic"

/** Widths in modules, alternating between dark and light; the first and the last are dark. */
export type Bars = ReadonlyArray<number>

/** Rows of modules, true where dark; as many rows as columns. */
export type Modules = ReadonlyArray<ReadonlyArray<boolean>>

/** Any ASCII text; each character beyond the first digits takes 11 modules. */
export const code128 = (text: string): Bars => {
  const [symbol] = bwip.raw("code128", text, "")
  if (symbol === undefined || !("sbs" in symbol)) throw new Error("a Code 128 is made of bars")
  return symbol.sbs
}

/** A QR code with error correction M: 15 % of it may be damaged. */
export const qrCode = (text: string): Modules => {
  const [symbol] = bwip.raw("qrcode", text, "eclevel=M")
  if (symbol === undefined || !("pixs" in symbol)) throw new Error("a QR code is made of modules")
  const { pixs, pixx, pixy } = symbol
  return Array.from({ length: pixy }, (_, y) => Array.from({ length: pixx }, (_, x) => pixs[y * pixx + x] === 1))
}
