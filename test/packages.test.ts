/** The manifests of the packages are as the one table of names, ranges and modules wants them. */
import { readFileSync } from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import {
  librariesBesides,
  outdated,
  packages,
  raised,
  root,
  rootModule,
  sourcesOf,
  supported,
  version
} from "../scripts/packages.ts"
import { blocks } from "./shown-programs.ts"
import { readTree } from "./tidy.ts"

const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"))

describe("the packages", () => {
  it("are described by scripts/packages.ts, all of them: run `npm run manifests`", () => {
    expect(outdated()).toEqual([])
    const folders = readTree(root).flatMap(({ path: at }) => /^packages\/([^/]+)\/package\.json$/.exec(at)?.[1] ?? [])
    expect(folders).toEqual(Object.keys(packages))
  })

  it("go out with the version to which the changesets raise theirs", () => {
    const changeset = (...changes: ReadonlyArray<string>) =>
      `---\n${changes.map((change) => `"@beauty-store/ui": ${change}`).join("\n")}\n---\n\nWords: major\n`
    expect(raised("1.2.3", [])).toBe("1.2.3")
    expect(raised("1.2.3", [changeset("patch"), changeset("patch", "patch")])).toBe("1.2.4")
    expect(raised("1.2.3", [changeset("patch"), changeset("patch", "minor")])).toBe("1.3.0")
    expect(raised("1.2.3", [changeset("major"), changeset("minor")])).toBe("2.0.0")
  })

  /** Our packages are installed from the registry, or as tarballs; npm itself chooses the versions of nothing else. */
  const isPinned = (name: string): boolean => /^(@beauty-store\/|\.|DIR\/|-)|.@\d/.test(name)

  it("are installed by commands that name versions, in every document", () => {
    const documents = readTree(root).filter(({ path: at }) => at.endsWith(".md"))
    const unpinned = documents.flatMap(({ path: at, text }) =>
      [...text.matchAll(/npm install +([^`\n]+)/g)].flatMap(([, names = ""]) =>
        names.trim().split(/\s+/).filter((name) => !isPinned(name)).map((name) => `${at}: ${name}`)
      )
    )
    expect(unpinned).toEqual([])
  })

  it("are named by docs/embedding.md, those that the program of the README needs and no others", () => {
    const readme = readFileSync(path.join(root, "README.md"), "utf8")
    const [program = ""] = blocks(readme, "ts")
    const needed = new Set([...program.matchAll(/"@beauty-store\/([\w-]+)/g)].map((match) => match[1]!))
    for (const name of needed) {
      for (const need of packages[name]!.needs) if (need in packages) needed.add(need)
    }
    const install = readFileSync(path.join(root, "docs/embedding.md"), "utf8")
    const named = [...install.matchAll(/beauty-store-([a-z-]+)-\*\.tgz/g)].map((match) => match[1]!)
    expect(named.toSorted()).toEqual([...needed].toSorted())
  })

  it.each(Object.keys(packages))("%s is found by every ending that its modules have, without a condition", (name) => {
    const { compilerOptions: { paths } } = JSON.parse(readFileSync(path.join(root, "tsconfig.base.json"), "utf8"))
    const endings = [...new Set(sourcesOf(name).map((file) => path.extname(file)))].toSorted()
    expect(paths[`@beauty-store/${name}`]).toEqual([`./packages/${name}/src/${rootModule}.ts`])
    for (const pattern of [`@beauty-store/${name}/*`, `@beauty-store/${name}/internal/*`]) {
      const places: ReadonlyArray<string> = paths[pattern]
      expect(places.toSorted()).toEqual(endings.map((ending) => `./packages/${name}/src/*${ending}`))
    }
  })

  it("have the version of the root, one for all", () => expect(version()).toBe(manifest.version))

  it.each(Object.keys(packages))("%s says in its supported modules since when they are", (name) => {
    const compare = (a: string, b: string): number => a.localeCompare(b, "en", { numeric: true })
    const silent = supported(name).filter((module) => {
      const file = sourcesOf(name).find((source) => source.replace(/\.tsx?$/, "") === module) ?? module
      const header = readFileSync(path.join(root, "packages", name, "src", file), "utf8").split("*/")[0] ?? ""
      const since = /^ \* @since (\d+\.\d+\.\d+)$/m.exec(header)?.[1]
      return since === undefined || compare(since, version()) > 0
    })
    expect(silent).toEqual([])
  })

  it.each(Object.keys(packages))("%s is tested with libraries in the range that it asks for", (name) => {
    const compare = (a: string, b: string): number => a.localeCompare(b, "en", { numeric: true })
    const outside = Object.entries(librariesBesides(name)).filter(([library, range]) => {
      const installed = String(manifest.dependencies[library] ?? manifest.devDependencies[library]).replace(/^\^/, "")
      const [oldest = "", next = `${Number.parseInt(oldest) + 1}`] = range.match(/\d+(?:\.\d+)*/g) ?? []
      return compare(installed, oldest) < 0 || compare(installed, next) >= 0
    })
    expect(outside).toEqual([])
  })
})
