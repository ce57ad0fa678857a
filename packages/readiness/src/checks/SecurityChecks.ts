/** Checks of what protects a shop's customers on the way: HTTPS, headers of pages, and whom to tell about a weakness. */
import type { Check, Finding } from "../Check.ts"
import { directivesOf, listOf } from "../documents/HeaderFields.ts"
import * as Evidence from "../Evidence.ts"
import type { Site } from "../Site.ts"
import { eachPage, present } from "./Judging.ts"

const owasp = "https://owasp.org/www-project-secure-headers/"

/** RFC 6797 has no least time. Half a year is what browsers' lists and auditors ask for, in seconds. */
const leastHsts = 15_552_000

/** On this machine nobody has a certificate, and nobody listens on the way. */
const public_ = (site: Site, judge: () => Finding): Finding =>
  site.isLoopback ? Evidence.notApplicable("The site is on this machine.") : judge()

/** Each content security policy of a page, by its directives. */
const policiesOf = (headers: Readonly<Record<string, string>>): ReadonlyArray<ReadonlyMap<string, string>> =>
  listOf(headers["content-security-policy"]).map(directivesOf)

/** Sources that include any site. */
const anySite = /(?:^|\s)(?:\*|https?:|\w+:\/\/\*(?::\*)?)(?:\s|$)/

/** What lets other sites show a page in a frame. Where a policy speaks of frames, browsers ignore the older header. */
const framingProblem = (headers: Readonly<Record<string, string>>): string | undefined => {
  const ancestors = policiesOf(headers).flatMap((policy) => policy.get("frame-ancestors") ?? [])
  if (ancestors.length > 0) {
    return ancestors.every((one) => anySite.test(one)) ? `frame-ancestors is ${ancestors[0]!}` : undefined
  }
  const header = headers["x-frame-options"]
  if (header === undefined) return "neither frame-ancestors nor X-Frame-Options"
  return listOf(header).some((one) => one === "deny" || one === "sameorigin")
    ? undefined
    : `X-Frame-Options is ${header}, which browsers ignore`
}

/** Policies that keep an address from other sites, at least its path. */
const discreet = [
  "no-referrer",
  "same-origin",
  "origin",
  "strict-origin",
  "origin-when-cross-origin",
  "strict-origin-when-cross-origin"
]
const telling = ["unsafe-url", "no-referrer-when-downgrade"]

/** A date and time of RFC 3339, which RFC 9116 demands. */
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i

