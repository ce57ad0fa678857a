/**
 * Barcodes as numbers: how wide the bars of a Code 128 are, which modules of a QR code are dark. Whoever draws them does
 * so with rectangles, which stay sharp at any size.
 *
 * The rule: both hold exactly the text, nothing around it, so that what a scanner types is an id.
 * Left out on purpose: the quiet zones (10 modules beside a Code 128, 4 around a QR code), which are the drawer's.
 */

/** Dark first, then light and dark in turn, in modules; a Code 128 ends dark. */
export type Bars = ReadonlyArray<number>

/** Rows of modules, true where dark; as many rows as columns. */
export type Modules = ReadonlyArray<ReadonlyArray<boolean>>

/** Any ASCII text; each character beyond the first digits takes 11 modules. */
export const code128 = async (text: string): Promise<Bars> => {
  const { default: bwip } = await import("bwip-js/generic")
  const [symbol] = bwip.raw("code128", text, "")
  if (symbol === undefined || !("sbs" in symbol)) throw new Error("a Code 128 is made of bars")
  return symbol.sbs
}

/** With error correction M: 15 % of it may be torn or smudged. */
export const qrCode = async (text: string): Promise<Modules> => {
  const { default: bwip } = await import("bwip-js/generic")
  const [symbol] = bwip.raw("qrcode", text, "eclevel=M")
  if (symbol === undefined || !("pixs" in symbol)) throw new Error("a QR code is made of modules")
  const { pixs, pixx, pixy } = symbol
  return Array.from({ length: pixy }, (_, y) => Array.from({ length: pixx }, (_, x) => pixs[y * pixx + x] === 1))
}
