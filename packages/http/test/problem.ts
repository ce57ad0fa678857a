/**
 * What every error on the wire has to be, in one place: a problem document whose members, status and headers are those
 * of the table of problems, and which shows nothing of the program's inside.
 */
import { problems } from "@beauty-store/http/contract/Problems"
import { expect } from "vitest"
import type { Answer } from "../../../test/shop/requests.ts"
import type { Shop } from "../../../test/shop/server.ts"

const byCode = new Map(Object.values(problems).map((problem) => [problem.code as string, problem]))

/** What would betray the program: stacks, files, SQL, the names of libraries and of their errors. */
export const inside =
  /\bat \S+ \(|\.[cm]?[jt]s\b|node_modules|\/(?:work|home|usr)\/|\bSELECT\b|\bINSERT\b|\bUPDATE\b|sqlite|postgres|\bpg_|ParseError|Schema|Expected |undefined|\[object |better-/i

/** Answers the document, after it was found to be what the table promises under this code. */
export const expectProblem = (answer: Answer, code: string, store?: Shop): any => {
  expect(answer.headers["content-type"], answer.text).toBe("application/problem+json")
  const document = answer.json
  expect(document.code, answer.text).toBe(code)
  const entry = byCode.get(code)
  expect(entry, `${code} stands in the table`).toBeDefined()
  const { fieldNames, retryable, status, title } = entry!
  expect(answer.status).toBe(status)
  expect(document).toMatchObject({ status, title, retryable, code })
  // `messages`: what the request has besides, and no fact of the error.
  expect(Object.keys(document).filter((key) => key !== "messages").sort()).toEqual(
    ["type", "title", "status", "detail", "instance", "code", "requestId", "retryable", ...fieldNames].sort()
  )
  expect(document.type.endsWith(`/problems/${code}`)).toBe(true)
  if (store !== undefined) expect(document.type).toBe(`${store.baseUrl}/problems/${code}`)
  expect(document.requestId).toBe(answer.headers["x-request-id"] ?? document.requestId)
  // Words for people: an error without any would print its fields.
  expect(document.detail).toMatch(/^[^{]+$/)
  expect(document.detail, "says more than the title").not.toBe(`${title}.`)
  expect(answer.headers["cache-control"]).toBe("no-store")
  expect(answer.headers["etag"]).toBeUndefined()
  expect(answer.text).not.toMatch(inside)
  return document
}

/** The pointers of an `invalid_request`, in order. */
export const pointersOf = (answer: Answer): ReadonlyArray<string> =>
  expectProblem(answer, "invalid_request").errors.map((fault: { readonly pointer: string }) => fault.pointer).sort()
