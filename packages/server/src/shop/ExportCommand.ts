/**
 * `beauty-store export <file>`: writes all goods that a shop sells into a table that an import reads as the same goods.
 * Pictures are left out, and what staff have archived. A file that is there stays as it is. Exit codes are an import's.
 * Follows docs/shop.md.
 */
import { CatalogImport } from "@beauty-store/commerce/catalog/CatalogImport"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import { closeSync, openSync, rmSync, writeSync } from "node:fs"
import { dirname } from "node:path"
import { parseArgs } from "node:util"
import * as ServerConfig from "../ServerConfig.ts"
import { storeOf } from "./ImportCommand.ts"
import * as ProductTable from "./ProductTable.ts"
import { read } from "./ShopFolder.ts"

export const usage = `usage: export <file> [--shop FOLDER]

Writes all goods that are sold into a new file of CSV or JSON Lines (.jsonl), without their pictures.

  --shop FOLDER    the folder of the shop; by default that of the file`

interface Command {
  readonly file: string
  readonly folder: string
}

/** The command of a command line, or the text to print instead, with its exit code. */
const readCommand = (given: ReadonlyArray<string>): Command | { readonly text: string; readonly exitCode: 0 | 2 } => {
  try {
    const { positionals, values } = parseArgs({
      args: [...given],
      options: { shop: { type: "string" }, help: { type: "boolean", short: "h" } },
      allowPositionals: true
    })
    if (values.help === true) return { text: usage, exitCode: 0 }
    const [file, ...others] = positionals
    if (file === undefined || others.length > 0) throw new Error("Name one file.")
    return { file, folder: values.shop ?? dirname(file) }
  } catch (error) {
    return { text: `${(error as Error).message.split(". To specify")[0]}\n\n${usage}`, exitCode: 2 }
  }
}

/** Opens a new file, which goes again unless all of it is written. */
const openNew = (file: string) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => openSync(file, "wx"),
      catch: (error) => {
        const { code } = error as NodeJS.ErrnoException
        const why = code === "EEXIST" ? "is there already: name another file" : `cannot be written (${code})`
        return new ServerConfig.StartRefused({ message: `${file} ${why}.` })
      }
    }),
    (opened, exit) =>
      Effect.sync(() => {
        closeSync(opened)
        if (exit._tag === "Failure") rmSync(file, { force: true })
      })
  )

const save = Effect.fnUntraced(function*({ file, folder }: Command) {
  const shop = yield* read(folder)
  const config = yield* ServerConfig.loadFor(folder)
  const { head, line } = ProductTable.printer(ProductTable.formOf(file), shop.policy.languages)
  const count = yield* Effect.gen(function*() {
    const { list } = yield* CatalogImport
    const opened = yield* openNew(file)
    let written = 0
    writeSync(opened, head)
    yield* list((product, brandName) => {
      writeSync(opened, line(product, brandName))
      written++
    })
    return written
  }).pipe(Effect.scoped, Effect.provide(storeOf(shop, config)))
  return `Written: ${count} products.`
})

/** Does what a command line asks for; returns the exit code. */
export const run = async (given: ReadonlyArray<string>): Promise<number> => {
  const command = readCommand(given)
  if ("exitCode" in command) {
    ;(command.exitCode === 0 ? process.stdout : process.stderr).write(`${command.text}\n`)
    return command.exitCode
  }
  const result = await Effect.runPromise(
    Effect.either(save(command)).pipe(Effect.provide(Logger.minimumLogLevel(LogLevel.None)))
  )
  if (Either.isLeft(result)) process.stderr.write(`${result.left.message}\n`)
  else process.stdout.write(`${result.right}\n`)
  return Either.isLeft(result) ? 1 : 0
}
