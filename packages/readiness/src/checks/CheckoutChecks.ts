/** Checks of a checkout that was tried out, where the site's owner asked for it. Follows docs/readiness.md#checkout. */
import type { Check, Finding } from "../Check.ts"
import * as Evidence from "../Evidence.ts"
import type { DryRun } from "../FetchedSite.ts"
import type { Site } from "../Site.ts"

const acp = "https://github.com/agentic-commerce-protocol/agentic-commerce-protocol"

const tried = ({ dryRun }: Site, judge: (dryRun: DryRun) => Finding): Finding =>
  dryRun === undefined
    ? Evidence.notApplicable("No checkout was tried out.")
    : dryRun.possible
    ? judge(dryRun)
    : Evidence.notApplicable(`No checkout could be tried out. ${dryRun.stoppedAt ?? ""}`)

export const checkoutChecks: ReadonlyArray<Check> = [
  {
    id: "checkout.opens",
    dimension: "transactability",
    severity: "critical",
    weight: 5,
    title: "An agent can open a checkout and sees the total",
    explanation:
      "A guest's token is fetched, and a session with one product is opened by ACP. It has to show the total. It applies where the site's owner asks for it and the site says of itself that it is a demo.",
    specification: acp,
    evaluate: (site) =>
      tried(site, ({ session, stoppedAt, totalShown }) => {
        if (session === undefined) return Evidence.fail(stoppedAt ?? "No session was opened.")
        return totalShown
          ? Evidence.pass("A session was opened, with its total.")
          : Evidence.partial("The session shows no total.")
      }),
    fix: () => ({
      instructions: "Follow the requests of the evidence with a guest's token, and correct the first that is refused.",
      patch:
        "POST /checkout_sessions\n{\"line_items\": [{\"id\": \"example\", \"quantity\": 1}], \"currency\": \"eur\"}"
    })
  },
  {
    id: "checkout.cancels",
    dimension: "transactability",
    severity: "major",
    weight: 2,
    title: "An agent can cancel the checkout that it opened",
    explanation: "The session is cancelled at once, and has to say so. It applies where a session was opened.",
    specification: acp,
    evaluate: (site) =>
      tried(site, ({ cancelled, session }) =>
        session === undefined
          ? Evidence.notApplicable("No session was opened.")
          : Evidence.unless(cancelled ? undefined : "The session was not cancelled.", "The session was cancelled.")),
    fix: () => ({
      instructions: "Answer the cancellation with the session in status `canceled`.",
      patch: "{\"id\": \"…\", \"status\": \"canceled\"}"
    })
  }
]
