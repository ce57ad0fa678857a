/** Checks of /llms.txt, the guide that agents read first. Follows llmstxt.org. */
import { canParse } from "@beauty-store/outbound/UrlText"
import type { Check } from "../Check.ts"
import * as Evidence from "../Evidence.ts"
import { given, present } from "./Judging.ts"

const llmstxt = "https://llmstxt.org/"

/** What a patch repeats of a site's own title. */
const longestTitle = 100

export const guideChecks: ReadonlyArray<Check> = [
  {
    id: "llms.present",
    dimension: "discoverability",
    severity: "major",
    weight: 3,
    title: "The site has a guide for agents at /llms.txt",
    explanation: "It is Markdown that begins with a heading; a page in its place does not count.",
    specification: llmstxt,
    evaluate: ({ llms }) =>
      llms._tag === "Present" && llms.value.title === undefined
        ? Evidence.fail("/llms.txt has no heading `# …`.")
        : present(llms, ({ title }) => `/llms.txt is titled ${title ?? ""}`),
    fix: ({ home, origin }) => ({
      instructions: "Serve this text, completed, as text/plain or text/markdown at /llms.txt.",
      patch: `# ${Evidence.shownText(home?.page.title ?? "Example shop", longestTitle)}

> What the shop sells, in which currency, and where it delivers.

## Documents

- [API](${origin}/openapi.json): every operation
- [Products](${origin}/sitemap.xml): all pages
- [Returns](${origin}/policies/returns): how and until when
`
    })
  },
  {
    id: "llms.summary",
    dimension: "understandability",
    severity: "minor",
    weight: 1,
    title: "The guide says in one sentence what the shop is",
    explanation: "It is the line that begins with `>` below the heading.",
    specification: llmstxt,
    evaluate: ({ llms }) =>
      given(
        llms,
        ({ summary }) => Evidence.unless(summary === undefined ? "No line begins with `>`." : undefined, summary ?? "")
      ),
    fix: () => ({
      instructions: "Add one line below the heading.",
      patch: "> A shop for skincare and fragrance. Prices in euros with VAT, delivery in the European Union.\n"
    })
  },
  {
    id: "llms.links",
    dimension: "discoverability",
    severity: "minor",
    weight: 2,
    title: "The guide links to the shop's own documents",
    explanation: "At least one link has to lead to this site.",
    specification: llmstxt,
    evaluate: ({ llms, origin }) =>
      given(llms, ({ links }) => {
        const own = links.filter((link) => canParse(link, origin) && new URL(link, origin).origin === origin)
        return Evidence.unless(
          own.length === 0 ? `None of its ${Evidence.counted(links.length, "link")} leads to this site.` : undefined,
          `${own.length} of its ${Evidence.counted(links.length, "link")} ${
            own.length === 1 ? "leads" : "lead"
          } to this site.`
        )
      }),
    fix: ({ origin }) => ({
      instructions: "Add links in Markdown to the API description, the feed and the policies.",
      patch: `- [API](${origin}/openapi.json): every operation\n`
    })
  },
  {
    id: "llms.buying",
    dimension: "transactability",
    severity: "minor",
    weight: 2,
    title: "The guide says how to buy",
    explanation: "It has to name cart, checkout or order, with the address that takes them.",
    specification: llmstxt,
    evaluate: ({ llms }) =>
      given(llms, ({ text }) =>
        Evidence.unless(
          /\b(cart|checkout|basket|order|warenkorb|bestell)/i.test(text)
            ? undefined
            : "Neither cart nor checkout nor order is mentioned.",
          "The guide mentions how to order."
        )),
    fix: () => ({
      instructions: "Describe the way of a purchase: which requests, in which order, and where the person pays.",
      patch:
        "## Buy\n\n1. `POST /cart` puts a product into the cart.\n2. `POST /checkout` returns the address at which to pay.\n"
    })
  }
]
