/** The rules alone, without a database, a clock or Effect's runtime: what a purchase costs, and what an agent may spend. */
import { CountryCode } from "@beauty-store/domain/Address"
import * as Allowance from "@beauty-store/domain/Allowance"
import * as Days from "@beauty-store/domain/Days"
import { ProductId } from "@beauty-store/domain/Ids"
import * as Money from "@beauty-store/domain/Money"
import * as Order from "@beauty-store/domain/Order"
import * as Pricing from "@beauty-store/domain/Pricing"
import * as Return from "@beauty-store/domain/Return"
import { defaultPolicy } from "@beauty-store/domain/Shipping"

const priced = Pricing.price({
  lines: [{ productId: ProductId.make("rose-serum"), quantity: 1, unitPriceMinor: 29_95 }],
  country: CountryCode.make("DE"),
  method: "standard",
  policy: defaultPolicy
})
console.log(Money.display(priced.totalMinor, "EUR")) // €34.90

const isPossible = Order.transition("delivered", "cancelled")._tag === "Right"
console.log(isPossible) // false

const until = Return.returnUntil(Days.dayOf(Date.UTC(2026, 4, 4), Days.defaultTimeZone))
console.log(until) // 2026-06-03

const now = Date.UTC(2026, 4, 4)
const spent = [{ amountMinor: 450_00, at: now - 3_600_000 }]
const asked = Allowance.authorise(60_00, [{ of: "store", limits: Allowance.defaultLimits, spends: spent }], now)
console.log(asked._tag === "Left" ? asked.left.message : "allowed") // Of 500.00 EUR that the shop allows in 24 hours 50.00 EUR remain; this costs 60.00 EUR.
