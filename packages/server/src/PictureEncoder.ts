/**
 * Makes the files of a picture of its bytes: upright, in sRGB, in up to three widths as AVIF and WebP, and once as JPEG
 * for those who take nothing newer. No byte of the given file is kept, so nothing that was hidden in it is served.
 *
 * What is refused here is refused by the bytes: another type, more than one picture, more behind the picture, and
 * sizes that no picture of a product has. Follows docs/specification.md#pictures.
 */
import type { EncodedPicture } from "@beauty-store/commerce/catalog/ProductPictures"
import { PictureId, widthsOf } from "@beauty-store/domain/Picture"
import { createHash } from "node:crypto"

/** Whoever changes how files are made counts it up: then equal files have other ids. */
const recipe = "1"

/** AVIF is decoded whole, and takes several times the memory of the others. */
const maxPixels: { readonly [kind in Kind]: number } = { jpeg: 5e7, png: 5e7, webp: 5e7, avif: 2.4e7 }
const longestSide = 16_000
/** For each picture that libvips opens, in seconds. */
const longestSeconds = 20

/** The id of a picture, by the file that is given. */
export const idOf = (file: Uint8Array): PictureId =>
  PictureId.make(createHash("sha256").update(`${recipe} `).update(file).digest("hex").slice(0, 32))

/** Why a file is refused. The message finishes the sentence "The file …". */
export class Refusal extends Error {}

type Kind = "jpeg" | "png" | "webp" | "avif"

const textAt = (file: Buffer, at: number, length = 4): string => file.toString("latin1", at, at + length)

/** The type of a file, by how it begins. */
const kindOf = (file: Buffer): Kind | undefined => {
  if (textAt(file, 0, 3) === "\xFF\xD8\xFF") return "jpeg"
  if (textAt(file, 0, 8) === "\x89PNG\r\n\x1A\n") return "png"
  if (textAt(file, 0) === "RIFF" && textAt(file, 8) === "WEBP") return "webp"
  return textAt(file, 4) === "ftyp" && brandsOf(file).some((brand) => brand === "avif" || brand === "avis")
    ? "avif"
    : undefined
}

/** The brands of a file in boxes (ISO/IEC 14496-12). */
const brandsOf = (file: Buffer): ReadonlyArray<string> => {
  const length = Math.min(file.length < 8 ? 0 : file.readUInt32BE(0), 256)
  return Array.from({ length: Math.max(0, Math.floor(length / 4) - 2) }, (_, n) => textAt(file, 8 + 4 * n))
}

interface Extent {
  /** Where the picture ends; beyond the file where it is cut off. */
  readonly end: number
  readonly isAnimated: boolean
}

/** PNG: chunks of a length, a name, content and a checksum, up to IEND. */
const extentOfPng = (file: Buffer): Extent => {
  let isAnimated = false
  for (let at = 8; at + 12 <= file.length;) {
    const name = textAt(file, at + 4)
    if (name === "acTL") isAnimated = true
    at += 12 + file.readUInt32BE(at)
    if (name === "IEND") return { end: at, isAnimated }
  }
  return { end: Infinity, isAnimated }
}

/** AVIF: boxes of a length and a name; one of length 0 goes to the end of the file. */
const extentOfAvif = (file: Buffer): Extent => {
  const isAnimated = brandsOf(file).includes("avis")
  let at = 0
  while (at + 8 <= file.length && /^[\w ]{4}$/.test(textAt(file, at + 4))) {
    const length = file.readUInt32BE(at)
    if (length === 0) return { end: file.length, isAnimated }
    if (length < 8) break
    at += length
  }
  return { end: at, isAnimated }
}

/** JPEG: segments of a marker and a length; after the start of a scan, data up to the next marker. */
const extentOfJpeg = (file: Buffer): Extent => {
  let at = 2
  while (at + 2 <= file.length) {
    const marker = file[at + 1]!
    if (file[at] !== 0xFF) at++
    else if (marker === 0xD9) return { end: at + 2, isAnimated: false }
    // Filling, a stuffed byte of data, and markers without content.
    else if (marker === 0xFF) at++
    else if (marker === 0 || marker === 1 || (marker >= 0xD0 && marker <= 0xD8)) at += 2
    else if (at + 4 > file.length) break
    else at += 2 + file.readUInt16BE(at + 2)
  }
  return { end: Infinity, isAnimated: false }
}

