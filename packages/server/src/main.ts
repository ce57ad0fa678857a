/**
 * The program: `npm start` here, `npx @beauty-store/server` elsewhere.
 */
import { run } from "./Program.ts"

run()
