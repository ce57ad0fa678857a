/**
 * The launcher of the bundled server keeps compiled code for later starts, and whatever happens to what it has kept, the
 * program that runs is the one beside it. Each case has small programs in a folder of its own.
 */
import { build } from "esbuild"
import { execFile } from "node:child_process"
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("..", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "beauty-store-launcher-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(() =>
  build({
    absWorkingDir: root,
    entryPoints: { server: "packages/server/src/launcher.ts" },
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm"
  })
)

/** A program that says something, and lives for long enough to have its code kept. */
const saying = (word: string, millis = 3_000): string =>
  `(function (require, launcherImport, launcherUrl) {
    const say = (word) => process.stdout.write(word)
    launcherImport("./part.mjs").then(({ part }) => say(${JSON.stringify(word)} + part + launcherUrl.slice(-10)))
    setTimeout(() => {}, ${millis})
  })`

/** A place with a program, and how to run it. */
const place = (name: string) => {
  const at = join(folder, name)
  mkdirSync(at)
  copyFileSync(join(folder, "server.mjs"), join(at, "server.mjs"))
  writeFileSync(join(at, "part.mjs"), "export const part = ', '\n")
  const cache = join(at, "server.cache")
  return {
    at,
    cache,
    write: (program: string) => writeFileSync(join(at, "server.cjs"), program),
    run: async (...flags: ReadonlyArray<string>): Promise<string> => {
      const { stderr, stdout } = await promisify(execFile)(process.execPath, [...flags, join(at, "server.mjs")])
      return stdout + stderr
    },
    /** Which file it is, so that one that was written anew can be told. */
    file: () => statSync(cache).ino
  }
}

describe.concurrent("the launcher", () => {
  it("keeps compiled code once, and uses it as long as it fits", async () => {
    const { at, file, run, write } = place("kept")
    write(saying("one"))
    expect(await run()).toBe("one, server.mjs")
    const first = file()
    expect(await run()).toBe("one, server.mjs")
    expect(file()).toBe(first)
    expect(readdirSync(at).sort()).toEqual(["part.mjs", "server.cache", "server.cjs", "server.mjs"])

    // A program of the same length, which V8 would not tell from the first.
    write(saying("two"))
    expect(await run()).toBe("two, server.mjs")
    expect(file()).not.toBe(first)
  })

  it("does not keep the code of a program that ends sooner", async () => {
    const { at, run, write } = place("short")
    write(saying("one", 0))
    expect(await run()).toBe("one, server.mjs")
    expect(readdirSync(at).sort()).toEqual(["part.mjs", "server.cjs", "server.mjs"])
  })

  it("compiles anew what is damaged, empty, or of other flags, and keeps that", async () => {
    const { cache, file, run, write } = place("damaged")
    write(saying("one", 4_000))
    await run()
    const whole = readFileSync(cache)
    const kept = [file()]
    for (const damage of ["a byte", "the end", "everything"]) {
      const damaged = damage === "a byte"
        ? whole.map((byte, at) => at === whole.length >> 1 ? byte ^ 1 : byte)
        : whole.subarray(0, damage === "everything" ? 0 : -1)
      writeFileSync(cache, damaged)
      expect(await run(), damage).toBe("one, server.mjs")
      expect(readFileSync(cache).length, damage).toBeGreaterThanOrEqual(whole.length)
      kept.push(file())
    }
    expect(await run("--no-opt")).toBe("one, server.mjs")
    kept.push(file())
    expect(new Set(kept).size).toBe(kept.length)
  }, 40_000)

  it("runs where nothing can be kept, and leaves nothing behind", async () => {
    const { at, cache, run, write } = place("unwritable")
    mkdirSync(join(cache, "something"), { recursive: true })
    write(saying("one"))
    expect(await run()).toBe("one, server.mjs")
    expect(readdirSync(at).sort()).toEqual(["part.mjs", "server.cache", "server.cjs", "server.mjs"])
  })

  it("runs several programs at once, with a file that is whole at any time", async () => {
    const { cache, run, write } = place("several")
    write(saying("one"))
    expect(await Promise.all([run(), run(), run()])).toEqual(Array.from({ length: 3 }, () => "one, server.mjs"))
    const kept = statSync(cache).ino
    await run()
    expect(statSync(cache).ino).toBe(kept)
  })

  it("shows lines of the sources in stacks, with kept code as without", async () => {
    const { at, run } = place("mapped")
    writeFileSync(
      join(at, "source.ts"),
      `interface Nothing {}\n\nconst fail = (_: Nothing) => { throw new Error("a fault") }\n`
        + "setTimeout(() => {\n  try { fail({}) } catch (error) { console.log((error as Error).stack) }\n}, 3_000)\n"
    )
    await build({
      entryPoints: { server: join(at, "source.ts") },
      outdir: at,
      outExtension: { ".js": ".cjs" },
      format: "cjs",
      sourcemap: "linked",
      banner: { js: "(function () {" },
      footer: { js: "})" }
    })
    for (const _ of ["compiled", "kept"]) expect(await run("--enable-source-maps")).toContain("source.ts:3:38")
  }, 20_000)
})
