/**
 * The settings of the HTTP side: a reference with safe defaults, into which the server puts the configuration's.
 */
import * as Context from "effect/Context"

export interface HttpSettings {
  /** The shop is a demo, and its descriptors say so. */
  readonly demo: boolean
  /** Hosts that a `returnUrl` may lead to besides the store's own; one without a port stands for all its ports. */
  readonly returnHosts: ReadonlyArray<string>
  /** Secrets that partners' messages are signed with (`whsec_…`); several while one is being replaced. None: no messages. */
  readonly webhookSecrets: ReadonlyArray<string>
  /** Takes one line of JSON a request; nothing personal is in it. */
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
  defaultValue: (): HttpSettings => ({ demo: false, returnHosts: [], webhookSecrets: [], log: undefined })
}) {}
