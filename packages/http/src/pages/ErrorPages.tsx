/**
 * The pages that a browser gets for errors outside of any form: at an unknown address, after too many requests, and
 * where there is too much to do. They help, in place of the problem document that programs get, and in the language of
 * the address or else of the browser.
 *
 * The rule: they are for addresses of pages only. Below `/api` the response is a problem document whatever is accepted,
 * and every response to a program stays the same, byte for byte. A page repeats nothing of the address, which may
 * contain a capability. Follows docs/specification.md#pages.
 */
import { preferred } from "@beauty-store/domain/Language"
import { Actions, ButtonLink } from "@beauty-store/ui/Controls"
import { render } from "@beauty-store/ui/Document"
import type { VNode } from "preact"
import { preferredType } from "../pipeline/Accept.ts"
import { movedMarkup } from "../pipeline/BasePath.ts"
import { printProblem } from "../pipeline/ErrorDescription.ts"
import type { ShopFrontPages } from "../pipeline/PageRoute.ts"
import type { ErrorPrinter } from "../pipeline/Protocol.ts"
import * as Messages from "./Messages.ts"
import { type Frame, frameOf, Page, pageHeaders, personal } from "./PageFrame.tsx"

const words = Messages.errors

/** Nothing is at the address. */
const NotFoundPage = ({ frame }: { readonly frame: Frame }): VNode => {
  const { language, link } = frame
  const order = <a href={link("/orders/find")}>{words.yourOrder(language)}</a>
  const search = <a href="/api/products">{words.search(language)}</a>
  return (
    <Page frame={frame} title={words.notFound(language)} personal>
      <div class="prose">
        <h1>{words.notFound(language)}</h1>
        <p>{words.notFoundWords(language)}</p>
        <ul>
          <li>{words.toOrder<VNode>(language, { order })}</li>
          <li>{words.toCatalogue<VNode>(language, { search })}</li>
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

/** Something was not done for now. */
const LaterPage = ({ children, frame }: { readonly frame: Frame; readonly children: string }): VNode => (
  <Page frame={frame} title={words.moment(frame.language)} personal>
    <div class="prose">
      <h1>{words.moment(frame.language)}</h1>
      <p>{children}</p>
    </div>
  </Page>
)

/** A reader of pages: prefers HTML to the media types of programs. `*` alone does not make a reader of pages. */
const readsPages = (accept: string | undefined): boolean =>
  preferredType(accept, ["application/problem+json", "application/json", "text/html"]) === "text/html"

/** What a page about an error has to know of its shop. */
interface Surroundings {
  readonly storeName: string
  readonly basePath: string
  /** The shop front, if there is one: it has a page of its own for an unknown address. */
  readonly front: ShopFrontPages | undefined
}

const isGerman = /^\/de(\/|$)/

/** How errors are printed at the address of a page, for clients that accept pages; undefined at other addresses. */
export const printerOf = (
  path: string,
  headers: Readonly<Record<string, string | undefined>>,
  { basePath, front, storeName }: Surroundings
): ErrorPrinter | undefined =>
  path === "/api" || path.startsWith("/api/") || !readsPages(headers["accept"]) ? undefined : (error, context) => {
    const problem = printProblem(error, context)
    if (problem.status === 404 && front !== undefined) {
      const { body, headers } = front.notFound(path)
      return {
        status: problem.status,
        headers: { ...problem.headers, ...personal, ...headers, "content-type": "text/html; charset=utf-8" },
        body: movedMarkup(basePath, body)
      }
    }
    const language = isGerman.test(path) ? "de" : preferred(headers["accept-language"])
    const frame = frameOf(storeName, language, front)
    const seconds = Number(problem.headers["retry-after"] ?? "1")
    const page = problem.status === 404
      ? <NotFoundPage frame={frame} />
      : error._tag === "RateLimited"
      ? <LaterPage frame={frame}>{words.rateLimited(language, { seconds })}</LaterPage>
      : error._tag === "StoreOverloaded"
      ? <LaterPage frame={frame}>{words.overloaded(language)}</LaterPage>
      : undefined
    return page === undefined ? problem : {
      status: problem.status,
      headers: { ...problem.headers, ...pageHeaders(), ...personal, "content-type": "text/html; charset=utf-8" },
      body: movedMarkup(basePath, render(page))
    }
  }
