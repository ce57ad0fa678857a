/** Reads the command lines of the programs of `npm run`: options and `--help`; anything else is refused. */
import { parseArgs, type ParseArgsConfig } from "node:util"

/** Prints a mistake, and ends the program with 2. */
export const refuse = (why: string): never => {
  process.stderr.write(`${why}\n`)
  process.exit(2)
}

const read = <const Config extends ParseArgsConfig>(usage: string, config: Config) => {
  if (process.argv.slice(2).some((given) => given === "--help" || given === "-h")) {
    process.stdout.write(`${usage}\n`)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    return refuse(`${(error as Error).message.split(". To specify")[0]}\n\n${usage}`)
  }
}

/** The given options. `--help` prints the usage and ends the program; unknown options are refused. */
export const readOptions = <const Options extends NonNullable<ParseArgsConfig["options"]>>(
  usage: string,
  options: Options
) => read(usage, { options }).values

/** The one word that was given, if any. `--help` prints the usage and ends the program; anything else is refused. */
export const readWord = (usage: string): string | undefined => {
  const { positionals } = read(usage, { allowPositionals: true })
  return positionals.length > 1 ? refuse(usage) : positionals[0]
}

/** A number above 0, whole by default. */
export const positive = (name: string, text: string, isWhole = true): number => {
  const n = Number(text)
  return n > 0 && Number.isFinite(n) && (!isWhole || Number.isSafeInteger(n))
    ? n
    : refuse(`--${name} ${text}: should be a ${isWhole ? "whole " : ""}number above 0`)
}
