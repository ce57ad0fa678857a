/**
 * A clock that is off, for a process that Node starts with `--import` of this module: `Date` is as many milliseconds ahead
 * as the file `SHIFTED_CLOCK` contains, which is read again every tenth of a second. So the clock can also jump while the
 * process runs. Timers and `performance.now` are not shifted, as on a machine whose clock is set.
 */
import { readFileSync } from "node:fs"

const file = process.env["SHIFTED_CLOCK"] ?? ""
const RealDate = Date
let shift = 0

const read = () => {
  try {
    shift = Number(readFileSync(file, "utf8")) || 0
  } catch {
    // Not written yet: the clock is right.
  }
}
read()
setInterval(read, 100).unref()

globalThis.Date = class extends RealDate {
  constructor(...moment) {
    if (moment.length === 0) super(RealDate.now() + shift)
    else super(...moment)
  }

  static now() {
    return RealDate.now() + shift
  }
}
