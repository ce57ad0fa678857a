/**
 * Writes one line per request to standard output, in batches: a line costs a string, not a system call.
 */
import type { RequestLine } from "@beauty-store/http/HttpPolicy"

const print = {
  json: ({ at, method, millis, path, requestId, status }: RequestLine) =>
    JSON.stringify({
      at: new Date(at).toISOString(),
      requestId,
      method,
      path,
      status,
      millis,
      level: "info",
      message: "request"
    }),
  pretty: ({ at, method, millis, path, requestId, status }: RequestLine) =>
    `${new Date(at).toISOString().slice(11, 23)} ${method} ${path} ${status} ${millis} ms  ${requestId}`
}

/** A log that writes the lines of a turn of the event loop together. */
export const make = (format: "json" | "pretty"): (line: RequestLine) => void => {
  let lines: Array<string> = []
  return (line) => {
    if (lines.length === 0) {
      setImmediate(() => {
        const text = `${lines.join("\n")}\n`
        lines = []
        process.stdout.write(text)
      })
    }
    lines.push(print[format](line))
  }
}
