/** Files that merchants, cameras and attackers send, made by program. */
import { deflateSync } from "node:zlib"
import sharp, { type Sharp } from "sharp"

const gradient = (width: number, height: number): Buffer => {
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      pixels[at] = 255 * x / width
      pixels[at + 1] = 255 * y / height
      pixels[at + 2] = x < width / 2 && y < height / 2 ? 255 : 40
    }
  }
  return pixels
}

/** A picture without any sameness, whose left upper quarter is blue. */
export const draw = (width = 1600, height = 1200): Sharp =>
  sharp(gradient(width, height), { raw: { width, height, channels: 3 } })

export const jpeg = (width?: number, height?: number): Promise<Buffer> => draw(width, height).jpeg().toBuffer()

const table = Array.from({ length: 256 }, (_, n) => {
  let value = n
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xEDB88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})
const crc = (bytes: Buffer): number => {
  let value = 0xFFFFFFFF
  for (const byte of bytes) value = table[(value ^ byte) & 255]! ^ (value >>> 8)
  return (value ^ 0xFFFFFFFF) >>> 0
}
const chunk = (name: string, content: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(name), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc(named))
  return Buffer.concat([length, named, sum])
}

/** A PNG of few bytes that says that it is of this size, and decodes to black. */
export const bomb = (width: number, height: number): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height)
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1A\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0))
  ])
}

/** A PNG with a chunk more, before its pixels. */
export const pngWith = async (name: string, content: Buffer): Promise<Buffer> => {
  const png = await draw(64, 64).png().toBuffer()
  return Buffer.concat([png.subarray(0, 33), chunk(name, content), png.subarray(33)])
}

/** A ZIP file with nothing in it. */
export const zip = Buffer.concat([Buffer.from("PK\x05\x06"), Buffer.alloc(18)])

/** A photograph of a phone: turned by EXIF, with its place and its serial number, in a wide colour space. */
export const photograph = async (): Promise<Buffer> =>
  draw(1600, 1200).withIccProfile("p3").withExif({
    IFD0: { Make: "Camera", Model: "SERIAL-4711" },
    IFD3: { GPSLatitudeRef: "N", GPSLatitude: "52/1 31/1 0/1", GPSLongitudeRef: "E", GPSLongitude: "13/1 24/1 0/1" }
  }).withMetadata({ orientation: 6 }).jpeg().toBuffer()

export const animated = async (): Promise<Buffer> => {
  const frame = await draw(32, 32).png().toBuffer()
  const next = await draw(32, 32).negate().png().toBuffer()
  return sharp([frame, next], { join: { animated: true } }).webp({ loop: 0, delay: [100, 100] }).toBuffer()
}
