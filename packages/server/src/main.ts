#!/usr/bin/env node
/**
 * The program: `npm start` here, `npx -p @beauty-store/server beauty-store` elsewhere. Without arguments it opens the
 * shop. With some it does what they ask for instead, such as `scan`, with parts that it loads for that alone.
 */
import { run } from "./Program.ts"

const given = process.argv.slice(2)

const other = async (): Promise<void> => {
  const { asked } = await import("./CommandLine.ts")
  const command = asked(given, import.meta.url)
  if (command._tag === "Scan") {
    const scan = await import("./ScanCommand.ts")
    process.exitCode = await scan.run(command.given)
  } else {
    ;(command.exitCode === 0 ? process.stdout : process.stderr).write(`${command.text}\n`)
    process.exitCode = command.exitCode
  }
}

if (given.length === 0) run()
else void other()
