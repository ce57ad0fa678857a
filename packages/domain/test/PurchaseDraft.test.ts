import * as Arbitrary from "effect/Arbitrary"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { CountryCode } from "../src/Address.ts"
import { ProductId } from "../src/Ids.ts"
import * as Pricing from "../src/Pricing.ts"
import * as Draft from "../src/PurchaseDraft.ts"
import * as Shipping from "../src/Shipping.ts"

const serum = ProductId.make("serum")
const terms: Draft.Terms = {
  currency: "EUR",
  shipping: Shipping.defaultPolicy,
  stock: { low: 5 },
  strategies: Pricing.defaultStrategies,
  delegatedLimitMinor: 20_000
}
const owner = { principal: "agent:robot", shopper: "ada" }
const appraise = (
  draft: Draft.Draft,
  offers: ReadonlyArray<Draft.Offer>,
  terms: Draft.Terms,
  failed?: Draft.FailedPayment
) =>
  Draft.appraise(
    draft,
    owner,
    {
      offers,
      promotions: {
        automatic: [],
        given: draft.discountCodes.map((code) => ({ code, promotion: Either.left("unknown" as const) }))
      }
    },
    terms,
    failed
  )
const destination: Draft.Destination = {
  name: "Ada Lovelace",
  line1: "Torstrasse 1",
  city: "Berlin",
  postcode: "10119",
  countrySaid: "Germany",
  country: CountryCode.make("DE")
}
const ready: Draft.Draft = {
  lines: [{ productId: serum, quantity: 2, priceSeenMinor: 2995 }],
  buyer: { email: "ada@example.com" },
  recipient: { destination },
  discountCodes: [],
  authenticates: true,
  paysByToken: true
}
const offer = (more: Partial<Draft.Offer> = {}): Draft.Offer => ({ priceMinor: 2995, available: 50, ...more })
const told = (draft: Draft.Draft, offers = [offer()], failed?: Draft.FailedPayment) => {
  const { messages, status } = appraise(draft, offers, terms, failed)
  return { status, codes: messages.map(({ code }) => code) }
}