const extentOf: { readonly [kind in Kind]: (file: Buffer) => Extent } = {
  jpeg: extentOfJpeg,
  png: extentOfPng,
  avif: extentOfAvif,
  webp: (file) => {
    const end = 8 + file.readUInt32LE(4)
    return { end: end + end % 2, isAnimated: textAt(file, 12) === "VP8X" && ((file[20] ?? 0) & 2) !== 0 }
  }
}

/** What cameras put behind a JPEG: nothing, filling, further pictures, a film, or Samsung's notes. */
const isOfCamera = (rest: Buffer): boolean =>
  rest.every((byte) => byte === 0) || textAt(rest, 0, 3) === "\xFF\xD8\xFF" || textAt(rest, 4) === "ftyp"
  || textAt(rest, rest.length - 4) === "SEFT"

/** The type of a file that is one picture and nothing else. */
const checkedKind = (file: Buffer): Kind => {
  const kind = kindOf(file)
  if (kind === undefined) throw new Refusal("is no JPEG, PNG, WebP or AVIF picture, whatever its name says")
  const { end, isAnimated } = extentOf[kind](file)
  if (isAnimated) throw new Refusal("is animated: a picture of a product stands still")
  if (end > file.length) throw new Refusal("is cut off: it ends before the picture does")
  const rest = file.subarray(end)
  if (rest.length > 0 && !(kind === "jpeg" && isOfCamera(rest))) {
    throw new Refusal("has other data behind the picture")
  }
  return kind
}

/** What is wrong with a file at first sight, as the end of the sentence "The file …". */
export const findFault = (file: Buffer): string | undefined => {
  try {
    checkedKind(file)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

/** Decodes a picture: at most as large as its largest file, upright, in sRGB. */
const decode = async (file: Buffer) => {
  const kind = checkedKind(file)
  const { default: sharp } = await import("sharp")
  // It would use every core, and keep what it made last.
  sharp.concurrency(1)
  sharp.cache(false)
  const given = sharp(file, { failOn: "warning", limitInputPixels: false, sequentialRead: true })
  const { compression, format, height, pages = 1, width } = await given.metadata()
  if (format !== (kind === "avif" ? "heif" : kind) || (kind === "avif" && compression !== "av1")) {
    throw new Refusal("is no JPEG, PNG, WebP or AVIF picture, whatever its name says")
  }
  if (pages > 1) throw new Refusal("is animated: a picture of a product stands still")
  if (width * height > maxPixels[kind] || Math.max(width, height) > longestSide) {
    throw new Refusal(
      `has ${width} × ${height} pixels: taken are ${
        maxPixels[kind] / 1e6
      } million at most, and ${longestSide} on a side`
    )
  }
  const largest = Math.max(...widthsOf(Infinity))
  return given.autoOrient()
    .resize({ width: largest, height: 2 * largest, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .timeout({ seconds: longestSeconds })
    .raw()
    .toBuffer({ resolveWithObject: true })
}

/** Encodes a picture, or fails with a `Refusal`. */
export const encode = async (bytes: Uint8Array): Promise<EncodedPicture> => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { data, info } = await decode(file).catch((error: unknown) => {
    if (error instanceof Refusal) throw error
    throw new Refusal(/timeout/i.test(String(error)) ? "takes too long to read" : "is damaged: it cannot be read whole")
  })
  const { default: sharp } = await import("sharp")
  const { channels, height, width } = info
  const pixels = () => sharp(data, { raw: { width, height, channels } })
  const files: Array<EncodedPicture["files"][number]> = []
  for (const one of widthsOf(width)) {
    const resized = one === width ? pixels() : pixels().resize({ width: one })
    files.push({ name: `${one}.avif`, bytes: await resized.clone().avif({ quality: 55, effort: 2 }).toBuffer() })
    files.push({ name: `${one}.webp`, bytes: await resized.webp({ quality: 82 }).toBuffer() })
  }
  const opaque = channels === 4 ? pixels().flatten({ background: "#ffffff" }) : pixels()
  files.push({ name: `${width}.jpg`, bytes: await opaque.jpeg({ quality: 84, mozjpeg: true }).toBuffer() })
  return { id: idOf(file), width, height, files }
}
