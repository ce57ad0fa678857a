#!/usr/bin/env node
/**
 * Starts the bundled program from the code that V8 compiled in an earlier run: `npm start`, and
 * `npx -p @beauty-store/server beauty-store`, run this file, as `server.mjs`, beside the bundle, `server.cjs`. Node 20
 * itself keeps no compiled code.
 *
 * The code is kept in `server.cache`, beside the bundle, with a hash of itself and of the bundle. It is written once, a
 * while after the start, as a whole. Without it, with one that is damaged, or made from another bundle, by another V8 or
 * under other flags, the program is compiled as usual, and the code is kept anew; where nothing can be written, each
 * start compiles. Nothing that is wrong with it is an error, and it changes nothing but the time that a start takes.
 * Follows docs/specification.md#start-and-stop.
 */
import { isAscii } from "node:buffer"
import { createHash, randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { createRequire, Module } from "node:module"
import { fileURLToPath } from "node:url"
import * as vm from "node:vm"

/** The start is over by then, and V8 has not yet discarded what only the start needed. */
const keepAfterMillis = 2_000

const path = fileURLToPath(import.meta.url)
const bundle = path.replace(/\.mjs$/, ".cjs")
const cache = path.replace(/\.mjs$/, ".cache")

const bytes = readFileSync(bundle)
const hashBytes = 32
const hashOf = (code: Uint8Array): Buffer => createHash("sha256").update(bytes).update(code).digest()

/** What an earlier run has kept, if it is whole and of this bundle. V8 notices other versions and flags, but no damage. */
const kept = (): Buffer | undefined => {
  try {
    const file = readFileSync(cache)
    const code = file.subarray(hashBytes)
    return hashOf(code).equals(file.subarray(0, hashBytes)) ? code : undefined
  } catch {
    return undefined
  }
}

/** Keeps the code that is compiled by now. Others may be reading the file, or keeping theirs. */
const keep = async (script: vm.Script): Promise<void> => {
  const { open, rename, rm } = await import("node:fs/promises")
  const beside = `${cache}.${randomUUID()}`
  try {
    const code = script.createCachedData()
    const file = await open(beside, "wx")
    try {
      await file.writev([hashOf(code), code])
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, cache)
  } catch {
    await rm(beside, { force: true }).catch(() => {})
  }
}

const cachedData = kept()
const script = new vm.Script(bytes.toString(isAscii(bytes) ? "latin1" : "utf8"), {
  filename: bundle,
  ...(cachedData === undefined ? {} : { cachedData })
})

const mapped = process.sourceMapsEnabled
// While it loads, Effect looks at a stack, for which Node would read the whole map: a sixth of the start.
if (mapped) process.setSourceMapsEnabled(false)
// A script has no `import` of its own.
script.runInThisContext()(createRequire(path), (specifier: string) => import(specifier), import.meta.url)
if (mapped) {
  process.setSourceMapsEnabled(true)
  // Node reads the maps of what it compiles itself: here, of an empty module in the bundle's place.
  const empty = new Module(bundle) as Module & { readonly _compile: (content: string, filename: string) => void }
  empty._compile(`//# sourceMappingURL=${bundle}.map`, bundle)
}
if (cachedData === undefined || script.cachedDataRejected === true) {
  setTimeout(() => void keep(script), keepAfterMillis).unref()
}
