/**
 * The settings of the HTTP side: a reference with safe defaults, which the server sets from the configuration.
 *
 * @since 1.0.0
 */
import { type Budgets, defaultBudgets } from "@beauty-store/domain/RequestBudget"
import type { Block } from "@beauty-store/outbound/NetworkAddress"
import * as Context from "effect/Context"

export interface HttpSettings {
  /** The shop is a demo, and its descriptors say so. */
  readonly demo: boolean
  /** Hosts that a `returnUrl` may lead to besides the store's own. A host without a port stands for all its ports. */
  readonly returnHosts: ReadonlyArray<string>
  /**
   * Secrets with which partners' messages are signed (`whsec_…`); several during a rotation. Empty: no messages are
   * accepted.
   */
  readonly webhookSecrets: ReadonlyArray<string>
  /** The proxies that are believed when they say for whom they ask. */
  readonly trustedProxies: ReadonlyArray<Block>
  /** Reads for whom a scan of the store asks; undefined: the store is not scanned by itself. */
  readonly scanRequester?: ((header: string) => string | undefined) | undefined
  /** How much callers may ask for. */
  readonly budgets: Budgets
  /** Is called with each request after its response was made, to write it to a log; undefined: there is no log. */
  readonly log: ((line: RequestLine) => void) | undefined
}

/** A request as the log shows it: no query, no token, no address, no capability. */
export interface RequestLine {
  readonly at: number
  readonly requestId: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly millis: number
}

export class HttpPolicy extends Context.Reference<HttpPolicy>()("@beauty-store/http/HttpPolicy", {
  defaultValue: (): HttpSettings => ({
    demo: false,
    returnHosts: [],
    webhookSecrets: [],
    trustedProxies: [],
    budgets: defaultBudgets,
    log: undefined
  })
}) {}
