/**
 * Forks a fiber that outlives its parent: `forkDetached(parent)(effect)`.
 *
 * The new fiber has the parent's services and settings and is interruptible, whatever the parent is. Nothing waits for
 * it and no scope ends it; only the holder of the returned fiber can. It costs a third of a scope with a fiber in it.
 * Therefore purchases do not use the library's own ways to fork.
 *
 * @since 1.0.0
 */
import type * as Fiber from "effect/Fiber"
import * as Runtime from "effect/Runtime"

export const forkDetached = (parent: Fiber.RuntimeFiber<unknown, unknown>) =>
  Runtime.runFork(Runtime.make({
    context: parent.currentContext,
    runtimeFlags: Runtime.defaultRuntimeFlags,
    fiberRefs: parent.getFiberRefs()
  }))
