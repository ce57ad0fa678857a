/** The rule for the rows of a shop's own reactions: each is there exactly where its event is (`OwnReactions`). */
import type { Disk } from "../engine/Disk.ts"
import { disagreements } from "../world/OwnReactions.ts"
import type { Audit } from "./Audit.ts"

export const rowsAgree = (audit: Audit, disk: Disk): void => {
  for (const what of disagreements(disk)) {
    audit.expect("reactions.row", "a row of the shop's own exactly where its event is").that(false, () => what)
  }
}