describe("a draft", () => {
  it("gives the documented example", () => {
    expect(told({ ...ready, recipient: {} })).toEqual({ status: "incomplete", codes: ["destination_missing"] })
  })

  it.each<readonly [string, Partial<Draft.Draft>, Draft.Offer, Draft.Status, ReadonlyArray<string>]>([
    ["with all that it needs", {}, offer(), "ready", []],
    [
      "whose parcel's address has the email",
      { buyer: {}, recipient: { destination, email: "ada@example.com" } },
      offer(),
      "ready",
      []
    ],
    ["without an email address", { buyer: {} }, offer(), "incomplete", ["email_missing"]],
    ["of nothing", { lines: [] }, offer(), "incomplete", ["nothing_to_buy"]],
    [
      "to nowhere",
      { recipient: { destination: { ...destination, countrySaid: "Atlantis", country: undefined } } },
      offer(),
      "notReady",
      ["destination_not_served"]
    ],
    [
      "to the ice",
      { recipient: { destination: { ...destination, country: CountryCode.make("AQ") } } },
      offer(),
      "notReady",
      ["destination_not_served"]
    ],
    ["to half an address", { recipient: { destination: { ...destination, city: " " } } }, offer(), "notReady", [
      "destination_incomplete"
    ]],
    ["of what is sold out", {}, offer({ available: 0 }), "notReady", ["out_of_stock"]],
    ["of more than there is", {}, offer({ available: 1 }), "notReady", ["insufficient_stock"]],
    ["of the last few", {}, offer({ available: 2 }), "ready", ["low_stock"]],
    [
      "of too many",
      { lines: [{ productId: serum, quantity: 100, priceSeenMinor: 2995 }] },
      offer({ available: 500 }),
      "notReady",
      ["quantity_limit"]
    ],
    ["at another price", {}, offer({ priceMinor: 3095 }), "ready", ["price_changed"]],
    ["with a code for a discount", { discountCodes: ["SAVE"] }, offer(), "ready", ["discount_unknown"]],
    ["that no token can pay", { paysByToken: false }, offer(), "needsBuyer", ["person_must_pay"]],
    ["beyond what a token may pay", {}, offer({ priceMinor: 10_001, available: 9 }), "needsBuyer", [
      "price_changed",
      "person_must_pay"
    ]],
    ["for just what a token may pay", {}, offer({ priceMinor: 10_000, available: 9 }), "ready", ["price_changed"]]
  ])("%s", (_, said, offered, status, codes) => {
    const draft = { ...ready, ...said }
    expect(told(draft, draft.lines.map(() => offered))).toEqual({ status, codes })
  })

  it.each<readonly [Draft.PaymentProblem, boolean, Draft.Status]>([
    ["payment_declined", true, "ready"],
    ["token_refused", true, "ready"],
    ["token_expired", true, "ready"],
    ["limit_exceeded", true, "ready"],
    ["authentication_failed", true, "ready"],
    ["authentication_required", true, "needsAuthentication"],
    ["authentication_required", false, "needsBuyer"]
  ])("whose payment came to nothing by %s (3-D Secure: %s) is %s", (problem, authenticates, status) => {
    const failed = { problem, text: "So it is." }
    expect(told({ ...ready, authenticates }, [offer()], failed)).toEqual({ status, codes: [problem] })
    // What stands in the way comes before what became of the last try.
    expect(told({ ...ready, buyer: {} }, [offer()], failed)).toEqual({ status: "incomplete", codes: ["email_missing"] })
  })

  it("has an address with all that was said of it", () => {
    const { address } = appraise(
      {
        ...ready,
        recipient: {
          phone: "+49 30 12345",
          destination: { ...destination, company: "Analytical", line2: "3rd floor", region: "Berlin" }
        }
      },
      [offer()],
      terms
    )
    expect(address).toEqual({
      name: "Ada Lovelace",
      address: "Torstrasse 1",
      city: "Berlin",
      postcode: "10119",
      country: "DE",
      company: "Analytical",
      address2: "3rd floor",
      region: "Berlin",
      phone: "+49 30 12345"
    })
  })

  it.each<readonly [Partial<Draft.Destination>, Draft.Code, string]>([
    [{ postcode: "1011" }, "destination_invalid", "postcode"],
    [{ postcode: "" }, "destination_incomplete", "postcode"],
    [{ name: "x\u202egnp.exe" }, "destination_invalid", "name"],
    [{ line1: " ", company: "Analytical" }, "destination_incomplete", "line1"],
    [{ city: "\u2800" }, "destination_invalid", "city"],
    [{ company: "x\u202ey" }, "destination_invalid", "company"],
    [{ line2: "x".repeat(201) }, "destination_invalid", "line2"],
    [{ region: "\u0007" }, "destination_invalid", "region"],
    [{ country: undefined, countrySaid: " " }, "destination_incomplete", "country"],
    [{ country: undefined, countrySaid: "Atlantis" }, "destination_not_served", "country"],
    [{ country: CountryCode.make("ES"), postcode: "35001" }, "destination_not_served", "postcode"],
    [{ country: CountryCode.make("AQ"), postcode: "" }, "destination_not_served", "country"]
  ])("with %j has the message %s about the %s, and no address", (change, code, field) => {
    const { address, messages, status } = appraise(
      { ...ready, recipient: { destination: { ...destination, ...change } } },
      [offer()],
      terms
    )
    expect(messages).toMatchObject([{ code, subject: { _tag: "Destination", field } }])
    expect({ address, status }).toEqual({ address: undefined, status: "notReady" })
  })

  it("needs no postcode where the country has none", () => {
    const toQatar = { ...destination, country: CountryCode.make("QA"), postcode: "" }
    expect(appraise({ ...ready, recipient: { destination: toQatar } }, [offer()], terms).address)
      .toMatchObject({ country: "QA", postcode: "" })
  })

  it("takes no phone number that nobody can call", () => {
    const { messages } = appraise({ ...ready, recipient: { phone: "call me", destination } }, [offer()], terms)
    expect(messages).toMatchObject([{
      code: "destination_invalid",
      subject: { _tag: "Destination", field: "phone" }
    }])
  })

  it("can be sent in every way once it is known where to, at the tariff's charge", () => {
    expect(appraise(ready, [offer()], terms).options).toMatchObject([
      { method: "standard", title: "Standard", chargeMinor: 0 },
      { method: "express", title: "Express", chargeMinor: 995 }
    ])
    expect(appraise({ ...ready, recipient: {} }, [offer()], terms).options).toEqual([])
  })

  it("is ready exactly if nothing in its way is an error, and then has an address and an email", () => {
    const drafts = Arbitrary.make(Draft.Draft)
    fc.assert(fc.property(drafts, fc.nat(200), fc.integer({ min: 1, max: 30_000 }), (draft, available, priceMinor) => {
      const offers = draft.lines.map(() => ({ available, priceMinor }))
      const { address, messages, priced, status } = appraise(draft, offers, terms)
      expect(status === "ready").toBe(messages.every(({ severity }) => severity !== "error"))
      if (status === "ready" || status === "needsBuyer") {
        expect(address).toBeDefined()
        expect(Draft.emailOf(draft)).toBeDefined()
      }
      if (status === "ready") expect(priced.totalMinor).toBeLessThanOrEqual(terms.delegatedLimitMinor)
      const again = appraise(Draft.withPricesSeen(draft, { ...priced, freesShipping: false }), offers, terms)
      expect(again.messages.some(({ code }) => code === "price_changed")).toBe(false)
    }))
  })
})

it("units of the same product add up, in the order in which products came", () => {
  expect(Draft.mergeLines([
    { productId: ProductId.make("b"), quantity: 1 },
    { productId: ProductId.make("a"), quantity: 2 },
    { productId: ProductId.make("b"), quantity: 3 }
  ])).toEqual([{ productId: "b", quantity: 4 }, { productId: "a", quantity: 2 }])
})

it.each(
  [
    { phase: "complete", cancelled: true, now: 9, status: "completed" },
    { phase: "cancelled", cancelled: true, now: 9, status: "cancelled" },
    { phase: "processing", cancelled: false, now: 9, status: "completing" },
    { phase: "open", cancelled: false, now: 9, status: undefined },
    { phase: undefined, cancelled: false, now: 4, status: undefined },
    { phase: undefined, cancelled: false, now: 5, status: "expired" }
  ] as const
)("with a session $phase (cancelled: $cancelled) at $now of 5 a draft is $status", (draft) => {
  expect(Draft.settledStatus({ ...draft, expiresAt: 5 }, draft.now)).toBe(draft.status)
})
