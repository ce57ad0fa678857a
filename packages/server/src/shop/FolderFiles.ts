/**
 * The files of a shop's folder that it names elsewhere: pictures and typefaces. Nothing outside of the folder that is
 * meant for them is read. Follows docs/shop.md.
 */
import { maxPictureBytes } from "@beauty-store/http/pipeline/PictureEncoding"
import { readFileSync, realpathSync, statSync } from "node:fs"
import { join, sep } from "node:path"
import * as PictureEncoder from "../PictureEncoder.ts"

/** The path of a file below a folder; undefined where it is elsewhere or not there. */
export const pathBelow = (folder: string, name: string): string | undefined => {
  try {
    const root = realpathSync(folder)
    const path = realpathSync(join(root, name))
    return path.startsWith(root + sep) && statSync(path).isFile() ? path : undefined
  } catch {
    return undefined
  }
}

/** Why a file is no picture that is taken, at first sight. */
export const faultOfPicture = (path: string): string | undefined =>
  statSync(path).size > maxPictureBytes
    ? `has more than ${maxPictureBytes / 2 ** 20} MiB`
    : PictureEncoder.findFault(readFileSync(path))
