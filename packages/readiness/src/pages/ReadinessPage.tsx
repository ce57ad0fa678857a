/**
 * The page of a site's readiness: its score, what to mend first, how the score changed, and every check. Pure: from an
 * overview to text. It is loaded with the first request for it.
 *
 * The rule: whatever came from a site (evidence) is shown as text. What is drawn is also said in words. Nothing here
 * needs a script. Follows docs/specification.md#readiness-page.
 */
import { type Frame, Page } from "@beauty-store/http/pages/PageFrame"
import { Card } from "@beauty-store/ui/Card"
import { Bars, LineChart } from "@beauty-store/ui/Chart"
import { Actions, ButtonLink } from "@beauty-store/ui/Controls"
import { render } from "@beauty-store/ui/Document"
import { formatIn } from "@beauty-store/ui/Format"
import { Notice } from "@beauty-store/ui/Notice"
import { type Moment, Status, Time, type Tone } from "@beauty-store/ui/Status"
import type { VNode } from "preact"
import { Dimension, type Severity, type Status as Verdict } from "../Check.ts"
import type { CheckResult } from "../Report.ts"
import type { Fix } from "../scans/Fixes.ts"
import type { Overview } from "../scans/Scans.ts"
import type { ScanRow } from "../scans/SiteRecords.ts"
import type { Trend } from "../scans/Trend.ts"
import * as Score from "../Score.ts"

const dimensionWords: { readonly [dimension in Dimension]: string } = {
  discoverability: "Agents find the site",
  understandability: "Agents understand what it sells",
  transactability: "Agents can buy"
}

const severityWords: { readonly [severity in Severity]: string } = {
  critical: "An agent cannot go on without it",
  major: "An agent goes on with less",
  minor: "An agent hardly notices"
}

const verdictWords: { readonly [verdict in Verdict]: readonly [words: string, tone: Tone | undefined] } = {
  pass: ["Passes", "right"],
  partial: ["In part", "wait"],
  fail: ["Fails", "wrong"],
  not_applicable: ["Does not apply", undefined],
  error: ["Not known", undefined]
}

const points = (value: number | null): string => {
  const shown = Score.shown(value)
  return shown === null ? "–" : shown.toFixed(1).replace(/\.0$/, "")
}

const { date, moment } = formatIn("en")

const momentOf = (at: number, { timeZone }: Frame): Moment => ({
  iso: new Date(at).toISOString(),
  words: moment(at, timeZone)
})

const hostOf = (origin: string): string => new URL(origin).host

const ScoreCard = ({ frame, scan }: { readonly frame: Frame; readonly scan: ScanRow }): VNode => {
  const { overall, dimensions } = scan.report!.score
  return (
    <Card title="Score">
      <p class="score">
        <b>{points(overall)}</b>
        <span class="quiet">{overall === null ? "There is no score: too little could be read." : "of 100"}</span>
      </p>
      <Bars
        bars={Dimension.literals.map((dimension) => ({
          name: dimensionWords[dimension],
          value: dimensions[dimension],
          words: points(dimensions[dimension])
        }))}
      />
      <p class="hint">
        Scanned <Time {...momentOf(scan.completed_at ?? scan.created_at, frame)} />
      </p>
    </Card>
  )
}

const FixEntry = ({ fix }: { readonly fix: Fix }): VNode => (
  <li>
    <div class="row">
      <h3>{fix.title}</h3>
      {fix.gain !== null && (
        <Status tone={fix.status === "regressed" ? "wrong" : "wait"}>{`+${points(fix.gain)}`}</Status>
      )}
    </div>
    <p class="quiet">
      {fix.status === "regressed" && "It was mended before. "}
      {severityWords[fix.severity]}.
    </p>
    <details>
      <summary>How to mend it</summary>
      <p>{fix.instructions}</p>
      <pre tabindex={0}>{fix.patch}</pre>
      <p class="quiet">Seen: {fix.evidence}</p>
      <p>
        <a href={fix.specification} rel="noreferrer">The specification</a>
      </p>
    </details>
  </li>
)

