/**
 * What the HTTP side decides for itself. A reference with safe defaults; the server puts the configuration's in.
 */
import * as Context from "effect/Context"

export interface HttpSettings {
  /** Whether the shop is a demo; its descriptors say so. */
  readonly demo: boolean
  /** Hosts that a `returnUrl` may lead to besides the store's own; one without a port stands for all its ports. */
  readonly returnHosts: ReadonlyArray<string>
  /** What partners' messages are signed with (`whsec_…`); several while one is being replaced. None: nobody may send. */
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
