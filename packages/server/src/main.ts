#!/usr/bin/env node
/**
 * The program: `npm start` here, `npx -p @beauty-store/server beauty-store` elsewhere. Without arguments it opens the
 * shop. With some it does what they ask for instead, such as `scan`, with parts that it loads for that alone.
 */
import { setFlagsFromString } from "node:v8"

const serve = async (...given: Parameters<typeof import("./Program.ts")["run"]>): Promise<void> =>
  (await import("./Program.ts")).run(...given)

const given = process.argv.slice(2)

const say = ({ exitCode, text }: { readonly exitCode: number; readonly text: string }): void => {
  ;(exitCode === 0 ? process.stdout : process.stderr).write(`${text}\n`)
  process.exitCode = exitCode
}

const other = async (): Promise<void> => {
  const { asked } = await import("./CommandLine.ts")
  const command = asked(given, import.meta.url)
  switch (command._tag) {
    case "Start":
      return serve({}, (await import("./shop/ShopFolder.ts")).read(command.folder))
    case "Scan":
      process.exitCode = await (await import("./ScanCommand.ts")).run(command.given)
      return
    case "Client":
    case "Doctor":
    case "Export":
    case "Import":
      // Garbage is to go early: a table may be of any size, and nobody waits for an answer.
      for (const flag of ["--optimize-for-size", "--heap-growing-percent=20"]) setFlagsFromString(flag)
      process.exitCode = await (await import("./Commands.ts")).commands[command._tag](command.given)
      return
    case "Init":
      return say((await import("./shop/InitCommand.ts")).run(command.folder, command.languages))
    case "Say":
      return say(command)
  }
}

void (given.length === 0 ? serve() : other())
