/**
 * The program: `npm start` here, `npx -p @beauty-store/server beauty-store` elsewhere. With `scan` as its first argument
 * it scans a site instead, with a part that it loads for that alone.
 */
import { asked } from "./CommandLine.ts"
import { run } from "./Program.ts"

const command = asked(process.argv.slice(2), import.meta.url)

switch (command._tag) {
  case "Serve":
    run()
    break
  case "Scan":
    void import("./ScanCommand.ts").then(async (scan) => {
      process.exitCode = await scan.run(command.given)
    })
    break
  case "Say":
    ;(command.exitCode === 0 ? process.stdout : process.stderr).write(`${command.text}\n`)
    process.exitCode = command.exitCode
}
