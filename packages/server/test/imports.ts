/** Folders of shops, and imports into them as a merchant asks for them on a command line. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeEach, vi } from "vitest"
import * as ClientCommand from "../src/ClientCommand.ts"
import * as ExportCommand from "../src/shop/ExportCommand.ts"
import * as ImportCommand from "../src/shop/ImportCommand.ts"

/** A folder for the shops of a test file, with no settings of the test runner's. */
export const useFolder = (name: string): string => {
  const root = mkdtempSync(join(tmpdir(), `beauty-store-${name}-`))
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  // The test runner has a variable of this name.
  beforeEach(() => vi.stubEnv("BASE_URL", ""))
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })
  return root
}

export const saying =
  (run: (given: ReadonlyArray<string>) => Promise<number>) =>
  async (...given: ReadonlyArray<string>): Promise<readonly [number, string]> => {
    const said: Array<string> = []
    for (const stream of [process.stdout, process.stderr]) {
      vi.spyOn(stream, "write").mockImplementation((text) => said.push(String(text)) > 0)
    }
    const code = await run(given)
    vi.restoreAllMocks()
    return [code, said.join("")]
  }

/** Run an import, an export and a command on clients; return the exit code and all that is said. */
export const load = saying(ImportCommand.run)
export const save = saying(ExportCommand.run)
export const client = saying(ClientCommand.run)
