/**
 * Receipts and credit notes as pages to read and to print: plain HTML, no script, no outside resource.
 *
 * The rule: the page says what the PDF says, word for word (Paper), and every value is text. It reads on a telephone,
 * and its print is a paper like the PDF: A4, black on white, table heads repeated. Its tables have captions and heads.
 *
 * Send it with `policy` as its content-security-policy, and, since it names a person, uncached.
 * Left out on purpose: a link to the PDF, which has the same address. Follows docs/specification.md#receipts.
 */
import type { CreditEntry, Receipt } from "@beauty-store/domain/Receipt"
import { type Html, html, trusted } from "@beauty-store/web/Html"
import { createHash } from "node:crypto"
import { creditPaper, type Paper, receiptPaper, type Table } from "./Paper.ts"

const style = `
:root { color-scheme: light dark; --ink: #1d1a1f; --paper: #fff; --ground: #f4efec; --soft: #6d6470; --line: #d8cec9; --accent: #8c2f4f }
@media (prefers-color-scheme: dark) { :root { --ink: #f3eef0; --paper: #1d1920; --ground: #121014; --soft: #b0a5ae; --line: #3f3742; --accent: #f0a3bd } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: .9375rem/1.5 "Source Sans 3", "Segoe UI", "Helvetica Neue", Arial, sans-serif }
main { max-width: 53rem; margin: 2.5rem auto; padding: 4rem; background: var(--paper); border: 1px solid var(--line); overflow-wrap: anywhere }
header, .parties { display: grid; grid-template-columns: 1.25fr 1fr; gap: 1rem 2rem }
address { font-style: normal }
p { margin: 0 }
h1, .store { font-family: "Source Serif 4", Georgia, "Iowan Old Style", serif; font-weight: 400; line-height: 1.2; margin: 0 }
.store { color: var(--accent); font-size: 1.6rem }
h1 { font-size: 2.2rem; margin-bottom: 1rem }
.seller, .remarks { color: var(--soft); font-size: .85rem }
.parties { margin: 2.5rem 0 }
dl, dd { margin: 0 }
dd { margin-bottom: .35rem }
h2, dt, thead th { color: var(--soft); font-size: .8rem; font-weight: 600; margin: 0 }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
caption { text-align: left; font-weight: 600; padding-bottom: .25rem }
th, td { text-align: left; vertical-align: top; font-weight: 400; padding: .4rem 0 .4rem 1rem }
th:first-child, td:first-child { padding-left: 0 }
thead th { vertical-align: bottom; padding-bottom: .25rem }
table { overflow-wrap: normal }
.goods td:first-child, .credits td:nth-child(3), tfoot th { overflow-wrap: anywhere }
thead { border-bottom: 1px solid var(--ink) }
tbody tr { border-bottom: 1px solid var(--line); break-inside: avoid }
tbody tr:last-child { border-color: var(--ink) }
tfoot tr { break-inside: avoid }
tfoot th:first-child { padding-left: calc((100% - 2rem) * .556 + 2rem) }
tfoot td { white-space: nowrap }
tfoot .main > * { font-size: 1.2rem; font-weight: 600; padding-top: .25rem; white-space: nowrap }
.number { text-align: right; white-space: nowrap }
.goods caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.below { display: grid; grid-template-columns: 1.25fr 1fr; gap: 1rem 2rem; margin-top: 2.5rem; align-items: start }
.below table { grid-column: 2; grid-row: 1 }
.remarks { grid-column: 1; grid-row: 1 }
.credits { margin-top: 2.5rem }
@media (min-width: 40rem) { .credits td:nth-child(-n+2) { white-space: nowrap } }
@media (max-width: 40rem) {
  main { margin: 0; padding: 1.5rem 1.25rem; border: 0; min-height: 100vh }
  header, .parties, .below { grid-template-columns: minmax(0, 1fr) }
  .parties { margin: 2rem 0; gap: 1.5rem }
  .below table, .remarks { grid-column: 1; grid-row: auto }
  th, td { padding-left: .6rem }
  tfoot th:first-child { padding-left: 0 }
}
@media (max-width: 22rem) {
  body { font-size: .875rem }
  main { padding: 1rem .75rem }
  th, td { padding-left: .4rem }
}
@page { size: A4; margin: 16mm 19mm }
@media print {
  :root { color-scheme: light; --ink: #1d1a1f; --paper: #fff; --ground: #fff; --soft: #6d6470; --line: #d8cec9; --accent: #8c2f4f }
  html { font-size: 10pt }
  .parties { margin: 1.5rem 0 }
  .below, .credits { margin-top: 1.5rem }
  main { margin: 0; padding: 0; border: 0; max-width: none; min-height: 0 }
  header, .parties, .below { grid-template-columns: 1.25fr 1fr }
  .below { break-inside: avoid }
  .below table { grid-column: 2; grid-row: 1 }
  .remarks { grid-column: 1; grid-row: 1 }
  thead { display: table-header-group }
  tfoot { display: table-row-group; break-inside: avoid }
  tfoot th:first-child { padding-left: calc((100% - 2rem) * .556 + 2rem) }
  .credits td:nth-child(-n+2) { white-space: nowrap }
}
`

