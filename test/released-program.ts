/**
 * The program of a release, bundled anew from its commit: what runs beside the present one while an update is rolled
 * out.
 *
 * It is built from a full clone of this repository. Its own packages are those of the commit; what npm has installed is
 * the present one's.
 */
import { execFileSync } from "node:child_process"
import { mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** The release that the present program has to run beside. Until the first release, it is the baseline of the tables. */
export const release = "b0f35bdb0446bd63945c9ec7271a2aa299c6ddce"

const root = fileURLToPath(new URL("..", import.meta.url))
const git = (...command: ReadonlyArray<string>): string =>
  execFileSync("git", ["-C", root, ...command], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })

/** Why it cannot be built here, if it cannot. */
export const missing = (): string | undefined => {
  try {
    git("cat-file", "-e", `${release}^{commit}`)
    return undefined
  } catch {
    return `no git, or the commit ${release.slice(0, 7)} is not in this clone`
  }
}

/** Builds it in a folder, which is made anew, and returns the file of the program. */
export const buildReleased = (folder: string): string => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, "node_modules/@beauty-store"), { recursive: true })
  git("archive", "--format=tar", `--output=${join(folder, "tree.tar")}`, release)
  execFileSync("tar", ["-xf", "tree.tar"], { cwd: folder })
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name === "@beauty-store" || name.startsWith(".")) continue
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name), "dir")
  }
  for (const name of readdirSync(join(folder, "packages"))) {
    symlinkSync(join(folder, "packages", name), join(folder, "node_modules/@beauty-store", name), "dir")
  }
  execFileSync(process.execPath, [join(folder, "scripts/build.mjs")], { cwd: folder, stdio: "inherit" })
  return join(folder, "dist/server.mjs")
}
