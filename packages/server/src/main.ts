/**
 * The program: `npm start` here, `npx -p @beauty-store/server beauty-store` elsewhere. With `scan` as its first argument
 * it scans a site instead, with a part that it loads for that alone.
 */
import { run } from "./Program.ts"

const [command, ...given] = process.argv.slice(2)

if (command === "scan") {
  void import("./ScanCommand.ts").then(async (scan) => {
    process.exitCode = await scan.run(given)
  })
} else run()
