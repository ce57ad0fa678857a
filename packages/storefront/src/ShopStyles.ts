/**
 * The look of the shop front: the rules of all pages (`@beauty-store/ui`) and those of what only a shop front has, from
 * the same tokens. Pictures keep their place before they are loaded, and nothing moves afterwards.
 */
import type { Look } from "@beauty-store/ui/Look"
import { extended, site, type Stylesheet } from "@beauty-store/ui/Stylesheet"

const stylesheet = extended(
  site,
  `
.wide>.promises+section{margin-top:2.25rem}
.wide>section+section,.wide>*+.band{margin-top:3rem}
.crumbs ol{display:flex;flex-wrap:wrap;gap:0 .5rem;color:var(--soft);font-size:var(--small)}
.crumbs li+li::before{content:"/";margin-right:.5rem;color:var(--edge)}
.crumbs a,.crumbs span{color:inherit;display:inline-block;padding:.25rem 0}
.hero{display:grid;gap:1.5rem;padding:clamp(1.5rem,5vw,3.5rem);border-radius:1rem;background:var(--sunken);overflow:hidden}
.hero h1{font-size:clamp(2rem,1.5rem + 2.6vw,3.25rem);line-height:1.1;letter-spacing:-.015em}
.hero .lead{max-width:34rem}
.hero>div>*+*{margin-top:1.25rem}
.hero .packs>*{margin:0}
.hero .packs{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:.75rem}
.hero .packs img{display:block;width:100%;height:auto;border-radius:.75rem}
.hero.pictured{gap:0;padding:0}
.hero.pictured>img{display:block;width:100%;height:auto;aspect-ratio:4/3;object-fit:cover;object-position:84% 50%}
.hero.pictured>div{padding:1.5rem}
.promises{display:flex;flex-wrap:wrap;gap:.5rem 2rem;color:var(--soft);font-size:.9375rem}
.promises li{display:flex;align-items:center;gap:.5rem}
.promises .mark{color:var(--right)}
.head{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:.25rem 1.5rem}
.head h2{font-size:1.5rem}
.head+*{margin-top:1.125rem}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(11rem,calc(50% - .375rem)),1fr));gap:.75rem}
.tile{display:block;border:1px solid var(--line);border-radius:var(--radius-card);background:var(--surface);color:var(--ink);text-decoration:none;overflow:hidden}
.tile:hover{border-color:var(--accent);color:var(--accent)}
.tile img{display:block;width:100%;height:auto;aspect-ratio:4/3;object-fit:cover;object-position:50% 75%;background:var(--sunken)}
.tile span{display:block;padding:.75rem 1rem;font-weight:500}
.tile small{display:block;color:var(--soft);font-size:.8125rem;font-weight:400}
.products{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:1.5rem .875rem}
.product{position:relative;display:flex;flex-direction:column;gap:.125rem;min-width:0}
.product img{display:block;width:100%;height:auto;aspect-ratio:1;object-fit:cover;border-radius:var(--radius-card);background:var(--sunken)}
.product .of{margin-top:.625rem;color:var(--soft);font-size:.8125rem}
.product :is(h2,h3){font:500 1rem/1.35 var(--sans)}
.product :is(h2,h3) a{color:var(--ink);text-decoration:none}
.product :is(h2,h3) a::after{content:"";position:absolute;inset:0;border-radius:var(--radius-card)}
.product :is(h2,h3) a:hover{text-decoration:underline}
.product .price{margin-top:.25rem;font-weight:600}
.reduced{color:var(--right);font-size:.875rem}
.product .status{position:absolute;top:.5rem;left:.5rem}
.product small{color:var(--soft);font-size:.8125rem;font-weight:400}
.sold-out img{opacity:.55}
.offer{display:grid;grid-template-columns:minmax(0,1fr);gap:1.5rem clamp(1.5rem,5vw,4rem);align-items:start}
.scripted .unscripted{display:none}
.enlarge{display:block;cursor:zoom-in}
.enlarged{max-width:min(96vw,90vh);padding:0;border:0;border-radius:var(--radius);background:var(--surface);cursor:zoom-out}
.enlarged::backdrop{background:rgb(0 0 0/.6)}
.enlarged img{display:block;max-width:100%;max-height:82vh}
.enlarged button{display:block;margin:.25rem auto .5rem}
.offer .pack{display:block;width:100%;height:auto;aspect-ratio:1;object-fit:cover;border-radius:1rem;background:var(--sunken)}
.offer .pack.whole{object-fit:contain}
picture{display:contents}
picture source{display:none}
.gallery{min-width:0}
.strip{position:relative;display:flex;overflow-x:auto;scroll-snap-type:x mandatory;scrollbar-width:none;border-radius:1rem}
.strip li{flex:0 0 100%;min-width:0;scroll-snap-align:start;scroll-margin-top:1rem}
.thumbnails{display:flex;flex-wrap:wrap;gap:.5rem;margin-top:.75rem}
.thumbnails a{display:block;border:1px solid var(--line);border-radius:var(--radius);overflow:hidden}
.thumbnails a:hover{border-color:var(--accent)}
.thumbnails img{display:block;width:4.5rem;height:4.5rem;object-fit:cover;background:var(--sunken)}
.buy>*+*{margin-top:.75rem}
.buy .of a{color:var(--soft);font-weight:500;text-decoration:none}
.buy .of a:hover{text-decoration:underline}
.buy .figure{font:600 1.75rem/1.2 var(--sans);letter-spacing:-.01em;font-variant-numeric:tabular-nums}
.buy form{display:flex;gap:.75rem;align-items:end;margin-top:1.25rem}
.buy form>*+*{margin-top:0}
.buy form .button{flex:1}
.buy .field{flex:none;width:5.5rem}
.assurance{padding:1rem;border:1px solid var(--line);border-radius:var(--radius-card);background:var(--surface)}
.assurance li{display:flex;gap:.625rem;align-items:flex-start}
.assurance li+li{margin-top:.625rem}
.assurance .mark{margin-top:.125rem;color:var(--soft)}
.choose h2{font:400 1rem/1.5 var(--sans)}
.choose ul{display:flex;flex-wrap:wrap;gap:.5rem;margin-top:.5rem}
.choose a{display:flex;flex-direction:column;width:6.5rem;height:100%;border:1px solid var(--line);border-radius:var(--radius);background:var(--surface);color:var(--ink);font-size:.875rem;line-height:1.3;text-decoration:none;overflow:hidden}
.choose a:hover{border-color:var(--accent);color:var(--accent)}
.choose [aria-current]{border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
.choose img{display:block;width:100%;height:4.5rem;object-fit:cover;background:var(--sunken)}
.choose span{padding:.375rem .5rem}
.choose .words a{width:auto;min-width:3.5rem;max-width:10rem;min-height:2.75rem;justify-content:center}
.choose .sold-out a{border-style:dashed}
.choose small{display:block;color:var(--soft)}
.about{display:grid;grid-template-columns:minmax(0,1fr);gap:2rem clamp(1.5rem,5vw,4rem)}
.about h2+*{margin-top:.625rem}
.about p{max-width:40rem}
.inci{color:var(--soft);font-size:.9375rem}
.refine{padding:.875rem 1rem;border:1px solid var(--line);border-radius:var(--radius-card);background:var(--surface)}
h1+.refine,h1+.found{margin-top:1.25rem}
.refine form{display:flex;flex-wrap:wrap;gap:.75rem 1rem;align-items:end;margin-top:0}
.refine form>*{margin:0}
.refine .field{flex:1 1 11rem}
.refine .check{display:flex;align-items:center;gap:.5rem;min-height:3rem}
.refine .check input{width:1.25rem;height:1.25rem;accent-color:var(--accent)}
.refine .button{min-height:3rem}
.found{display:grid;grid-template-columns:minmax(0,1fr);gap:1.5rem 2.5rem;align-items:start}
.filters[open] summary{margin-bottom:1rem}
.facets{display:grid;grid-template-columns:minmax(0,1fr);gap:.75rem;font-size:.9375rem}
.facets>*{margin:0}
.facets h2{font:600 .8125rem/1.5 var(--sans);color:var(--soft)}
.facets ul{display:flex;gap:.5rem;overflow-x:auto;scrollbar-width:thin;margin-top:.25rem;padding-block:.125rem}
.facets a,.chips a{display:inline-flex;align-items:center;gap:.5rem;min-height:2.5rem;color:var(--ink);text-decoration:none;white-space:nowrap}
.facets li a,.chips a{padding:.25rem .875rem;border:1px solid var(--line);border-radius:2rem;background:var(--surface)}
.facets p a{color:var(--accent);text-decoration:underline}
.facets a:hover,.chips a:hover{color:var(--accent);border-color:currentColor}
.facets small{color:var(--soft)}
.facets [aria-current]{border-color:var(--accent);color:var(--accent);font-weight:600}
.chips{display:flex;flex-wrap:wrap;gap:.5rem}
.bar{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 1.5rem}
.bar>*{margin:0}
.sorting form{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem;margin:0}
.sorting form>*{margin:0}
.sorting .field{display:flex;align-items:center;gap:.5rem}
.sorting .field>*{margin:0}
.sorting label{color:var(--soft);font-size:var(--small);white-space:nowrap}
.sorting select{width:auto;min-height:2.75rem;padding-block:.375rem}
.sorting .button{min-height:2.75rem;padding-block:.375rem}
.about+section{margin-top:3rem}
.cart-lines>li{display:grid;grid-template-columns:5rem minmax(0,1fr) auto;gap:.25rem 1rem;padding:1.25rem 0;border-top:1px solid var(--line)}
.cart-lines img{display:block;width:5rem;height:5rem;border-radius:var(--radius);object-fit:cover;background:var(--sunken)}
.cart-lines .what a{color:var(--ink);font-weight:500;text-decoration:none}
.cart-lines .what a:hover{text-decoration:underline}
.cart-lines .row{grid-column:1/-1;align-items:center;flex-wrap:wrap;margin-top:.5rem}
.cart-lines form{display:flex;gap:.5rem;align-items:center}
.cart-lines form>*{margin:0}
.cart-lines select{min-height:2.75rem;padding:.375rem .75rem;border:1px solid var(--edge);border-radius:var(--radius);background:var(--surface)}
.text-button{min-height:2.75rem;padding:.375rem .5rem;border:0;border-radius:var(--radius);background:none;color:var(--accent);text-decoration:underline;text-underline-offset:.15em;cursor:pointer}
.text-button:hover{color:var(--accent-deep)}
.cart-lines .amount{font-weight:600}
.sheet{display:grid;grid-template-columns:minmax(0,1fr);gap:1.5rem 2.5rem;align-items:start}
.sheet>aside.card{background:var(--sunken);border-color:transparent}
.sheet .button{width:100%}
.field textarea{min-height:10rem;resize:vertical}
.progress{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;color:var(--soft);font-size:var(--small)}
.progress [aria-current]{color:var(--ink);font-weight:600}
.progress li{display:flex;gap:.5rem}
.progress li::before{content:counter(step);counter-increment:step;display:grid;place-items:center;width:1.375rem;height:1.375rem;border-radius:50%;background:var(--line);color:var(--ink);font-size:.75rem;font-weight:600}
.progress [aria-current]::before{background:var(--accent);color:var(--on-accent)}
.progress{counter-reset:step}
.card .head h2{font-size:1.1875rem}
.card .inline,.inline>*+*{margin:0}
.sheet>form>.card+*{margin-top:1.25rem}
.sheet>form>input+.card{margin-top:0}
.sheet .choice>label{flex-wrap:wrap;gap:.125rem .75rem}
.sheet .choice .marks{flex-basis:100%;margin-left:2rem}
.pages{display:flex;flex-wrap:wrap;gap:.75rem}
@media (max-width:39.99rem){
html:has(.buy form){scroll-padding-bottom:7rem}
body:has(.buy form){padding-bottom:6.5rem}
.buy form{position:fixed;inset:auto 0 0;z-index:1;margin:0;padding:.75rem var(--gutter);border-top:1px solid var(--line);background:var(--surface)}
.sorting label{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
}
@media (min-width:40rem){
.refine .field{max-width:18rem}
.products{grid-template-columns:repeat(3,minmax(0,1fr));gap:2rem 1.25rem}
.cart-lines>li{grid-template-columns:6rem minmax(0,1fr) auto}
.cart-lines img{width:6rem;height:6rem;grid-row:1/3}
.cart-lines .row{grid-column:2/-1}
}
@media (min-width:56rem){
.hero{grid-template-columns:minmax(0,1.15fr) minmax(0,1fr);align-items:center;gap:3rem}
.hero.pictured{grid-template-columns:minmax(0,1fr)}
.hero.pictured>*{grid-area:1/1}
.hero.pictured>img{aspect-ratio:12/5}
.hero.pictured>div{position:relative;max-width:29rem;padding:3rem;color:#2a1a1f}
.hero.pictured :is(h1,.lead){color:inherit}
.products{grid-template-columns:repeat(4,minmax(0,1fr));gap:2.5rem 1.5rem}
.tiles.brands img{aspect-ratio:1}
.tiles.brands{grid-template-columns:repeat(4,minmax(0,1fr));gap:1.5rem}
.offer{grid-template-columns:minmax(0,1.1fr) minmax(0,1fr)}
.about{grid-template-columns:minmax(0,1.1fr) minmax(0,1fr)}
.found{grid-template-columns:13rem minmax(0,1fr)}
@supports selector(::details-content){
.filters summary{display:none}
.filters::details-content{content-visibility:visible;block-size:auto}
}
.facets{gap:1.5rem}
.facets ul{display:block;overflow:visible}
.facets li a{display:flex;justify-content:space-between;min-height:2rem;padding:.25rem 0;border:0;background:none;white-space:normal}
.sheet{grid-template-columns:minmax(0,1fr) 22rem}
.sheet>aside{position:sticky;top:1.5rem}
.sheet .choice .marks{flex-basis:auto;margin-left:auto}
}
`
)

/** Words on a picture that has no empty place for them stand on a ground of their own. */
const ownHero = `.hero.own img{display:block;width:100%;height:auto;aspect-ratio:4/3;object-fit:cover}
@media (min-width:56rem){
.hero.own img{grid-area:1/1;aspect-ratio:12/5}
.hero.own>div{align-self:end;justify-self:start;margin:2rem;padding:2rem;border-radius:var(--radius-card);background:var(--surface);color:var(--ink)}
.hero.own .lead{color:var(--soft)}
}
`

/** The stylesheet of the shop front in the look of a shop. */
export const stylesheetIn = ({ rules }: Look, hasHero: boolean): Stylesheet => {
  const all = rules + (hasHero ? ownHero : "")
  return all === "" ? stylesheet : extended(stylesheet, all)
}