export const securityChecks: ReadonlyArray<Check> = [
  {
    id: "security.https",
    dimension: "transactability",
    severity: "critical",
    weight: 4,
    title: "The site is served over HTTPS",
    explanation: "It does not apply to a site on this machine.",
    specification: "https://www.rfc-editor.org/rfc/rfc9110#section-4.2.2",
    evaluate: (site) =>
      public_(site, () => Evidence.unless(site.origin.startsWith("https:") ? undefined : site.origin, site.origin)),
    fix: () => ({
      instructions: "Get a certificate, and serve everything over HTTPS.",
      patch: "https://letsencrypt.org/getting-started/"
    })
  },
  {
    id: "security.redirect",
    dimension: "transactability",
    severity: "minor",
    weight: 1,
    title: "Plain HTTP leads to HTTPS",
    explanation: "It has to lead on, or not answer at all.",
    specification: "https://www.rfc-editor.org/rfc/rfc9110#section-15.4",
    evaluate: (site) =>
      public_(site, () => {
        if (!site.origin.startsWith("https:")) {
          return Evidence.notApplicable("The site has no HTTPS: see security.https.")
        }
        const outcome = site.of("plain-http")[0]?.outcome
        if (outcome === undefined || outcome._tag === "Failed") return Evidence.pass("Plain HTTP is not answered.")
        const { headers, status } = outcome.document
        const to = headers["location"] ?? ""
        return Evidence.unless(
          status >= 300 && status < 400 && to.startsWith("https:")
            ? undefined
            : `Plain HTTP has status ${status} and leads to ${to === "" ? "nothing" : to}.`,
          to
        )
      }),
    fix: ({ origin }) => ({
      instructions: "Redirect every request.",
      patch: `HTTP/1.1 308 Permanent Redirect\nLocation: ${origin}/`
    })
  },
  {
    id: "security.hsts",
    dimension: "transactability",
    severity: "minor",
    weight: 1,
    title: "Browsers and agents are told to stay with HTTPS",
    explanation:
      "`Strict-Transport-Security` is for half a year at least. It does not apply to a site on this machine.",
    specification: "https://www.rfc-editor.org/rfc/rfc6797",
    evaluate: (site) =>
      public_(site, () => {
        if (!site.origin.startsWith("https:")) {
          return Evidence.notApplicable("The site has no HTTPS: see security.https.")
        }
        if (site.home === undefined) return Evidence.error("The home page could not be read.")
        const header = site.home.document.headers["strict-transport-security"]
        if (header === undefined) return Evidence.fail("No Strict-Transport-Security.")
        // Of several headers browsers take the first one.
        const age = directivesOf(listOf(header)[0]).get("max-age") ?? ""
        if (!/^\d+$/.test(age)) return Evidence.fail(`It has no max-age in seconds: ${header}`)
        return Evidence.unless(
          Number(age) >= leastHsts ? undefined : `Only for ${Evidence.counted(Number(age), "second")}.`,
          header
        )
      }),
    fix: () => ({
      instructions: "Send this header with every response over HTTPS.",
      patch: "Strict-Transport-Security: max-age=31536000; includeSubDomains"
    })
  },
  {
    id: "security.sniffing",
    dimension: "transactability",
    severity: "minor",
    weight: 1,
    title: "Browsers take documents for what they are",
    explanation: "The header is `X-Content-Type-Options: nosniff`.",
    specification: "https://fetch.spec.whatwg.org/#x-content-type-options-header",
    evaluate: ({ pages }) =>
      eachPage(
        "pages",
        pages,
        ({ document }) => listOf(document.headers["x-content-type-options"])[0] === "nosniff" ? undefined : "no nosniff"
      ),
    fix: () => ({ instructions: "Send this header with every response.", patch: "X-Content-Type-Options: nosniff" })
  },
  {
    id: "security.framing",
    dimension: "transactability",
    severity: "minor",
    weight: 1,
    title: "Other sites cannot show the shop in a frame",
    explanation: "`frame-ancestors` or `X-Frame-Options` forbids it.",
    specification: "https://www.w3.org/TR/CSP3/#directive-frame-ancestors",
    evaluate: ({ pages }) =>
      eachPage(
        "pages",
        pages,
        ({ document: { headers } }) => framingProblem(headers)
      ),
    fix: () => ({
      instructions: "Send this header with every page.",
      patch: "Content-Security-Policy: frame-ancestors 'none'"
    })
  },
  {
    id: "security.scripts",
    dimension: "transactability",
    severity: "minor",
    weight: 1,
    title: "Pages say which scripts they run",
    explanation: "A content security policy needs `default-src` or `script-src`.",
    specification: owasp,
    evaluate: ({ pages }) =>
      eachPage(
        "pages",
        pages,
        ({ document: { headers } }) =>
          policiesOf(headers).some((policy) => policy.has("default-src") || policy.has("script-src"))
            ? undefined
            : "no policy for scripts"
      ),
    fix: () => ({
      instructions: "Send a policy that fits the page.",
      patch: "Content-Security-Policy: default-src 'self'"
    })
  },
  {
    id: "security.referrer",
    dimension: "transactability",
    severity: "minor",
    weight: 1,
    title: "Addresses with secrets are not passed on",
    explanation: "`Referrer-Policy` keeps the address of an order from the sites that its page links to.",
    specification: "https://www.w3.org/TR/referrer-policy/",
    evaluate: ({ pages }) =>
      eachPage("pages", pages, ({ document: { headers } }) => {
        const header = headers["referrer-policy"]
        if (header === undefined) return "no Referrer-Policy"
        // Browsers take the last one that they know.
        const policy = listOf(header).findLast((one) => discreet.includes(one) || telling.includes(one))
        return policy === undefined || telling.includes(policy)
          ? `Referrer-Policy is ${policy ?? header}`
          : undefined
      }),
    fix: () => ({
      instructions: "Send this header with every page.",
      patch: "Referrer-Policy: strict-origin-when-cross-origin"
    })
  },
  {
    id: "security.contact",
    dimension: "transactability",
    severity: "minor",
    weight: 1,
    title: "Whoever finds a weakness knows whom to tell",
    explanation: "/.well-known/security.txt names a contact, and a day until which it is valid.",
    specification: "https://www.rfc-editor.org/rfc/rfc9116",
    evaluate: ({ securityText, startedAt }) => {
      if (securityText._tag !== "Present") return present(securityText, () => "")
      const { expires } = securityText.value
      if (expires === undefined) return Evidence.fail("It has no line `Expires:`.")
      const until = dateTime.test(expires) ? Date.parse(expires) : Number.NaN
      if (Number.isNaN(until)) return Evidence.fail(`\`Expires:\` is no date and time of RFC 3339: ${expires}`)
      return Evidence.unless(
        until > startedAt ? undefined : `It expired on ${expires}.`,
        `It is valid until ${expires}.`
      )
    },
    fix: () => ({
      instructions: "Serve this text at /.well-known/security.txt, and renew it every year.",
      patch: "Contact: mailto:security@example.com\nExpires: 2030-01-01T00:00:00.000Z\n"
    })
  }
]
