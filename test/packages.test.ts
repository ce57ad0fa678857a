/** The manifests of the packages are as the one table of names, ranges and modules wants them. */
import { readFileSync } from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { manifestOf, outdated, packages, root, version } from "../scripts/packages.ts"
import { readTree } from "./tidy.ts"

const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"))

describe("the packages", () => {
  it("are described by scripts/packages.ts, all of them: run `npm run manifests`", () => {
    expect(outdated()).toEqual([])
    const folders = readTree(root).flatMap(({ path: at }) => /^packages\/([^/]+)\/package\.json$/.exec(at)?.[1] ?? [])
    expect(folders).toEqual(Object.keys(packages))
  })

  it("have the version of the root, one for all", () => expect(version()).toBe(manifest.version))

  it.each(Object.keys(packages))(
    "%s needs what this repository installs, in the versions that it is tested with",
    (name) => {
      const { peerDependencies = {} } = manifestOf(name, version()) as {
        peerDependencies?: Readonly<Record<string, string>>
      }
      const libraries = Object.keys(peerDependencies).filter((peer) => !peer.startsWith("@beauty-store/"))
      expect(libraries.filter((library) => manifest.dependencies[library] === undefined)).toEqual([])
    }
  )
})
