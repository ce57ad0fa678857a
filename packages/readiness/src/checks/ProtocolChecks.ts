/**
 * Checks of the protocols by which agents buy: the Agentic Commerce Protocol, the Universal Commerce Protocol and the
 * Model Context Protocol.
 *
 * The rule: they are alternatives. One that works is enough; another one is judged only where the site announces it. An
 * endpoint works if what it answers to a stranger has the protocol's form: a status alone, such as 401, proves nothing.
 */
import { canParse } from "@beauty-store/outbound/UrlText"
import type { Check, Finding } from "../Check.ts"
import * as Json from "../documents/Json.ts"
import * as Evidence from "../Evidence.ts"
import type { FetchedSite } from "../FetchedSite.ts"
import { type Reading, rpcResult, type Site } from "../Site.ts"
import type { FetchedDocument } from "../SiteFetch.ts"
import { given } from "./Judging.ts"

const acpSpecification = "https://github.com/agentic-commerce-protocol/agentic-commerce-protocol"
const ucpSpecification = "https://ucp.dev/specification/overview"
const mcpSpecification = "https://modelcontextprotocol.io/specification/2025-06-18"

const isDate = (text: string | undefined): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text ?? "")
const isWhole = (text: string | undefined): boolean => text !== undefined && /^https?:\/\//.test(text) && canParse(text)

/** What is wrong with ACP's discovery document. */
const acpProblem = (document: Json.JsonObject): string | undefined => {
  if (Json.textAt(document, "protocol", "name") !== "acp") return "its protocol is not named acp"
  if (!isDate(Json.textAt(document, "protocol", "version"))) return "its protocol has no version"
  if (!isWhole(Json.textAt(document, "api_base_url"))) return "it has no api_base_url"
  return Json.listAt(document, "capabilities", "services").includes("checkout")
    ? undefined
    : "its services do not contain checkout"
}

/** What is wrong with a UCP profile: its version, its services and its capabilities. */
const ucpProblem = (document: Json.JsonObject): string | undefined => {
  const ucp = Json.at(document, "ucp")
  if (!isDate(Json.textAt(ucp, "version"))) return "it has no version"
  const services = Json.at(ucp, "services")
  if (!Json.isObject(services) || Object.keys(services).length === 0) return "it has no services"
  const capabilities = Json.at(ucp, "capabilities")
  const names = Array.isArray(capabilities)
    ? (capabilities as ReadonlyArray<Json.Json>).flatMap((one) => Json.textAt(one, "name") ?? [])
    : Json.isObject(capabilities)
    ? Object.keys(capabilities)
    : []
  return names.some((name) => /checkout/.test(name)) ? undefined : "its capabilities contain no checkout"
}

type EndpointPurpose = "acp-endpoint" | "ucp-endpoint"

/** What an endpoint answered to a request without a token. */
const answerOf = (site: Site, purpose: EndpointPurpose): Reading<Json.Json> => {
  const outcome = site.of(purpose)[0]?.outcome
  if (outcome === undefined) return { _tag: "Absent", why: "No address of this site is announced." }
  if (outcome._tag === "Failed") {
    return { _tag: "Failed", why: `The endpoint could not be reached: ${outcome.failure.reason}` }
  }
  const { document } = outcome
  const value = Json.parse(new TextDecoder().decode(document.body))
  return document.status >= 500 || document.status === 429
    ? { _tag: "Failed", why: `The endpoint has status ${document.status}.` }
    : value === undefined
    ? { _tag: "Absent", why: `The endpoint answers status ${document.status} without JSON.` }
    : { _tag: "Present", value, document, url: document.url }
}

/** An error of ACP: type, code and message; or a session. */
const isAcp = (value: Json.Json): boolean =>
  ["type", "code", "message"].every((name) => Json.textAt(value, name) !== undefined)
  || (Json.textAt(value, "id") !== undefined && Json.listAt(value, "line_items").length > 0)

/** A response of UCP: its own frame, or messages. */
const isUcp = (value: Json.Json): boolean =>
  Json.isObject(Json.at(value, "ucp")) || Json.listAt(value, "messages").length > 0
  || ["code", "content"].every((name) => Json.textAt(value, name) !== undefined)

const endpoint = (site: Site, purpose: EndpointPurpose, name: string, has: (value: Json.Json) => boolean): Finding => {
  const answer = answerOf(site, purpose)
  if (answer._tag === "Failed") return Evidence.error(answer.why)
  if (answer._tag === "Absent") return Evidence.fail(answer.why)
  return Evidence.unless(
    has(answer.value) ? undefined : `The endpoint answers JSON that is not of ${name}.`,
    `The endpoint answers as ${name} says.`
  )
}

