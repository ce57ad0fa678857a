/**
 * The messages of partners to the shop, as the OpenAPI document describes them: the body of the operation that receives
 * them is one of several forms, told apart by `event`, and is signed.
 *
 * The rule: the forms are the schemas by which messages are decoded (`InboundWebhooks`), so that what is documented is
 * what the store reads. Left out on purpose: what each message does. Follows docs/specification.md#webhooks-in.
 */
import { Message } from "@beauty-store/commerce/partners/InboundWebhooks"
import * as OpenApiJsonSchema from "@effect/platform/OpenApiJsonSchema"
import type * as Schema from "effect/Schema"

/** The name of the shape that is any of the forms. */
export const shape = "PartnerMessage"

const members: ReadonlyArray<
  Schema.Schema.AnyNoContext & { readonly fields: { readonly event: { readonly literals: readonly [string] } } }
> = Message.members

const forms = members.map((member) => ({
  event: member.fields.event.literals[0],
  schema: (schemas: Record<string, OpenApiJsonSchema.JsonSchema>) =>
    OpenApiJsonSchema.makeWithDefs(member, { defs: schemas }) as { readonly $ref: string }
}))

/** The schemas of the forms and of any of them, by name. */
export const partnerMessages = (): Readonly<Record<string, object>> => {
  const schemas: Record<string, OpenApiJsonSchema.JsonSchema> = {}
  const references = forms.map(({ event, schema }) => ({ event, reference: schema(schemas) }))
  return {
    ...schemas,
    [shape]: {
      oneOf: references.map(({ reference }) => reference),
      discriminator: {
        propertyName: "event",
        mapping: Object.fromEntries(references.map(({ event, reference }) => [event, reference.$ref]))
      }
    }
  }
}

/** An example of each form, by its event. */
export const messageExamples = (
  examples: Readonly<Record<string, unknown>>
): Readonly<Record<string, { readonly value: unknown }>> =>
  Object.fromEntries(forms.map(({ event, schema }) => [event, { value: examples[schema({}).$ref.split("/").at(-1)!] }]))
