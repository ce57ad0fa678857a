/**
 * Who answers for products, as columns of products and brands have them: JSON with its keys in one order. Follows
 * docs/specification.md#declarations.
 */
import { ResponsiblePerson } from "@beauty-store/domain/Declaration"
import * as Query from "@beauty-store/sql/Query"
import * as Schema from "effect/Schema"

const decode = Schema.decodeSync(Query.Json(ResponsiblePerson))

/** A person as it is stored. */
export const storedPerson = (person: ResponsiblePerson | undefined): string | null =>
  person === undefined ? null : JSON.stringify(person, ["name", "address", "electronicAddress"])

/** A person as a row has it. */
export const readPerson = (text: string | null): ResponsiblePerson | undefined =>
  text === null ? undefined : decode(text)
