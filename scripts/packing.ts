/**
 * Builds and packs the packages that people install, and says what is wrong with what was packed. A tarball has every
 * module as JavaScript, declarations, their maps and its source, a README, the licence and the manifest, and nothing
 * else; what a module imports is in it, or in a package that its manifest names, by an exported name.
 */
import { execFileSync } from "node:child_process"
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { gunzipSync } from "node:zlib"
import * as FontFiles from "../packages/documents/src/FontFiles.ts"
import { bundle, demoFiles, filesBeside } from "./bundle.mjs"
import { parts } from "./dependencies.ts"
import { outsideBundle, packages, root, sourcesOf } from "./packages.ts"

export interface Packed {
  /** The last part of its name. */
  readonly name: string
  readonly tarball: string
  /** Bytes as sent. */
  readonly size: number
  /** Contents by their path, without the folder `package/` that npm puts around them. */
  readonly files: ReadonlyMap<string, Buffer>
}

/** The licences of what the bundle of the server contains, as they ask for. */
const notices = (): string =>
  parts().filter(({ isForDevelopment, name }) => !isForDevelopment && !outsideBundle.includes(name))
    .map(({ name, version }) => {
      const folder = path.join(root, "node_modules", name)
      const file = existsSync(folder) ? readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry)) : undefined
      const text = file === undefined ? "" : readFileSync(path.join(folder, file), "utf8").trim()
      return `${name} ${version}\n\n${text}\n`
    }).join(`\n${"-".repeat(80)}\n\n`)

/** Removes what was compiled from sources that are no longer there. */
const removeStale = (name: string): void => {
  const folder = path.join(root, "packages", name, "dist")
  if (!existsSync(folder)) return
  const modules = new Set(sourcesOf(name).map((file) => file.replace(/\.tsx?$/, "")))
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const module = /^(.+?)(?:\.js|\.d\.ts)(?:\.map)?$/.exec(file.replaceAll(path.sep, "/"))?.[1]
    if (module !== undefined && !modules.has(module)) rmSync(path.join(folder, file))
  }
}

/** Compiles all packages, from nothing if asked to, and bundles the program. */
export const build = async ({ clean = false } = {}): Promise<void> => {
  if (clean) {
    for (const name of Object.keys(packages)) {
      rmSync(path.join(root, "packages", name, "dist"), { recursive: true, force: true })
    }
  }
  for (const name of Object.keys(packages)) removeStale(name)
  execFileSync(process.execPath, [path.join(root, "node_modules/typescript/bin/tsc"), "-b"], {
    cwd: root,
    stdio: "inherit"
  })
  const folder = path.join(root, "packages/server/dist/bin")
  mkdirSync(folder, { recursive: true })
  await bundle({ server: "packages/server/src/main.ts" }, folder)
  rmSync(path.join(folder, "fonts"), { recursive: true, force: true })
  mkdirSync(path.join(folder, "fonts"))
  for (const [name, file] of FontFiles.all()) copyFileSync(file, path.join(folder, "fonts", name))
  writeFileSync(path.join(folder, "NOTICES.txt"), notices())
}

/** The files of a tarball: ustar, as npm writes it. */
const filesOf = (tarball: string): ReadonlyMap<string, Buffer> => {
  const bytes = gunzipSync(readFileSync(tarball))
  const files = new Map<string, Buffer>()
  const text = (from: number, length: number): string =>
    bytes.subarray(from, from + length).toString("utf8").replace(/\0[^]*$/, "")
  let at = 0
  while (at + 512 <= bytes.length && bytes[at] !== 0) {
    const [name, size, prefix] = [text(at, 100), Number.parseInt(text(at + 124, 12), 8), text(at + 345, 155)]
    files.set(path.posix.join(prefix, name).replace(/^package\//, ""), bytes.subarray(at + 512, at + 512 + size))
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}

/** Packs all packages into a folder, by npm itself. */
export const pack = (folder: string): ReadonlyArray<Packed> => {
  mkdirSync(folder, { recursive: true })
  const workspaces = Object.keys(packages).map((name) => `--workspace=@beauty-store/${name}`)
  execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder, ...workspaces], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"]
  })
  return Object.keys(packages).map((name) => {
    const start = `beauty-store-${name}-`
    const file = readdirSync(folder).find((entry) => entry.startsWith(start) && /^\d/.test(entry.slice(start.length)))
    if (file === undefined) throw new Error(`npm packed no ${name}`)
    const tarball = path.join(folder, file)
    return { name, tarball, size: readFileSync(tarball).length, files: filesOf(tarball) }
  })
}

