/**
 * The frames of the hosted pages: the page with a form, the bank's question, and the card that shows a state.
 *
 * The rule: no page is a dead end. Each names its shop and leads on, at least to that shop and its help, where the
 * merchant has pages of its own. A page is in the language of what it is about. Follows
 * docs/specification.md#payment-page.
 */
import { defaultTimeZone, type TimeZone } from "@beauty-store/domain/Days"
import type { Locale } from "@beauty-store/domain/Language"
import { Panel } from "@beauty-store/ui/Card"
import { Actions, BackLink, Button, ButtonLink } from "@beauty-store/ui/Controls"
import { Document } from "@beauty-store/ui/Document"
import { CentredPage, Footer, Links, SplitPage } from "@beauty-store/ui/Layout"
import * as Marks from "@beauty-store/ui/Marks"
import { type Fact, Facts } from "@beauty-store/ui/Prices"
import type { Link } from "@beauty-store/ui/Site"
import { Status } from "@beauty-store/ui/Status"
import type { ComponentChildren, VNode } from "preact"
import { type Card, cardWords } from "../provider/PaymentWords.ts"
import type { MerchantPages, ProviderSettings } from "../ProviderSettings.ts"
import * as Messages from "./Messages.ts"

/** The shop of a page, and the language of the page. */
export interface Merchant {
  readonly name: string
  readonly pages: MerchantPages | undefined
  readonly language: Locale
  readonly timeZone: TimeZone
}

/** The shop of pages in a language. */
export const merchantIn = (
  { merchant, merchantPages, timeZone = defaultTimeZone }: Pick<
    typeof ProviderSettings.Service,
    "merchant" | "merchantPages" | "timeZone"
  >,
  language: Locale
): Merchant => ({
  name: merchant,
  pages: typeof merchantPages === "function" ? merchantPages(language) : merchantPages,
  language,
  timeZone
})

const words = Messages.frame

const linksOf = ({ language, name, pages }: Merchant): ReadonlyArray<Link> =>
  pages === undefined ? [] : [
    { href: pages.home, words: name },
    { href: pages.help, words: words.help(language) },
    { href: pages.terms, words: words.terms(language) },
    { href: pages.privacy, words: words.privacy(language) }
  ]

/** The name of the shop. It is not a link: before the form, keyboard users need none; the footer has it. */
export const MerchantLine = ({ merchant: { language, name } }: { readonly merchant: Merchant }): VNode => (
  <div class="merchant">
    <span class="monogram" aria-hidden="true">{[...name][0] ?? ""}</span>
    {name}
    <Status tone="wait">{words.testMode(language)}</Status>
  </div>
)

interface FormPageProps {
  readonly title: string
  readonly merchant: Merchant
  readonly summary: ComponentChildren
  readonly children: ComponentChildren
}

/** The subject of the page, beside the form. */
export const FormPage = ({ children, merchant, summary, title }: FormPageProps): VNode => (
  <Document title={title} language={merchant.language} personal>
    <SplitPage
      summary={summary}
      footer={
        <Footer name={words.helpAndTerms(merchant.language)} links={linksOf(merchant)}>
          {words.provider(merchant.language)}
        </Footer>
      }
    >
      {children}
    </SplitPage>
  </Document>
)

interface BankPageProps {
  readonly title: string
  readonly heading: string
  readonly words: string
  readonly merchant: Merchant
  /** The subject of the question, besides merchant and card. */
  readonly fact: Fact
  readonly card: Card
  /** Leads back from the bank to the page that asked. */
  readonly back: Link
}

/** The page on which the cardholder's bank authenticates them. */
export const BankPage = (
  { back, card, fact, heading, merchant, title, words: question }: BankPageProps
): VNode => {
  const { language } = merchant
  const { bank } = Messages
  return (
    <Document title={title} language={language} personal>
      <CentredPage
        below={
          <>
            <p>
              <Status tone="wait">{words.testMode(language)}</Status> {bank.simulated(language)}
            </p>
            <p>
              <BackLink href={back.href}>{back.words}</BackLink>
            </p>
          </>
        }
      >
        <Panel
          bank
          top={
            <>
              <Marks.Lock />
              {bank.yours(language)}
              <span class="scheme">3-D Secure</span>
            </>
          }
        >
          <h1>{heading}</h1>
          <p>{question}</p>
          <Facts
            framed
            facts={[{ name: bank.merchant(language), value: merchant.name }, fact, {
              name: bank.card(language),
              value: cardWords(language, card)
            }]}
          />
          <form method="post">
            <Actions full>
              <Button name="outcome" value="authenticated">{bank.authenticate(language)}</Button>
              <Button rank="plain" name="outcome" value="failed">{bank.fail(language)}</Button>
            </Actions>
          </form>
        </Panel>
      </CentredPage>
    </Document>
  )
}

interface OutcomePageProps {
  readonly merchant: Merchant
  readonly title: string
  readonly sign: Marks.Sign
  readonly tone: "right" | "wait" | "wrong"
  /** Where most people go from here; default: to the shop. */
  readonly action?: Link
  readonly children: ComponentChildren
}

/** The state, and where to go from here. */
export const OutcomePage = ({ action, children, merchant, sign, title, tone }: OutcomePageProps): VNode => {
  const onward = action
    ?? (merchant.pages === undefined
      ? undefined
      : { href: merchant.pages.home, words: words.goTo(merchant.language, { merchant: merchant.name }) })
  const links = linksOf(merchant)
  return (
    <Document title={`${title}: ${merchant.name}`} language={merchant.language} personal>
      <CentredPage below={links.length > 0 && <Links name={words.helpAndTerms(merchant.language)} links={links} />}>
        <Panel top={<MerchantLine merchant={merchant} />}>
          <Marks.SignMark sign={sign} tone={tone} />
          <h1>{title}</h1>
          {children}
          {onward !== undefined && (
            <Actions full>
              <ButtonLink href={onward.href}>{onward.words}</ButtonLink>
            </Actions>
          )}
        </Panel>
      </CentredPage>
    </Document>
  )
}
