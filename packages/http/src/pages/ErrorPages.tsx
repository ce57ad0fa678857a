/**
 * The pages that a browser gets for every error that no page of its own prints. Each says what to do next, in the
 * language of the address or else of the browser. `Accept` decides whether a person asked; below `/api` only the label
 * of a return has pages. A page repeats nothing of the address, which may contain a capability. Follows
 * docs/specification.md#pages.
 */
import type { StorePolicy } from "@beauty-store/commerce/Policy"
import { answerIn, preferred } from "@beauty-store/domain/Language"
import { Actions, ButtonLink } from "@beauty-store/ui/Controls"
import { render } from "@beauty-store/ui/Document"
import * as PageHeaders from "@beauty-store/ui/PageHeaders"
import type { Message } from "@beauty-store/ui/Wording"
import type { VNode } from "preact"
import { preferredType } from "../pipeline/Accept.ts"
import { movedMarkup } from "../pipeline/BasePath.ts"
import { printProblem } from "../pipeline/ErrorDescription.ts"
import type { ShopFrontPages } from "../pipeline/PageRoute.ts"
import type { ErrorPrinter } from "../pipeline/Protocol.ts"
import * as Messages from "./Messages.ts"
import { type Frame, frameOf, ownLanguageOf, Page, pageHeaders } from "./PageFrame.tsx"

const words = Messages.errors

/** Nothing is at the address. */
const NotFoundPage = ({ frame }: { readonly frame: Frame }): VNode => {
  const { language, link, site } = frame
  const order = <a href={link("/orders/find")}>{words.yourOrder(language)}</a>
  const search = <a href="/api/products">{words.search(language)}</a>
  return (
    <Page frame={frame} title={words.notFound(language)} personal>
      <div class="prose">
        <h1>{words.notFound(language)}</h1>
        <p>{words.notFoundWords(language)}</p>
        <ul>
          <li>{words.toOrder<VNode>(language, { order })}</li>
          {site.search === undefined && <li>{words.toCatalogue<VNode>(language, { search })}</li>}
          <li>
            <a href={link("/policies/contact")}>{words.help(language)}</a>
          </li>
        </ul>
      </div>
      <Actions>
        <ButtonLink href={link("/")}>{Messages.frame.toShop(language)}</ButtonLink>
      </Actions>
    </Page>
  )
}

/** Something was not done. */
const RefusedPage = (
  { frame, title, why }: { readonly frame: Frame; readonly title: string; readonly why: string }
): VNode => (
  <Page frame={frame} title={title} personal>
    <div class="prose">
      <h1>{title}</h1>
      <p>{why}</p>
    </div>
    <Actions>
      <ButtonLink href={frame.link("/")}>{Messages.frame.toShop(frame.language)}</ButtonLink>
    </Actions>
  </Page>
)

/** What a person is told about an error. */
const refusalOf = (
  tag: string,
  status: number,
  seconds: number
): { readonly title: Message; readonly why: Message } => {
  const { refused } = words
  switch (tag) {
    case "RateLimited":
      return { title: words.moment, why: (language) => words.rateLimited(language, { seconds }) }
    case "StoreOverloaded":
      return { title: words.moment, why: words.overloaded }
    case "StoreUnavailable":
    case "PaymentProviderUnavailable":
      return { title: words.moment, why: words.unavailable }
    case "ForeignOrigin":
      return { title: refused, why: words.foreignForm }
    case "MethodNotAllowed":
      return { title: refused, why: words.notAllowed }
    case "HeadersTooLarge":
      return { title: refused, why: words.tooManyCookies }
    case "ReturnNotFound":
      return { title: words.noLabel, why: words.noLabelWords }
    case "IdempotencyConflict":
      return { title: refused, why: words.sentBefore }
    case "RequestTimeout":
      return { title: refused, why: words.tooSlow }
    case "PayloadTooLarge":
      return { title: refused, why: words.tooLong }
    case "MisdirectedRequest":
      return { title: refused, why: words.otherName }
    default:
      return status >= 500
        ? { title: words.broken, why: words.brokenWords }
        : { title: refused, why: words.unreadable }
  }
}

/** A reader of pages: prefers HTML to the media types of programs. `*` alone does not make a reader of pages. */
const readsPages = (accept: string | undefined): boolean =>
  preferredType(accept, ["application/problem+json", "application/json", "text/html"]) === "text/html"

/** What a page about an error has to know of its shop. */
interface Surroundings extends Pick<StorePolicy, "languages" | "seller" | "storeName" | "timeZone"> {
  readonly basePath: string
  /** The shop front, if there is one. */
  readonly front: ShopFrontPages | undefined
}

/** Below `/api`, people open only the label of a return. */
const isForPrograms = (path: string): boolean =>
  /^\/api(\/|$)/.test(path) && !/^\/api\/returns\/[^/]+\/label$/.test(path)

/** How errors are printed at the address of a page, for clients that accept pages; undefined at other addresses. */
export const printerOf = (
  path: string,
  headers: Readonly<Record<string, string | undefined>>,
  { basePath, front, languages, seller, storeName, timeZone }: Surroundings
): ErrorPrinter | undefined =>
  isForPrograms(path) || !readsPages(headers["accept"]) ? undefined : (error, context) => {
    const problem = printProblem(error, context)
    const isNoPage = problem.status === 404 && error._tag !== "ReturnNotFound"
    const language = answerIn(
      languages,
      (front?.languageOf ?? ownLanguageOf)(path) ?? preferred(headers["accept-language"])
    )
    const frame = frameOf({ seller, storeName, timeZone }, language, front)
    const seconds = Number(problem.headers["retry-after"] ?? "1")
    const { title, why } = refusalOf(error._tag, problem.status, seconds)
    const page = isNoPage
      ? <NotFoundPage frame={frame} />
      : <RefusedPage frame={frame} title={title(language)} why={why(language)} />
    return {
      status: problem.status,
      headers: {
        ...problem.headers,
        ...pageHeaders(frame),
        ...PageHeaders.secret,
        "content-type": "text/html; charset=utf-8"
      },
      body: movedMarkup(basePath, render(page))
    }
  }
