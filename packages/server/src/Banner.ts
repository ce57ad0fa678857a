/**
 * The text that the start prints: the addresses to open, and a first order in a few lines of curl.
 */
import * as Demo from "./Demo.ts"

/** Credentials of the store's own, with the reason for which they are none that everybody knows. */
const own = ({ webhookSecret }: Demo.Credentials): string => `
  Others reach this store, so nobody else has these credentials. Partners' messages are signed with
  ${webhookSecret}
`

/** A first order of the demo's goods. */
const firstOrder = (baseUrl: string): string => `
  A first order:

    TOKEN=$(curl -s -X POST ${baseUrl}/api/auth/guest | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
    curl -s ${baseUrl}/api/cart -H "Authorization: Bearer $TOKEN" \\
      -H 'Content-Type: application/json' -d '{"productId":"kieselhaut-niacinamide-serum-10"}'
    curl -s ${baseUrl}/api/checkout -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
      -d '{"email":"ada@example.com","shipping":{"name":"Ada Lovelace","address":"Torstrasse 1","city":"Berlin","postcode":"10119","country":"DE"}}'

    Open the redirectUrl and pay with the test card 4242 4242 4242 4242.
`

/** Who has access: nobody but its own clients in live mode. */
const describeCredentials = (credentials: Demo.Credentials): string => `
  Demo credentials: ${credentials.clients.map(({ id, secret }) => `${id} / ${secret}`).join(", ")}
${credentials === Demo.published ? "" : own(credentials)}`

/** `isDemo`: the demo's goods are sold. `credentials`: none in live mode. */
export const banner = (
  storeName: string,
  baseUrl: string,
  credentials: Demo.Credentials | undefined,
  isDemo = true
): string => `
  ${storeName} is open at ${baseUrl}

    catalogue      ${baseUrl}/api/
    documentation  ${baseUrl}/docs
    every error    ${baseUrl}/problems
${isDemo ? firstOrder(baseUrl) : ""}${credentials === undefined ? "" : describeCredentials(credentials)}
`
