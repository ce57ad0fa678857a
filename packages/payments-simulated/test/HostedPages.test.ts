/** The pages over a real socket: what programs and forms send, and what they get back. */
import { cancelUrlOf } from "@beauty-store/commerce/payment/PaymentProvider"
import { CountryCode } from "@beauty-store/domain/Address"
import { methodsOfferedIn } from "@beauty-store/domain/Payment"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { usePages } from "../../../test/shop/payment-pages.ts"

const returnUrl = "https://shop.example/return?order=ord_1&x=1"
const good = { method: "card", card: { number: "4242424242424242" } }
const challenged = { method: "card", card: { number: "4000002500003155" } }

const json = async (url: string, body: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body)
  })
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
}

/** What a browser gets after a form: always a redirect, and the page there if it is about what was wrong. */
const form = async (url: string, fields: Record<string, string>) => {
  const sent = await fetch(url, { method: "POST", redirect: "manual", body: new URLSearchParams(fields) })
  expect(sent.status).toBe(303)
  const location = new URL(sent.headers.get("location")!, url)
  const response = location.searchParams.has("wrong") ? await fetch(location) : sent
  return { status: response.status, headers: sent.headers, location: location.href, html: await response.text() }
}

const card = (number: string) => ({ method: "card", number, expiry: "08/40", cvc: "123" })

const privately = (headers: Headers) => {
  expect(headers.get("cache-control")).toBe("no-store")
  expect(headers.get("referrer-policy")).toBe("no-referrer")
  expect(headers.get("x-robots-tag")).toContain("noindex")
}