/** What an MCP server answered to `initialize`, where something is there that speaks MCP. */
type Mcp =
  | { readonly _tag: "NotAnnounced" }
  | { readonly _tag: "Failed"; readonly why: string }
  | { readonly _tag: "SignIn"; readonly document: FetchedDocument }
  | { readonly _tag: "Answered"; readonly message: Json.JsonObject }

const isAnnounced = ({ documents }: FetchedSite, address: string): boolean =>
  documents.some(({ outcome, purpose }) =>
    /^(llms|ucp|api-catalog|commerce)$/.test(purpose) && outcome._tag === "Fetched" && outcome.document.status < 300
    && new TextDecoder().decode(outcome.document.body).includes(address)
  )

const mcpOf = (site: Site): Mcp => {
  const fetched = site.of("mcp")[0]
  if (fetched === undefined) return { _tag: "NotAnnounced" }
  const announced = isAnnounced(site, fetched.request.url)
  if (fetched.outcome._tag === "Failed") {
    return announced
      ? { _tag: "Failed", why: `The MCP server could not be reached: ${fetched.outcome.failure.reason}` }
      : { _tag: "NotAnnounced" }
  }
  const { document } = fetched.outcome
  const message = rpcResult(new TextDecoder().decode(document.body))
  if (document.status < 300 && typeof message !== "string") return { _tag: "Answered", message }
  if (document.status === 401 && /resource_metadata=/.test(document.headers["www-authenticate"] ?? "")) {
    return { _tag: "SignIn", document }
  }
  if (!announced) return { _tag: "NotAnnounced" }
  return document.status >= 500
    ? { _tag: "Failed", why: `The MCP server has status ${document.status}.` }
    : { _tag: "Answered", message: {} }
}

const mcpFinding = (site: Site): Finding => {
  const mcp = mcpOf(site)
  switch (mcp._tag) {
    case "NotAnnounced":
      return Evidence.notApplicable("No MCP server is announced, and none answers at /mcp.")
    case "Failed":
      return Evidence.error(mcp.why)
    case "SignIn":
      return Evidence.partial("The MCP server asks for a token, and says where to get one.")
    case "Answered":
      return Evidence.unless(
        Json.textAt(mcp.message, "result", "protocolVersion") === undefined
          || Json.textAt(mcp.message, "result", "serverInfo", "name") === undefined
          ? "What is announced as an MCP server does not answer `initialize`."
          : undefined,
        `The MCP server ${Json.textAt(mcp.message, "result", "serverInfo", "name") ?? ""} answers.`
      )
  }
}

const acpFinding = (site: Site): Finding =>
  given(site.acp, (document) => {
    const problem = acpProblem(document)
    return problem === undefined ? endpoint(site, "acp-endpoint", "ACP", isAcp) : Evidence.fail(problem)
  })

const ucpFinding = (site: Site): Finding =>
  given(site.ucp, (document) => {
    const problem = ucpProblem(document)
    return problem === undefined ? endpoint(site, "ucp-endpoint", "UCP", isUcp) : Evidence.fail(problem)
  })

/** A document that says where a protocol is, and is no longer the whole site's business if there is none. */
const announcement = (
  reading: Reading<Json.JsonObject>,
  problemOf: (document: Json.JsonObject) => string | undefined
): Finding => given(reading, (document, { url }) => Evidence.unless(problemOf(document), url))

const acpPatch = (origin: string): string =>
  `{"protocol": {"name": "acp", "version": "2026-04-17", "supported_versions": ["2026-04-17"]},
 "api_base_url": "${origin}/acp", "transports": ["rest"], "capabilities": {"services": ["checkout"]}}`

