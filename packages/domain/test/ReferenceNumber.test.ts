/** Numbers for people (docs/specification.md#numbers). */
import * as ReferenceNumber from "@beauty-store/domain/ReferenceNumber"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"

const typed = Schema.decodeOption(ReferenceNumber.TypedNumber)
const read = (text: string): string | undefined => {
  const found = typed(text)
  return found._tag === "Some" ? found.value : undefined
}
const numbers = FastCheck.integer({ min: 0, max: 0xff_ff_ff_ff }).map((bits) =>
  ReferenceNumber.ofBody(ReferenceNumber.drawnBody(bits))
)
const digitsOf = (number: string) => number.replace(" ", "")

describe("numbers for people", () => {
  it("have eight digits in two groups, of which the last is Damm's check digit", () => {
    expect(ReferenceNumber.digitsIn(ReferenceNumber.ofBody(4_821_736))).toBe("48217362")
    FastCheck.assert(FastCheck.property(numbers, (number) => {
      expect(number).toMatch(/^[1-9]\d{3} \d{4}$/)
      expect(ReferenceNumber.ofBody(ReferenceNumber.bodyOf(number))).toBe(number)
    }))
  })

  it("are read in any groups, with blanks, hyphens and a sign", () => {
    for (
      const text of [
        "48217362",
        "4821 7362",
        " #4821-7362 ",
        "48 21 73 62",
        "4821\u00a07362",
        "4821–7362",
        "Nr. 4821 7362",
        "Order no.: 4821 7362",
        "Bestellung 48217362",
        "４８２１　７３６２",
        "# 48217362"
      ]
    ) {
      expect(read(text), text).toBe("4821 7362")
    }
    for (const text of ["", "4821", "4821 7362 1", "ord_48217362", "4821 736l", "0000 0000", "4821_7362"]) {
      expect(read(text), text).toBeUndefined()
    }
  })

  it("with one wrong digit, or two neighbours exchanged, are refused", () => {
    FastCheck.assert(
      FastCheck.property(numbers, FastCheck.nat(7), FastCheck.integer({ min: 1, max: 9 }), (number, place, other) => {
        const digits = [...digitsOf(number)]
        const wrong = digits.with(place, String((Number(digits[place]) + other) % 10)).join("")
        expect(read(wrong)).toBeUndefined()
      })
    )
    FastCheck.assert(FastCheck.property(numbers, FastCheck.nat(6), (number, place) => {
      const digits = [...digitsOf(number)]
      const [one, next] = [digits[place]!, digits[place + 1]!]
      const exchanged = digits.with(place, next).with(place + 1, one).join("")
      if (one !== next) expect(read(exchanged)).toBeUndefined()
    }))
  })
})