const Fixes = ({ fixes, frame }: { readonly fixes: ReadonlyArray<Fix>; readonly frame: Frame }): VNode => {
  const open = fixes.filter(({ status }) => status !== "verified")
  const verified = fixes.filter(({ status }) => status === "verified")
  return (
    <Card title="What to mend first">
      {open.length === 0
        ? <p>Nothing: every check that applies passes.</p>
        : <ul class="entries">{open.map((fix) => <FixEntry fix={fix} />)}</ul>}
      {verified.length > 0 && (
        <details>
          <summary>{`Mended: ${verified.length}`}</summary>
          <ul class="entries">
            {verified.map(({ changedAt, title }) => (
              <li>
                {title}
                <p class="quiet">
                  <Time {...momentOf(changedAt, frame)} />
                </p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}

/** The trend in words: what the line shows. */
const trendWords = ({ regressions, summary: { change, first, last } }: Trend): string => {
  if (first === null || last === null || change === null) return "There is no score in these days."
  const moved = Score.shown(change) === 0
    ? `The score is ${points(last)}, as it was at first`
    : `The score went from ${points(first)} to ${points(last)}`
  return regressions.length === 0
    ? `${moved}.`
    : `${moved}. ${regressions.length === 1 ? "One check has" : `${regressions.length} checks have`} become worse.`
}

const Days = ({ trend }: { readonly trend: Trend }): VNode => {
  const scored = trend.points.filter(({ score }) => score !== null).toReversed()
  return (
    <Card title={`The last ${trend.points.length} days`}>
      <p>{trendWords(trend)}</p>
      <LineChart
        label={`The score of each day from ${date(trend.from)} to ${date(trend.to)}. ${trendWords(trend)}`}
        values={trend.points.map(({ score }) => score?.overall ?? null)}
        from={date(trend.from)}
        to={date(trend.to)}
      />
      {scored.length > 0 && (
        <details>
          <summary>As a table</summary>
          <table class="table">
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">Score</th>
                <th scope="col">Rules</th>
              </tr>
            </thead>
            <tbody>
              {scored.map(({ from, ruleSet, score }) => (
                <tr>
                  <th scope="row">{date(from)}</th>
                  <td>{points(score?.overall ?? null)}</td>
                  <td>{ruleSet}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </Card>
  )
}

const CheckEntry = ({ check }: { readonly check: CheckResult }): VNode => {
  const [words, tone] = verdictWords[check.status]
  return (
    <li>
      <div class="row">
        <span>{check.title}</span>
        <Status tone={tone}>{words}</Status>
      </div>
      {check.evidence !== "" && <p class="quiet">{check.evidence}</p>}
    </li>
  )
}

const Checks = ({ checks }: { readonly checks: ReadonlyArray<CheckResult> }): VNode => (
  <Card title="All checks">
    {Dimension.literals.map((dimension) => {
      const own = checks.filter((check) => check.dimension === dimension)
      const applying = own.filter(({ status }) => status !== "not_applicable").length
      const passed = own.filter(({ status }) => status === "pass").length
      return (
        <details>
          <summary>{`${dimensionWords[dimension]}: ${passed} of ${applying} pass`}</summary>
          <ul class="entries">{own.map((check) => <CheckEntry check={check} />)}</ul>
        </details>
      )
    })}
  </Card>
)

/** Says what happens now, or why there is nothing to see. */
const Now = ({ newest }: Pick<Overview, "newest">): VNode | null => {
  if (newest === undefined) return null
  if (newest.status === "queued" || newest.status === "running") {
    return (
      <Notice tone="wait">
        <p>
          {newest.status === "queued" ? "A scan is about to begin." : `A scan is running: ${newest.progress} % done.`}
          {" Reload the page to see more."}
        </p>
      </Notice>
    )
  }
  return newest.status === "failed"
    ? (
      <Notice tone="wait">
        <p>The last scan failed. {newest.failure}</p>
      </Notice>
    )
    : null
}

export interface ReadinessPageProps {
  readonly frame: Frame
  readonly overview: Overview
  /** The page is at an address that only some people have. */
  readonly personal: boolean
}

/** The page of a site that was scanned, or is being scanned. */
const readinessPage = ({ frame, overview, personal }: ReadinessPageProps): VNode => {
  const { fixes, newest, origin, trend, whole } = overview
  return (
    <Page frame={frame} title={`Readiness of ${hostOf(origin)}`} personal={personal}>
      <h1>{`How well software agents can buy at ${hostOf(origin)}`}</h1>
      <p class="lead">Whether they find the site, understand what it sells, and can pay there.</p>
      <Now newest={newest} />
      {whole === undefined || whole.report === null
        ? <p>There is no result yet.</p>
        : (
          <div class="stack">
            <ScoreCard frame={frame} scan={whole} />
            <Fixes frame={frame} fixes={fixes} />
            <Days trend={trend} />
            <Checks checks={whole.report.checks} />
          </div>
        )}
    </Page>
  )
}

/** The store itself was never scanned. */
const noScanPage = (frame: Frame): VNode => (
  <Page frame={frame} title="Readiness">
    <h1>How well software agents can buy here</h1>
    <p>
      This shop has not scanned itself yet. It does so as soon as nobody needs it, which takes a minute or two. The
      result will be here.
    </p>
    <Actions>
      <ButtonLink href="/">To the shop</ButtonLink>
      <ButtonLink href="/docs" rank="plain">For developers</ButtonLink>
    </Actions>
  </Page>
)

/** The address leads nowhere, or no longer. */
const missingPage = (frame: Frame): VNode => (
  <Page frame={frame} title="There is no site here" personal>
    <h1>There is no site here</h1>
    <p>The address may be incomplete, or its owner has closed the page.</p>
    <Actions>
      <ButtonLink href="/readiness">Readiness of this shop</ButtonLink>
      <ButtonLink href="/" rank="plain">To the shop</ButtonLink>
    </Actions>
  </Page>
)

/** The pages as texts. */
export const texts = {
  readiness: (props: ReadinessPageProps): string => render(readinessPage(props)),
  noScan: (frame: Frame): string => render(noScanPage(frame)),
  missing: (frame: Frame): string => render(missingPage(frame))
}