export const protocolChecks: ReadonlyArray<Check> = [
  {
    id: "transact.protocol",
    dimension: "transactability",
    severity: "critical",
    weight: 8,
    title: "Agents can buy by a protocol that they know",
    explanation:
      "One of ACP, UCP (Universal Commerce Protocol) and MCP (Model Context Protocol) is enough: its announcement is valid, and its endpoint answers in its form.",
    specification: acpSpecification,
    evaluate: (site) => {
      const findings = [["ACP", acpFinding(site)], ["UCP", ucpFinding(site)], ["MCP", mcpFinding(site)]] as const
      const working = findings.filter(([, { status }]) => status === "pass").map(([name]) => name)
      if (working.length > 0) return Evidence.pass(`${working.join(", ")} works.`)
      const words = findings.map(([name, { evidence }]) => `${name}: ${evidence}`).join(" ")
      if (findings.some(([, { status }]) => status === "partial")) return Evidence.partial(words)
      return findings.some(([, { status }]) => status === "error") ? Evidence.error(words) : Evidence.fail(words)
    },
    fix: ({ origin }) => ({
      instructions:
        "Serve one of the three, and announce it: ACP at /.well-known/acp.json, UCP at /.well-known/ucp, MCP in /llms.txt.",
      patch: acpPatch(origin)
    })
  },
  {
    id: "acp.document",
    dimension: "transactability",
    severity: "major",
    weight: 3,
    title: "The announcement of ACP is whole",
    explanation:
      "/.well-known/acp.json names the protocol, its version, the address of the API and its services. It is judged where the site has it.",
    specification: acpSpecification,
    evaluate: ({ acp }) => announcement(acp, acpProblem),
    fix: ({ origin }) => ({ instructions: "Complete /.well-known/acp.json.", patch: acpPatch(origin) })
  },
  {
    id: "acp.endpoint",
    dimension: "transactability",
    severity: "critical",
    weight: 4,
    title: "ACP's checkout answers",
    explanation:
      "An empty session is asked for without a token. The refusal has to be JSON with `type`, `code` and `message`, whatever its status.",
    specification: acpSpecification,
    evaluate: (site) => given(site.acp, () => endpoint(site, "acp-endpoint", "ACP", isAcp)),
    fix: () => ({
      instructions: "Answer refused requests as the protocol says.",
      patch:
        "{\"type\": \"invalid_request\", \"code\": \"unauthorized\", \"message\": \"A valid access token is needed.\"}"
    })
  },
  {
    id: "ucp.profile",
    dimension: "transactability",
    severity: "major",
    weight: 3,
    title: "The profile of UCP is whole",
    explanation:
      "/.well-known/ucp has the version, the services with their endpoints, and the capabilities, one of them for the checkout. It is judged where the site has it.",
    specification: ucpSpecification,
    evaluate: ({ ucp }) => announcement(ucp, ucpProblem),
    fix: ({ origin }) => ({
      instructions: "Complete /.well-known/ucp.",
      patch: `{"ucp": {"version": "2026-01-23",
 "services": {"dev.ucp.shopping": [{"version": "2026-01-23", "transport": "rest", "endpoint": "${origin}/ucp"}]},
 "capabilities": {"dev.ucp.shopping.checkout": [{"version": "2026-01-23"}]}}}`
    })
  },
  {
    id: "ucp.endpoint",
    dimension: "transactability",
    severity: "critical",
    weight: 4,
    title: "UCP's checkout answers",
    explanation:
      "An empty checkout is sent to the endpoint of the profile. The answer has to be UCP's: its frame `ucp`, or messages.",
    specification: ucpSpecification,
    evaluate: (site) => given(site.ucp, () => endpoint(site, "ucp-endpoint", "UCP", isUcp)),
    fix: () => ({
      instructions: "Answer refused requests as the protocol says.",
      patch:
        "{\"ucp\": {\"version\": \"2026-01-23\"}, \"messages\": [{\"type\": \"error\", \"code\": \"invalid_request\", \"content\": \"…\"}]}"
    })
  },
  {
    id: "mcp.server",
    dimension: "transactability",
    severity: "critical",
    weight: 4,
    title: "The MCP server answers",
    explanation:
      "`initialize` is sent to the address that the site announces, or to /mcp. The answer has to be JSON-RPC with the server's name and version of the protocol. A server that asks for a token counts half.",
    specification: `${mcpSpecification}/basic/lifecycle`,
    evaluate: mcpFinding,
    fix: () => ({
      instructions: "Answer `initialize` over Streamable HTTP.",
      patch:
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"result\": {\"protocolVersion\": \"2025-06-18\", \"capabilities\": {\"tools\": {}}, \"serverInfo\": {\"name\": \"shop\", \"version\": \"1.0.0\"}}}"
    })
  },
  {
    id: "mcp.tools",
    dimension: "transactability",
    severity: "major",
    weight: 2,
    title: "The MCP server's tools say what they do",
    explanation: "Each has a description and a schema. It applies where the MCP server answers.",
    specification: `${mcpSpecification}/server/tools`,
    evaluate: (site) => {
      if (mcpFinding(site).status !== "pass") return Evidence.notApplicable("No MCP server answers.")
      const outcome = site.of("mcp-tools")[0]?.outcome
      if (outcome?._tag !== "Fetched") return Evidence.error("The list of tools could not be fetched.")
      const message = rpcResult(new TextDecoder().decode(outcome.document.body))
      const tools = Json.listAt(typeof message === "string" ? undefined : message, "result", "tools")
      if (tools.length === 0) return Evidence.fail("The server lists no tools.")
      return Evidence.overall(
        "tools",
        tools.map((tool) => ({
          at: Json.textAt(tool, "name") ?? "a tool",
          problem: Json.textAt(tool, "description") === undefined
            ? "no description"
            : Json.isObject(Json.at(tool, "inputSchema"))
            ? undefined
            : "no inputSchema"
        }))
      )
    },
    fix: () => ({
      instructions: "Describe each tool and its input.",
      patch:
        "{\"name\": \"search_products\", \"description\": \"Finds products by words\", \"inputSchema\": {\"type\": \"object\"}}"
    })
  }
]
