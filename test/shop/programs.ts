/**
 * Bundled programs for tests, as `npm start` bundles the server, each once a run.
 *
 *     const server = useProgram("packages/server/src/main.ts")
 *     it("…", async () => { const shop = await start(server(), settings) … })
 */
import { beforeAll } from "vitest"
import { ask } from "../ask.ts"

/** The file of a program's bundle. Ask for it inside tests and hooks. */
export const useProgram = (entry: string): () => string => {
  let file: string | undefined
  beforeAll(async () => {
    file = await ask("GET", entry)
  })
  return () => {
    if (file === undefined) throw new Error("programs are bundled inside tests and hooks only")
    return file
  }
}

/** The server as `npm start` runs it. */
export const useServerProgram = (): () => string => useProgram("packages/server/src/main.ts")
