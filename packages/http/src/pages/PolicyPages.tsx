/**
 * The shop's rules, for people: terms, privacy, shipping, returns, and contact.
 *
 * The rule: every number comes from the module that applies it, so that no page can promise anything else.
 */
import type { StorePolicy } from "@beauty-store/commerce/Policy"
import { type Currency, display, nameOf } from "@beauty-store/domain/Money"
import * as Refund from "@beauty-store/domain/Refund"
import type * as Return from "@beauty-store/domain/Return"
import type { ShippingPolicy, ShippingStrategy } from "@beauty-store/domain/Shipping"
import { Lines } from "@beauty-store/ui/Lines"
import { Facts } from "@beauty-store/ui/Prices"
import type { ComponentChildren, VNode } from "preact"
import { countryName } from "../contract/Countries.ts"
import { cacheable, type Frame, Page, send } from "./PageFrame.tsx"

/** What a shop promises, and by which rules. */
interface Promises {
  readonly policy: StorePolicy
  readonly demo: boolean
  readonly returns: Return.ReturnStrategy
  readonly shipping: ShippingStrategy
}

interface PolicyPage {
  readonly title: string
  readonly content: (promises: Promises) => ComponentChildren
}

const amount = (minor: number, currency: Currency): string => minor === 0 ? "free" : display(minor, currency)

const Seller = ({ policy: { imprint, seller } }: { readonly policy: StorePolicy }): VNode => (
  <p>
    <Lines
      lines={[
        seller.name,
        seller.address,
        `${seller.postcode} ${seller.city}`,
        countryName(seller.country),
        ...(imprint.representedBy === undefined ? [] : [`Represented by ${imprint.representedBy}`]),
        ...(imprint.register === undefined ? [] : [imprint.register]),
        `VAT id ${seller.vatId}`,
        ...(imprint.phone === undefined ? [] : [imprint.phone]),
        <a href={`mailto:${seller.email}`}>{seller.email}</a>
      ]}
    />
  </p>
)

const terms: PolicyPage = {
  title: "Terms of use",
  content: ({ demo, policy }) => (
    <>
      {demo && <p>This shop is a demonstration. Nothing in it is real and no money moves.</p>}
      <p>You buy from:</p>
      <Seller policy={policy} />
      <h2>Prices and the contract</h2>
      <p>
        All prices are in {nameOf(policy.currency)} and include VAT. What you order is reserved for{" "}
        {policy.session.lifetimeMillis / 60_000} minutes while you pay, the last units of a product for{" "}
        {policy.session.lastUnitsMillis / 60_000}; the contract is made when your payment is confirmed.
      </p>
      <h2>Programs that shop for you</h2>
      <p>
        A program may shop in your name. It pays at most {amount(policy.allowance.perTransaction, policy.currency)}{" "}
        at once without you, and never more than you allowed it; anything beyond that you pay yourself on the payment
        page.
      </p>
    </>
  )
}

const privacy: PolicyPage = {
  title: "Privacy",
  content: ({ policy }) => (
    <>
      <p>
        The shop keeps what it needs to sell to you: your email address, your delivery address, what you ordered and
        what became of it. Card numbers never reach it: the payment provider has them.
      </p>
      <p>
        There is no tracking, no advertising and no outside resource on these pages. The one cookie remembers your cart.
      </p>
      <p>
        Your name and address go to the carrier who brings your parcel. A program that shops for you learns how your
        order stands. Nobody else hears of you.
      </p>
      <h2>Your rights</h2>
      <p>
        You may ask what is kept of you, have it corrected, and have it erased where no law says that it must be kept.
      </p>
      <Seller policy={policy} />
    </>
  )
}

const returns: PolicyPage = {
  title: "Returns",
  content: ({ policy, returns }) => (
    <>
      <p>
        You can return what you bought until the end of the{" "}
        {returns.windowDays}th day after it arrived. You need not say why.
      </p>
      <p>What is sealed for hygiene can be returned while its seal is unbroken, or if it is defective.</p>
      <p>
        Begin a return on your order's page, or through the program that bought for you: either gives you a label for
        the parcel. The money goes back to the way you paid, {Refund.expectedWithin} after the parcel was received.
      </p>
      <p>
        The label carries no postage: you pay for sending the parcel back, unless what you got is defective or is not
        what you ordered; then we pay it back to you.
      </p>
      <p>
        You can cancel an order as long as none of it has shipped; then everything you paid goes back, shipping
        included.
      </p>
      <h2>Your right of withdrawal</h2>
      <p>
        Beside this promise you have, as a consumer in the European Union, the right to withdraw from the contract
        within 14 days from the day on which you, or somebody you named, got the last of the goods, without giving a
        reason. A return that you begin on your order's page is such a withdrawal; so is any other clear statement, for
        example an email to{" "}
        <a href={`mailto:${policy.seller.email}`}>{policy.seller.email}</a>. Before your parcel arrives you withdraw in
        the same ways: cancel the order on its page as long as nothing has shipped, and write to us from then on. It is
        enough to send the statement within the 14 days, and the goods within 14 days after it.
      </p>
      <p>
        After a withdrawal we pay back what you paid, the cost of standard delivery included, within 14 days after your
        statement reached us, but may wait until the goods are back. You pay for a loss of value only where it comes
        from handling the goods more than was necessary to test them.
      </p>
    </>
  )
}

const Tariff = (
  { currency, tariff }: { readonly currency: Currency; readonly tariff: ShippingPolicy }
): VNode => (
  <>
    <Facts
      framed
      facts={[
        {
          name: "Standard, European Union",
          value: `${amount(tariff.euMinor.standard, currency)}; free from ${amount(tariff.freeFromMinor, currency)}`
        },
        { name: "Express, European Union", value: amount(tariff.euMinor.express, currency) },
        { name: "Standard, elsewhere", value: amount(tariff.elsewhereMinor.standard, currency) },
        { name: "Express, elsewhere", value: amount(tariff.elsewhereMinor.express, currency) }
      ]}
    />
    <p>Every parcel has tracking. Nothing is sent to: {tariff.unserved.map(countryName).join(", ")}.</p>
  </>
)

const shipping: PolicyPage = {
  title: "Shipping",
  content: ({ policy: { currency, shipping: tariff }, shipping }) =>
    shipping.isTariff ? <Tariff currency={currency} tariff={tariff} /> : (
      <p>
        Every parcel has tracking. The checkout says where parcels go and what that costs, before you pay.
      </p>
    )
}

const contact: PolicyPage = {
  title: "Contact",
  content: ({ policy }) => (
    <>
      <p>
        Write to us by email, or have a program open a ticket (<code>POST /api/support</code>).
      </p>
      <Seller policy={policy} />
    </>
  )
}

const imprint: PolicyPage = {
  title: "Imprint",
  content: ({ policy }) => <Seller policy={policy} />
}

const pages = { terms, privacy, returns, shipping, contact, imprint } as const

/** The page of a name; undefined where there is none. */
export const policyPage = (frame: Frame, promises: Promises, name: string) => {
  const found = Object.hasOwn(pages, name) ? pages[name as keyof typeof pages] : undefined
  return found === undefined ? undefined : send(
    <Page frame={frame} title={found.title} current={`/policies/${name}`}>
      <div class="prose">
        <h1>{found.title}</h1>
        {found.content(promises)}
      </div>
    </Page>,
    { headers: cacheable }
  )
}
