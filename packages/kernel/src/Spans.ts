/**
 * Spans for those who look at the program from outside, by Effect's own tracer.
 *
 * The rule: where nobody collects spans, none is made. Effect makes them by default and drops them; a program collects
 * them if it has set a tracer of its own (`@effect/opentelemetry` does) and has not turned tracing off. This module is
 * the one place that decides it. Follows docs/specification.md#observation.
 */
import * as Context from "effect/Context"
import * as DefaultServices from "effect/DefaultServices"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
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

/** Runs an effect in a span of its own, if somebody collects it. */
export const around = <A, E>(
  name: string,
  effect: Effect.Effect<A, E>,
  { first, last }: Said<A, E>
): Effect.Effect<A, E> =>
  Effect.withFiberRuntime((fiber) =>
    isCollected(fiber)
      ? Effect.useSpan(
        name,
        { attributes: first(), captureStackTrace: false },
        (span) =>
          Effect.onExit(Effect.withParentSpan(effect, span), (exit) =>
            Effect.sync(() => {
              for (const [key, value] of Object.entries(last(exit))) span.attribute(key, value)
            }))
      )
      : effect
  )
