/**
 * The pages that a browser gets for errors outside of any form: at an unknown address, after too many requests, and
 * where there is too much to do.
 * They help, in place of the problem document that programs get.
 *
 * The rule: they are for addresses of pages only. Below `/api` the response is a problem document whatever is accepted,
 * and every response to a program stays the same, byte for byte. A page repeats nothing of the address, which may
 * contain a capability. Follows docs/specification.md#pages.
 */
import { Actions, ButtonLink } from "@beauty-store/ui/Controls"
import { render } from "@beauty-store/ui/Document"
import type { VNode } from "preact"
import { preferredType } from "../pipeline/Accept.ts"
import { movedMarkup } from "../pipeline/BasePath.ts"
import { printProblem } from "../pipeline/ErrorDescription.ts"
import type { ErrorPrinter } from "../pipeline/Protocol.ts"
import { Page, pageHeaders, personal } from "./PageFrame.tsx"

/** Nothing is at the address. */
const NotFoundPage = ({ storeName }: { readonly storeName: string }): VNode => (
  <Page storeName={storeName} title="There is no page here" personal>
    <div class="prose">
      <h1>There is no page here</h1>
      <p>The address may be incomplete or mistyped, or what was here is gone. From here you can go on to:</p>
      <ul>
        <li>
          <a href="/orders/find">your order</a>, by its number and your email address
        </li>
        <li>
          <a href="/api/products">a search of the catalogue</a>, as JSON
        </li>
        <li>
          <a href="/policies/contact">help</a>
        </li>
      </ul>
    </div>
    <Actions>
      <ButtonLink href="/">To the shop</ButtonLink>
    </Actions>
  </Page>
)

/** Too much was asked for in a short time. */
const RateLimitedPage = ({ seconds, storeName }: { readonly storeName: string; readonly seconds: string }): VNode => (
  <Page storeName={storeName} title="One moment, please" personal>
    <div class="prose">
      <h1>One moment, please</h1>
      <p>
        Too many requests came from your network, so this one was not done. Try again in{" "}
        {seconds === "1" ? "a second" : `${seconds} seconds`}.
      </p>
    </div>
  </Page>
)

/** The store has too much to do. */
const OverloadedPage = ({ storeName }: { readonly storeName: string }): VNode => (
  <Page storeName={storeName} title="One moment, please" personal>
    <div class="prose">
      <h1>One moment, please</h1>
      <p>Very many people are here at once, so nothing was done. Try again in a few seconds.</p>
    </div>
  </Page>
)

/** A reader of pages: prefers HTML to the media types of programs. `*` alone does not make a reader of pages. */
const readsPages = (accept: string | undefined): boolean =>
  preferredType(accept, ["application/problem+json", "application/json", "text/html"]) === "text/html"

/** How errors are printed at the address of a page, for clients that accept pages; undefined at other addresses. */
export const printerOf = (
  path: string,
  accept: string | undefined,
  storeName: string,
  basePath: string
): ErrorPrinter | undefined =>
  path === "/api" || path.startsWith("/api/") || !readsPages(accept) ? undefined : (error, context) => {
    const problem = printProblem(error, context)
    const page = problem.status === 404
      ? <NotFoundPage storeName={storeName} />
      : error._tag === "RateLimited"
      ? <RateLimitedPage storeName={storeName} seconds={problem.headers["retry-after"] ?? "1"} />
      : error._tag === "StoreOverloaded"
      ? <OverloadedPage storeName={storeName} />
      : undefined
    return page === undefined ? problem : {
      status: problem.status,
      headers: { ...problem.headers, ...pageHeaders(), ...personal, "content-type": "text/html; charset=utf-8" },
      body: movedMarkup(basePath, render(page))
    }
  }
