/** Checks of robots.txt: what search engines, agents and crawlers may fetch. Follows RFC 9309. */
import { canParse } from "@beauty-store/outbound/UrlText"
import type { Check, Finding } from "../Check.ts"
import { indexers } from "../documents/IndexingRules.ts"
import * as Evidence from "../Evidence.ts"
import type { Site } from "../Site.ts"
import { given, pathOf, present } from "./Judging.ts"

const rfc9309 = "https://www.rfc-editor.org/rfc/rfc9309"

/** Robots that open a page because a person asked for it, in the middle of a conversation. */
const assistants = ["ChatGPT-User", "Claude-User", "Perplexity-User", "MistralAI-User", "DuckAssistBot"]

/** The pages that somebody who shops has to open: the home page and those of products. */
const shopPages = (site: Site): ReadonlyArray<string> => [
  `${site.origin}/`,
  ...site.of("product").map(({ request }) => request.url)
]

/** Which of some robots may not fetch some addresses. Without a robots.txt they may fetch everything. */
const access = (site: Site, agents: ReadonlyArray<string>, addresses: ReadonlyArray<string>): Finding => {
  const { robots } = site
  if (robots._tag === "Failed") return Evidence.error(robots.why)
  if (robots._tag === "Absent") return Evidence.pass("Without a robots.txt, everything is allowed.")
  const refused = agents.map((agent) => ({
    agent,
    address: addresses.find((address) => !robots.value.allows(address, agent))
  })).filter(({ address }) => address !== undefined)
  if (refused.length === 0) {
    return Evidence.pass(
      `${agents.join(", ")} may fetch ${Evidence.counted(addresses.length, "address", "addresses")}.`
    )
  }
  const words = refused.map(({ address, agent }) => `${agent} may not fetch ${pathOf(address!)}`).join("; ")
  return (refused.length * 2 <= agents.length ? Evidence.partial : Evidence.fail)(words)
}

const allowing = (agents: ReadonlyArray<string>): string =>
  `${agents.map((agent) => `User-agent: ${agent}`).join("\n")}\nAllow: /\nDisallow: /cart\nDisallow: /checkout\n`

const machineDocuments = (origin: string): ReadonlyArray<string> =>
  ["/llms.txt", "/openapi.json", "/sitemap.xml", "/.well-known/acp.json", "/.well-known/api-catalog"].map((path) =>
    origin + path
  )

export const robotsChecks: ReadonlyArray<Check> = [
  {
    id: "robots.present",
    dimension: "discoverability",
    severity: "major",
    weight: 3,
    title: "The site has a robots.txt",
    explanation:
      "Without one, careful agents stay away. A \"not found\" page in its place does not count, whatever its status.",
    specification: rfc9309,
    evaluate: ({ robots }) => present(robots, ({ groups }) => `/robots.txt has ${Evidence.counted(groups, "group")}.`),
    fix: ({ origin }) => ({
      instructions: "Serve this text as text/plain at /robots.txt.",
      patch: `User-agent: *\nDisallow: /cart\nDisallow: /checkout\n\nSitemap: ${origin}/sitemap.xml\n`
    })
  },
  {
    id: "robots.indexers",
    dimension: "discoverability",
    severity: "critical",
    weight: 5,
    title: "Search engines, also those of agents, may read the shop's pages",
    explanation: `The robots that fill indexes (${
      indexers.join(", ")
    }) have to be allowed to open the home page and the pages of products. Robots that collect texts for training do not count.`,
    specification: rfc9309,
    evaluate: (site) => access(site, indexers, shopPages(site)),
    fix: () => ({
      instructions: "Allow these robots in robots.txt. A group of their own overrides the one for all robots.",
      patch: allowing(indexers)
    })
  },
  {
    id: "robots.assistants",
    dimension: "discoverability",
    severity: "critical",
    weight: 5,
    title: "Assistants may open the shop's pages when a person asks them to",
    explanation: `Each opens a page under a name of its own: ${assistants.join(", ")}.`,
    specification: rfc9309,
    evaluate: (site) => access(site, assistants, shopPages(site)),
    fix: () => ({
      instructions: "Allow these robots in robots.txt. A group of their own overrides the one for all robots.",
      patch: allowing(assistants)
    })
  },
  {
    id: "robots.documents",
    dimension: "discoverability",
    severity: "major",
    weight: 2,
    title: "robots.txt forbids none of the documents that are made for programs",
    explanation: "Obedient agents do not read a guide, an API description or a sitemap that is forbidden.",
    specification: rfc9309,
    evaluate: (site) => access(site, ["SomeAgent"], machineDocuments(site.origin)),
    fix: () => ({
      instructions:
        "Allow these paths for all robots. The longest matching rule wins, so that the rest stays as it is.",
      patch: "User-agent: *\nAllow: /llms.txt\nAllow: /openapi.json\nAllow: /sitemap.xml\nAllow: /.well-known/\n"
    })
  },
  {
    id: "robots.sitemap",
    dimension: "discoverability",
    severity: "minor",
    weight: 1,
    title: "robots.txt names the sitemap",
    explanation: "It is a line `Sitemap:` with the whole address.",
    specification: "https://www.sitemaps.org/protocol.html#submit_robots",
    evaluate: ({ robots }) =>
      given(robots, ({ sitemaps }) =>
        sitemaps.some((address) => canParse(address))
          ? Evidence.pass(`robots.txt names ${sitemaps[0]!}`)
          : Evidence.fail(
            sitemaps.length === 0 ? "No line `Sitemap:`." : `The address is not absolute: ${sitemaps[0]!}`
          )),
    fix: ({ origin }) => ({
      instructions: "Add this line to robots.txt, outside of any group.",
      patch: `Sitemap: ${origin}/sitemap.xml\n`
    })
  }
]
