/**
 * The frames of the hosted pages: the page with a form, the bank's question, and the card that shows a state.
 *
 * The rule: no page is a dead end. Each names its shop and leads on, at least to that shop and its help, where the
 * merchant has pages of its own. Follows docs/specification.md#payment-page.
 */
import { Panel } from "@beauty-store/ui/Card"
import { Actions, BackLink, Button, ButtonLink } from "@beauty-store/ui/Controls"
import { Document } from "@beauty-store/ui/Document"
import { CentredPage, Footer, type Link, Links, SplitPage } from "@beauty-store/ui/Layout"
import * as Marks from "@beauty-store/ui/Marks"
import { type Fact, Facts } from "@beauty-store/ui/Prices"
import { Status } from "@beauty-store/ui/Status"
import type { ComponentChildren, VNode } from "preact"
import { type Card, cardWords } from "./PageWords.ts"
import type { MerchantPages } from "./ProviderSettings.ts"

/** The shop of a page. */
export interface Merchant {
  readonly name: string
  readonly pages: MerchantPages | undefined
}

const linksOf = ({ name, pages }: Merchant): ReadonlyArray<Link> =>
  pages === undefined ? [] : [
    { href: pages.home, words: name },
    { href: pages.help, words: "Help" },
    { href: pages.terms, words: "Terms" },
    { href: pages.privacy, words: "Privacy" }
  ]

/** The name of the shop. It is not a link: before the form, keyboard users need none; the footer has it. */
export const MerchantLine = ({ merchant: { name } }: { readonly merchant: Merchant }): VNode => (
  <div class="merchant">
    <span class="monogram" aria-hidden="true">{[...name][0] ?? ""}</span>
    {name}
    <Status tone="wait">Test mode</Status>
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
  <Document title={title} personal>
    <SplitPage summary={summary} footer={<Footer links={linksOf(merchant)}>Payments by Simulated Payments</Footer>}>
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
export const BankPage = ({ back, card, fact, heading, merchant, title, words }: BankPageProps): VNode => (
  <Document title={title} personal>
    <CentredPage
      below={
        <>
          <p>
            <Status tone="wait">Test mode</Status> A simulated bank. No real money moves.
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
            <Marks.Lock />Your bank<span class="scheme">3-D Secure</span>
          </>
        }
      >
        <h1>{heading}</h1>
        <p>{words}</p>
        <Facts
          framed
          facts={[{ name: "Merchant", value: merchant.name }, fact, { name: "Card", value: cardWords(card) }]}
        />
        <form method="post">
          <Actions full>
            <Button name="outcome" value="authenticated">Authenticate</Button>
            <Button rank="plain" name="outcome" value="failed">Fail authentication</Button>
          </Actions>
        </form>
      </Panel>
    </CentredPage>
  </Document>
)

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
    ?? (merchant.pages === undefined ? undefined : { href: merchant.pages.home, words: `Go to ${merchant.name}` })
  const links = linksOf(merchant)
  return (
    <Document title={`${title}: ${merchant.name}`} personal>
      <CentredPage below={links.length > 0 && <Links label="Help and terms" links={links} />}>
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
