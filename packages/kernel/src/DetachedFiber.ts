/**
 * A fiber beside another: with its services and settings, and interruptible, whatever the other is. Nobody waits for it,
 * and nobody ends it but who keeps it; it costs a third of a scope with a fiber in it.
 */
import type * as Fiber from "effect/Fiber"
import * as Runtime from "effect/Runtime"

export const beside = (fiber: Fiber.RuntimeFiber<unknown, unknown>) =>
  Runtime.runFork(Runtime.make({
    context: fiber.currentContext,
    runtimeFlags: Runtime.defaultRuntimeFlags,
    fiberRefs: fiber.getFiberRefs()
  }))