/** Of a page of this module: the content-security-policy that lets its style in and nothing else. */
export const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; `
  + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The receipt of an order with what was credited of it since, in the order in which the entries were issued. */
export const receiptHtml = (receipt: Receipt, entries: ReadonlyArray<CreditEntry>): string =>
  page(receiptPaper(receipt, entries))

/** A credit note, or the cancellation of one, for the receipt that it refers to. */
export const creditNoteHtml = (note: CreditEntry, receipt: Receipt): string => page(creditPaper(note, receipt))

const page = (paper: Paper): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${paper.title} ${paper.number}</title>
<style>${trusted(style)}</style>
</head>
<body><main>
<header>
<p class="store">${paper.seller.name}</p>
<address class="seller">${broken(paper.sellerLines)}</address>
</header>
<div class="parties">
<div>
<h1>${paper.title}</h1>
<h2>${paper.buyerTitle}</h2>
<address>${broken(paper.buyerLines)}</address>
</div>
<dl>${
    paper.facts.map(({ label, value }) =>
      html`<dt>${label}</dt><dd>${value}</dd>
`
    )
  }</dl>
</div>
${table(paper.goods, "goods")}
<div class="below">
${paper.vat !== undefined && table(paper.vat, "vat")}
<div class="remarks">${
    paper.remarks.map((remark) =>
      html`<p>${remark}</p>
`
    )
  }</div>
</div>
${paper.credits !== undefined && table(paper.credits, "credits")}
</main></body>
</html>
`.text

const broken = (lines: ReadonlyArray<string>): ReadonlyArray<Html> =>
  lines.map((line, index) => index === 0 ? html`${line}` : html`<br>${line}`)

const table = ({ caption, columns, rows, sums }: Table, name: string): Html => {
  const numeric = (index: number): Html | false => columns[index]?.kind === "number" && html` class="number"`
  return html`<table class="${name}">
<caption>${caption}</caption>
<thead><tr>${columns.map(({ title }, index) => html`<th scope="col"${numeric(index)}>${title}</th>`)}</tr></thead>
<tbody>
${
    rows.map((row) =>
      html`<tr>${row.map((cell, index) => html`<td${numeric(index)}>${cell}</td>`)}</tr>
`
    )
  }</tbody>
${
    sums.length > 0 &&
    html`<tfoot>
${
      sums.map(({ amount, label, main = false }) =>
        html`<tr${main && html` class="main"`}>
<th scope="row" colspan="${columns.length - 1}">${label}</th><td class="number">${amount}</td>
</tr>
`
      )
    }</tfoot>
`
  }</table>`
}
