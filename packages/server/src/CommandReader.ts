/**
 * How commands read their part of the command line: each names one thing (an address, a file) and options. A wrong one is
 * answered by what is wrong with it and how it is used, with exit code 2. Follows docs/specification.md#start-and-stop.
 */
import { parseArgs, type ParseArgsConfig } from "node:util"

/** The text to print instead of doing a command, with its exit code. */
export interface Answer {
  readonly text: string
  readonly exitCode: 0 | 2
}

type Options = NonNullable<ParseArgsConfig["options"]>

/** The values of a command's options. */
export type Values<Own extends Options> = ReturnType<
  typeof parseArgs<{ args: Array<string>; options: Own; allowPositionals: true }>
>["values"]

const help = { help: { type: "boolean", short: "h" } } as const

/**
 * The command of a command line, which names one of a `kind`, if there is one; `of` makes it of what is named and the
 * options, and throws what is wrong with them.
 */
export const readCommand = <const Own extends Options, Command>(
  usage: string,
  kind: "address" | "client" | "file" | undefined,
  options: Own,
  of: (named: string, values: Values<Own>) => Command
) =>
(given: ReadonlyArray<string>): Command | Answer => {
  try {
    const { positionals, values } = parseArgs({
      args: [...given],
      options: { ...options, ...help },
      allowPositionals: true
    })
    if ((values as Values<typeof help>).help === true) return { text: usage, exitCode: 0 }
    const [named = ""] = positionals
    if (positionals.length !== (kind === undefined ? 0 : 1)) {
      throw new Error(kind === undefined ? `Nothing is named here: ${named}.` : `Name one ${kind}.`)
    }
    return of(named, values as Values<Own>)
  } catch (error) {
    return { text: `${(error as Error).message.split(". To specify")[0]}\n\n${usage}`, exitCode: 2 }
  }
}

/** Prints an answer; returns its exit code. */
export const print = ({ exitCode, text }: Answer): number => {
  ;(exitCode === 0 ? process.stdout : process.stderr).write(`${text}\n`)
  return exitCode
}
