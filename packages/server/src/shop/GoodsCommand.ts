/**
 * What commands on the goods of a shop have in common: `import` and `export` name one file and options, print what came
 * of it, and end with an exit code. 0: it was done; 1: something is wrong with the file, the shop or the database; 2: the
 * command is wrong. Follows docs/shop.md.
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import { dirname } from "node:path"
import type { ParseArgsConfig } from "node:util"
import * as CommandReader from "../CommandReader.ts"

/** Where a command begins: with its file and the folder of its shop. */
export interface Place {
  readonly file: string
  readonly folder: string
}

/** How decimals stand in a table. */
export const ofDecimals = { "decimal-comma": { type: "boolean" } } as const

export const decimalOf = (values: CommandReader.Values<typeof ofDecimals>): "point" | "comma" =>
  values["decimal-comma"] === true ? "comma" : "point"

const ofShop = { shop: { type: "string" } } as const

/** The command of a command line; `of` makes it of the file and the options, and throws what is wrong with them. */
export const readCommand = <const Options extends NonNullable<ParseArgsConfig["options"]>, Command>(
  usage: string,
  options: Options,
  of: (place: Place, values: CommandReader.Values<Options>) => Command
) =>
  CommandReader.readCommand(usage, "file", { ...options, ...ofShop }, (file, values) => {
    const { shop } = values as CommandReader.Values<typeof ofShop>
    return of({ file, folder: shop ?? dirname(file) }, values as CommandReader.Values<Options>)
  })

/** Does a command, or prints its answer; returns the exit code. */
export const run = async <Command extends object>(
  command: Command | CommandReader.Answer,
  perform: (command: Command) => Effect.Effect<string, { readonly message: string }>
): Promise<number> => {
  if ("exitCode" in command) return CommandReader.print(command as CommandReader.Answer)
  const result = await Effect.runPromise(
    Effect.either(perform(command as Command)).pipe(Effect.provide(Logger.minimumLogLevel(LogLevel.None)))
  )
  if (Either.isLeft(result)) process.stderr.write(`${result.left.message}\n`)
  else process.stdout.write(`${result.right}\n`)
  return Either.isLeft(result) ? 1 : 0
}
