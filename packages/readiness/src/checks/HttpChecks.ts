/** Checks of how documents travel: compression, validators, speed, types, other origins, and errors. Follows RFC 9110. */
import type { Check } from "../Check.ts"
import * as Json from "../documents/Json.ts"
import * as Evidence from "../Evidence.ts"
import type { Fetched } from "../FetchedSite.ts"
import type { FetchedDocument } from "../SiteFetch.ts"
import { eachPage, pathOf, some } from "./Judging.ts"

/** Shorter bodies grow by compression. */
const leastCompressed = 1_400
/** The time to the first byte that an agent does not notice, and the one that it gives up at, in milliseconds. */
const quick = 800
const slow = 2_500

const documentsOf = (all: ReadonlyArray<Fetched>): ReadonlyArray<FetchedDocument> =>
  all.flatMap(({ outcome }) => outcome._tag === "Fetched" && outcome.document.status === 200 ? [outcome.document] : [])

const isText = ({ headers }: FetchedDocument): boolean =>
  /^(text\/|application\/([\w.+-]*\+)?(json|xml)\b|application\/jsonl)/.test(headers["content-type"] ?? "")

const expectedTypes: ReadonlyArray<readonly [Fetched["purpose"], RegExp]> = [
  ["llms", /^text\/(plain|markdown)\b/],
  ["robots", /^text\/plain\b/],
  ["sitemap", /^((application|text)\/([\w.+-]*\+)?xml|application\/(x-)?gzip)\b/],
  ["openapi", /^application\/([\w.+-]*\+)?json\b/],
  ["acp", /^application\/([\w.+-]*\+)?json\b/],
  ["oauth-server", /^application\/json\b/],
  ["oauth-resource", /^application\/json\b/]
]

