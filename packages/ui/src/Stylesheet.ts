/**
 * Stylesheets: one for every page of the shop and of its payment pages, and a way to make others from the same tokens.
 *
 * A page contains its stylesheet, and its policy allows that text alone, by its hash; both come from one value
 * (`Stylesheet`), so that they always match. Nothing is loaded, and no rule needs a script. Where a browser does not
 * support `:has`, every field of a choice is shown. Amounts never break: the words beside them do.
 *
 * @since 1.0.0
 */
import { type Inline, inline } from "./ContentSecurityPolicy.ts"
import * as Tokens from "./Tokens.ts"

export type Stylesheet = Inline

/** A stylesheet of the tokens and the given rules. */
export const make = (rules: string): Stylesheet => inline(Tokens.rules + rules)

/** A stylesheet and more rules after it, for pages that have elements of their own. */
export const extended = ({ text }: Stylesheet, rules: string): Stylesheet => inline(text + rules)

const base = `
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;background:var(--ground);color:var(--ink);font:400 1rem/1.55 var(--sans);overflow-wrap:anywhere;-webkit-font-smoothing:antialiased}
h1,h2,h3,p,ul,ol,dl,dd,fieldset,legend,figure,pre{margin:0;padding:0}
ul,ol{list-style:none}
fieldset{border:0;min-width:0}
address{font-style:normal}
a{color:var(--accent);text-underline-offset:.15em}
a:hover{color:var(--accent-deep)}
button,input,select,textarea{font:inherit;color:inherit}
code,pre{font:.9em/1.5 var(--mono)}
pre{overflow-x:auto;padding:1rem;border:1px solid var(--line);border-radius:var(--radius);background:var(--surface)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
h1{font:500 var(--title)/1.2 var(--serif);text-wrap:balance}
h2{font:500 1.1875rem/1.35 var(--serif)}
h3{font-size:1rem;font-weight:600}
.mark{flex:none;display:block}
.quiet{color:var(--soft);font-size:var(--small)}
.lead{font-size:var(--lead);color:var(--soft)}
.amount{white-space:nowrap;font-variant-numeric:tabular-nums}
.prose>*+*{margin-top:.75rem}
.prose>h1+*{margin-top:1rem}
.prose>h2{margin-top:2rem}
.prose ul{list-style:disc;padding-left:1.25rem}
.prose p,.prose li{max-width:40rem}
.stack{display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem;align-content:start}
.aside{display:flex;align-items:center;gap:.375rem}
`