describe("a program at the payment page", () => {
  const { lookUp, open } = usePages()

  it("pays with the specification's example", async () => {
    const session = await open()
    const paid = await json(session.url, good)
    expect(paid.status).toBe(200)
    expect(paid.headers.get("content-type")).toBe("application/json")
    expect(paid.body).toEqual({ status: "succeeded", returnUrl })
    privately(paid.headers)
    expect((await lookUp(session.sessionId)).status).toBe("complete")
  })

  it("is declined with the bank's reason, and may try again", async () => {
    const session = await open()
    const decline = (number: string) => json(session.url, { method: "card", card: { number } })
    expect((await decline("4000 0000 0000 9995")).body).toEqual({
      status: "declined",
      declineCode: "insufficient_funds",
      returnUrl
    })
    expect((await decline("4000000000000002")).body.declineCode).toBe("card_declined")
    expect((await json(session.url, good)).body.status).toBe("succeeded")
  })

  it("says what is so to who goes back from what is paid, on its way or over", async () => {
    const [paid, underWay, over] = [await open(), await open(), await open({ expiresAt: 1 })]
    await json(paid.url, good)
    await json(underWay.url, { method: "klarna" })
    const responses = [paid, underWay, over].map(({ url }) => json(url, { action: "cancel" }))
    expect((await Promise.all(responses)).map(({ body, status }) => [status, body.code ?? body.status])).toEqual([
      [200, "succeeded"],
      [200, "processing"],
      [409, "session_closed"]
    ])
  })

  it.each([["authenticated", "succeeded"], ["failed", "declined"]])(
    "answers the bank: %s is %s",
    async (outcome, status) => {
      const session = await open()
      const asked = await json(session.url, challenged)
      expect(asked.body).toMatchObject({ status: "requires_action", returnUrl })
      expect(asked.body.actionUrl.startsWith(`${session.url}/`)).toBe(true)
      const answered = await json(asked.body.actionUrl, { outcome })
      expect(answered.body).toMatchObject({ status, returnUrl })
      expect((await lookUp(session.sessionId)).payments).toHaveLength(status === "succeeded" ? 1 : 0)
    }
  )

  it("pays with every other method", async () => {
    const elsewhere: Record<string, string> = { afterpay: "US", clearpay: "GB" }
    for (const method of ["apple_pay", "google_pay", "gpay", "afterpay", "clearpay"]) {
      const session = await open({ methods: methodsOfferedIn(CountryCode.make(elsewhere[method] ?? "DE")) })
      expect((await json(session.url, { method })).body.status).toBe("succeeded")
    }
    const session = await open()
    expect((await json(session.url, { method: "klarna" })).body).toEqual({ status: "processing", returnUrl })
    expect((await json(session.url, good)).body.code).toBe("payment_in_progress")
  })

  it("learns which methods are offered, and that another one is not taken", async () => {
    const session = await open({ methods: methodsOfferedIn(CountryCode.make("AT")), preselect: "klarna" })
    const methods = ["card", "apple_pay", "google_pay", "klarna"]
    const seen = await fetch(session.url, { headers: { accept: "application/json" } })
    expect(await seen.json()).toMatchObject({ methods })
    const refused = await json(session.url, { method: "afterpay" })
    expect(refused).toMatchObject({ status: 409, body: { code: "method_not_offered", methods } })
    expect(await form(session.url, { method: "afterpay" })).toMatchObject({ status: 303, location: session.url })
    expect((await lookUp(session.sessionId)).payments).toEqual([])
  })

  it("gets JSON that ends its line, whatever the response says", async () => {
    const session = await open()
    const post = (body: string, type = "application/json") =>
      fetch(session.url, { method: "POST", headers: { "content-type": type }, body })
    const responses = [
      await fetch(session.url, { headers: { accept: "application/json" } }),
      await fetch(session.url, { method: "DELETE" }),
      await fetch(new URL("/pay/ses_none", session.url), { headers: { accept: "application/json" } }),
      await post("{"),
      await post("{}", "text/plain"),
      await post(JSON.stringify({ method: "none" })),
      await post(JSON.stringify({ ...good, card: { ...good.card, number: "4000000000009995" } })),
      await post(JSON.stringify(good)),
      await post(JSON.stringify(good))
    ]
    expect(responses.map(({ status }) => status)).toEqual([200, 405, 404, 400, 415, 400, 200, 200, 409])
    for (const response of responses) {
      expect(response.headers.get("content-type")).toMatch(/json$/)
      expect(await response.text()).toMatch(/\}\n$/)
    }
  })

  it("goes back without paying, and may still pay", async () => {
    const session = await open()
    expect((await json(session.url, { action: "cancel" })).body)
      .toEqual({ status: "cancelled", returnUrl: cancelUrlOf(returnUrl) })
    expect((await lookUp(session.sessionId)).status).toBe("open")
    expect((await json(session.url, good)).body.status).toBe("succeeded")
  })

  it("ten at once pay once, and nine hear of it", async () => {
    const session = await open()
    const answers = await Promise.all(Array.from({ length: 10 }, () => json(session.url, good)))
    expect(answers.filter((answer) => answer.body.status === "succeeded")).toHaveLength(1)
    const others = answers.filter((answer) => answer.status !== 200)
    expect(others).toHaveLength(9)
    for (const other of others) {
      expect(other.status).toBe(409)
      expect(other.headers.get("content-type")).toBe("application/problem+json")
      expect(other.body).toEqual({
        type: "about:blank",
        title: "Conflict",
        status: 409,
        code: "already_paid",
        detail: "This session is paid.",
        returnUrl
      })
    }
  })

  it("reads the session's state", async () => {
    const session = await open()
    const read = async () => (await fetch(session.url, { headers: { accept: "application/json" } })).json()
    expect(await read()).toMatchObject({
      status: "open",
      amount: 47.85,
      currency: "EUR",
      description: ["2 × Rose Water <100 ml>", "Shipping"],
      lastDecline: null,
      returnUrl
    })
    await json(session.url, good)
    expect((await read() as { status: string }).status).toBe("complete")
  })

  it("is told every fault at its place, and never hears its number back", async () => {
    const session = await open()
    const number = "4242424242424241"
    const wrong = await json(session.url, { method: "card", card: { number, expiry: "01/20", cvc: "1" } })
    expect(wrong.status).toBe(400)
    expect(wrong.headers.get("content-type")).toBe("application/problem+json")
    expect(wrong.body).toMatchObject({
      code: "invalid_request",
      errors: [
        { pointer: "/card/number", detail: expect.any(String) },
        { pointer: "/card/expiry", detail: "This card has expired." },
        { pointer: "/card/cvc", detail: expect.any(String) }
      ]
    })
    expect(JSON.stringify(wrong.body)).not.toContain(number)
    expect((await json(session.url, { method: "cash" })).body.errors[0].pointer).toBe("/method")
    const asked = await json(session.url, challenged)
    expect((await json(asked.body.actionUrl, { outcome: "maybe" })).body.errors[0].pointer).toBe("/outcome")
    expect((await lookUp(session.sessionId)).payments).toEqual([])
  })

  it("sends what cannot be read, and is told so", async () => {
    const { url } = await open()
    expect(await json(url, "{")).toMatchObject({ status: 400, body: { code: "body_malformed" } })
    expect(await json(url, Uint8Array.from([0x22, 0xff, 0x22]))).toMatchObject({ status: 400 })
    expect(await json(url, good, { "content-type": "text/plain" })).toMatchObject({ status: 415 })
    expect(await json(url, { ...good, x: "x".repeat(20_000) })).toMatchObject({ status: 413 })
    expect(await json(url, good, { "content-type": "application/json; charset=utf-8" })).toMatchObject({ status: 200 })
    const bare = await fetch(url, { method: "POST", body: Uint8Array.from([1]) })
    expect(bare.status).toBe(415)
  })

  it("comes to an address that is none, or with a method that is none", async () => {
    const { url } = await open()
    const lost = await json(`${url}x`, good)
    expect(lost).toMatchObject({ status: 404, body: { code: "payment_page_not_found" } })
    const page = await fetch(`${url}x`)
    expect(page.status).toBe(404)
    expect(await page.text()).toContain("There is no payment here")
    const preflight = await fetch(url, { method: "OPTIONS" })
    expect([preflight.status, preflight.headers.get("allow"), preflight.headers.get("access-control-allow-headers")])
      .toEqual([204, "OPTIONS, GET, HEAD, POST", "content-type"])
    for (const method of ["PUT", "DELETE", "PATCH"]) {
      const refused = await fetch(url, { method })
      expect(refused.status).toBe(405)
      expect(refused.headers.get("allow")).toBe("OPTIONS, GET, HEAD, POST")
      expect(refused.headers.get("content-type")).toBe("application/problem+json")
    }
  })

  it("is told by a page where a browser asks", async () => {
    const { url } = await open()
    const accept = "text/html,application/xhtml+xml,*/*;q=0.8"
    const asked = (method: string, body?: string, type = "application/x-www-form-urlencoded") =>
      fetch(url, { method, headers: { accept, "content-type": type }, ...(body === undefined ? {} : { body }) })
    const refusals = await Promise.all([
      asked("PUT"),
      asked("POST", "x=1", "text/plain"),
      asked("POST", `x=${"x".repeat(20_000)}`),
      asked("POST", "{", "application/json")
    ])
    expect(refusals.map(({ status }) => status)).toEqual([405, 415, 413, 400])
    for (const refused of refusals) {
      expect(refused.headers.get("content-type")).toBe("text/html; charset=utf-8")
      privately(refused.headers)
      expect(await refused.text()).toContain("Nothing was done.")
    }
    expect(refusals[0]!.headers.get("allow")).toBe("OPTIONS, GET, HEAD, POST")
  })

  it("comes after the end", async () => {
    const session = await open({ expiresAt: 1 })
    expect(await json(session.url, good)).toMatchObject({ status: 409, body: { code: "session_closed", returnUrl } })
    expect(await (await fetch(session.url)).text()).toContain("This payment page has closed")
  })
})

