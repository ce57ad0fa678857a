/** The examples of the scanner's operations have the shapes that they are named after, and there are no others. */
import { examples } from "@beauty-store/readiness/api/ReadinessExamples"
import * as ReadinessSchemas from "@beauty-store/readiness/api/ReadinessSchemas"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { expect, it } from "vitest"

const { ScanRequest, ...shapes } = ReadinessSchemas
const whole = [ScanRequest, shapes.PlatformRoot, shapes.Scan, shapes.Fixes, shapes.Trends, shapes.Verification]
const all: ReadonlyArray<Schema.Schema<any, any>> = [...whole, shapes.SitePage, shapes.ClosedPage]

const nameOf = ({ ast }: Schema.Schema<any, any>): string => Option.getOrElse(AST.getJSONIdentifier(ast), () => "")

it.each(all.map((schema) => [nameOf(schema), schema] as const))("an example of %s decodes", (name, schema) => {
  expect(() => Schema.decodeUnknownSync(schema, { onExcessProperty: "error" })(examples[name])).not.toThrow()
})

it("there is one of each shape that is sent or returned, and no other", () => {
  expect(Object.keys(examples).toSorted()).toEqual(all.map(nameOf).toSorted())
})
