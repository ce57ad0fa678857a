/**
 * What the store says: its calls of others and the lines of its log, as texts for the search for secrets. Listening
 * changes nothing: it takes no step and draws nothing.
 */
import * as Cause from "effect/Cause"
import type * as HashMap from "effect/HashMap"

/** An error with its fields and its causes: what a log would show of it, and more. */
const errorText = (error: unknown, depth = 0): string => {
  if (typeof error !== "object" || error === null || depth > 4) return String(error)
  const { cause } = error as { readonly cause?: unknown }
  const fields = Object.values(error).filter((value) => typeof value === "string")
  return [String(error), ...fields, ...(cause === undefined ? [] : [errorText(cause, depth + 1)])].join(" ")
}

/** A line of a log as one text. */
export const logged = (
  message: unknown,
  annotations: HashMap.HashMap<string, unknown>,
  cause: Cause.Cause<unknown>
): string =>
  [
    JSON.stringify(message),
    ...Array.from(annotations, ([name, value]) => `${name}=${JSON.stringify(value)}`),
    ...(Cause.isEmpty(cause) ? [] : [errorText(Cause.squash(cause))])
  ].join(" ")

/** A service whose calls are heard, each with its arguments as JSON. */
export const calls = <Service extends object>(
  service: Service,
  hear: (call: string, request: string) => void
): Service =>
  // The functions take and return what they did; only TypeScript cannot say so of all of them at once.
  Object.fromEntries(
    Object.entries(service).map(([name, call]: readonly [string, unknown]) => [
      name,
      typeof call !== "function" ? call : (...request: ReadonlyArray<unknown>) => {
        hear(name, JSON.stringify(request))
        return call(...request)
      }
    ])
  ) as Service
