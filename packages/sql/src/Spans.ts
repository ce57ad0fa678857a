/**
 * Spans for those who look at the program from outside, by Effect's own tracer.
 *
 * The rule: where nobody collects spans, none is made. Effect makes them by default and drops them; a program collects
 * them if it has set a tracer of its own (`@effect/opentelemetry` does) and has not turned tracing off. This module is
 * the one place that decides it. Follows docs/specification.md#observation.
 *
 * @since 1.0.0
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DefaultServices from "effect/DefaultServices"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import * as FiberRef from "effect/FiberRef"
import * as Tracer from "effect/Tracer"

/** The tracer of a program that has set none: its spans are read by nobody. */
const unread = Context.get(DefaultServices.liveServices, Tracer.Tracer)

/** Whether somebody collects the spans of a fiber. */
const isCollected = (fiber: Fiber.RuntimeFiber<unknown, unknown>): boolean =>
  fiber.getFiberRef(FiberRef.currentTracerEnabled)
  && Context.get(fiber.currentDefaultServices, Tracer.Tracer) !== unread

export type Attributes = Readonly<Record<string, string | number | boolean>>

/** What a span says: before the effect runs, and when it has ended. */
export interface Said<A, E> {
  readonly first: () => Attributes
  readonly last: (exit: Exit.Exit<A, E>) => Attributes
}

/**
 * What an exporter gets to know of an outcome. It would print the message and the stack of an error, which are for
 * callers and for the log: a refusal is told by the attributes alone, a defect is in the log with its cause.
 */
const outcomeOf = (exit: Exit.Exit<unknown, unknown>): Exit.Exit<void> =>
  Exit.isSuccess(exit) || Cause.isFailure(exit.cause)
    ? Exit.void
    : Cause.isInterruptedOnly(exit.cause)
    ? Exit.interrupt(FiberId.none)
    : Exit.die("a defect")

/** Runs an effect in a span of its own, if somebody collects it. */
export const around = <A, E, R>(
  name: string,
  effect: Effect.Effect<A, E, R>,
  { first, last }: Said<A, E>
): Effect.Effect<A, E, R> =>
  Effect.withFiberRuntime((fiber) =>
    isCollected(fiber)
      ? Effect.acquireUseRelease(
        Effect.makeSpan(name, { attributes: first(), captureStackTrace: false }),
        (span) => Effect.withParentSpan(effect, span),
        (span, exit) =>
          Effect.map(Clock.currentTimeNanos, (now) => {
            for (const [key, value] of Object.entries(last(exit))) span.attribute(key, value)
            span.end(now, outcomeOf(exit))
          })
      )
      : effect
  )
