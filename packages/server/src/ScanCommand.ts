/**
 * `beauty-store scan <address>`: scans a site, prints what to mend on the standard output, progress and mistakes on the
 * standard error, and writes the report for programs. Exit code 1: the site could not be scanned, or its score is below
 * `--min-score`; 2: the command is wrong. The named address alone may be private. Follows docs/readiness.md.
 */
import * as GuardedHttp from "@beauty-store/outbound/GuardedHttp"
import { isLoopback } from "@beauty-store/outbound/NetworkAddress"
import { canParse } from "@beauty-store/outbound/UrlText"
import * as GuardedSiteFetch from "@beauty-store/readiness/fetching/GuardedSiteFetch"
import * as HostPace from "@beauty-store/readiness/fetching/HostPace"
import { shownText } from "@beauty-store/readiness/internal/Evidence"
import type { CheckResult, Report } from "@beauty-store/readiness/Report"
import * as Sarif from "@beauty-store/readiness/Sarif"
import * as Scanner from "@beauty-store/readiness/Scanner"
import * as Score from "@beauty-store/readiness/Score"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { accessSync, constants, statSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import * as CommandReader from "./CommandReader.ts"

export const usage = `usage: scan <address> [--min-score N] [--json FILE] [--sarif FILE] [--max-pages N] [--dry-run]

Says how well software agents can find, understand and buy at a site, and what to mend first.

  --min-score N   fail (exit code 1) below this score, from 0 to 100
  --json FILE     write the whole report, with evidence and patches
  --sarif FILE    write the failing checks as SARIF 2.1.0, for continuous integration
  --max-pages N   fetch at most this many pages, up to 50; 20 by default
  --dry-run       try out a checkout, where the site says of itself that it is a demo`

interface Command {
  readonly target: URL
  readonly minScore: number | undefined
  readonly maxPages: number | undefined
  readonly json: string | undefined
  readonly sarif: string | undefined
  readonly dryRun: boolean
}

const numberIn = (
  name: string,
  text: string | undefined,
  from: number,
  to: number,
  isWhole = false
): number | undefined => {
  if (text === undefined) return undefined
  const value = text.trim() === "" ? Number.NaN : Number(text)
  if (!(value >= from && value <= to) || (isWhole && !Number.isInteger(value))) {
    throw new Error(`--${name} ${text}: should be a ${isWhole ? "whole " : ""}number from ${from} to ${to}`)
  }
  return value
}

/** The command of a command line, or the text to print instead, with its exit code. */
export const readCommand = CommandReader.readCommand(
  usage,
  "address",
  {
    "min-score": { type: "string" },
    "max-pages": { type: "string" },
    json: { type: "string" },
    sarif: { type: "string" },
    "dry-run": { type: "boolean" }
  },
  (address, values): Command => {
    if (!canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
      throw new Error(`${address} is not an address that begins with https:// or http://`)
    }
    return {
      target: new URL(address),
      minScore: numberIn("min-score", values["min-score"], 0, 100),
      maxPages: numberIn("max-pages", values["max-pages"], 1, 50, true),
      json: values.json,
      sarif: values.sarif,
      dryRun: values["dry-run"] === true
    }
  }
)

const shown = (points: number | null): string => points === null ? "none" : Score.shown(points)!.toFixed(1)

const indented = (text: string, by: string): string => text.trimEnd().split("\n").map((line) => by + line).join("\n")

const mending = ({ evidence, fix, id, title }: CheckResult): string => {
  const { gain, instructions, patch } = fix!
  return `  ${(gain === null ? "" : `+${shown(gain)}`).padStart(6)}  ${id}: ${title}
          ${evidence}
          ${instructions}
${indented(patch, "            ")}`
}

/** A report for people: the score, what to mend by its gain, and how many checks have which verdict. */
export const printed = ({ checks, failure, ruleSet, score, url }: Report): string => {
  if (failure !== null) return `${url} could not be scanned: ${failure}\n`
  const toMend = checks.filter(({ fix }) => fix !== null)
    .toSorted((a, b) => (b.fix!.gain ?? b.weight) - (a.fix!.gain ?? a.weight))
  const counts = ["pass", "partial", "fail", "not_applicable", "error"].map((status) =>
    `${checks.filter((check) => check.status === status).length} ${status.replace("_", " ")}`
  )
  const errors = checks.filter(({ status }) => status === "error").map(({ evidence, id }) => `  ${id}: ${evidence}`)
  return [
    `${url}, rule set ${ruleSet}`,
    `Score: ${shown(score.overall)}`,
    ...Object.entries(score.dimensions).map(([name, points]) => `  ${name.padEnd(18)} ${shown(points).padStart(6)}`),
    `${counts.join(", ")}`,
    ...(toMend.length === 0
      ? []
      : ["", `To mend${score.overall === null ? "" : ", by what it gains"}:`, "", toMend.map(mending).join("\n\n")]),
    ...(errors.length === 0 ? [] : ["", "Could not be judged:", ...errors]),
    ""
  ].join("\n")
}

/** The exit code of a report. */
export const exitCodeOf = ({ score, status }: Report, minScore: number | undefined): 0 | 1 =>
  status === "failed" || (minScore !== undefined && (score.overall ?? -1) < minScore) ? 1 : 0

/** A text of a site's as one word of a shell's command: what would act on a terminal is left out. */
const quoted = (text: string): string => `'${shownText(text, 4_000).replaceAll("'", "'\\''")}'`

/** The checkout that the scan has opened, and the command that cancels it should the scan not. */
export const openedWords = ({ body, headers, url }: Scanner.OpenedSession): string => {
  const sent = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)} `).join("")
  return `A checkout is open. The scan cancels it; if the scan dies, this command does:
  curl -X POST ${sent}-d ${quoted(body)} ${quoted(url)}
