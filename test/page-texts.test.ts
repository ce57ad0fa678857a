/**
 * No page joins two words where one element or expression ends and the next begins. Every page is read, in both
 * languages: those that links lead to from the shop and from what one buyer gets to see.
 *
 * How a page is put together is no longer visible in its text. While this file runs, the renderer therefore marks the
 * ends of each piece of text.
 */
import { randomUUID } from "node:crypto"
import { Fragment, options, type VNode } from "preact"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { product } from "./shop/products.ts"
import { answerTo, pathOf } from "./shop/requests.ts"
import { useShop } from "./shop/server.ts"
import { delivery, done, eventually, newShopper, pay } from "./shop/shopper.ts"

const mark = "¦"

const marked = (child: unknown): unknown =>
  typeof child === "string" ? mark + child + mark : Array.isArray(child) ? child.map(marked) : child

/** Elements whose content is one text, and no part of a sentence. */
const whole = new Set(["title", "style", "script", "option", "textarea"])

const renderer = options.vnode
beforeAll(() => {
  options.vnode = (node: VNode) => {
    const { props, type } = node
    const isMarkup = type === Fragment || (typeof type === "string" && !whole.has(type))
    if (isMarkup && props.children !== undefined) Object.assign(props, { children: marked(props.children) })
    renderer?.(node)
  }
})
afterAll(() => {
  if (renderer === undefined) delete options.vnode
  else options.vnode = renderer
})

/** Elements within a sentence, unless they have a look of their own. All others begin a line. */
const inline = new Set(["a", "abbr", "b", "bdi", "code", "em", "i", "q", "span", "strong", "time"])
const empty = new Set(["br", "hr", "img", "input", "link", "meta"])

/** The text of a page: within a sentence the ends of its pieces are marked, between sentences is the end of a line. */
const textOf = (page: string): string => {
  const open: Array<string> = []
  return (/<body[^]*/.exec(page)?.[0] ?? "")
    .replace(/<(script|style)[^]*?<\/\1>/g, "")
    .replace(/<(\/?)(\w+)([^>]*)>/g, (_, slash: string, name: string, attributes: string) => {
      if (slash !== "") return open.pop() ?? "\n"
      const sign = inline.has(name) && !attributes.includes(" class=") ? mark : "\n"
      if (!empty.has(name) && !attributes.endsWith("/")) open.push(sign)
      return sign
    })
}

/** Pairs of words that nothing separates but the end of a piece of text. */
const joinedIn = (page: string): ReadonlyArray<string> =>
  [...textOf(page).matchAll(/[\p{L}\p{N}:;,-]*[\p{L},:;]¦+\p{L}[\p{L}\p{N}-]*/gu)]
    .map(([pair]) => pair.replaceAll(mark, "|"))

const accept = "text/html"

/** Paths that differ in an id, a product or a filter alone are of one kind. */
const kindOf = (path: string): string =>
  path
    .replace(/(products|brands|categories|problems)\/[^?]+/, "$1/…")
    .replace(/\/(?:page|tpg|ret|del|mnd)_[^/?]+/, "/…")
    .replace(/\?.*/, "?…")

const pathsIn = (page: string, baseUrl: string): ReadonlyArray<string> =>
  [...page.matchAll(/<a [^>]*?href="([^"]+)"/g)]
    .map(([, href = ""]) => href.replaceAll("&amp;", "&").split("#")[0]!)
    .map((href) => href.startsWith(`${baseUrl}/`) ? href.slice(baseUrl.length) : href)
    .filter((href) => href.startsWith("/"))

