/**
 * `npm run release` publishes the packages, each with a statement of its provenance; with `-- --dry-run` it only shows
 * what would go out. Both build from nothing and stop at the first check that fails. Publishing needs a committed tree
 * of the repository that the manifests name. What the registry has already is left out, so that it can be run again.
 */
import { execFileSync, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { readOptions } from "./commandLine.ts"
import { outdated, packages, raised, repository, root, version } from "./packages.ts"
import { build, faults, pack, type Packed } from "./packing.ts"

const usage = `npm run release -- [options]

  --dry-run             everything but publishing
  --into <folder>       keeps the tarballs there`
const values = readOptions(usage, { "dry-run": { type: "boolean" }, into: { type: "string" } })
const isDryRun = values["dry-run"] === true
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const git = (...args: ReadonlyArray<string>): string =>
  spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout.trim()
const kB = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`

const changesets = readdirSync(path.join(root, ".changeset")).filter((file) => /^(?!README).*\.md$/.test(file))
const next = raised(version(), changesets.map((file) => readFileSync(path.join(root, ".changeset", file), "utf8")))

/** What stands between this checkout and a release. */
const obstacles = (): ReadonlyArray<string> => {
  const plain = (address: string) => address.replace(/^git\+|\.git$/g, "").replace(/^git@([^:]+):/, "https://$1/")
  const origin = git("remote", "get-url", "origin")
  return [
    ...(changesets.length === 0 ? [] : [
      `${changesets.length} changesets are not in the changelogs: run \`npm run changelog\`, which raises ${version()} to `
      + `${next}, and commit`
    ]),
    ...(git("status", "--porcelain") === "" ? [] : ["there are uncommitted changes"]),
    ...(plain(origin) === plain(repository) ? [] : [`the packages say ${repository}, and origin is "${origin}"`])
  ]
}

/** Dependencies first: nobody ever installs a package whose own packages are not there yet. */
const inOrder = (packed: ReadonlyArray<Packed>): ReadonlyArray<Packed> => {
  const order: Array<Packed> = []
  const visit = (one: Packed): void => {
    if (order.includes(one)) return
    for (const need of packages[one.name]!.needs) {
      const other = packed.find(({ name }) => name === need)
      if (other !== undefined) visit(other)
    }
    order.push(one)
  }
  for (const one of packed) visit(one)
  return order
}

const show = ({ files, name, size }: Packed): void => {
  const unpacked = [...files.values()].reduce((sum, { length }) => sum + length, 0)
  const kinds = new Map<string, number>()
  for (const file of files.keys()) {
    const kind = file.replace(
      /^(src|dist)\/.*?(\.d\.ts|\.d\.ts\.map|\.js|\.js\.map|\.tsx?|\.[cm]js|\.txt|\.ttf|\.woff2|\.json)$/,
      "$1/*$2"
    )
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  say(`@beauty-store/${name} ${version()}: ${files.size} files, ${kB(size)} packed, ${kB(unpacked)} unpacked`)
  say(`  ${[...kinds].toSorted().map(([kind, count]) => (count === 1 ? kind : `${count} ${kind}`)).join(", ")}`)
}

const publish = ({ name, tarball }: Packed): void => {
  const id = `@beauty-store/${name}@${version()}`
  if (spawnSync("npm", ["view", id, "version"], { encoding: "utf8" }).stdout.trim() !== "") return say(`${id} is there`)
  execFileSync("npm", ["publish", tarball, "--provenance", "--access", "public"], { cwd: root, stdio: "inherit" })
}

const stop = (what: ReadonlyArray<string>): never => {
  for (const line of what) process.stderr.write(`${line}\n`)
  process.exit(1)
}

const wrong = outdated()
if (wrong.length > 0) stop([`out of date: ${wrong.join(", ")}. Run \`npm run manifests\``])
const waiting = obstacles()
if (!isDryRun && waiting.length > 0) stop(waiting)

const folder = values.into === undefined
  ? mkdtempSync(path.join(tmpdir(), "beauty-store-release-"))
  : path.resolve(values.into)
mkdirSync(folder, { recursive: true })
if (values.into === undefined) process.on("exit", () => rmSync(folder, { recursive: true, force: true }))
await build({ clean: true })
const packed = inOrder(pack(folder))
for (const one of packed) show(one)
const found = faults(packed)
if (found.length > 0) stop(found)
say(
  `${packed.length} packages, ${kB(packed.reduce((sum, { size }) => sum + size, 0))}: whole, and nothing else in them`
)
if (isDryRun && next !== version()) {
  say(`These tarballs are of ${version()}. ${next} goes out: the changesets that wait raise it.`)
}
if (isDryRun) { for (const line of waiting) say(`before publishing: ${line}`) }
else for (const one of packed) publish(one)
