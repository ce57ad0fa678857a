/**
 * What the store is delivered with: only licences that were allowed, and no script at installation that nobody has
 * reviewed. `npm run dependencies` checks the same, and asks for advisories.
 */
import { describe, expect, it } from "vitest"
import { isPermissive, licenceFaults, parts, scriptFaults } from "../scripts/dependencies.ts"

describe("the dependencies", () => {
  it("have licences that were allowed", () => {
    expect(licenceFaults(parts())).toEqual([])
  })

  it("run no script at installation that was not reviewed", () => {
    expect(scriptFaults(parts())).toEqual([])
  })

  it("are refused with any other licence or script", () => {
    const part = { name: "left-pad", isForDevelopment: false }
    expect(licenceFaults([{ ...part, license: "GPL-3.0-only" }, part])).toHaveLength(2)
    expect(scriptFaults([{ ...part, hasInstallScript: true }], {})).toHaveLength(1)
    expect(scriptFaults([part], { "left-pad": true })).toHaveLength(1)
  })

  it.each([
    ["MIT", true],
    ["(MIT OR GPL-3.0-only)", true],
    ["MIT AND OFL-1.1", true],
    ["MIT AND GPL-3.0-only", false],
    ["(MIT OR WTFPL) AND SSPL-1.0", false],
    ["", false]
  ])("%s is permissive: %s", (expression, expected) => {
    expect(isPermissive(expression)).toBe(expected)
  })
})