describe.each(["en", "de"] as const)("pages in %s", (language) => {
  const shop = useShop()
  const front = language === "en" ? "" : "/de"
  const texts = new Map<string, string>()

  /** Every page that a browser with a cart gets to see from some addresses on, one of each kind. */
  const readFrom = async (starts: ReadonlyArray<string>, headers: Readonly<Record<string, string>>) => {
    const open = [...starts]
    const known = new Set(open)
    const kinds = new Map<string, number>()
    for (let path = open.shift(); path !== undefined; path = open.shift()) {
      const answer = await shop().get(path, { headers })
      if (answer.status === 303) open.push(answer.headers["location"]!)
      if (!answer.headers["content-type"]?.startsWith("text/html")) continue
      texts.set(path, answer.text)
      for (const next of pathsIn(answer.text, shop().baseUrl)) {
        const count = kinds.get(kindOf(next)) ?? 0
        // Pages of an order and of its payment change with it; all others were read before.
        const isRead = known.has(next) || (texts.has(next) && !/^\/(?:orders|pay)\//.test(next))
        if (isRead || count >= 1 || (language === "en" && /^\/de(?:\/|$)/.test(next))) continue
        known.add(next)
        kinds.set(kindOf(next), count + 1)
        open.push(next)
      }
    }
  }

  it("join no words where one piece of text ends and the next begins", async () => {
    const shopper = await newShopper(shop(), product(0), 2)
    const headers = { accept, "accept-language": language, cookie: `store_session=${shopper.token}` }
    const formed = async (path: string, fields: Readonly<Record<string, string>>) => {
      const sent = { ...headers, "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" }
      const received = await shop().post(path, new URLSearchParams(fields).toString(), { headers: sent })
      const { text } = await answerTo(shop(), path, received, headers)
      texts.set(`POST ${path} ${JSON.stringify(fields)}`, text)
      return text
    }
    const { shipping: { address, city, country, name, postcode } } = delivery
    const details = { email: delivery.email, name, address, city, postcode, country, method: "standard" }
    await formed(`${front}/checkout`, { ...details, email: "", step: "review" })
    await formed(`${front}/checkout`, { ...details, step: "review" })
    await formed(`${front}/checkout`, { ...details, step: "order", total: "1", key: randomUUID() })
    await formed(`/orders/find?language=${language}`, { order: "x", email: "x" })
    const question = { email: delivery.email, subject: "x", message: "y", order: "" }
    const asked = await formed(`${front}/contact`, { ...question, key: randomUUID() })
    const ticket = /\/support\/[^"/]+/.exec(asked)![0]
    await formed(`${front}/contact`, { ...question, email: "x" })
    await formed(ticket, { message: "", version: "0" })

    const session = await done(shopper.post("/api/checkout", { ...delivery, language }, randomUUID()))
    const payment = pathOf(session.redirectUrl)
    await formed(payment, { method: "card", number: "1" })
    await readFrom([payment], headers)
    const { returnUrl } = (await shop().post(payment, { action: "cancel" })).json
    const order = (await shop().get(pathOf(returnUrl), { headers })).headers["location"]!
    await readFrom(
      [order, front || "/", `${front}/cart`, `${front}/checkout`, ticket, "/problems", "/readiness"],
      headers
    )
    await pay(shop(), session.redirectUrl)
    await eventually(() => shopper.order(session.orderId), ({ status }) => expect(status).toBe("confirmed"))
    await readFrom([payment, order], headers)
    const token = await shop().clientToken("demo-staff")
    const staff = (path: string, body: unknown) => done(shop().post(path, body, { token }))
    await staff(`/api/orders/${session.orderId}/ship`, { carrier: "DHL", trackingNumber: "1" })
    await staff(`/api/orders/${session.orderId}/deliver`, {})
    const chosen = { after: "", [`quantity:${product(0)}`]: "1", [`condition:${product(0)}`]: "unopened" }
    await formed(`${order}/return`, chosen)
    await formed(`${order}/return`, { ...chosen, step: "review" })
    await formed(`${order}/return`, { ...chosen, step: "confirm" })
    await readFrom([order], headers)
    await formed(`${order}/cancel`, {})
    await formed(`${order}/close`, {})
    await formed(`${ticket}/close`, {})

    const { approvalUrl } = await done(shopper.post("/api/delegations", { agentId: "demo-agent", language }))
    const approval = pathOf(approvalUrl)
    await readFrom([approval], headers)
    await formed(approval, { decision: "approve", number: "1" })
    await done(shop().post(approval, { decision: "approve", card: { number: "4242424242424242" } }))
    await readFrom([approval], headers)
    for (const path of [`${front}/nowhere`, "/orders/x", "/permissions/x", "/support/x", "/pay/x", "/pay/mandates/x"]) {
      await readFrom([path], { accept, "accept-language": language })
    }
    texts.set("405", (await shop().request("PUT", `${front}/cart`, { headers })).text)

    const pages = [...texts].filter(([path, text]) => text !== "" && path !== "/docs")
    expect(pages.length).toBeGreaterThan(50)
    // The renderer marked what was read.
    expect(pages.filter(([, text]) => !text.includes(mark)).map(([path]) => path)).toEqual([])
    expect(pages.flatMap(([path, text]) => joinedIn(text).map((pair) => `${path}: ${pair}`))).toEqual([])
  })
})
