/**
 * Visits to a shop front for its tests: what a browser without scripts does, over plain requests. It follows no
 * redirect by itself but to the answer of a form, and keeps the one cookie.
 */
import { type Answer, answerTo, type Requests } from "../../../test/shop/requests.ts"

export const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

const formType = "application/x-www-form-urlencoded"

export interface Visitor {
  readonly open: (path: string) => Promise<Answer>
  readonly send: (path: string, fields: Readonly<Record<string, string>>) => Promise<Answer>
  /** The headers of everything that it sends. */
  readonly headers: () => Readonly<Record<string, string>>
}

/** A browser that comes for the first time. */
export const visitor = (shop: Requests, more: Readonly<Record<string, string>> = {}): Visitor => {
  let cookie: string | undefined
  const headers = () => ({ accept, ...more, ...(cookie === undefined ? {} : { cookie }) })
  const kept = async (answer: Promise<Answer>): Promise<Answer> => {
    const received = await answer
    for (const one of received.cookies) cookie = one.split(";")[0]
    return received
  }
  return {
    headers,
    open: (path) => kept(shop.get(path, { headers: headers() })),
    send: async (path, fields) =>
      answerTo(
        shop,
        path,
        await kept(shop.post(path, new URLSearchParams(fields).toString(), {
          headers: { ...headers(), "content-type": formType, "sec-fetch-site": "same-origin" }
        })),
        headers()
      )
  }
}

const unescaped = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", "\"").replaceAll("&amp;", "&")

/** The value of a hidden field of a page. */
export const hidden = (page: string, name: string): string | undefined => {
  const found = [...page.matchAll(/<input type="hidden"[^>]*>/g)].find(([tag]) => tag.includes(` name="${name}"`))
  const value = found && / value="([^"]*)"/.exec(found[0])?.[1]
  return value === undefined ? undefined : unescaped(value)
}

/** Addresses of the shop that a page names, as paths. */
export const pathsIn = (page: string, baseUrl: string): ReadonlyArray<string> =>
  [
    ...[...page.matchAll(/ (?:href|src|action)="([^"]+)"/g)].map((match) => match[1]!),
    ...[...page.matchAll(/ srcset="([^"]+)"/g)].flatMap((match) =>
      match[1]!.split(", ").map((file) => file.split(" ")[0]!)
    )
  ]
    .map((address) => unescaped(address).split("#")[0]!)
    .map((address) => address.startsWith(`${baseUrl}/`) ? address.slice(baseUrl.length) : address)
    .filter((address) => address.startsWith("/"))

/** What a page says to search engines. */
export const dataIn = (page: string): ReadonlyArray<any> =>
  [...page.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)].map((match) => JSON.parse(match[1]!))

/** The details of somebody who orders. */
export const ada = {
  email: "ada@example.com",
  name: "Ada Lovelace",
  address: "Torstrasse 1",
  postcode: "10119",
  city: "Berlin",
  country: "Germany",
  method: "standard"
}
