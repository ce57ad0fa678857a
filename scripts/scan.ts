/** `npm run scan -- <address>` scans a site for its readiness for agents: docs/readiness.md. */
import { run } from "@beauty-store/server/ScanCommand"

process.exitCode = await run(process.argv.slice(2))
