/**
 * The currencies in which simulated shops trade: their decimals by ISO 4217, and their signs in English.
 *
 * @since 1.0.0
 */
export const currencies = {
  EUR: { decimals: 2, sign: "€" },
  JPY: { decimals: 0, sign: "¥" },
  KWD: { decimals: 3, sign: "KWD\u00a0" }
} as const
export type Currency = keyof typeof currencies