export const httpChecks: ReadonlyArray<Check> = [
  {
    id: "http.compression",
    dimension: "discoverability",
    severity: "minor",
    weight: 2,
    title: "Texts are sent compressed",
    explanation: "It makes texts about a fifth as long.",
    specification: "https://www.rfc-editor.org/rfc/rfc9110#section-8.4",
    evaluate: ({ documents }) =>
      some(
        "texts",
        documentsOf(documents.filter(({ request }) => request.method === "GET")).filter((one) =>
          isText(one) && one.body.length >= leastCompressed
        ),
        ({ url }) => pathOf(url),
        ({ headers }) =>
          /\b(gzip|br|zstd|deflate)\b/.test(headers["content-encoding"] ?? "") ? undefined : "not compressed"
      ),
    fix: () => ({
      instructions: "Turn compression of texts on at the server or the proxy.",
      patch: "Content-Encoding: gzip\nVary: Accept-Encoding"
    })
  },
  {
    id: "http.validators",
    dimension: "discoverability",
    severity: "minor",
    weight: 1,
    title: "Unchanged pages need not be sent again",
    explanation: "The home page is asked for twice, by its `ETag` or date.",
    specification: "https://www.rfc-editor.org/rfc/rfc9110#section-13",
    evaluate: (site) => {
      const { home } = site
      if (home === undefined) return Evidence.error("The home page could not be read.")
      const { etag, "last-modified": modified } = home.document.headers
      if (etag === undefined) {
        return Evidence.unless(
          modified === undefined ? "Neither ETag nor Last-Modified." : undefined,
          "Last-Modified is sent."
        )
      }
      const outcome = site.of("revalidation")[0]?.outcome
      if (outcome?._tag !== "Fetched") return Evidence.error("The home page could not be asked for again.")
      const { body, headers, status } = outcome.document
      if (status === 304 && body.length === 0) return Evidence.pass("The second request got an empty response.")
      return headers["etag"] === etag
        ? Evidence.fail("The same page was sent again, in spite of its ETag.")
        : Evidence.pass("The page had changed in between, and its ETag with it.")
    },
    fix: () => ({
      instructions: "Send a validator with each page, and compare it with If-None-Match.",
      patch: "ETag: \"33a64df5\""
    })
  },
  {
    id: "http.latency",
    dimension: "discoverability",
    severity: "minor",
    weight: 2,
    title: "Pages begin to arrive within 0.8 seconds",
    explanation:
      "The middle of the times to the first byte of all documents counts: up to 0.8 s passes, up to 2.5 s counts half.",
    specification: "https://web.dev/articles/ttfb",
    evaluate: ({ documents }) => {
      const times = documentsOf(documents).map(({ millis }) => millis).toSorted((a, b) => a - b)
      const middle = times[Math.floor(times.length / 2)]
      if (middle === undefined) return Evidence.error("Nothing was fetched.")
      return (middle <= quick ? Evidence.pass : middle <= slow ? Evidence.partial : Evidence.fail)(
        `Half of ${Evidence.counted(times.length, "document")} took longer than ${Math.round(middle)} ms.`
      )
    },
    fix: () => ({
      instructions: "Keep finished pages at the server or at a network near the readers.",
      patch: "Cache-Control: public, max-age=60, stale-while-revalidate=600"
    })
  },
  {
    id: "http.types",
    dimension: "discoverability",
    severity: "minor",
    weight: 1,
    title: "Documents for programs are sent with their media types",
    explanation: "Careful readers refuse JSON that is sent as HTML, or a sitemap as plain text.",
    specification: "https://www.rfc-editor.org/rfc/rfc9110#section-8.3",
    evaluate: (site) =>
      some(
        "documents",
        expectedTypes.flatMap(([purpose, type]) =>
          documentsOf(site.of(purpose)).filter(({ body }) =>
            !/^\s*<(!doctype|html)/i.test(new TextDecoder().decode(body.slice(0, 500)))
          )
            .map((document) => ({ document, type }))
        ),
        ({ document }) => pathOf(document.url),
        ({ document, type }) => {
          const sent = document.headers["content-type"] ?? "nothing"
          return type.test(sent) ? undefined : `sent as ${sent}`
        }
      ),
    fix: () => ({ instructions: "Set the media type of each document.", patch: "Content-Type: application/json" })
  },
  {
    id: "http.encoding",
    dimension: "understandability",
    severity: "minor",
    weight: 1,
    title: "Pages are UTF-8 and say so",
    explanation: "All sampled pages have to be readable as UTF-8.",
    specification: "https://html.spec.whatwg.org/multipage/semantics.html#charset",
    evaluate: ({ pages }) =>
      eachPage("pages", pages, ({ document }) => {
        const head = new TextDecoder().decode(document.body.slice(0, 2_048))
        const says = /charset=["']?utf-?8/i.test(`${document.headers["content-type"] ?? ""} ${head}`)
        if (!says) return "no charset"
        return new TextDecoder().decode(document.body).includes("\uFFFD") && !document.truncated
          ? "not valid UTF-8"
          : undefined
      }),
    fix: () => ({ instructions: "Store and send pages as UTF-8.", patch: "Content-Type: text/html; charset=utf-8" })
  },
  {
    id: "http.cors",
    dimension: "transactability",
    severity: "minor",
    weight: 2,
    title: "Agents in browsers may call the API",
    explanation: "The preflight of an operation of the API has to allow other origins and the header Authorization.",
    specification: "https://fetch.spec.whatwg.org/#http-cors-protocol",
    evaluate: (site) => {
      const outcome = site.of("preflight")[0]?.outcome
      if (outcome === undefined) return Evidence.notApplicable("No operation of an API is known.")
      if (outcome._tag === "Failed") {
        return Evidence.error(`The operation could not be asked: ${outcome.failure.reason}`)
      }
      const { headers, status } = outcome.document
      if (status >= 500) return Evidence.error(`The operation has status ${status}.`)
      const origins = headers["access-control-allow-origin"]
      if (origins !== "*" && origins !== "https://agent.example") return Evidence.fail("Other origins are not allowed.")
      return Evidence.unless(
        /(^|[\s,])authorization([\s,]|$)/i.test(headers["access-control-allow-headers"] ?? "")
          ? undefined
          : "The header Authorization is not allowed.",
        "Other origins may call the API with a token."
      )
    },
    fix: () => ({
      instructions: "Allow other origins where a token, not a cookie, identifies the caller.",
      patch:
        "Access-Control-Allow-Origin: *\nAccess-Control-Allow-Headers: Authorization, Content-Type, Idempotency-Key"
    })
  },
  {
    id: "http.errors",
    dimension: "transactability",
    severity: "major",
    weight: 2,
    title: "Errors of the API can be read by programs",
    explanation:
      "An operation that does not exist is asked for: its status has to be an error's, and its body JSON with a type, a code or a message.",
    specification: "https://www.rfc-editor.org/rfc/rfc9457",
    evaluate: (site) => {
      const outcome = site.of("unknown-operation")[0]?.outcome
      if (outcome === undefined) return Evidence.notApplicable("No operation of an API is known.")
      if (outcome._tag === "Failed") {
        return Evidence.error(`The operation could not be asked for: ${outcome.failure.reason}`)
      }
      const { body, headers, status } = outcome.document
      if (status < 400) return Evidence.fail(`An operation that does not exist has status ${status}.`)
      const value = Json.parse(new TextDecoder().decode(body))
      const names = ["type", "title", "code", "message", "error", "detail"]
      if (!names.some((name) => Json.at(value, name) !== undefined)) {
        return Evidence.fail("The body is no error in JSON.")
      }
      return (headers["content-type"] ?? "").startsWith("application/problem+json")
        ? Evidence.pass("The body is a problem of RFC 9457.")
        : Evidence.partial("The body is JSON, but not application/problem+json.")
    },
    fix: ({ origin }) => ({
      instructions: "Send problems as RFC 9457 describes them, also for unknown addresses below the API.",
      patch: `HTTP/1.1 404 Not Found
Content-Type: application/problem+json

{"type": "${origin}/problems/not_found", "title": "There is nothing here", "status": 404}`
    })
  }
]
