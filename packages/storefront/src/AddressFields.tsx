/**
 * The fields of an address in a form: the delivery address, and the billing address where it is another one.
 *
 * The rule: a form asks for little. A region is asked for where the chosen country has regions; what few people have (a
 * company, a second line, a phone) is behind a line that opens. A shop that serves one country shows its name alone.
 */
import type { CountryCode } from "@beauty-store/domain/Address"
import * as Country from "@beauty-store/domain/Country"
import { serves } from "@beauty-store/domain/Shipping"
import { Fields, SelectField, TextField, type TextFieldProps } from "@beauty-store/ui/Form"
import type { VNode } from "preact"
import { countriesIn } from "./Language.ts"
import * as Messages from "./Messages.ts"
import type { PageContext } from "./PageContext.ts"
import { formatOf } from "./ShopFrame.tsx"

/** The parts of an address, each with its name in HTML's list of what browsers fill in. */
const tokens = {
  name: "name",
  address: "address-line1",
  postcode: "postal-code",
  city: "address-level2",
  region: "address-level1",
  country: "country",
  company: "organization",
  address2: "address-line2",
  phone: "tel"
} as const

export type Part = keyof typeof tokens
export const parts = Object.keys(tokens) as ReadonlyArray<Part>

/** The parts of most addresses are always to be seen; these are not. */
const seldom = ["company", "address2", "phone"] as const

/** What an address is for, with what the ids of its fields begin with. */
export const kinds = { shipping: "", billing: "billing-" } as const
export type Kind = keyof typeof kinds

/** The id of a field. */
export type AddressField = `${(typeof kinds)[Kind]}${Part}`
export const fieldOf = (kind: Kind, part: Part): AddressField => `${kinds[kind]}${part}`

/** The parts of an address, as typed. */
export const partsIn = (typed: Readonly<Record<AddressField, string>>, kind: Kind): Readonly<Record<Part, string>> =>
  Object.fromEntries(parts.map((part) => [part, typed[fieldOf(kind, part)]])) as Record<Part, string>

/** Whether somebody wrote a billing address: its country is always chosen. */
export const hasBilling = (typed: Readonly<Record<AddressField, string>>): boolean =>
  Object.entries(partsIn(typed, "billing")).some(([part, text]) => part !== "country" && text !== "")

/** The countries to choose from, in the order of their names, the home country first: a bill may go anywhere. */
export const countriesOf = ({ language, shop: { policy, shipping } }: PageContext, kind: Kind) => {
  const home = policy.shipping.homeCountry as CountryCode
  const others = countriesIn(language).filter((code) => code !== home)
  return [home, ...others].filter((code) => kind === "billing" || serves(shipping, policy.shipping, code))
}

interface AddressFieldsProps {
  readonly context: PageContext
  readonly kind: Kind
  readonly label: string
  readonly typed: Readonly<Record<AddressField, string>>
  readonly faultOf: (field: AddressField) => string | undefined
}

/** The country: chosen from a list, or said where there is only one. */
const CountryField = ({ context, faultOf, kind, typed }: AddressFieldsProps): VNode => {
  const { country } = formatOf(context)
  const id = fieldOf(kind, "country")
  const label = Messages.checkout.country(context.language)
  const codes = countriesOf(context, kind)
  const [only] = codes
  const fault = faultOf(id)
  if (codes.length === 1 && only !== undefined && fault === undefined) {
    return (
      <p class="wide-field">
        {label}: {country(only)}
        <input type="hidden" name={id} value={only} />
      </p>
    )
  }
  return (
    <SelectField
      id={id}
      label={label}
      autocomplete={`${kind} ${tokens.country}`}
      fault={fault}
      selected={Country.find(typed[id])}
      options={codes.map((code) => ({
        value: code,
        words: country(code),
        kind: Country.hasRegion(code) ? "has-region" : undefined
      }))}
      wide
    />
  )
}

export const AddressFields = (props: AddressFieldsProps): VNode => {
  const { context, faultOf, kind, label, typed } = props
  const { language } = context
  const words = Messages.checkout
  const text = (part: Part, label: string, more: Partial<TextFieldProps> = {}) => {
    const id = fieldOf(kind, part)
    return (
      <TextField
        id={id}
        label={label}
        autocomplete={`${kind} ${tokens[part]}`}
        maxlength={200}
        value={typed[id]}
        fault={faultOf(id)}
        {...more}
      />
    )
  }
  const required = kind === "shipping"
  const isSingle = countriesOf(context, kind).length === 1
  const opened = seldom.map((part) => fieldOf(kind, part))
    .some((id) => typed[id] !== "" || faultOf(id) !== undefined)
  return (
    <Fields label={label}>
      {text("name", words.name(language), { wide: true, required })}
      {text("address", words.street(language), { wide: true, required })}
      {
        // Some countries have none.
        text("postcode", words.postcode(language))
      }
      {text("city", words.city(language), { required })}
      {(!isSingle || countriesOf(context, kind).every(Country.hasRegion))
        && text("region", words.region(language), { wide: true, isRegion: !isSingle })}
      <CountryField {...props} />
      <details class="wide-field" open={opened}>
        <summary>{kind === "shipping" ? words.more(language) : words.moreBilling(language)}</summary>
        {text("company", words.company(language))}
        {text("address2", words.address2(language))}
        {kind === "shipping"
          && text("phone", words.phone(language), { type: "tel", maxlength: 20, hint: words.phoneHint(language) })}
      </details>
    </Fields>
  )
}