const layout = `
.skip{position:absolute;left:-100vw}
.skip:focus{left:var(--gutter);top:.5rem;padding:.5rem 1rem;background:var(--surface);z-index:1}
.wide,.narrow{flex:1;width:100%;max-width:76rem;margin-inline:auto;padding:1.5rem var(--gutter) 4rem}
.narrow{max-width:48rem}
.wide>*+*,.narrow>*+*{margin-top:1.5rem}
.wide>h1+*,.narrow>h1+*{margin-top:.625rem}
.wordmark{font:500 1.3125rem/1.3 var(--serif);color:var(--ink);text-decoration:none}
.shop-header{border-bottom:1px solid var(--line);background:var(--surface)}
.shop-header>div,.shop-footer>div{width:100%;max-width:76rem;margin-inline:auto;padding:0 var(--gutter)}
.shop-header>.shop-bar{display:grid;grid-template-columns:minmax(0,1fr) auto auto;align-items:center;gap:.25rem clamp(.625rem,3vw,1rem);padding-block:.625rem .25rem}
.shop-bar>*{margin:0}
.shop-bar .wordmark{font-size:clamp(1.25rem,1rem + 1.2vw,1.5rem);letter-spacing:-.01em;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.finder{grid-column:1/-1;display:flex;min-width:0}
.finder>*+*{margin:0}
.finder input{flex:1;min-width:0;min-height:2.75rem;padding:.5rem .875rem;border:1px solid var(--edge);border-right:0;border-radius:var(--radius) 0 0 var(--radius);background:var(--ground)}
.finder button{display:grid;place-items:center;width:3rem;min-height:2.75rem;padding:0;border:1px solid var(--edge);border-radius:0 var(--radius) var(--radius) 0;background:var(--sunken);cursor:pointer}
.finder button:hover{background:var(--line)}
.cart-link{display:inline-flex;align-items:center;gap:.5rem;min-height:2.75rem;color:var(--ink);text-decoration:none;font-weight:500}
.cart-link:hover{color:var(--accent);text-decoration:underline}
.cart-link b{display:inline-block;min-width:1.375rem;padding:0 .375rem;border-radius:1rem;background:var(--accent);color:var(--on-accent);font-size:.8125rem;line-height:1.375rem;text-align:center}
.switch a,.cart-link{white-space:nowrap}
.switch a{display:inline-flex;align-items:center;min-height:2.75rem;color:var(--soft);font-size:var(--small);text-decoration:none}
.switch a:hover{text-decoration:underline;color:var(--accent)}
.shop-nav ul{display:flex;gap:0 1.5rem;overflow-x:auto;scrollbar-width:none}
.shop-nav a{display:block;padding:.625rem 0;color:var(--ink);text-decoration:none;white-space:nowrap;border-bottom:2px solid transparent}
.shop-nav a:hover,.shop-nav [aria-current]{color:var(--accent);border-color:currentColor}
.shop-footer{border-top:1px solid var(--line);background:var(--sunken);color:var(--soft);font-size:var(--small)}
.shop-footer>div{padding-block:2rem;display:grid;gap:1.5rem 2rem;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr))}
.shop-footer h2{font:600 var(--small)/1.5 var(--sans);color:var(--ink)}
.shop-footer a{display:inline-block;padding:.3125rem 0;color:inherit}
.shop-footer .fine{grid-column:1/-1;max-width:48rem}
.visually-hidden{position:absolute;width:1px;height:1px;margin:-1px;padding:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap;border:0}
.links{display:flex;flex-wrap:wrap;gap:0 1.25rem}
.links a{display:inline-block;padding:.4375rem 0}
.site-footer{margin-top:auto;border-top:1px solid var(--line);color:var(--soft);font-size:var(--small)}
.site-footer>div{padding-block:1.25rem}
.site-footer .links a{color:inherit}
.columns{display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem}
.wide>*+.columns{margin-top:2rem}
.split{flex:1;display:flex;flex-direction:column}
.summary{padding:1.25rem var(--gutter) 1.5rem;background:var(--sunken)}
.pay{flex:1;padding:1.75rem var(--gutter) 1.5rem;background:var(--surface)}
.pay>*{max-width:29rem}
.summary>div>*+*,.pay>main>*+*{margin-top:1.25rem}
.summary>div>.back+*,.summary>div>form+*{margin-top:1.5rem}
.summary>div>.merchant+*{margin-top:1.5rem}
h1.paying{font:500 1rem/1.5 var(--sans);color:var(--soft)}
.paying .figure{display:block;font:600 var(--figure)/1.15 var(--sans);letter-spacing:-.02em;color:var(--ink);font-variant-numeric:tabular-nums}
.summary .lines{margin-top:.25rem}
.summary .prices .main{margin-top:0;border-top:0}
.summary h2{font:600 var(--small)/1.5 var(--sans);color:var(--soft)}
.pay>main>form>.button{width:100%}
.pay .site-footer{margin-top:2rem}
.pay .site-footer>div{padding-bottom:0}
.centre{flex:1;display:grid;grid-template-columns:minmax(0,28rem);place-content:center;gap:1.25rem;padding:1.5rem var(--gutter);background:var(--sunken)}
.below{text-align:center;color:var(--soft);font-size:var(--small)}
.below>*+*{margin-top:.75rem}
.below .links{justify-content:center}
.below .links a{color:inherit}
@media (max-width:24.99rem){
.cart-link{gap:.375rem;font-size:.9375rem}
.cart-link .mark{display:none}
}
@media (min-width:40rem){
.shop-footer>div{grid-template-columns:repeat(3,minmax(0,1fr))}
}
@media (min-width:56rem){
.shop-header>.shop-bar{grid-template-columns:auto minmax(0,30rem) 1fr auto;column-gap:1.5rem}
.finder{grid-column:2;grid-row:1}
.shop-bar .switch{grid-column:3;grid-row:1;justify-self:end}
.shop-bar .cart-link{grid-column:4;grid-row:1}
.columns{grid-template-columns:minmax(0,1fr) 21rem;align-items:start}
.split{flex-direction:row}
.summary,.pay{flex:1 1 50%;padding-top:4rem;padding-bottom:3rem}
.summary{display:flex;flex-direction:column;align-items:flex-end;padding-right:5rem}
.summary>div{width:100%;max-width:26rem;position:sticky;top:4rem}
.pay{display:flex;flex-direction:column;padding-left:5rem}
.pay>*{width:100%}
}
`

