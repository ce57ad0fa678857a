/**
 * Lines of text, such as an address: one element, with a break between every two lines.
 *
 * The rule: nothing follows the last line, so that the next element decides its own distance.
 *
 * @since 1.0.0
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
