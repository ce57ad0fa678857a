/** The handlers of the group `imports`: tables of goods that staff send (docs/specification.md#imports). */
import { CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import {
  GoodsImports,
  type KeptImport,
  type ListedImport,
  mostBytes
} from "@beauty-store/commerce/catalog/GoodsImports"
import { type Form, ProductTables, type TableFault } from "@beauty-store/commerce/catalog/ProductTables"
import { formatMoment } from "@beauty-store/domain/Days"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Stream from "effect/Stream"
import { createHash } from "node:crypto"
import { tableTypes } from "../contract/ImportSchemas.ts"
import type * as ImportSchemas from "../contract/ImportSchemas.ts"
import { preferredType } from "../pipeline/Accept.ts"
import { holder } from "../pipeline/Authentication.ts"
import * as Operations from "../pipeline/Operations.ts"
import { isOf, takePieces, UnsupportedMediaType } from "../pipeline/RequestBody.ts"
import { type HandlersOf, operation } from "./StoreOperations.ts"
import * as Views from "./Views.ts"

const staff = holder("catalog:write")

/** So many bytes are stored at once. */
const storedAtOnce = 256 * 1024

const formOf = (request: HttpServerRequest.HttpServerRequest): Form | undefined =>
  isOf(request, "text/csv") ? "csv" : isOf(request, "application/jsonl") ? "jsonl" : undefined

const listedOf = (
  { bytes, bytesRead, createdAt, decimal, endedAt, failure, faultCount, form, id, isDry, outcome, rowsRead, status }:
    ListedImport
) => ({
  id,
  status,
  form,
  decimalComma: decimal === "comma",
  dryRun: isDry,
  bytes,
  bytesRead,
  rowsRead,
  rows: status === "writing" || status === "done" || status === "refused" ? rowsRead : null,
  result: outcome ?? null,
  faultCount,
  failure: failure ?? null,
  createdAt: formatMoment(createdAt),
  endedAt: Views.momentOrNull(endedAt)
})

const faultOf = ({ column, line, words }: TableFault) => ({
  line,
  column: column === "" ? null : column,
  message: words
})

const viewOf = ({ faults, ...listed }: KeptImport): typeof ImportSchemas.Import.Type => ({
  ...listedOf(listed),
  faults: faults.map(faultOf)
})

/** Stores a table while it comes. */
const receive = ({ open }: typeof GoodsImports.Service) =>
  Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
    const form = formOf(request)
    if (form === undefined) return yield* new UnsupportedMediaType()
    const upload = yield* open
    const discard = Effect.ignore(upload.discard)
    const hash = createHash("sha256").update(form)
    let [waiting, waits] = [new Array<Uint8Array>(), 0]
    const store = Effect.suspend(() => {
      const bytes = Buffer.concat(waiting)
      ;[waiting, waits] = [[], 0]
      return bytes.length === 0 ? Effect.void : upload.add(bytes)
    })
    const received = takePieces(request, mostBytes, (piece) => {
      hash.update(piece)
      waiting.push(piece)
      waits += piece.length
      return waits < storedAtOnce ? Effect.void : store
    })
    yield* Effect.onError(Effect.zipRight(received, store), () => discard)
    return { bytes: hash.digest(), content: Either.right({ form, upload }), discard }
  })

/** All goods as CSV or JSON Lines, whichever the client prefers, as fast as it takes them. */
const exported = ({ pages }: typeof CatalogImport.Service, tables: typeof ProductTables.Service) =>
  Operations.raw(
    operation("imports", "exported"),
    Effect.fnUntraced(function*(_, { caller, request }) {
      yield* staff(yield* caller)
      const type = preferredType(request.headers["accept"], tableTypes)
      const form = type === "text/csv" ? "csv" : "jsonl"
      const { head, line } = (yield* tables).printer(form)
      const lines = Stream.map(pages, (some) => some.map((one) => line(one.product, one.brandName)).join(""))
      return HttpServerResponse.stream(Stream.encodeText(Stream.concat(Stream.make(head), lines)), {
        contentType: `${type}; charset=utf-8`,
        headers: {
          "cache-control": "no-store",
          vary: "accept",
          "content-disposition": `attachment; filename="products.${form}"`
        }
      })
    })
  )

export const handlers = Effect.gen(function*() {
  const imports = yield* GoodsImports
  return {
    exported: exported(yield* CatalogImport, yield* ProductTables),
    list: Operations.read(operation("imports", "list"), staff, ({ urlParams }) =>
      Effect.map(
        imports.list({ ...urlParams, limit: urlParams.limit ?? 20 }),
        (page) => Views.page(page, listedOf)
      )),
    start: Operations.changeByFile(
      operation("imports", "start"),
      staff,
      receive(imports),
      ({ caller, urlParams: { decimalComma, dryRun } }, { form, upload }) =>
        Effect.map(
          imports.start(upload, caller.principal.id, {
            form,
            decimal: decimalComma === "true" ? "comma" : "point",
            isDry: dryRun === "true"
          }),
          viewOf
        )
    ),
    view: Operations.read(
      operation("imports", "view"),
      staff,
      ({ path }) => Effect.map(imports.find(path.importId), viewOf)
    )
  } satisfies HandlersOf<"imports">
})
