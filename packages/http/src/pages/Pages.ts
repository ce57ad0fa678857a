/**
 * The pages for people that the API needs: a front page that says where to go, a page for every problem code, and where
 * a shopper lands after paying. Plain HTML, no script, no outside resource.
 */
import type { SessionView } from "@beauty-store/commerce/checkout/SessionView"
import { format } from "@beauty-store/domain/Money"
import { type Content, html, trusted } from "@beauty-store/web/Html"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { createHash } from "node:crypto"
import { problems } from "../contract/Problems.ts"

/** How the shop's own pages look. */
export const style = `
:root { color-scheme: light dark; --ink: #1d1a1f; --paper: #fbf8f6; --soft: #6d6470; --line: #e4dcd8; --accent: #8c2f4f }
@media (prefers-color-scheme: dark) { :root { --ink: #f3eef0; --paper: #17141a; --soft: #b0a5ae; --line: #3a333c; --accent: #f0a3bd } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 Georgia, "Iowan Old Style", serif }
main { max-width: 44rem; margin: 0 auto; padding: 4rem 1.5rem }
h1 { font-size: 2rem; line-height: 1.2; font-weight: 500; margin: 0 0 1rem }
h2 { font-size: 1.1rem; margin: 2.5rem 0 .5rem }
p, li { max-width: 38rem }
a { color: var(--accent) }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px }
code { overflow-wrap: anywhere }
code, pre { font: .9em/1.5 ui-monospace, Menlo, Consolas, monospace }
pre { overflow-x: auto; padding: 1rem; border: 1px solid var(--line); border-radius: .5rem }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1.5rem; margin: 1.5rem 0 }
dt { color: var(--soft) } dd { margin: 0 }
@media (max-width: 30rem) { dl { display: block } dd { margin: 0 0 .75rem } }
label { display: block; margin: 0 0 .25rem }
input { width: 100%; max-width: 24rem; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--soft); border-radius: .5rem }
input:focus-visible, button:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px }
button { border: 0; font: inherit; cursor: pointer }
.button { display: inline-block; padding: .75rem 1.5rem; border-radius: .5rem; background: var(--accent); color: var(--paper); text-decoration: none }
.sign { display: block; width: 3rem; height: 3rem; margin: 0 0 1.5rem; fill: none; stroke: var(--accent); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round }
.receipt { max-width: 38rem; padding: 1.25rem 0; border-block: 1px solid var(--line) }
.kicker { color: var(--soft); letter-spacing: .06em; text-transform: uppercase; font-size: .8rem; margin: 0 0 .5rem }
`
const policyOf = (formAction: "'none'" | "'self'"): string =>
  `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; `
  + `img-src 'self' data:; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`
const policy = policyOf("'none'")

/** The policy of a page that has a form, which goes to this shop. */
export const formPolicy = { "content-security-policy": policyOf("'self'") }

/** A whole page of the shop's. */
export const page = (title: string, content: Content, head?: Content): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
${head}<style>${trusted(style)}</style>
</head>
<body><main>${content}</main></body>
</html>`.text

export const send = (text: string, headers: Readonly<Record<string, string>>, status = 200) =>
  HttpServerResponse.text(text, {
    status,
    contentType: "text/html; charset=utf-8",
    headers: { "content-security-policy": policy, "x-content-type-options": "nosniff", ...headers }
  })

/** Words with `code` in them, as the table of problems has them. */
const prose = (words: string): Content =>
  words.split("`").map((part, index) => index % 2 === 1 ? html`<code>${part}</code>` : part)

export const cacheable = { "cache-control": "public, max-age=60" }
/** A page behind a capability URL. */
export const personal = { "cache-control": "no-store", "referrer-policy": "no-referrer", "x-robots-tag": "noindex" }

/** `/`: where to go from here. */
export const front = (storeName: string) =>
  send(
    page(
      storeName,
      html`<p class="kicker">${storeName}</p>
<h1>A beauty shop for people and for software agents</h1>
<p>This is the shop's API. Browse it, or read how to use it:</p>
<ul>
<li><a href="/docs">Interactive documentation</a></li>
<li><a href="/openapi.json">OpenAPI document</a></li>
<li><a href="/api/">The catalogue</a>, as JSON</li>
<li><a href="/problems">Every error the API answers</a></li>
<li><a href="/llms.txt">A guide for software agents</a></li>
<li><a href="/policies/terms">The shop's terms</a></li>
</ul>`
    ),
    cacheable
  )

