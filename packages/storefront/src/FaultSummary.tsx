/** What is wrong with a form, above it, in the words of the shop front. */
import type { Locale } from "@beauty-store/domain/Language"
import { ErrorSummary } from "@beauty-store/ui/Form"
import type { VNode } from "preact"
import * as Messages from "./Messages.ts"

/** All faults, each a link to the field that it names by its id; nothing where there are none. */
export const FaultSummary = (
  { faults, language }: {
    readonly faults: ReadonlyArray<{ readonly field: string; readonly words: string }>
    readonly language: Locale
  }
): VNode | null => {
  const { faultsMany, faultsOne } = Messages.checkout
  const title = faults.length === 1 ? faultsOne : faultsMany
  return faults.length === 0 ? null : <ErrorSummary faults={faults} title={title(language)} />
}