const components = `
.button{display:inline-flex;align-items:center;justify-content:center;gap:.5rem;min-height:3rem;padding:.625rem 1.5rem;border:1px solid var(--accent);border-radius:var(--radius);background:var(--accent);color:var(--on-accent);font-weight:600;line-height:1.3;text-align:center;text-decoration:none;cursor:pointer}
.button:hover{background:var(--accent-deep);border-color:var(--accent-deep);color:var(--on-accent)}
.button.plain{background:transparent;border-color:var(--edge);color:var(--ink)}
.button.plain:hover{background:var(--sunken);color:var(--ink)}
.actions{display:flex;flex-wrap:wrap;gap:.75rem}
.actions.full{display:grid;grid-template-columns:minmax(0,1fr)}
.back{display:inline-flex;align-items:center;gap:.25rem;margin:-.5rem;padding:.5rem;border:0;border-radius:var(--radius);background:none;color:var(--soft);font-size:.9375rem;text-decoration:none;cursor:pointer}
.back:hover{color:var(--ink);text-decoration:underline}
.merchant{display:flex;align-items:center;gap:.75rem;font-weight:600}
.merchant .status{margin-left:auto}
.monogram{flex:none;display:grid;place-items:center;width:2.25rem;height:2.25rem;border-radius:50%;background:var(--accent);color:var(--on-accent);font:500 1.125rem var(--serif)}
.status{display:inline-block;padding:.125rem .5625rem;border-radius:1rem;background:var(--sunken);color:var(--soft);font-size:.8125rem;font-weight:600;white-space:nowrap}
.status.right{background:var(--right-ground);color:var(--right)}
.status.wait{background:var(--wait-ground);color:var(--wait)}
.status.wrong{background:var(--wrong-ground);color:var(--wrong)}
.card{min-width:0;padding:1.25rem var(--gutter);border:1px solid var(--line);border-radius:var(--radius-card);background:var(--surface)}
.card>*+*{margin-top:.75rem}
.card>.top{margin:-1.25rem calc(-1*var(--gutter)) 1.25rem;padding:.875rem var(--gutter);border-bottom:1px solid var(--line);border-radius:calc(var(--radius-card) - 1px) calc(var(--radius-card) - 1px) 0 0}
.card>.actions{margin-top:1.5rem}
.card>.sign+*{margin-top:1.25rem}
.raised{padding-bottom:1.75rem;box-shadow:0 8px 28px rgba(20,10,16,.08)}
.bank{--accent:var(--bank-accent);--accent-deep:var(--bank-accent-deep);--on-accent:var(--on-bank-accent)}
.bank>.top{display:flex;align-items:center;gap:.75rem;border-color:var(--bank);background:var(--bank);color:var(--on-bank);font-weight:600}
.bank>.top .scheme{margin-left:auto;padding:.125rem .5rem;border:1px solid currentColor;border-radius:.25rem;font-size:.75rem;letter-spacing:.02em}
.sign.right{color:var(--right)}
.sign.wait{color:var(--accent)}
.sign.wrong{color:var(--wait)}
.row{display:flex;justify-content:space-between;align-items:baseline;gap:.25rem 1rem}
.row>:last-child{flex:none}
.entries .row{flex-wrap:wrap}
.facts>div{display:flex;justify-content:space-between;gap:1rem;padding:.625rem 0;border-top:1px solid var(--line)}
.facts>div:first-child{border-top:0}
.facts dt{flex:none;max-width:50%;color:var(--soft)}
.facts dd{font-weight:600;text-align:right}
.facts.framed{margin-top:1.25rem;border:1px solid var(--line);border-radius:var(--radius)}
.facts.framed>div{padding-inline:1rem}
.prices>div{display:flex;justify-content:space-between;align-items:baseline;gap:1.25rem;padding:.25rem 0}
.prices dd{flex:none}
.prices .main{margin-top:.5rem;padding-top:.75rem;border-top:1px solid var(--line);font-weight:600}
.goods li{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:.25rem 1rem;align-items:center;padding:.75rem 0}
.goods.pictured li{grid-template-columns:3.5rem minmax(0,1fr) auto}
.goods li+li,.entries>li+li{border-top:1px solid var(--line)}
.goods li:first-child,.entries>li:first-child{padding-top:0}
.goods li:last-child,.entries>li:last-child{padding-bottom:0}
.goods img{display:block;width:3.5rem;height:3.5rem;border-radius:var(--radius);background:var(--sunken);object-fit:cover}
.entries>li{padding:.875rem 0}
.entries>li>*+*{margin-top:.25rem}
.lines li{padding:.5rem 0;border-bottom:1px solid var(--line)}
.steps{display:grid;grid-auto-flow:column;grid-auto-columns:minmax(0,1fr)}
.steps li{position:relative;padding-top:1.4rem;color:var(--soft);font-size:var(--small)}
.steps li::before{content:"";position:absolute;top:.3rem;left:0;right:0;height:2px;background:var(--line)}
.steps li::after{content:"";position:absolute;top:0;left:0;width:.75rem;height:.75rem;border:2px solid var(--edge);border-radius:50%;background:var(--ground)}
.steps .done::before{background:var(--accent)}
.steps .done::after{background:var(--accent);border-color:var(--accent)}
.steps [aria-current]{color:var(--ink);font-weight:600}
.steps [aria-current]::before{background:var(--line)}
.steps li:last-child::before{display:none}
.steps small{display:block;font-size:inherit;font-weight:400;color:var(--soft)}
.timeline{margin-left:.3rem;padding-left:1.1rem;border-left:2px solid var(--line)}
.timeline li{position:relative;padding:.25rem 0}
.timeline li::before{content:"";position:absolute;left:-1.5rem;top:.75rem;width:.6rem;height:.6rem;border-radius:50%;background:var(--edge)}
.timeline li:first-child::before{background:var(--accent)}
.notice{display:flex;gap:.75rem;padding:.875rem 1rem;border:1px solid var(--line);border-left:4px solid var(--soft);border-radius:var(--radius);background:var(--surface)}
.notice:focus{outline:0}
.notice>div{min-width:0}
.notice .mark{margin-top:.125rem}
.notice.right{border-color:var(--right);background:var(--right-ground)}
.notice.wait{border-color:var(--wait);background:var(--wait-ground)}
.notice.wrong{border-color:var(--wrong);background:var(--wrong-ground)}
.notice.right .mark,.notice.right h2{color:var(--right)}
.notice.wait .mark,.notice.wait h2{color:var(--wait)}
.notice.wrong .mark,.notice.wrong h2,.notice.wrong a{color:var(--wrong)}
.notice h2{font:600 1rem/1.5 var(--sans)}
.notice li{margin-top:.25rem}
.empty{display:grid;justify-items:center;gap:.75rem;padding:3rem var(--gutter);text-align:center}
.empty .actions{justify-content:center;margin-top:.75rem}
details summary{padding:.25rem 0;color:var(--soft);font-weight:500;cursor:pointer}
details>*+*{margin-top:.75rem}
.table{width:100%;border-collapse:collapse;font-size:.9375rem}
.table th,.table td{padding:.4375rem 0;border-bottom:1px solid var(--line);text-align:left;font-weight:400;vertical-align:top}
.table th:not(:last-child),.table td:not(:last-child){padding-right:1rem}
.table tbody th{white-space:nowrap;font-variant-numeric:tabular-nums}
.table thead th{font-size:.8125rem;color:var(--soft)}
.chart svg{display:block;width:100%;height:auto}
.chart line{stroke:var(--line)}
.chart text{fill:var(--soft);font-size:14px;text-anchor:end}
.chart polyline{fill:none;stroke:var(--accent);stroke-width:3;stroke-linejoin:round;stroke-linecap:round}
.chart circle{fill:var(--accent)}
.chart figcaption{display:flex;justify-content:space-between;gap:1rem;margin-top:.25rem}
.chart figcaption>*{min-width:0}
.bars{display:grid;gap:.875rem}
.bars>div{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:.25rem 1rem}
.bars dt{color:var(--soft)}
.bars .amount{font-weight:600}
.bars dd+dd{grid-column:1/-1}
.bars svg{display:block;width:100%;height:.5rem;border-radius:.25rem}
.bars rect{fill:var(--sunken)}
.bars .filled{fill:var(--accent)}
.score{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .75rem}
.score b{font:600 var(--figure)/1.15 var(--sans);letter-spacing:-.02em;font-variant-numeric:tabular-nums}
@media (max-width:34rem){
.chart text{font-size:24px}
.steps{grid-auto-flow:row;row-gap:0}
.steps li{padding:0 0 1rem 1.75rem}
.steps li::before{top:.6rem;bottom:-.3rem;left:.3rem;right:auto;width:2px;height:auto}
.steps li::after{top:.3rem}
.steps li:last-child{padding-bottom:0}
.steps small{display:inline;margin-left:.5rem}
.actions .button{flex:1 1 auto}
.site-footer .links{column-gap:.875rem}
}
@media print{
:root{color-scheme:light;${Tokens.lightDeclarations}}
.actions,.switch,.cart-link,.finder,.shop-nav,.shop-footer,.site-footer{display:none}
}
`

