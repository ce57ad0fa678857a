/**
 * Numbers as drawings: a line over time, and bars beside their names.
 *
 * The rule: a drawing repeats what the page also says in text, and has a name for screen readers; a missing value is a
 * gap and not a zero. All of it is made on the server, without a script, and scales with its column. Values are from 0
 * to 100.
 *
 * @since 1.0.0
 */
import type { ComponentChildren, VNode } from "preact"

const width = 640
const height = 220
/** Half a line of the largest words, which are those of a phone. */
const top = 20
const bottom = 20
const left = 60
const right = 12

const xOf = (index: number, count: number): number =>
  Math.round((left + (count < 2 ? 0.5 : index / (count - 1)) * (width - left - right)) * 10) / 10
const yOf = (value: number): number => Math.round((height - bottom - value / 100 * (height - top - bottom)) * 10) / 10

export interface LineChartProps {
  /** What the line shows: its name for screen readers. */
  readonly label: string
  /** One for each unit of time, in order; null for a gap. */
  readonly values: ReadonlyArray<number | null>
  /** The words at the beginning and at the end of the time. */
  readonly from: ComponentChildren
  readonly to: ComponentChildren
}

/** The parts of a line between its gaps: each a list of indexes with their values. */
const partsOf = (values: ReadonlyArray<number | null>): ReadonlyArray<ReadonlyArray<readonly [number, number]>> => {
  const parts: Array<Array<readonly [number, number]>> = []
  values.forEach((value, index) => {
    if (value === null) return
    if (index === 0 || values[index - 1] === null) parts.push([])
    parts.at(-1)!.push([index, value])
  })
  return parts
}

/** A line from 0 to 100 over time. A value between two gaps is a dot, and so is the last one. */
export const LineChart = ({ from, label, to, values }: LineChartProps): VNode => {
  const parts = partsOf(values)
  const last = parts.at(-1)?.at(-1)
  const dots = parts.filter((part) => part.length === 1).flat()
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        {[0, 25, 50, 75, 100].map((value) => (
          <>
            <line x1={left} x2={width - right} y1={yOf(value)} y2={yOf(value)} />
            <text x={left - 8} y={yOf(value)} dominant-baseline="central">{value}</text>
          </>
        ))}
        {parts.map((part) => (
          <polyline points={part.map(([index, value]) => `${xOf(index, values.length)},${yOf(value)}`).join(" ")} />
        ))}
        {[...dots, ...(last === undefined ? [] : [last])].map(([index, value]) => (
          <circle cx={xOf(index, values.length)} cy={yOf(value)} r="5" />
        ))}
      </svg>
      <figcaption class="quiet">
        <span>{from}</span>
        <span>{to}</span>
      </figcaption>
    </figure>
  )
}

export interface Bar {
  readonly name: string
  /** From 0 to 100; null where there is none. */
  readonly value: number | null
  /** The value in words. */
  readonly words: string
}

/** Values from 0 to 100 beside their names, each with a bar below. */
export const Bars = ({ bars }: { readonly bars: ReadonlyArray<Bar> }): VNode => (
  <dl class="bars">
    {bars.map(({ name, value, words }) => (
      <div>
        <dt>{name}</dt>
        <dd class="amount">{words}</dd>
        <dd aria-hidden="true">
          <svg viewBox="0 0 100 4" preserveAspectRatio="none">
            <rect width="100" height="4" />
            {value !== null && <rect class="filled" width={Math.round(value * 10) / 10} height="4" />}
          </svg>
        </dd>
      </div>
    ))}
  </dl>
)
