/**
 * Pages for developers, in English: `/developers`, and `/` where no shop front is mounted, with a first order in a
 * terminal whose commands take the first product in stock; and a page for every problem code.
 */
import type { ShippingAddress } from "@beauty-store/domain/Address"
import * as PageHeaders from "@beauty-store/ui/PageHeaders"
import { Facts } from "@beauty-store/ui/Prices"
import type { ComponentChildren, VNode } from "preact"
import { explanations } from "../contract/Explanations.ts"
import { problems } from "../contract/Problems.ts"
import type { FurtherContract } from "../pipeline/FurtherContracts.ts"
import { type Frame, Page, send } from "./PageFrame.tsx"

interface Developed {
  readonly baseUrl: string
  /** Where the first order goes: to the seller. */
  readonly place: Pick<ShippingAddress, "address" | "city" | "postcode" | "country">
  readonly demo: boolean
  readonly further: ReadonlyArray<FurtherContract>
}

const Example = ({ children }: { readonly children: string }): VNode => (
  <pre tabindex={0}>
    <code>{children}</code>
  </pre>
)

const begin = (baseUrl: string): string =>
  `STORE=${baseUrl}
field() { grep -o "\\"$1\\":\\"[^\\"]*\\"" | head -1 | cut -d'"' -f4; }
TOKEN=$(curl -s -X POST "$STORE/api/auth/guest" |
  field access_token)
PRODUCT=$(curl -s "$STORE/api/products?inStock=true&limit=1" |
  field id)
curl -s "$STORE/api/cart" -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d "{\\"productId\\":\\"$PRODUCT\\",\\"quantity\\":2}"`

/** JSON inside single quotes of a shell. */
const quoted = (text: string): string => JSON.stringify(text).replaceAll("'", "'\\''")

const checkOut = ({ address, city, country, postcode }: Developed["place"]): string =>
  `CHECKOUT=$(curl -s "$STORE/api/checkout" \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: $(date +%s)-$$" \\
  -d '{"email":"ada@example.com","shipping":{
       "name":"Ada Lovelace","address":${quoted(address)},
       "city":${quoted(city)},"postcode":${quoted(postcode)},"country":"${country}"}}')
ORDER=$(echo "$CHECKOUT" | field orderId)
echo "$CHECKOUT"`

const pay = `curl -s "$(echo "$CHECKOUT" | field redirectUrl)" \\
  -H "Content-Type: application/json" \\
  -d '{"method":"card","card":{"number":"4242424242424242"}}'
sleep 2
curl -s "$STORE/api/orders/$ORDER" \\
  -H "Authorization: Bearer $TOKEN" | field status`

const signIn = (client: string): string =>
  `curl -s "$STORE/api/auth/token" -d grant_type=client_credentials \\
  -d client_id=${client} -d client_secret=…`

/** The name of a module in a program that is shown: this one does not import it. */
const shown = (module: string): string => `"${module}"`

const client = (baseUrl: string): string =>
  `import * as Client from ${shown("@beauty-store/http/Client")}
import * as FetchHttpClient from ${shown("@effect/platform/FetchHttpClient")}
import * as Effect from ${shown("effect/Effect")}

const program = Effect.gen(function*() {
  const store = yield* Client.make({ baseUrl: "${baseUrl}" })
  const { brands } = yield* store.catalog.catalog()
  console.log(brands.length)
})

void Effect.runPromise(Effect.provide(program, FetchHttpClient.layer))`

const problem = `{"type":"…/problems/insufficient_stock","title":"…",
 "status":409,"code":"insufficient_stock","detail":"…",
 "retryable":false,"requestId":"req_…","available":3}`

const FirstOrder = ({ baseUrl, demo, place }: Developed): VNode => (
  <>
    <h2>Your first order</h2>
    <p>A guest, and two units of something in stock in the cart. The response is the cart, with prices and VAT:</p>
    <Example>{begin(baseUrl)}</Example>
    <p>
      Check out: it reserves the goods and answers{" "}
      <code>{`{"sessionId":"cs_…","redirectUrl":"…","orderId":"ord_…"`}</code>. With the same{" "}
      <code>Idempotency-Key</code> it is never done twice.
    </p>
    <Example>{checkOut(place)}</Example>
    {demo
      ? (
        <>
          <p>
            Pay at the simulated payment page, as a program does. The last line prints <code>confirmed</code>:
          </p>
          <Example>{pay}</Example>
        </>
      )
      : (
        <p>
          A person pays on the page at <code>redirectUrl</code>, and comes back to the order's page.
        </p>
      )}
  </>
)

