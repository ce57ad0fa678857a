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

/** How many lines are written at once, and for how many turns of the event loop they wait for each other. */
const mostLines = 256
const mostTurns = 16

/**
 * A log that writes at the end of the first turn of the event loop that brings no line, or when it has waited long
 * enough.
 */
export const make = (format: "json" | "pretty"): (line: RequestLine) => void => {
  let lines: Array<string> = []
  const flush = (): void => {
    const text = `${lines.join("\n")}\n`
    lines = []
    process.stdout.write(text)
  }
  const wait = (turns: number): void => {
    const before = lines.length
    setImmediate(() =>
      lines.length > before && lines.length < mostLines && turns < mostTurns ? wait(turns + 1) : flush()
    )
  }
  return (line) => {
    lines.push(print[format](line))
    if (lines.length === 1) wait(1)
  }
}