/** `/problems`: all of them. */
export const problemIndex = (storeName: string) =>
  send(
    page(
      `Problems · ${storeName}`,
      html`<p class="kicker">${storeName}</p>
<h1>Every error the API answers</h1>
<dl>${
        Object.values(problems).map(({ code, status, title }) =>
          html`<dt><a href="/problems/${code}"><code>${code}</code></a></dt><dd>${status} · ${title}</dd>`
        )
      }</dl>`
    ),
    cacheable
  )

/** `/problems/<code>`: what the `type` of a problem document leads to; nothing for a code that does not exist. */
export const problem = (storeName: string, code: string) => {
  const found = Object.values(problems).find((one) => one.code === code)
  if (found === undefined) return undefined
  return send(
    page(
      `${found.title} · ${storeName}`,
      html`<p class="kicker">Problem ${found.status}</p>
<h1>${found.title}</h1>
<p>${prose(found.explanation)}</p>
<dl>
<dt>code</dt><dd><code>${found.code}</code></dd>
<dt>status</dt><dd>${found.status}</dd>
<dt>retryable</dt><dd>${
        found.retryable ? "yes: the same request may succeed later" : "no: do not send the same request again as it is"
      }</dd>
${
        found.fieldNames.length > 0 &&
        html`<dt>carries</dt><dd>${found.fieldNames.map((name) => html`<code>${name}</code> `)}</dd>`
      }
</dl>
<p><a href="/problems">All problems</a></p>`
    ),
    cacheable
  )
}

/** Signs beside what the words say, for the eye only. */
const signs = {
  done: "<path d=\"M15 24.5l6.5 6.5L34 18\"/>",
  wait: "<path d=\"M24 14v10l7 4\"/>",
  stop: "<path d=\"M24 15v11M24 32.5v.5\"/>"
} as const

const outcomes = {
  complete: ["done", "Thank you for your order", "Your payment has arrived and your order is confirmed."],
  processing: [
    "wait",
    "Your payment is on its way",
    "We will confirm your order as soon as it arrives. You need not do anything."
  ],
  open: ["stop", "Your order is not paid yet", "You can go back to the payment page and try again."],
  expired: [
    "stop",
    "This checkout has ended",
    "It was not paid in time, or a newer checkout took its place. Nothing was charged, or it goes back."
  ]
} as const

/**
 * Where a browser goes on to the address that the checkout named. A page and no redirect, because a browser holds the
 * payment page's form to its policy through every redirect that answers it, and that policy names this shop only.
 */
export const onward = (storeName: string, target: URL) =>
  send(
    page(
      `Back to the shop · ${storeName}`,
      html`<p class="kicker">${storeName}</p>
<h1>Back to the shop</h1>
<p><a href="${target.href}">Continue</a></p>`,
      html`<meta http-equiv="refresh" content="0; url=${target.href}">
`
    ),
    personal
  )

/** Where the payment provider sends the shopper back to. */
export const returned = (storeName: string, session: SessionView) => {
  const [sign, title, text] = outcomes[session.status]
  return send(
    page(
      `${title} · ${storeName}`,
      html`<svg class="sign" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/>${
        trusted(signs[sign])
      }</svg>
<p class="kicker">${storeName}</p>
<h1>${title}</h1>
<p>${text}</p>
<dl class="receipt">
<dt>Order</dt><dd><code>${session.orderId}</code></dd>
<dt>Total</dt><dd>€\u00a0${format(session.totalMinor)}</dd>
</dl>
${
        session.status === "open" &&
        html`<p><a class="button" href="${session.redirectUrl}">Back to the payment page</a></p>`
      }`
    ),
    personal
  )
}

/** What a browser sees at a return address that is none: a link that was cut short. */
export const nowhere = (storeName: string) =>
  send(
    page(
      `There is no checkout here · ${storeName}`,
      html`<p class="kicker">${storeName}</p>
<h1>There is no checkout here</h1>
<p>The address may be incomplete. If you have paid, your order is safe: it does not depend on this page.</p>`
    ),
    personal,
    404
  )