const Identity = ({ demo }: Developed): VNode => (
  <>
    <h2>Who is asking</h2>
    <p>
      Reading the catalogue needs nothing. A shopper has the token of{" "}
      <code>POST /api/auth/guest</code>; an agent or a member of staff signs in by OAuth 2.0 client credentials, and an
      agent names the person that it shops for in{" "}
      <code>X-Shopper</code>. Within limits that this person has set, it pays for them.
    </p>
    <Example>{signIn(demo ? "demo-agent" : "your-client")}</Example>
    {demo && (
      <p>
        This demo has the clients <code>demo-agent</code> and <code>demo-staff</code>. Their secrets are{" "}
        <code>demo-agent-secret</code> and <code>demo-staff-secret</code>{" "}
        on a machine of one's own; a store that others reach prints others when it starts.
      </p>
    )}
  </>
)

const Documents = (
  { links }: { readonly links: ReadonlyArray<readonly [href: string, words: ComponentChildren]> }
): VNode => (
  <ul>
    {links.map(([href, words]) => (
      <li>
        <a href={href}>{words}</a>
      </li>
    ))}
  </ul>
)

export const developersPage = (frame: Frame, developed: Developed) => {
  const { baseUrl, further } = developed
  return send(
    frame,
    <Page frame={frame} title="For developers and agents" current="/">
      <div class="prose">
        <h1>Build on this shop</h1>
        <p class="lead">
          What people do here, programs do by one HTTP API: browse, order, pay within limits, follow, return.
        </p>
        <FirstOrder {...developed} />
        <Identity {...developed} />
        <h2>A typed client</h2>
        <p>The contract is a package. In TypeScript every request, response and error has its type:</p>
        <Example>{client(baseUrl)}</Example>
        {further.some(({ protocol }) => protocol !== undefined) && (
          <>
            <h2>Protocols of agents</h2>
            <Documents
              links={further.flatMap(({ protocol }) =>
                protocol === undefined ? [] : [[protocol.discovery, `${protocol.title} ${protocol.version}`]]
              )}
            />
          </>
        )}
        <h2>Messages</h2>
        <p>
          Staff subscribe an address with{" "}
          <code>POST /api/webhook-subscriptions</code>. The store sends it what happens to orders, signed as Standard
          Webhooks, in order for each order, and again until it is taken.
        </p>
        <h2>Errors</h2>
        <p>
          Each is a problem document (RFC 9457). Its <code>code</code> is stable, and its page says what to do:{" "}
          <a href="/problems">every error the API returns</a>.
        </p>
        <Example>{problem}</Example>
        <h2>Read on</h2>
        <Documents
          links={[
            ["/docs", "Interactive documentation"],
            ["/openapi.json", "OpenAPI document"],
            ["/api/", "The catalogue, as JSON"],
            ["/llms.txt", "A guide for software agents"],
            ...further.flatMap(({ links }) => links.map(({ href, words }) => [href, words] as const)),
            ["/policies/terms", "The shop's terms"]
          ]}
        />
      </div>
    </Page>,
    { headers: PageHeaders.cacheable }
  )
}

/** A text with `code` in it, as in the table of problems. */
const withCode = (words: string): ComponentChildren =>
  words.split("`").map((part, index) => index % 2 === 1 ? <code>{part}</code> : part)

/** `/problems`: all problems. */
export const problemIndexPage = (frame: Frame) =>
  send(
    frame,
    <Page frame={frame} title="Problems">
      <h1>Every error the API returns</h1>
      <ul class="entries">
        {Object.values(problems).map(({ code, status, title }) => (
          <li>
            <a href={`/problems/${code}`}>
              <code>{code}</code>
            </a>
            <p>{status} · {title}</p>
          </li>
        ))}
      </ul>
    </Page>,
    { headers: PageHeaders.cacheable }
  )

/** `/problems/<code>`, to which the `type` of a problem document leads; undefined for an unknown code. */
export const problemPage = (frame: Frame, code: string) => {
  const found = Object.values(problems).find((one) => one.code === code)
  if (found === undefined) return undefined
  const fields = found.fieldNames.map((name, index) => (
    <>
      {index > 0 && " "}
      <code>{name}</code>
    </>
  ))
  return send(
    frame,
    <Page frame={frame} title={found.title}>
      <div class="prose">
        <h1>{found.title}</h1>
        <p>{withCode(explanations[found.tag])}</p>
      </div>
      <Facts
        framed
        facts={[
          { name: "code", value: <code>{found.code}</code> },
          { name: "status", value: found.status },
          {
            name: "retryable",
            value: found.retryable
              ? "yes: the same request may succeed later"
              : "no: do not send the same request again as it is"
          },
          ...(fields.length > 0 ? [{ name: "carries", value: fields }] : [])
        ]}
      />
      <p>
        <a href="/problems">All problems</a>
      </p>
    </Page>,
    { headers: PageHeaders.cacheable }
  )
}
