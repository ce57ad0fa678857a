/** Reads the command lines of the programs of `npm run`: options and `--help`; anything else is refused. */
import { parseArgs, type ParseArgsConfig } from "node:util"

/** Prints a mistake, and ends the program with 2. */
export const refuse = (why: string): never => {
  process.stderr.write(`${why}\n`)
  process.exit(2)
}

/** The given options. `--help` prints the usage and ends the program; unknown options are refused. */
export const readOptions = <const Options extends NonNullable<ParseArgsConfig["options"]>>(
  usage: string,
  options: Options
) => {
  if (process.argv.slice(2).some((given) => given === "--help" || given === "-h")) {
    process.stdout.write(`${usage}\n`)
    process.exit(0)
  }
  try {
    return parseArgs({ options }).values
  } catch (error) {
    return refuse(`${(error as Error).message.split(". To specify")[0]}\n\n${usage}`)
  }
}

/** A number above 0, whole by default. */
export const positive = (name: string, text: string, isWhole = true): number => {
  const n = Number(text)
  return n > 0 && Number.isFinite(n) && (!isWhole || Number.isSafeInteger(n))
    ? n
    : refuse(`--${name} ${text}: should be a ${isWhole ? "whole " : ""}number above 0`)
}
