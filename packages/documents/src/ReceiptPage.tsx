/**
 * The page of a receipt or credit note: it looks like a sheet of paper on wide screens, fills narrow ones, and prints
 * as A4.
 *
 * It has the colours of the shop's other pages and a stylesheet of its own, because it is laid out for print. Its
 * tables have captions and heads. An amount and the name of a sum stay on one line as long as both fit.
 */
import { Document } from "@beauty-store/ui/Document"
import { Links } from "@beauty-store/ui/Layout"
import { Lines } from "@beauty-store/ui/Lines"
import type { Link } from "@beauty-store/ui/Site"
import { make, type Stylesheet } from "@beauty-store/ui/Stylesheet"
import { lightDeclarations } from "@beauty-store/ui/Tokens"
import type { VNode } from "preact"
import type { DocumentContent, Table as ContentTable } from "./DocumentContent.ts"
import { receipts as words } from "./Messages.ts"

export type { Link }

export const stylesheet: Stylesheet = make(`
* { box-sizing: border-box }
body { margin: 0; background: var(--sunken); color: var(--ink); font: .9375rem/1.5 "Source Sans 3", "Segoe UI", "Helvetica Neue", Arial, sans-serif }
main { max-width: 53rem; margin: 2.5rem auto; padding: 4rem; background: var(--surface); border: 1px solid var(--line); overflow-wrap: anywhere }
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
.goods td:first-child, .credits td:nth-child(3) { overflow-wrap: anywhere }
thead { border-bottom: 1px solid var(--ink) }
tbody tr { border-bottom: 1px solid var(--line); break-inside: avoid }
tbody tr:last-child { border-color: var(--ink) }
.sums { margin-left: calc((100% - 2rem) * .556 + 2rem); font-variant-numeric: tabular-nums; break-before: avoid; break-inside: avoid }
.sums div { display: flex; justify-content: space-between; gap: 0 .4rem; padding: .4rem 0 }
.sums dt { color: inherit; font-size: inherit; font-weight: inherit }
.sums dd { margin: 0 0 0 auto }
.sums .main { flex-wrap: wrap; font-size: 1.2rem; font-weight: 600; padding-top: .25rem }
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
  th, td { padding-left: .4rem }
  table { font-size: .8125rem }
  .goods thead th:first-child { width: 100% }
  .sums { margin-left: 0; font-size: .8125rem }
}
@media (min-width: 23rem) and (max-width: 40rem) { .credits td:nth-child(3) { min-width: 6.25rem } }
@media (max-width: 22rem) {
  body { font-size: .875rem }
  main { padding: 1rem .75rem }
}
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0 0 2rem; padding: 0; list-style: none }
nav a { color: var(--accent) }
@page { size: A4; margin: 16mm 19mm }
@media print {
  :root { color-scheme: light; ${lightDeclarations}; --sunken: #fff }
  html { font-size: 10pt }
  nav { display: none }
  .parties { margin: 1.5rem 0 }
  .below, .credits { margin-top: 1.5rem }
  main { margin: 0; padding: 0; border: 0; max-width: none; min-height: 0 }
  header, .parties, .below { grid-template-columns: 1.25fr 1fr }
  .below { break-inside: avoid }
  .below table { grid-column: 2; grid-row: 1 }
  .remarks { grid-column: 1; grid-row: 1 }
  thead { display: table-header-group }
  .sums { margin-left: calc((100% - 2rem) * .556 + 2rem) }
  .credits td:nth-child(-n+2) { white-space: nowrap }
}
`)

/** The sums of a table are below it, so that no large amount takes the width of the names of goods. */
const Sums = ({ sums }: Pick<ContentTable, "sums">): VNode => (
  <dl class="sums">
    {sums.map(({ amount, label, main = false }) => (
      <div class={main ? "main" : undefined}>
        <dt>{label}</dt>
        <dd class="number">{amount}</dd>
      </div>
    ))}
  </dl>
)

const Table = ({ name, table }: { readonly name: string; readonly table: ContentTable }): VNode => {
  const { caption, columns, rows, sums } = table
  const classOf = (index: number): string | undefined => columns[index]?.kind === "number" ? "number" : undefined
  return (
    <>
      <table class={name}>
        <caption>{caption}</caption>
        <thead>
          <tr>{columns.map(({ title }, index) => <th scope="col" class={classOf(index)}>{title}</th>)}</tr>
        </thead>
        <tbody>
          {rows.map((row) => <tr>{row.map((cell, index) => <td class={classOf(index)}>{cell}</td>)}</tr>)}
        </tbody>
      </table>
      {sums.length > 0 && <Sums sums={sums} />}
    </>
  )
}

export const receiptPage = (content: DocumentContent, links: ReadonlyArray<Link>): VNode => (
  <Document
    title={`${content.title} ${content.number}`}
    language={content.language}
    stylesheet={stylesheet}
    personal
  >
    <main>
      {links.length > 0 && <Links name={words.fromHere(content.language)} links={links} />}
      <header>
        <p class="store">{content.seller.name}</p>
        <address class="seller">
          <Lines lines={content.sellerLines} />
        </address>
      </header>
      <div class="parties">
        <div>
          <h1>{content.title}</h1>
          <h2>{content.buyerTitle}</h2>
          <address>
            <Lines lines={content.buyerLines} />
          </address>
        </div>
        <dl>
          {content.facts.map(({ label, value }) => (
            <>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </>
          ))}
        </dl>
      </div>
      <Table table={content.goods} name="goods" />
      <div class="below">
        {content.vat !== undefined && <Table table={content.vat} name="vat" />}
        <div class="remarks">{content.remarks.map((remark) => <p>{remark}</p>)}</div>
      </div>
      {content.credits !== undefined && <Table table={content.credits} name="credits" />}
    </main>
  </Document>
)
