/**
 * `npm start`.
 */
import { run } from "./Program.ts"

run()