`
}

/** The options of a command's scan, which tells what it does while it runs. */
export const optionsOf = (
  { dryRun, maxPages }: Pick<Command, "dryRun" | "maxPages">,
  tell: (words: string) => void
): Scanner.ScanOptions => ({
  progress: (done, doing) => Effect.sync(() => tell(`${String(Math.round(100 * done)).padStart(3)} %  ${doing}\n`)),
  ...(maxPages === undefined ? {} : { maxPages }),
  ...(dryRun ? { dryRun: { opened: (session) => Effect.sync(() => tell(openedWords(session))) } } : {})
})

/** The requests of a scan of an address. */
export const layerFor = ({ hostname, origin }: URL) =>
  GuardedSiteFetch.layer().pipe(Layer.provide([
    GuardedHttp.layerWith({
      allowLoopback: GuardedHttp.isLocalhost(hostname) || isLoopback(hostname.replace(/^\[|\]$/g, "")),
      ownOrigins: [origin]
    }),
    HostPace.layerMemory
  ]))

/** Why a file cannot be written, as far as it can be known without writing it. */
const unwritable = (file: string): string | undefined => {
  try {
    const there = statSync(file, { throwIfNoEntry: false })
    if (there?.isDirectory() === true) return "it is a folder"
    const folder = dirname(file)
    if (there === undefined && statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
      return `there is no folder ${folder}`
    }
    accessSync(there === undefined ? folder : file, constants.W_OK)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** Writes a file. Whether it was written; if not, a line says why. */
const written = (option: string, file: string | undefined, contents: unknown): boolean => {
  if (file === undefined) return true
  try {
    writeFileSync(file, `${JSON.stringify(contents, null, 2)}\n`)
    return true
  } catch (error) {
    process.stderr.write(cannotWrite(option, file, (error as Error).message))
    return false
  }
}

const cannotWrite = (option: string, file: string, why: string): string =>
  `--${option} ${file} cannot be written: ${why}\n`

/** Runs a command line, and returns its exit code. */
export const run = async (given: ReadonlyArray<string>): Promise<number> => {
  const command = readCommand(given)
  if ("text" in command) return CommandReader.print(command)
  const { json, minScore, sarif, target } = command
  for (const [option, file] of [["json", json], ["sarif", sarif]] as const) {
    const why = file === undefined ? undefined : unwritable(file)
    if (file === undefined || why === undefined) continue
    process.stderr.write(cannotWrite(option, file, why))
    return 2
  }
  const told = optionsOf(command, (words) => void process.stderr.write(words))
  const report = await Effect.runPromise(Scanner.scan(target, told).pipe(Effect.provide(layerFor(target))))
  process.stdout.write(printed(report))
  const all = [written("json", json, report), written("sarif", sarif, Sarif.of(report))]
  return all.every((one) => one) ? exitCodeOf(report, minScore) : 2
}
