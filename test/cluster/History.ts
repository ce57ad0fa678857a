/**
 * The history of one run of the cluster: every request with its instance, start, end and whole response, every fault
 * with its beginning and end, one JSON object a line. Moments are milliseconds since the run began. Requests of one key
 * are one act of a buyer, sent again or to several instances at once.
 */
import { createWriteStream } from "node:fs"
import type { Answer } from "../shop/requests.ts"

/** A request and what became of it. */
export interface Exchange {
  readonly type: "request"
  readonly sender: string
  /** Which instance it was sent to. */
  readonly instance: number
  /** Whether that instance ran the released program. */
  readonly released: boolean
  readonly method: string
  readonly path: string
  readonly key: string | undefined
  readonly start: number
  readonly end: number
  /** Undefined where there was no response. */
  readonly status: number | undefined
  readonly body: string
}

export interface History {
  /** Milliseconds since the run began. */
  readonly now: () => number
  readonly exchanges: ReadonlyArray<Exchange>
  readonly add: (exchange: Exchange) => void
  /** Anything else that helps to read the file: faults, logs of the instances. */
  readonly note: (type: string, facts: object) => void
  readonly close: () => Promise<void>
}

/** The code of a problem, or nothing. */
export const codeOf = ({ body }: { readonly body: string }): string | undefined => /"code":"(\w+)"/.exec(body)?.[1]

/**
 * Whether a response decides what becomes of its request. Others may be different next time: the instance is not ready,
 * or the first request of the key still runs.
 */
export const isFinal = (status: number | undefined, body: string): boolean =>
  status !== undefined && status < 500 && status !== 429 && codeOf({ body }) !== "idempotency_in_flight"

export const bodyOf = (answer: Answer | undefined): string => answer?.text ?? ""

export const openHistory = (file: string): History => {
  const begun = performance.now()
  const exchanges: Array<Exchange> = []
  const stream = createWriteStream(file)
  const write = (line: object): void => void stream.write(`${JSON.stringify(line)}\n`)
  const now = (): number => Math.round(performance.now() - begun)
  return {
    now,
    exchanges,
    add: (exchange) => {
      exchanges.push(exchange)
      write(exchange)
    },
    note: (type, facts) => write({ type, at: now(), ...facts }),
    close: () => new Promise((resolve) => stream.end(() => resolve()))
  }
}
