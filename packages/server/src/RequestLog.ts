/**
 * Writes one line per request to standard output, in batches: a line costs a string, not a system call.
 */
import type { RequestLine } from "@beauty-store/http/HttpPolicy"

let last = { at: Number.NaN, text: "" }

/** Many requests come in one millisecond. */
const moment = (at: number): string => {
  if (last.at !== at) last = { at, text: new Date(at).toISOString() }
  return last.text
}

const print = {
  // By hand: the id and the path may hold anything, the rest cannot. Methods are those that Node's parser knows.
  json: ({ at, method, millis, path, requestId, status }: RequestLine) =>
    `{"at":"${moment(at)}","requestId":${JSON.stringify(requestId)},"method":"${method}","path":${
      JSON.stringify(path)
    },"status":${status},"millis":${millis},"level":"info","message":"request"}`,
  pretty: ({ at, method, millis, path, requestId, status }: RequestLine) =>
    `${moment(at).slice(11, 23)} ${method} ${path} ${status} ${millis} ms  ${requestId}`
}

/** How many lines are written at once at most, and how long the first of them waits for others, in milliseconds. */
const mostLines = 256
const mostMillis = 10

/** A log that writes what has come within a moment: a system call for each line costs more than the line. */
export const make = (format: "json" | "pretty"): (line: RequestLine) => void => {
  let lines: Array<string> = []
  const flush = (): void => {
    if (lines.length === 0) return
    const text = `${lines.join("\n")}\n`
    lines = []
    process.stdout.write(text)
  }
  // A program that ends at once, without waiting for its timers.
  process.once("exit", flush)
  return (line) => {
    lines.push(print[format](line))
    if (lines.length === mostLines) flush()
    else if (lines.length === 1) setTimeout(flush, mostMillis)
  }
}
