/** The return label, read back: what scanners get from it, and that it stays one page. */
import type { CountryCode } from "@beauty-store/domain/Address"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { labelPdf } from "../src/LabelPdf.ts"
import { label, orderId, returnId } from "./documents.ts"
import { codesOn, inkOn, lackingOn, letters, pagesOf, propertiesOf } from "./reading.ts"

const print = Effect.runPromise<Uint8Array, never>

describe("a return label", () => {
  it("is read by scanners as the return's id, on the label and on the slip", async () => {
    const bytes = await print(labelPdf(label))
    expect(await codesOn(bytes, 1, 203)).toEqual([
      { format: "Code128", text: returnId },
      { format: "QRCode", text: returnId }
    ])
    expect(await codesOn(bytes, 2, 203)).toEqual([{ format: "Code128", text: returnId }])
  })
  it("can be scanned with the longest id there is, on an office printer", async () => {
    const longest = `ret_${"aZ".repeat(30)}`
    expect(await codesOn(await print(labelPdf({ ...label, returnId: longest })), 1, 600)).toEqual([
      { format: "Code128", text: longest },
      { format: "QRCode", text: longest }
    ])
  })
  it("says on the outside where from and where to, and on the slip what belongs in the parcel", async () => {
    const [outside, slip] = await pagesOf(await print(labelPdf(label)))
    expect(outside!.text).toContain("From Zofia Żółć-Ştefan ulica Piotrkowska 104 90-926 Łódź POLAND")
    expect(outside!.text).toContain("To Beauty Store GmbH Torstraße 12 10119 Berlin GERMANY")
    expect(outside!.text).toContain(`Return ${returnId} Order ${orderId}`)
    expect(outside!.text).not.toContain("Soap")
    expect(slip!.text).toContain("1 × Velvet Rosehip Face Oil, 30 ml 2 × Ελλάδα Olive Soap · мило «Київ»")
    expect(slip!.text).toContain("Hand the parcel in by 31 October 2026.")
    expect([outside!.width, outside!.height].map(Math.round)).toEqual([298, 420])
  })
  it("prints Chinese and Korean names and emoji, by glyphs of their own, in the weights of its lines", async () => {
    const from = { ...label.from, name: "王小明 🌸", address: "北京市朝阳区建国路88号", city: "서울" }
    const bytes = await print(labelPdf({ ...label, from, items: [{ name: "口红 🌸", quantity: 1 }] }))
    const [outside, slip] = await pagesOf(bytes)
    expect(letters(outside!.text)).toContain("From王小明🌸北京市朝阳区建国路88号90-926서울POLAND")
    expect(letters(slip!.text)).toContain("1×口红🌸")
    expect(await lackingOn(bytes)).toEqual([])
    expect(await print(labelPdf({ ...label, from, items: [{ name: "口红 🌸", quantity: 1 }] }))).toEqual(bytes)
    const ink = await inkOn(await print(labelPdf({ ...label, from: { ...from, name: "王王", address: "王" } })), 1)
    expect(ink.get("王王")! / 2).toBeGreaterThan(ink.get("王")! * 1.15)
  })
  it("stays one page with the longest addresses, above the codes", async () => {
    const long = (letter: string) => `${letter.repeat(99)} ${letter.repeat(100)}`
    const address = (letters: string) => ({
      name: long(letters[0]!),
      address: long(letters[1]!),
      city: long(letters[2]!),
      postcode: long(letters[3]!),
      company: long(letters[4]!),
      address2: long(letters[5]!),
      region: long(letters[6]!),
      phone: "+49 30 12345",
      country: "GS" as CountryCode
    })
    const bytes = await print(labelPdf({ ...label, from: address("ABCDEFG"), to: address("WXYZQRS") }))
    const [outside, ...slips] = await pagesOf(bytes)
    expect(slips).toHaveLength(1)
    for (const letter of "ABCDEFGWXYZQRS") expect(letters(outside!.text)).toContain(letter.repeat(199))
    // The seller's name stands whole at the top, too.
    for (const page of [outside!, slips[0]!]) expect(page.text.split("W").length).toBeGreaterThan(199)
    expect(outside!.text.split("W").length).toBeGreaterThan(2 * 199)
    const at = (text: string) => outside!.pieces.find((piece) => piece.text.trim() === text)!.bottom
    const lowestOf = (letter: string) =>
      Math.min(...outside!.pieces.filter((piece) => piece.text.includes(letter.repeat(9))).map((piece) => piece.bottom))
    for (const letter of "ABCDEFG") expect(lowestOf(letter)).toBeGreaterThan(at("To") + 8)
    for (const letter of "WXYZQRS") expect(lowestOf(letter)).toBeGreaterThan(at("Return") + 8)
    for (const { right } of outside!.pieces) expect(right).toBeLessThan(outside!.width - 17)
    expect(await codesOn(bytes, 1, 203)).toHaveLength(2)
  })
  it("has all that was written of an address, in the order of its country", async () => {
    const from = {
      name: "Ada Lovelace",
      company: "Analytical Works",
      address: "1 Main St",
      address2: "Floor 3",
      city: "Boston",
      region: "MA",
      postcode: "02108",
      country: "US" as CountryCode,
      phone: "+1 617 5550123"
    }
    const [outside] = await pagesOf(await print(labelPdf({ ...label, from })))
    expect(outside!.text).toContain(
      "From Ada Lovelace Analytical Works 1 Main St Floor 3 Boston, MA 02108 UNITED STATES +1 617 5550123"
    )
  })
  it("has the seller's whole name at the top of both, above the line", async () => {
    const name = "Kosmetikhaus am Gendarmenmarkt Inhaberin Friederike von Hohenstein-Wallenburg"
    const [outside, slip] = await pagesOf(await print(labelPdf({ ...label, to: { ...label.to, name } })))
    expect(outside!.text).toMatch(new RegExp(`${name}.*${name}`))
    expect(slip!.text).toContain(name)
  })
  it("lists many things on more slips, each once", async () => {
    const items = Array.from({ length: 60 }, (_, index) => ({ name: `Thing no. ${index + 1}.`, quantity: 99 }))
    const [, ...slips] = await pagesOf(await print(labelPdf({ ...label, items })))
    expect(slips.length).toBeGreaterThan(2)
    const text = slips.map((slip) => slip.text).join(" ")
    for (const { name } of items) expect(text.split(`99 × ${name}`)).toHaveLength(2)
  })
  it("is the same for the same return, and says what it is", async () => {
    const bytes = await print(labelPdf(label))
    expect(await print(labelPdf({ ...label }))).toEqual(bytes)
    const { info, roles } = await propertiesOf(bytes)
    expect(info).toMatchObject({ Title: `Return label ${returnId}`, Language: "en" })
    expect(roles.filter((role) => role === "Figure")).toHaveLength(2)
  })
})
