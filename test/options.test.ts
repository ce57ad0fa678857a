/** A script refuses an option that it does not know, before it does anything: a check with a slip of the pen wrote. */
import { spawnSync } from "node:child_process"
import { expect, test } from "vitest"
import { root } from "../scripts/packages.ts"

test.each(["openapi", "manifests", "dependencies", "simulate", "release", "audit"])(
  "npm run %s -- --chek",
  (script) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ["--conditions=@beauty-store/source", "--import", "tsx", `scripts/${script}.ts`, "--chek"],
      { cwd: root, encoding: "utf8" }
    )
    expect(stderr).toMatch(/^Unknown option '--chek'\n\nnpm run /)
    expect(status).toBe(2)
  }
)