describe("a form", () => {
  const { lookUp, open } = usePages()

  it("that pays goes back to the shop", async () => {
    const session = await open()
    const paid = await form(session.url, card("4242 4242 4242 4242"))
    expect(paid).toMatchObject({ status: 303, location: returnUrl })
    privately(paid.headers)
    expect((await lookUp(session.sessionId)).status).toBe("complete")
    const again = await form(session.url, card("4242 4242 4242 4242"))
    expect(again).toMatchObject({ status: 303, location: session.url })
    expect(await (await fetch(session.url)).text()).toContain("This order is paid")
  })

  it("that is declined leads to the page again, which says why", async () => {
    const session = await open()
    expect(await form(session.url, card("4000000000009995"))).toMatchObject({ status: 303, location: session.url })
    const page = await (await fetch(session.url)).text()
    expect(page).toContain("There is not enough money on this card.")
    expect(page).toContain("Try again: pay")
  })

  it("with faults is shown again, without the number, at an address that Back and Reload open like any other", async () => {
    const session = await open()
    const wrong = await form(session.url, { ...card("4242424242424241"), cvc: "" })
    expect(wrong.status).toBe(422)
    expect(wrong.html).toContain("This card number is not right.")
    expect(wrong.html).toContain("Enter the security code.")
    expect(wrong.html).toContain("value=\"08/40\"")
    expect(wrong.html + wrong.location).not.toContain("4242424242424241")
    expect(await (await fetch(wrong.location)).text()).toBe(wrong.html)
    expect(await form(wrong.location, card("4242424242424242"))).toMatchObject({ location: returnUrl })
    // Once it is paid, the old address says so.
    expect(await (await fetch(wrong.location)).text()).toContain("This order is paid")
  })

  it("is led to the plain page by an address whose fault is none", async () => {
    const { url } = await open()
    const plain = await (await fetch(url)).text()
    for (
      const wrong of [
        "",
        "{",
        "{\"declined\":\"<b>\"}",
        "{\"form\":{\"faults\":{\"number\":\"toString\"},\"expiry\":\"\"}}"
      ]
    ) {
      const page = await fetch(`${url}?${new URLSearchParams({ wrong })}`)
      expect([page.status, await page.text()], wrong).toEqual([200, plain])
    }
  })

  it("with a challenged card goes to the bank and from there to the shop", async () => {
    const session = await open()
    const asked = await form(session.url, card("4000002500003155"))
    expect(asked.status).toBe(303)
    const bank = await (await fetch(asked.location)).text()
    expect(bank).toContain("Visa ending 3155")
    expect(await form(asked.location, { outcome: "authenticated" })).toMatchObject({
      status: 303,
      location: returnUrl
    })
    const over = await fetch(asked.location, { redirect: "manual" })
    expect(new URL(over.headers.get("location")!, asked.location).href).toBe(session.url)
  })

  it("that fails at the bank comes back to the page with words for it", async () => {
    const session = await open()
    const asked = await form(session.url, card("4000002500003155"))
    expect(await form(asked.location, { outcome: "failed" })).toMatchObject({ status: 303, location: session.url })
    expect(await (await fetch(session.url)).text()).toContain("Your bank could not confirm that it was you.")
    expect((await lookUp(session.sessionId)).status).toBe("open")
  })

  it("that picks Klarna sees that it is on its way", async () => {
    const session = await open()
    expect(await form(session.url, { method: "klarna" })).toMatchObject({ status: 303, location: session.url })
    expect(await (await fetch(session.url)).text()).toContain("Klarna is confirming your payment")
  })

  it("that cancels goes back to the shop", async () => {
    const session = await open()
    expect(await form(session.url, { action: "cancel" }))
      .toMatchObject({ status: 303, location: cancelUrlOf(returnUrl) })
  })

  it("is found by GET and HEAD, with what is written in it escaped, and kept private", async () => {
    const session = await open({ preselect: "klarna" })
    const page = await fetch(session.url)
    const text = await page.text()
    expect(page.status).toBe(200)
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8")
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self' https://shop.example")
    privately(page.headers)
    expect(text).toContain("2 × Rose Water &lt;100 ml>")
    expect(text).toContain("value=\"klarna\" checked")
    const head = await fetch(session.url, { method: "HEAD" })
    expect(head.status).toBe(200)
    expect(head.headers.get("content-length")).toBe(String(new TextEncoder().encode(text).length))
    expect(await head.text()).toBe("")
  })
})

