/** Checks of what a shop tells its customers: returns, withdrawal, delivery, privacy, terms, and how to reach it. */
import type { Check, Finding } from "../Check.ts"
import * as LinkedData from "../documents/LinkedData.ts"
import { namesWithdrawal } from "../documents/PolicyWords.ts"
import { namesAmount, namesDuration, namesNumberOfDays } from "../documents/Quantities.ts"
import * as Evidence from "../Evidence.ts"
import { outOfReach, type Site } from "../Site.ts"
import { linkAbout, type PolicyKind } from "../SiteLinks.ts"
import { pathOf, unreadOf, withoutProducts } from "./Judging.ts"
import { currencyOf } from "./ProductChecks.ts"

const directive = "https://eur-lex.europa.eu/eli/dir/2011/83/oj"

/** The least text of a page that says something. */
const leastText = 150

/** Judges the page about a subject that the home page links to, by its text. */
const policy = (
  site: Site,
  kind: PolicyKind,
  says: ReadonlyArray<(text: string) => boolean>,
  missing: string
): Finding => {
  const { home } = site
  if (home === undefined) return Evidence.error("The home page could not be read.")
  const link = linkAbout(kind, site.origin, home.page.links)
  if (link === undefined) return Evidence.fail("The home page links to no such page.")
  const address = link.href.replace(/#.*$/, "")
  const fetched = site.of("policy").find(({ request }) => request.url === address)
  const unread = fetched === undefined ? "not opened" : outOfReach(fetched)
  if (unread !== undefined) return Evidence.error(`${pathOf(address)}: ${unread}`)
  const document = fetched?.outcome._tag === "Fetched" ? fetched.outcome.document : undefined
  const page = site.policies.find((one) => one.document === document)
  if (page === undefined) return Evidence.fail(`${pathOf(address)} has status ${document?.status ?? 0}.`)
  if (page.page.text.length < leastText) return Evidence.fail(`${pathOf(address)} has hardly any text.`)
  return Evidence.unless(
    says.every((isSaid) => isSaid(page.page.text)) ? undefined : `${pathOf(address)}: ${missing}`,
    pathOf(page.url)
  )
}

/** That a text matches an expression. */
const matches = (words: RegExp) => (text: string): boolean => words.test(text)

/** An email address, a number, or a form. */
const reachable = /[\w.+-]{1,64}@[\w-]{1,64}\.\w|\+?\d[\d\s/()-]{6,30}|message|nachricht|e-?mail/i

/** Judges how the shop is reached: by the page about it, else by the imprint. */
const contact = (site: Site): Finding => {
  const judge = (kind: PolicyKind) =>
    policy(site, kind, [matches(reachable)], "neither an address nor a number nor a form")
  const found = judge("contact")
  if (found.status === "pass") return found
  const imprint = judge("imprint")
  const isLinked = linkAbout("contact", site.origin, site.home?.page.links ?? []) !== undefined
  return imprint.status === "pass" || !isLinked ? imprint : found
}

const european = new Set("AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE".split(" "))

/** Whether the shop sells to consumers of the European Union, by its currency or its address. */
const isEuropean = ({ home, products }: Site): boolean =>
  products.some((page) => page.offers.some((offer) => currencyOf(offer, page) === "EUR"))
  || (home?.nodes ?? []).some((node) =>
    LinkedData.textsOf(node, "addressCountry").some((country) => european.has(country))
  )

const inEurope = (site: Site, finding: () => Finding): Finding =>
  site.home === undefined
    ? Evidence.error("The home page could not be read.")
    : isEuropean(site)
    ? finding()
    : withoutProducts(site)
      ?? Evidence.notApplicable("The shop does not sell in the European Union, as far as its pages say.")

const link = (path: string, words: string): string => `<a href="/policies/${path}">${words}</a>`

export const policyChecks: ReadonlyArray<Check> = [
  {
    id: "policy.returns",
    dimension: "transactability",
    severity: "major",
    weight: 3,
    title: "A page says how and until when goods can come back",
    explanation: "The home page has to link to it, and it has the number of days, weeks or months.",
    specification: "https://support.google.com/merchants/answer/9158778",
    evaluate: (site) => policy(site, "returns", [namesNumberOfDays], "no number of days"),
    fix: () => ({
      instructions: "Write the page, and link to it from every page.",
      patch: `${link("returns", "Returns")}\n<p>You can return goods for 30 days after they arrived.</p>`
    })
  },
  {
    id: "policy.withdrawal",
    dimension: "transactability",
    severity: "major",
    weight: 2,
    title: "The right of withdrawal is explained",
    explanation:
      "The right is of 14 days. It applies to shops with prices in euros or an address in the European Union.",
    specification: directive,
    evaluate: (site) =>
      inEurope(site, () => {
        const found = site.policies.find(({ page }) => namesWithdrawal(page.text))
        if (found !== undefined) return Evidence.pass(pathOf(found.url))
        const unread = unreadOf(site, "policy")
        return unread === undefined
          ? Evidence.fail("No policy that the home page links to mentions it.")
          : Evidence.error(`None of the policies that were read mentions it. ${unread.at}: ${unread.why}`)
      }),
    fix: () => ({
      instructions: "Explain the right of withdrawal on the page about returns, with a form.",
      patch:
        "<h2>Right of withdrawal</h2><p>You may withdraw from this contract within 14 days without giving reasons.</p>"
    })
  },
  {
    id: "policy.shipping",
    dimension: "transactability",
    severity: "major",
    weight: 2,
    title: "A page says what delivery costs and how long it takes",
    explanation: "The home page has to link to it, and it has an amount, or says that it is free, and a time.",
    specification: "https://support.google.com/merchants/answer/12577710",
    evaluate: (site) => policy(site, "shipping", [namesAmount, namesDuration], "no amount or no time"),
    fix: () => ({
      instructions: "Write the page, and link to it from every page.",
      patch: `${link("shipping", "Shipping")}\n<p>Delivery to Germany costs 4.95 € and takes 2 to 3 business days.</p>`
    })
  },
  {
    id: "policy.privacy",
    dimension: "transactability",
    severity: "minor",
    weight: 1,
    title: "A page says what happens to personal data",
    explanation: "The home page has to link to it.",
    specification: "https://eur-lex.europa.eu/eli/reg/2016/679/oj",
    evaluate: (site) =>
      policy(
        site,
        "privacy",
        [matches(/personal|\bdata\b|cookie|e-?mail|daten|données|\bdati\b|\bdatos\b|gegevens/i)],
        "nothing about data"
      ),
    fix: () => ({ instructions: "Write the page, and link to it from every page.", patch: link("privacy", "Privacy") })
  },
  {
    id: "policy.terms",
    dimension: "transactability",
    severity: "minor",
    weight: 1,
    title: "The terms can be read before buying",
    explanation: "The home page has to link to them.",
    specification: directive,
    evaluate: (site) =>
      policy(
        site,
        "terms",
        [matches(/contract|contrat|order|agree|vertrag|bestel|commande|ordine|pedido|overeenkomst/i)],
        "nothing about orders or contracts"
      ),
    fix: () => ({ instructions: "Write the page, and link to it from every page.", patch: link("terms", "Terms") })
  },
  {
    id: "policy.contact",
    dimension: "transactability",
    severity: "minor",
    weight: 2,
    title: "People reach the shop",
    explanation: "The home page has to link to a page with an email address, a number or a form.",
    specification: directive,
    evaluate: contact,
    fix: () => ({
      instructions: "Write the page, and link to it from every page.",
      patch: "<a href=\"/contact\">Contact</a>"
    })
  },
  {
    id: "policy.imprint",
    dimension: "transactability",
    severity: "minor",
    weight: 1,
    title: "The shop says who it is",
    explanation:
      "It names the company with its address. It applies to shops with prices in euros or an address in the European Union.",
    specification: "https://eur-lex.europa.eu/eli/dir/2000/31/oj",
    evaluate: (site) =>
      inEurope(
        site,
        () => policy(site, "imprint", [matches(/[\w.+-]{1,64}@[\w-]{1,64}\.\w|\b\d{4,5} \p{Lu}/u)], "no address")
      ),
    fix: () => ({ instructions: "Write the page, and link to it from every page.", patch: link("imprint", "Imprint") })
  }
]
