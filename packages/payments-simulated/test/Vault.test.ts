/** The vault: what it takes, what it gives out, and that no number stays behind. */
import { PaymentProvider } from "@beauty-store/commerce/payment/PaymentProvider"
import { type DelegatedCard, PaymentVault, type TokenRequest } from "@beauty-store/commerce/payment/PaymentVault"
import * as Cards from "@beauty-store/payments-simulated/Cards"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import * as Provider from "../../../test/shop/payment-provider.ts"

const number = "4242424242424242"

const card = (change: Partial<DelegatedCard> = {}): DelegatedCard => ({
  numberType: "fpan",
  number: Redacted.make(number),
  expiryMonth: "12",
  expiryYear: "2040",
  cvc: Redacted.make("123"),
  ...change
})

let serial = 0
const wanted = (
  of: DelegatedCard = card(),
  change: Partial<TokenRequest["allowance"]> = {}
): Effect.Effect<TokenRequest> =>
  Effect.map(Clock.currentTimeMillis, (now) => ({
    key: `key ${++serial}`,
    card: of,
    allowance: {
      sessionId: "cs_1",
      merchantId: "the-shop",
      currency: "EUR",
      maxAmountMinor: 5000,
      expiresAt: now + 60_000,
      ...change
    }
  }))

const delegate = (of?: DelegatedCard, change?: Partial<TokenRequest["allowance"]>) =>
  Effect.gen(function*() {
    return yield* (yield* PaymentVault).delegate(yield* wanted(of, change))
  })

const instrumentOf = (of: DelegatedCard) =>
  Effect.gen(function*() {
    const { token } = yield* delegate(of)
    return Option.getOrThrow(yield* (yield* PaymentProvider).lookUpToken(token)).instrument
  })

const inVault = <A, E>(body: Effect.Effect<A, E, PaymentVault | PaymentProvider>) =>
  Effect.runPromise(Effect.provide(body, Provider.provider({ database: Provider.memory() })))

describe("the vault", () => {
  it("gives out a token that nobody can guess, and the same one to the same key", () =>
    inVault(Effect.gen(function*() {
      const vault = yield* PaymentVault
      const request = yield* wanted()
      const all = yield* Effect.all(Array.from({ length: 10 }, () => vault.delegate(request)), {
        concurrency: "unbounded"
      })
      expect(new Set(all.map(({ token }) => token)).size).toBe(1)
      expect(all[0]!.token).toMatch(/^vt_[0-9A-Za-z]{28}$/)
      expect((yield* delegate()).token).not.toBe(all[0]!.token)
    })))

  it("knows a card by whatever name its network gave it", () =>
    inVault(Effect.gen(function*() {
      for (const { card: plain, number: stand } of Cards.testNetworkTokens) {
        const token = card({ numberType: "network_token", number: Redacted.make(stand) })
        expect(yield* instrumentOf(token)).toBe(yield* instrumentOf(card({ number: Redacted.make(plain) })))
      }
      const nobodys = card({ numberType: "network_token" })
      expect(yield* Effect.flip(delegate(nobodys))).toMatchObject({ _tag: "CardInvalid", part: "number" })
    })))

  it("says which part of a card is wrong, and nothing of the card", () =>
    inVault(Effect.gen(function*() {
      const faults: ReadonlyArray<readonly [Partial<DelegatedCard>, string]> = [
        [{ number: Redacted.make("4242424242424241") }, "number"],
        [{ number: Redacted.make("") }, "number"],
        [{ expiryMonth: "13" }, "expiryMonth"],
        [{ expiryMonth: "0" }, "expiryMonth"],
        [{ expiryYear: "203" }, "expiryYear"],
        [{ expiryYear: undefined }, "expiryYear"],
        [{ expiryMonth: undefined }, "expiryMonth"],
        [{ expiryYear: "2020" }, "expiryYear"],
        [{ cvc: Redacted.make("12") }, "cvc"]
      ]
      for (const [change, part] of faults) {
        const fault = yield* Effect.flip(delegate(card(change)))
        expect(fault).toMatchObject({ _tag: "CardInvalid", part })
        expect(JSON.stringify(fault)).not.toContain("4242")
      }
      yield* delegate(card({ expiryMonth: undefined, expiryYear: undefined, cvc: undefined }))
    })))

  it("gives out nothing that can never be used", () =>
    inVault(Effect.gen(function*() {
      for (const maxAmountMinor of [0, -1, 1.5]) {
        expect(yield* Effect.flip(delegate(card(), { maxAmountMinor })))
          .toMatchObject({ _tag: "AllowanceInvalid", part: "maxAmountMinor" })
      }
      const expiresAt = yield* Clock.currentTimeMillis
      expect(yield* Effect.flip(delegate(card(), { expiresAt })))
        .toMatchObject({ _tag: "AllowanceInvalid", part: "expiresAt" })
    })))

  it("keeps no number: not in its files, and not in what is printed", async () => {
    const folder = mkdtempSync(join(tmpdir(), "vault-"))
    const request = await Effect.runPromise(wanted())
    await Effect.runPromise(Effect.provide(
      Effect.flatMap(PaymentVault, (vault) => vault.delegate(request)),
      Provider.provider({ database: Provider.file(join(folder, "ledger.db")) })
    ))
    for (const file of readdirSync(folder)) expect(readFileSync(join(folder, file), "latin1")).not.toContain(number)
    expect(JSON.stringify(request)).not.toContain(number)
    expect(String(request.card.number)).toBe("<redacted>")
    rmSync(folder, { recursive: true })
  })
})
