/**
 * Receipts and credit notes as pages to read and to print: plain HTML, no script, no outside resource.
 *
 * The rule: the page says what the PDF says, word for word (Paper), and every value is text. It reads on a telephone,
 * and its print is a paper like the PDF: A4, black on white, table heads repeated. How it is set is in `ReceiptPage`.
 *
 * Send it with `policy` as its content-security-policy, and, since it names a person, uncached. Follows
 * docs/specification.md#receipts.
 */
import type { CreditEntry, Receipt } from "@beauty-store/domain/Receipt"
import { render } from "@beauty-store/ui/Document"
import { policyOf } from "@beauty-store/ui/Stylesheet"
import { creditPaper, receiptPaper } from "./Paper.ts"
import { type Link, receiptPage, sheet } from "./ReceiptPage.tsx"

/** Of a page of this module: the content-security-policy that lets its style in and nothing else. */
export const policy = policyOf(sheet)

/**
 * The receipt of an order with what was credited of it since, in the order in which the entries were issued. `links`
 * lead on from its page, such as back to the order; they are not printed.
 */
export const receiptHtml = (
  receipt: Receipt,
  entries: ReadonlyArray<CreditEntry>,
  links: ReadonlyArray<Link> = []
): string => render(receiptPage(receiptPaper(receipt, entries), links))

/** A credit note, or the cancellation of one, for the receipt that it refers to. */
export const creditNoteHtml = (note: CreditEntry, receipt: Receipt): string =>
  render(receiptPage(creditPaper(note, receipt), []))