interface Manifest {
  readonly name: string
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

const manifestIn = ({ files }: Packed): Manifest => JSON.parse(files.get("package.json")?.toString("utf8") ?? "{}")

/** What a stranger's program or compiler finds under a subpath, or undefined: no condition of ours is set. */
const resolve = ({ exports }: Manifest, subpath: string, kind: "default" | "types"): string | undefined => {
  const exact = exports[subpath]
  const target = exact ?? exports[subpath.startsWith("./internal/") ? "./internal/*" : "./*"]
  const file = typeof target === "string" ? target : target?.[kind]
  return file?.replace("*", subpath.replace(/^\.\/(internal\/)?/, "")).replace(/^\.\//, "")
}

/** The modules that compiled code or a declaration names, outside comments. A text that ends with "from" names none. */
const specifiersIn = (text: string): ReadonlySet<string> => {
  const code = text.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "")
  return new Set([...code.matchAll(/\b(?:from|import)\s*\(?\s*"([@.\w][^"\s]*)"/g)].map((match) => match[1]!))
}

/** What each source has to have become. */
const compiled = (source: string): ReadonlyArray<string> => {
  const module = source.replace(/\.tsx?$/, "")
  return [
    `src/${source}`,
    ...[".js", ".js.map", ".d.ts", ".d.ts.map"].map((ending) => `dist/${module}${ending}`)
  ]
}

const nameOf = (specifier: string): string => specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/")

/** The imports of one file that a stranger's program would not find. */
const importFaults = (file: string, one: Packed, all: ReadonlyMap<string, Packed>): ReadonlyArray<string> => {
  const kind = file.endsWith(".d.ts") ? "types" : "default"
  const own = manifestIn(one)
  const declared = { ...own.dependencies, ...own.peerDependencies }
  return [...specifiersIn(one.files.get(file)!.toString("utf8"))].flatMap((specifier) => {
    const at = `${own.name}: ${file} imports ${specifier}`
    if (specifier.startsWith(".")) {
      const found = path.posix.join(path.posix.dirname(file), specifier)
      const candidates = kind === "types" ? [found.replace(/\.[jt]sx?$/, ".d.ts")] : [found]
      return candidates.some((candidate) => one.files.has(candidate)) ? [] : [`${at}, which is not packed`]
    }
    if (specifier.startsWith("node:")) return []
    const name = nameOf(specifier)
    if (declared[name] === undefined) return [`${at}, which the manifest does not name`]
    const other = all.get(name)
    if (other === undefined) return []
    const target = resolve(manifestIn(other), `.${specifier.slice(name.length)}`, kind)
    if (target === undefined) return [`${at}, which ${name} does not export`]
    return other.files.has(target) ? [] : [`${at}, which ${name} does not pack`]
  })
}

/** Everything that is wrong with the tarballs, a sentence each. */
export const faults = (packed: ReadonlyArray<Packed>): ReadonlyArray<string> => {
  const all = new Map(packed.map((one) => [`@beauty-store/${one.name}`, one]))
  return packed.flatMap((one) => {
    const { files, name } = one
    const manifest = manifestIn(one)
    const { program, reads } = packages[name] ?? {}
    const bin = program === undefined ? "" : `${path.posix.dirname(program.bin)}/`
    const wanted = new Set([
      "README.md",
      "LICENSE",
      "package.json",
      ...sourcesOf(name).flatMap(compiled),
      ...(reads === undefined
        ? []
        : readdirSync(path.join(root, "packages", name, reads)).map((file) => `${reads}/${file}`)),
      ...(program === undefined
        ? []
        : [
          program.bin,
          `${bin}NOTICES.txt`,
          ...[...FontFiles.all().keys()].map((name) => `${bin}fonts/${name}`),
          ...Object.keys(filesBeside).map((file) => `${bin}${file}.mjs`),
          ...demoFiles.map((file) => `${bin}${file}`)
        ])
    ])
    const targets = Object.entries(manifest.exports).filter(([subpath]) => !subpath.includes("*"))
      .flatMap(([subpath, target]) =>
        (typeof target === "string" ? [target] : Object.values(target))
          .map((file) => [subpath, file.replace(/^\.\//, "")] as const)
      )
    return [
      ...[...wanted].filter((file) => !files.has(file)).map((file) => `${manifest.name}: ${file} is missing`),
      ...[...files.keys()].filter((file) => !wanted.has(file)).map((file) => `${manifest.name}: ${file} is too much`),
      ...targets.filter(([, file]) => !files.has(file))
        .map(([subpath, file]) => `${manifest.name}: ${subpath} leads to ${file}, which is not packed`),
      ...[...files.keys()].filter((file) => /^dist\/.*(\.js|\.d\.ts)$/.test(file))
        .flatMap((file) => importFaults(file, one, all))
    ]
  })
}
