/**
 * The fault plan: everything about the simulated carrier that can vary, one method for each. The carrier itself draws
 * nothing at random, so a simulation with a plan of its own controls every fault, and a seed replays it. A draw that is
 * used later is written into the ledger. `none` is the plan of demo mode. Follows
 * docs/specification.md#simulated-carrier.
 *
 * @since 1.0.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The subject of a hook or a message: the parcel of an order, or a return on its way back. */
export interface About {
  readonly event: string
  readonly orderId: string
}

/**
 * The fate of a message in transit. `lost_before`: it never arrived. `lost_after`: it arrived and took effect, and its
 * sender gets no response.
 */
export type Fate = "answered" | "lost_before" | "lost_after"

export class FaultPlan extends Context.Tag("@beauty-store/carrier-simulated/FaultPlan")<FaultPlan, {
  /** The fate of a hook from the shop. Drawn anew for each one, repeats included. */
  readonly hook: (about: About) => Effect.Effect<Fate>

  /** The delay of a parcel's next step. */
  readonly delay: (about: { readonly orderId: string; readonly step: number }) => Effect.Effect<number>

  /**
   * When each copy of a message to the shop leaves, counted from the fact: `[]` sends none, two entries send it
   * twice, a long delay lets others overtake.
   */
  readonly message: (about: About) => Effect.Effect<ReadonlyArray<number>>

  /** The fate of one attempt to send a message. An attempt without a response is repeated. */
  readonly attempt: (about: About) => Effect.Effect<Fate>
}>() {}

export const none: Context.Tag.Service<FaultPlan> = {
  hook: () => Effect.succeed("answered"),
  delay: () => Effect.succeed(0),
  message: () => Effect.succeed([0]),
  attempt: () => Effect.succeed("answered")
}

/** `none` with the given methods replaced: a test plants the one fault that it is about. */
export const layer = (faults: Partial<Context.Tag.Service<FaultPlan>>): Layer.Layer<FaultPlan> =>
  Layer.succeed(FaultPlan, { ...none, ...faults })