describe("a page whose provider fails", () => {
  const fates: Array<"unavailable" | "lost_after"> = []
  const { lookUp, open } = usePages({
    faults: {
      call: (call) =>
        Effect.sync(() => ({
          beforeMillis: 0,
          afterMillis: 0,
          retryAfterMillis: 1500,
          fate: call === "pay" ? fates.shift() ?? "answered" : "answered"
        }))
    }
  })

  it("says that nothing was taken, and when to come again", async () => {
    const session = await open()
    fates.push("unavailable", "unavailable")
    const program = await json(session.url, good)
    expect(program).toMatchObject({ status: 503, body: { code: "provider_unavailable", retryable: true } })
    expect(program.headers.get("retry-after")).toBe("2")
    const person = await form(session.url, card("4242424242424242"))
    expect(person.status).toBe(503)
    expect(person.html).toContain("No money was taken.")
    expect((await lookUp(session.sessionId)).payments).toEqual([])
  })

  it("says that it does not know, and the page knows", async () => {
    const session = await open()
    fates.push("lost_after")
    const person = await form(session.url, card("4242424242424242"))
    expect(person.status).toBe(504)
    expect(person.html).toContain("You will not be charged twice.")
    expect(await (await fetch(`${session.url}?`)).text()).toContain("This order is paid")
    fates.push("lost_after")
    expect(await json((await open()).url, good)).toMatchObject({ status: 504, body: { code: "outcome_unknown" } })
  })
})
