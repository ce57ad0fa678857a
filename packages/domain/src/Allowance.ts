/**
 * How much agents may spend without the person who pays, and how much of it is left. A spend passes if it is within the
 * limit of one transaction and of each rolling window, inclusive; it counts while `at > now − window`. The shop's
 * limits bind the instrument, a delegation's its own spends. Minor units, milliseconds. Follows
 * docs/specification.md#allowance.
 *
 * @since 1.0.0
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import * as Money from "./Money.ts"

/** The most that may be spent: at once, in any 24 hours, in any 30 times 24 hours. */
export const Limits = Schema.Struct({
  perTransaction: Money.AmountMinor,
  perDay: Money.AmountMinor,
  perMonth: Money.AmountMinor
})
export type Limits = typeof Limits.Type

export const LimitName = Schema.Literal("perTransaction", "perDay", "perMonth")
export type LimitName = typeof LimitName.Type

/** The shop's limits: docs/specification.md#allowance. */
export const defaultLimits: Limits = { perTransaction: 200_00, perDay: 500_00, perMonth: 2000_00 }

/** A limit below that of a shorter span, which nobody could use up. */
export interface Contradiction {
  readonly limit: LimitName
  readonly shorter: LimitName
}

/** The contradictions between limits: each has to be at least the one before. 0 at once turns delegated payment off. */
export const findContradictions = (limits: Limits): ReadonlyArray<Contradiction> =>
  ([
    { limit: "perDay", shorter: "perTransaction" },
    { limit: "perMonth", shorter: "perDay" }
  ] as const).filter(({ limit, shorter }) => limits[limit] < limits[shorter])

const hour = 3_600_000

/** How long a spend counts, in milliseconds. */
export const windows = { perDay: 24 * hour, perMonth: 30 * 24 * hour } as const
export type WindowName = keyof typeof windows

/** The longest of these: older spends do not count. */
export const longestWindowMillis = windows.perMonth

export interface Spend {
  readonly amountMinor: number
  readonly at: number
}

/** Limits, and the spends under them that were not released. */
export interface Account {
  /** The owner of the limits. */
  readonly of: "store" | "delegation"
  readonly limits: Limits
  readonly spends: ReadonlyArray<Spend>
}

/** The rest under each limit, and when the oldest spend that counts leaves its window (undefined where none counts). */
export interface Standing {
  readonly remaining: Limits
  readonly resetsAt: { readonly [limit in LimitName]: number | undefined }
}

/** The spends of an account that count in a window at a moment. */
const counted = ({ spends }: Account, window: WindowName, now: number): ReadonlyArray<Spend> =>
  spends.filter(({ at }) => at > now - windows[window])

const sum = (spends: ReadonlyArray<Spend>): number => spends.reduce((total, { amountMinor }) => total + amountMinor, 0)

/** How much of an account counts as spent in each window at a moment. */
export const spent = (account: Account, now: number): { readonly [window in WindowName]: number } => ({
  perDay: sum(counted(account, "perDay", now)),
  perMonth: sum(counted(account, "perMonth", now))
})

const resetOf = (spends: ReadonlyArray<Spend>, window: WindowName): number | undefined =>
  spends.length === 0 ? undefined : Math.min(...spends.map(({ at }) => at)) + windows[window]

/** At least 0: limits that were lowered after they were used leave nothing, not a debt. */
const leftIn = (account: Account, window: WindowName, now: number) => {
  const spends = counted(account, window, now)
  return {
    remaining: Math.max(0, account.limits[window] - sum(spends)),
    resetsAt: resetOf(spends, window)
  }
}

/** Of several accounts, the one that leaves the least applies; of equal ones, the first. */
const tightest = (accounts: ReadonlyArray<Account>, window: WindowName, now: number) =>
  accounts.map((account) => ({ account, ...leftIn(account, window, now) }))
    .reduce((least, other) => other.remaining < least.remaining ? other : least)

const tightestTransaction = (accounts: ReadonlyArray<Account>): Account =>
  accounts.reduce((least, other) => other.limits.perTransaction < least.limits.perTransaction ? other : least)

/** The state of several accounts that apply at once (at least one). */
export const standing = (accounts: ReadonlyArray<Account>, now: number): Standing => {
  const day = tightest(accounts, "perDay", now)
  const month = tightest(accounts, "perMonth", now)
  return {
    remaining: {
      perTransaction: tightestTransaction(accounts).limits.perTransaction,
      perDay: day.remaining,
      perMonth: month.remaining
    },
    resetsAt: { perTransaction: undefined, perDay: day.resetsAt, perMonth: month.resetsAt }
  }
}

/** The owner of the limit: the shop, for the paying instrument, or the delegation. */
export const LimitOwner = Schema.Literal("store", "delegation")

/** A limit does not allow this spend. */
export class AllowanceExceeded extends Schema.TaggedError<AllowanceExceeded>()("AllowanceExceeded", {
  limit: LimitName,
  of: LimitOwner,
  /** In minor units, as are the limit itself and what remains of it. */
  requested: Schema.Int,
  allowed: Schema.Int,
  remaining: Schema.Int,
  /** When the oldest spend that counts leaves the window. Null where waiting does not help. */
  resetsAt: Schema.NullOr(Schema.Int),
  currency: Money.Currency
}) {
  /** How long a spend counts under this limit. Null where spends are not added up. */
  get windowSeconds(): number | null {
    return this.limit === "perTransaction" ? null : windows[this.limit] / 1000
  }

  override get message(): string {
    const [requested, allowed, remaining] = [this.requested, this.allowed, this.remaining].map(Money.format)
    const whose = this.of === "store" ? "the shop" : "this delegation"
    const span = { perTransaction: "at once", perDay: "in 24 hours", perMonth: "in 30 days" }[this.limit]
    const { currency } = this
    return `Of ${allowed} ${currency} that ${whose} allows ${span} ${remaining} ${currency} remain; `
      + `this costs ${requested} ${currency}.`
  }
}

/**
 * Whether an amount may be spent now, under all accounts at once (at least one). The refusal names the limit that stays
 * in the way longest: that of a transaction before that of a month, that of a month before that of a day.
 */
export const authorise = (
  amountMinor: number,
  accounts: ReadonlyArray<Account>,
  now: number,
  currency: Money.Currency = Money.defaultCurrency
): Either.Either<void, AllowanceExceeded> => {
  const { limits, of } = tightestTransaction(accounts)
  if (amountMinor > limits.perTransaction) {
    return Either.left(
      new AllowanceExceeded({
        limit: "perTransaction",
        of,
        requested: amountMinor,
        allowed: limits.perTransaction,
        remaining: limits.perTransaction,
        resetsAt: null,
        currency
      })
    )
  }
  for (const limit of ["perMonth", "perDay"] as const) {
    const { account, remaining, resetsAt } = tightest(accounts, limit, now)
    if (amountMinor > remaining) {
      return Either.left(
        new AllowanceExceeded({
          limit,
          of: account.of,
          requested: amountMinor,
          allowed: account.limits[limit],
          remaining,
          resetsAt: resetsAt ?? null,
          currency
        })
      )
    }
  }
  return Either.void
}
