/**
 * The process that encodes pictures, one after the other, until `PictureWorker` ends it. It is a program of its own: a
 * file that crashes a library, or needs more memory than a picture may, ends this process and no other.
 */
import sharp from "sharp"
import { encode, Refusal } from "./PictureEncoder.ts"
import type { ProcessResult } from "./PictureWorker.ts"

/** The most memory of this process, in bytes: what the largest picture takes, and half as much more. */
const maxMemory = 768 * 2 ** 20

sharp.block({ operation: ["VipsForeignLoad"] })
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadHeifBuffer"
  ]
})

process.on("message", async (bytes: Uint8Array) => {
  const result: ProcessResult = await encode(bytes).then(
    (picture) => ({ picture }),
    (error: unknown) => error instanceof Refusal ? { refused: error.message } : { failure: String(error) }
  )
  process.send?.(result)
})
process.on("disconnect", () => process.exit())
// The libraries work in threads of their own, so that this is looked at meanwhile.
setInterval(() => {
  if (process.memoryUsage.rss() > maxMemory) process.exit(1)
}, 25).unref()
