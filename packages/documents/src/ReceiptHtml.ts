/**
 * Receipts and credit notes as pages to read and to print: plain HTML, no script, no external resource. The page says
 * what the PDF says, word for word (`DocumentContent`). Send it with `policy` as its content-security-policy, and
 * uncached, because it names a person. Follows docs/specification.md#receipts.
 *
 * @since 1.0.0
 */
import type { CreditEntry, Receipt } from "@beauty-store/domain/Receipt"
import { policyOf } from "@beauty-store/ui/ContentSecurityPolicy"
import { render } from "@beauty-store/ui/Document"
import { creditContent, receiptContent } from "./DocumentContent.ts"
import { receipts as words } from "./Messages.ts"
import { type Link, receiptPage, stylesheet } from "./ReceiptPage.tsx"

/** The content-security-policy of these pages: it allows their own stylesheet and nothing else. */
export const policy = policyOf(stylesheet)

/**
 * The receipt of an order with what was credited of it since, in the order in which the entries were issued. `links`
 * lead on from the page, for example back to the order; they are not printed.
 */
export const receiptHtml = (
  receipt: Receipt,
  entries: ReadonlyArray<CreditEntry>,
  links: ReadonlyArray<Link> = []
): string => render(receiptPage(receiptContent(receipt, entries), links))

/** What leads from a receipt back to its order is called so. */
export const { backToOrder } = words

/** A credit note, or the cancellation of one, for the receipt that it refers to. */
export const creditNoteHtml = (note: CreditEntry, receipt: Receipt): string =>
  render(receiptPage(creditContent(note, receipt), []))
