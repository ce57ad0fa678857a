/**
 * Finds requests whose bodies come too slowly: less than a minimum on average, once they have had a moment to begin.
 *
 * Looks are counted, not time: a process that was suspended has not received anything meanwhile. Left out on purpose:
 * slow headers and the longest time that a whole request may take, for which Node has limits of its own (`Listener`).
 * Follows docs/specification.md#sockets.
 */
import type { IncomingMessage, ServerResponse } from "node:http"

/** The time between looks. */
const lookMillis = 1_000
/** The least that comes between two looks on average, in bytes. */
const leastBytes = 1024
/** No request is too slow before so many looks. */
const patientLooks = 5

interface Progress {
  /** What its connection had received at the first look. */
  readonly first: number
  looks: number
}

/** Looks after running requests until the returned function is called. `tooSlow` ends one. */
export const watch = (
  running: ReadonlySet<ServerResponse>,
  tooSlow: (response: ServerResponse) => void,
  everyMillis = lookMillis
): () => void => {
  const seen = new WeakMap<IncomingMessage, Progress>()
  const look = (response: ServerResponse): void => {
    const { req } = response
    if (req.complete) return
    const { bytesRead } = req.socket
    const progress = seen.get(req)
    if (progress === undefined) return void seen.set(req, { first: bytesRead, looks: 0 })
    progress.looks++
    if (progress.looks >= patientLooks && bytesRead - progress.first < progress.looks * leastBytes) tooSlow(response)
  }
  const timer = setInterval(() => {
    for (const response of running) look(response)
  }, everyMillis).unref()
  return () => clearInterval(timer)
}
