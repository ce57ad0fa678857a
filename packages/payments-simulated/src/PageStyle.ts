/**
 * How the hosted pages look, and the response headers that keep them to themselves.
 *
 * One stylesheet, inline, allowed by its hash: the pages load nothing, run no script and cannot be framed. Whoever
 * changes the text of `stylesheet` changes the policy with it, since both come from here. The pages are capabilities
 * (docs/specification.md#capability-urls): not indexed, not cached, and their address goes into no Referer.
 *
 * Colours keep 4.5:1 against what they stand on. Where a browser does not know `:has`, every field simply shows.
 */
import { createHash } from "node:crypto"

export const stylesheet = `
*,*::before,*::after{box-sizing:border-box}
:root{color-scheme:light;--ink:#1c2430;--soft:#566070;--line:#dfe2e8;--edge:#868f9e;--paper:#f5f3ef;--accent:#1d3d5c;--accent-deep:#142c44;--glow:#3b78c4;--wrong:#b3261e;--wrong-paper:#fdf3f2;--right:#1b6b4a;--gap:1.5rem}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;min-height:100vh;background:#fff;color:var(--ink);font:400 1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;-webkit-font-smoothing:antialiased}
h1,h2,p,ul,ol,dl,dd,fieldset,legend{margin:0;padding:0}
ul,ol{list-style:none}
fieldset{border:0;min-width:0}
a{color:var(--accent);text-underline-offset:.15em}
button,input{font:inherit;color:inherit}
.mark{flex:none;display:block}
:focus-visible{outline:3px solid var(--glow);outline-offset:2px}
.quiet{color:var(--soft);font-size:.875rem;overflow-wrap:anywhere}
.aside{display:flex;align-items:center;gap:.375rem}

.merchant .badge{margin-left:auto}
.merchant{flex:1;display:flex;align-items:center;gap:.75rem;font-weight:600}
.monogram{display:grid;place-items:center;width:2.25rem;height:2.25rem;border-radius:50%;background:var(--accent);color:#fff;font-size:1rem;font-weight:600}
.badge{padding:.125rem .5rem;border-radius:1rem;background:#fbeac4;color:#694400;font-size:.75rem;font-weight:600;white-space:nowrap}

.button{display:flex;align-items:center;justify-content:center;gap:.5rem;width:100%;min-height:3.125rem;padding:.75rem 1.25rem;border:1px solid var(--accent);border-radius:.625rem;background:var(--accent);color:#fff;font-weight:600;text-align:center;text-decoration:none;cursor:pointer;box-shadow:0 1px 2px rgba(20,44,68,.18)}
.button:hover{background:var(--accent-deep)}
.button.plain{background:#fff;border-color:#aeb5c0;color:var(--ink);box-shadow:none}
.button.plain:hover{background:#f4f5f7}
.leave button{display:inline-flex;align-items:center;gap:.25rem;margin:-.5rem;padding:.5rem;border:0;border-radius:.5rem;background:none;color:var(--soft);font-size:.9375rem;cursor:pointer}
.leave button:hover{color:var(--ink);text-decoration:underline}

.split{display:flex;flex-direction:column}
.summary{padding:1.25rem var(--gap) 1.5rem;background:var(--paper)}
.summary .merchant{margin-top:1.25rem}
.summary h1{margin-top:1.5rem;font-size:.9375rem;font-weight:500;color:var(--soft)}
.summary h1.words{font-size:1.75rem;line-height:1.2;font-weight:600;letter-spacing:-.01em;color:var(--ink);overflow-wrap:anywhere}
.summary h1 .figure{display:block;margin-top:.125rem;font-size:2.25rem;line-height:1.15;font-weight:600;letter-spacing:-.02em;color:var(--ink)}
.order{margin-top:1.5rem}
.order h2{font-size:.8125rem;font-weight:600;color:var(--soft)}
.order li{padding:.5rem 0;border-bottom:1px solid #e2ddd3;overflow-wrap:anywhere}
.order dl{display:flex;justify-content:space-between;gap:1rem;padding-top:.75rem;font-weight:600}
.summary .quiet{margin-top:1rem}
.pay{padding:1.75rem var(--gap) 2rem}
.pay>*{max-width:29rem}

.notice{display:flex;gap:.75rem;margin-bottom:1.5rem;padding:.875rem 1rem;border:1px solid #e9b9b5;border-radius:.625rem;background:var(--wrong-paper)}
.notice:focus{outline:0}
.notice .mark{margin-top:.125rem;color:var(--wrong)}
.notice h2{font-size:1rem;font-weight:600;color:#8c1d18}
.notice a{color:#8c1d18}
.notice li{margin-top:.25rem}

legend{font-size:1.125rem;font-weight:600}
.methods{margin-top:.875rem;border:1px solid var(--line);border-radius:.75rem}
.method+.method{border-top:1px solid var(--line)}
.method:first-child{border-radius:.6875rem .6875rem 0 0}
.method:last-child{border-radius:0 0 .6875rem .6875rem}
.method>label{display:flex;align-items:center;gap:.75rem;min-height:3.5rem;padding:.75rem 1rem;font-weight:500;cursor:pointer}
.method .marks{display:flex;gap:.25rem;margin-left:auto}
.method input[type=radio]{flex:none;width:1.25rem;height:1.25rem;margin:0;accent-color:var(--accent)}
.method .more{padding:0 1rem 1.125rem}
.method p.more{padding-left:3rem;margin-top:-.375rem;color:var(--soft);font-size:.9375rem}
.method.invalid>label{color:#8c1d18}
@supports selector(:has(*)){
.method:not(:has(input[type=radio]:checked)) .more{display:none}
.method:has(input[type=radio]:checked){background:#f7f9fb}
.method:has(input[type=radio]:focus-visible){outline:3px solid var(--glow);outline-offset:-1px}
.method input[type=radio]:focus-visible{outline:0}
}

.fields{display:grid;grid-template-columns:1fr 1fr;gap:1rem}
.field.wide{grid-column:1/-1}
.field label{display:block;margin-bottom:.375rem;font-size:.9375rem;font-weight:500}
.field input{display:block;width:100%;min-height:3rem;padding:.625rem .875rem;border:1px solid var(--edge);border-radius:.5rem;background:#fff;font-variant-numeric:tabular-nums}
.field input::placeholder{color:#6d7686;opacity:1}
.field input:focus-visible{border-color:var(--accent);outline-offset:0}
.field input[aria-invalid=true]{border-color:var(--wrong);background:var(--wrong-paper);box-shadow:0 0 0 1px var(--wrong)}
.field .hint{margin-top:.375rem;font-size:.875rem;color:var(--soft)}
.fault{margin-top:.375rem;font-size:.9375rem;font-weight:500;color:var(--wrong)}
.submit{margin-top:1.5rem}
.submit+.button{margin-top:.75rem}
.methods>.fields{padding:1.125rem 1rem}
.under{margin-top:.875rem;justify-content:center;text-align:center}

details{margin-top:1.75rem;border-top:1px solid var(--line);padding-top:1rem;font-size:.9375rem}
summary{cursor:pointer;color:var(--soft);font-weight:500}
details table{width:100%;margin-top:.75rem;border-collapse:collapse}
details th,details td{padding:.4375rem 0;border-bottom:1px solid #eceef2;text-align:left;font-weight:400;vertical-align:top}
details th{padding-right:1rem;font-variant-numeric:tabular-nums;white-space:nowrap}
details thead th{font-size:.8125rem;color:var(--soft)}
details p{margin-top:.75rem;color:var(--soft)}
.foot{margin-top:2rem;font-size:.8125rem;color:var(--soft)}

.centre{display:grid;place-items:center;padding:1.5rem 1rem;background:var(--paper)}
.card{width:100%;max-width:28rem;overflow:hidden;border:1px solid #e2ddd3;border-radius:1rem;background:#fff;box-shadow:0 8px 28px rgba(28,36,48,.07)}
.card>.top{display:flex;align-items:center;gap:.75rem;padding:1rem 1.5rem;border-bottom:1px solid var(--line)}
.card>.body{padding:1.75rem 1.5rem 1.75rem}
.card h1{font-size:1.375rem;line-height:1.3;font-weight:600;letter-spacing:-.01em}
.card .body>p{margin-top:.625rem;color:#434d5b}
.card .actions{display:grid;gap:.75rem;margin-top:1.75rem}
.card .sign{margin-bottom:1.25rem}
.card .sign.right{color:var(--right)}
.card .sign.wait{color:var(--accent)}
.card .sign.wrong{color:#8a5a00}
.bank>.top{border-bottom:0;background:#12283f;color:#fff;font-weight:600}
.bank>.top .scheme{margin-left:auto;padding:.125rem .5rem;border:1px solid rgba(255,255,255,.5);border-radius:.25rem;font-size:.75rem;letter-spacing:.02em}
.facts{margin-top:1.25rem;border:1px solid var(--line);border-radius:.625rem}
.facts div{display:flex;justify-content:space-between;gap:1rem;padding:.6875rem 1rem}
.facts div+div{border-top:1px solid var(--line)}
.facts dt{color:var(--soft)}
.facts dd{font-weight:600;text-align:right;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
.below{margin-top:1.25rem;text-align:center}

@media (min-width:56rem){
.split{flex-direction:row}
.summary,.pay{flex:1 1 50%;padding-top:4rem;padding-bottom:4rem}
.summary{display:flex;flex-direction:column;align-items:flex-end;padding-right:5rem}
.summary>div{width:100%;max-width:25rem;position:sticky;top:4rem}
.summary .merchant{margin-top:2rem}
.summary h1{margin-top:2rem}
.summary h1 .figure{font-size:2.75rem}
.pay{padding-left:5rem}
.card>.body{padding:2.25rem 2rem}
.card>.top{padding:1.125rem 2rem}
}
@media (forced-colors:active){.method:has(input[type=radio]:checked){outline:2px solid Highlight;outline-offset:-2px}}
`

const stylesheetHash = createHash("sha256").update(stylesheet).digest("base64")

/** What every page answers with, whoever it is for. */
export const privateHeaders = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin"
} as const

/**
 * Headers of a page whose forms may end at `returnUrl`: browsers apply `form-action` to the redirect that answers a
 * form too, so the shop's origin has to be named.
 */
export const pageHeaders = (returnUrl: string | undefined): Readonly<Record<string, string>> => ({
  ...privateHeaders,
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": [
    "default-src 'none'",
    `style-src 'sha256-${stylesheetHash}'`,
    "img-src 'self' data:",
    `form-action 'self'${returnUrl === undefined ? "" : ` ${new URL(returnUrl).origin}`}`,
    "frame-ancestors 'none'",
    "base-uri 'none'"
  ].join("; ")
})
