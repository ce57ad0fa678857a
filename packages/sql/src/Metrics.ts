/**
 * Metrics by the labels that a moment knows: a counter or a histogram of Effect's, made once for each set of labels.
 *
 * They are updated as Effect does it, so the labels of the fiber (`Effect.tagMetrics`) are added: programs with several
 * shops tell them apart by these. Labels come from short lists only (kinds, tags of errors), never from requests.
 * Follows docs/specification.md#observation.
 *
 * @since 1.0.0
 */
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Metric from "effect/Metric"
import * as MetricBoundaries from "effect/MetricBoundaries"
import * as MetricKey from "effect/MetricKey"
import type * as MetricKeyType from "effect/MetricKeyType"
import * as MetricLabel from "effect/MetricLabel"

/** A metric for each set of labels. */
export interface Measured {
  /** Adds a value, as part of an effect. */
  readonly record: (value: number, ...labels: ReadonlyArray<string>) => Effect.Effect<void>
  /** The same outside of effects, with the labels that a fiber had. */
  readonly unsafeRecord: (
    value: number,
    more: ReadonlyArray<MetricLabel.MetricLabel>,
    ...labels: ReadonlyArray<string>
  ) => void
}

const measured = <Type extends MetricKeyType.MetricKeyType<number, unknown>>(
  whole: MetricKey.MetricKey<Type>,
  names: ReadonlyArray<string>
): Measured => {
  const known = new Map<string, Metric.Metric<Type, number, unknown>>()
  const of = (labels: ReadonlyArray<string>): Metric.Metric<Type, number, unknown> => {
    const key = labels.join("\n")
    const found = known.get(key)
    if (found !== undefined) return found
    const tags = labels.map((label, at) => MetricLabel.make(names[at] ?? "", label))
    // `Metric.tagged` would look the metric up by all of its labels at each update.
    const made = Metric.fromMetricKey(MetricKey.taggedWithLabels(whole, tags)) as Metric.Metric<Type, number, unknown>
    known.set(key, made)
    return made
  }
  const unsafeRecord: Measured["unsafeRecord"] = (value, more, ...labels) => of(labels).unsafeUpdate(value, more)
  return {
    unsafeRecord,
    record: (value, ...labels) =>
      Effect.withFiberRuntime((fiber) => {
        unsafeRecord(value, fiber.getFiberRef(FiberRef.currentMetricLabels), ...labels)
        return Effect.void
      })
  }
}

/** A count that only grows. */
export const counter = (name: string, description: string, ...labels: ReadonlyArray<string>): Measured =>
  measured(MetricKey.counter(name, { description, incremental: true }), labels)

/** Durations in seconds, from a millisecond to five minutes. */
export const seconds = (name: string, description: string, ...labels: ReadonlyArray<string>): Measured =>
  measured(
    MetricKey.histogram(name, MetricBoundaries.exponential({ start: 0.001, factor: 2, count: 19 }), description),
    labels
  )

/** Numbers of things, from one to a few thousand. */
export const sizes = (name: string, description: string, ...labels: ReadonlyArray<string>): Measured =>
  measured(
    MetricKey.histogram(name, MetricBoundaries.exponential({ start: 1, factor: 2, count: 12 }), description),
    labels
  )