const forms = `
form>*+*{margin-top:1.25rem}
legend{font:500 1.1875rem/1.35 var(--serif);margin-bottom:.875rem}
label{font-size:.9375rem;font-weight:500}
.fields{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:1rem}
.wide-field{grid-column:1/-1}
.fields:not(:has(>.field .has-region:checked))>.region{display:none}
.field label{display:block;margin-bottom:.375rem}
.field input,.field select,.field textarea{display:block;width:100%;min-height:3rem;padding:.625rem .875rem;border:1px solid var(--edge);border-radius:var(--radius);background:var(--surface)}
.field [inputmode=numeric]{font-variant-numeric:tabular-nums}
.field ::placeholder{color:var(--soft);opacity:1}
.field :is(input,select,textarea):focus-visible{border-color:var(--focus);outline-offset:0}
.field [aria-invalid=true]{border-color:var(--wrong);background:var(--wrong-ground);box-shadow:0 0 0 1px var(--wrong)}
.hint{margin-top:.375rem;font-size:var(--small);color:var(--soft)}
.fault{margin-top:.375rem;font-size:.9375rem;font-weight:500;color:var(--wrong)}
.group{background:var(--surface);padding:1.125rem 1rem;border:1px solid var(--line);border-radius:var(--radius-card)}
.group legend{float:left;width:100%;margin-bottom:.5rem}
.group legend+*{clear:both}
.group>*+.fields{margin-top:1rem}
.choices{border:1px solid var(--line);border-radius:var(--radius-card);background:var(--surface)}
.fault+.choices{margin-top:.75rem}
.choice+.choice{border-top:1px solid var(--line)}
.choice:first-child{border-radius:calc(var(--radius-card) - 1px) calc(var(--radius-card) - 1px) 0 0}
.choice:last-child{border-radius:0 0 calc(var(--radius-card) - 1px) calc(var(--radius-card) - 1px)}
.choice>label{display:flex;align-items:center;gap:.75rem;min-height:3.5rem;padding:.75rem 1rem;font-size:1rem;cursor:pointer}
.choice .marks{display:flex;gap:.25rem;margin-left:auto}
.choice input[type=radio]{flex:none;width:1.25rem;height:1.25rem;margin:0;accent-color:var(--accent)}
.choice .more{padding:0 1rem 1.125rem}
.choice p.more{margin-top:-.375rem;padding-left:3rem;color:var(--soft);font-size:.9375rem}
@supports selector(:has(*)){
.choice:not(:has(input[type=radio]:checked)) .more{display:none}
.choice:has(input[type=radio]:checked){background:var(--ground)}
.choice:has(input[type=radio]:focus-visible){outline:3px solid var(--focus);outline-offset:-1px}
.choice input[type=radio]:focus-visible{outline:0}
}
@media (forced-colors:active){.choice:has(input[type=radio]:checked){outline:2px solid Highlight;outline-offset:-2px}}
`

/** The look of every page: the shop's own pages and the payment pages. */
export const site: Stylesheet = make(base + layout + components + forms)
