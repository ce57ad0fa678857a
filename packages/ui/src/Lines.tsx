/**
 * Words on lines of their own, such as an address: one element, a break between every two lines.
 *
 * The rule: nothing follows the last line, so that what comes next decides its own distance.
 */
import type { ComponentChildren, VNode } from "preact"

export const Lines = ({ lines }: { readonly lines: ReadonlyArray<ComponentChildren> }): VNode => (
  <>
    {lines.map((line, index) => (
      <>
        {index > 0 && <br />}
        {line}
      </>
    ))}
  </>
)
