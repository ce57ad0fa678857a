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
import { parseArgs, type ParseArgsConfig } from "node:util"

/** Where a command begins: with its file and the folder of its shop. */
export interface Place {
  readonly file: string
  readonly folder: string
}

/** The text to print instead of doing a command, with its exit code. */
export interface Answer {
  readonly text: string
  readonly exitCode: 0 | 2
}

const common = { shop: { type: "string" }, help: { type: "boolean", short: "h" } } as const

/** The values of a command's own options. */
type Values<Options extends NonNullable<ParseArgsConfig["options"]>> = ReturnType<
  typeof parseArgs<{ args: Array<string>; options: Options; allowPositionals: true }>
>["values"]

/** The command of a command line; `of` makes it of the file and the options, and throws what is wrong with them. */
export const readCommand = <const Options extends NonNullable<ParseArgsConfig["options"]>, Command>(
  usage: string,
  options: Options,
  of: (place: Place, values: Values<Options>) => Command
) =>
(given: ReadonlyArray<string>): Command | Answer => {
  try {
    const { positionals, values } = parseArgs({
      args: [...given],
      options: { ...options, ...common },
      allowPositionals: true
    })
    const { help, shop } = values as Values<typeof common>
    if (help === true) return { text: usage, exitCode: 0 }
    const [file, ...others] = positionals
    if (file === undefined || others.length > 0) throw new Error("Name one file.")
    return of({ file, folder: shop ?? dirname(file) }, values as Values<Options>)
  } catch (error) {
    return { text: `${(error as Error).message.split(". To specify")[0]}\n\n${usage}`, exitCode: 2 }
  }
}

/** Does a command, or prints its answer; returns the exit code. */
export const run = async <Command extends Place>(
  command: Command | Answer,
  perform: (command: Command) => Effect.Effect<string, { readonly message: string }>
): Promise<number> => {
  if ("exitCode" in command) {
    ;(command.exitCode === 0 ? process.stdout : process.stderr).write(`${command.text}\n`)
    return command.exitCode
  }
  const result = await Effect.runPromise(
    Effect.either(perform(command)).pipe(Effect.provide(Logger.minimumLogLevel(LogLevel.None)))
  )
  if (Either.isLeft(result)) process.stderr.write(`${result.left.message}\n`)
  else process.stdout.write(`${result.right}\n`)
  return Either.isLeft(result) ? 1 : 0
}
