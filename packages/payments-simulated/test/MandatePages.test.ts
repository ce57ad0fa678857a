/** The approval page over a real socket: what programs and forms send, and what they get back. */
import { describe, expect, it } from "vitest"
import { usePages } from "../../../test/shop/payment-pages.ts"

const approve = (number: string) => ({ decision: "approve", card: { number } })
const good = approve("4242424242424242")

const json = async (url: string, body: unknown) => {
  const response = await fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body)
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

const read = async (url: string, accept = "text/html") => {
  const response = await fetch(url, { headers: { accept } })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const card = (number: string) => ({ decision: "approve", number, expiry: "08/40", cvc: "123" })

describe("a program at the approval page", () => {
  const { ask, mandate } = usePages()

  it("approves with the specification's example, once", async () => {
    const asked = await ask()
    expect(asked).toMatchObject({ status: "pending", instrument: undefined })
    const approved = await json(asked.url, good)
    expect(approved).toMatchObject({ status: 200, body: { status: "approved" } })
    expect(approved.headers.get("cache-control")).toBe("no-store")
    expect(await mandate(asked.mandateId)).toMatchObject({
      status: "active",
      instrument: expect.stringMatching(/^fp_/)
    })
    for (const again of [good, { decision: "reject" }]) {
      expect(await json(asked.url, again)).toMatchObject({
        status: 409,
        body: { code: "already_decided", status: 409, currentStatus: "active" }
      })
    }
  })

  it("turns down for good", async () => {
    const asked = await ask()
    expect((await json(asked.url, { decision: "reject" })).body).toEqual({ status: "rejected" })
    expect((await json(asked.url, good)).body).toMatchObject({ code: "already_decided", currentStatus: "rejected" })
    expect(await mandate(asked.mandateId)).toMatchObject({ status: "rejected", instrument: undefined })
  })

  it("gives one card one fingerprint, and another card another", async () => {
    const fingerprint = async (number: string) => {
      const asked = await ask()
      await json(asked.url, approve(number))
      return (await mandate(asked.mandateId)).instrument
    }
    const [one, same, other] = [
      await fingerprint("4242424242424242"),
      await fingerprint("4242 4242-4242 4242"),
      await fingerprint("5555555555554444")
    ]
    expect(same).toBe(one)
    expect(other).not.toBe(one)
  })

  it.each([["authenticated", "approved", "active"], ["failed", "declined", "pending"]])(
    "answers the bank: %s is %s",
    async (outcome, status, after) => {
      const asked = await ask()
      const { body } = await json(asked.url, approve("4000002500003155"))
      expect(body).toMatchObject({ status: "requires_action" })
      expect(body.actionUrl.startsWith(`${asked.url}/3ds/`)).toBe(true)
      expect(await mandate(asked.mandateId)).toMatchObject({ status: "pending", instrument: undefined })
      expect((await json(body.actionUrl, { outcome })).body.status).toBe(status)
      expect((await mandate(asked.mandateId)).status).toBe(after)
      if (after === "pending") expect((await json(asked.url, good)).body).toEqual({ status: "approved" })
    }
  )

  it("cannot answer a question about a card that was changed since", async () => {
    const asked = await ask()
    const first = await json(asked.url, approve("4000002500003155"))
    await json(asked.url, approve("4000002500003155"))
    expect((await json(first.body.actionUrl, { outcome: "authenticated" })).status).toBe(404)
    expect((await mandate(asked.mandateId)).status).toBe("pending")
  })

  it("hears of a card that its bank declines, and may name another; one without money will do", async () => {
    const asked = await ask()
    expect((await json(asked.url, approve("4000000000000002"))).body)
      .toEqual({ status: "declined", declineCode: "card_declined" })
    expect((await json(asked.url, approve("4000000000009995"))).body).toEqual({ status: "approved" })
  })

  it("is told of every fault at once, without what it sent", async () => {
    const { url } = await ask()
    const faulty = await json(url, { decision: "perhaps", card: { number: "4242424242424241", expiry: "1", cvc: 7 } })
    expect(faulty.status).toBe(400)
    expect(faulty.body.errors.map(({ pointer }: { pointer: string }) => pointer))
      .toEqual(["/decision", "/card/cvc", "/card/number", "/card/expiry"])
    expect(JSON.stringify(faulty.body)).not.toContain("4242424242424241")
    expect((await json(url, { decision: "approve" })).body.errors[0].pointer).toBe("/card")
    expect((await json(url, [])).status).toBe(400)
  })

  it("reads how it stands; after its time nothing can be decided", async () => {
    const asked = await ask({ decideBefore: Date.now() - 1 })
    expect(JSON.parse((await read(asked.url, "application/json")).text)).toMatchObject({
      status: "lapsed",
      agent: "robot <shopper>",
      description: ["Up to €200.00 for one order", "Up to €500.00 in any 24 hours"]
    })
    expect((await json(asked.url, good)).body).toMatchObject({ code: "already_decided", currentStatus: "lapsed" })
  })

  it("finds nothing at an address that was not handed out", async () => {
    const { url } = await ask()
    expect((await json(`${url}x`, good)).status).toBe(404)
    expect((await read(`${url.slice(0, -1)}`)).status).toBe(404)
  })
})

describe("a form of the approval page", () => {
  const { ask, mandate } = usePages()

  it("says who asks for what, and belongs to nobody else", async () => {
    const { url } = await ask()
    const page = await read(url)
    expect(page.status).toBe(200)
    expect(page.text).toContain("Let robot &lt;shopper> pay for you at Beauty Store?")
    expect(page.text).toContain("Up to €500.00 in any 24 hours")
    expect(page.text).not.toContain("It ends by itself")
    const ending = await ask({ expiresAt: Date.UTC(2099, 11, 31, 12) })
    expect((await read(ending.url)).text).toContain("It ends by itself on 31 December 2099.")
    expect(page.headers.get("cache-control")).toBe("no-store")
    expect(page.headers.get("referrer-policy")).toBe("no-referrer")
    expect(page.headers.get("x-robots-tag")).toContain("noindex")
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self';")
  })

  it("approves, and the page says so to whoever comes back", async () => {
    const { mandateId, url } = await ask()
    const sent = await form(url, card("4242 4242 4242 4242"))
    expect(sent).toMatchObject({ status: 303, location: url })
    expect((await read(url)).text).toContain("may pay for you")
    expect((await mandate(mandateId)).status).toBe("active")
    expect(await form(url, { decision: "reject" })).toMatchObject({ status: 303, location: url })
    expect((await mandate(mandateId)).status).toBe("active")
  })

  it("turns down without a card", async () => {
    const { mandateId, url } = await ask()
    expect(await form(url, { decision: "reject" })).toMatchObject({ status: 303, location: url })
    expect((await read(url)).text).toContain("may not pay for you")
    expect((await mandate(mandateId)).status).toBe("rejected")
  })

  it("comes back with its faults in words, and never with the number", async () => {
    const { url } = await ask()
    const faulty = await form(url, { decision: "approve", number: "4242424242424241", expiry: "08/20", cvc: "12" })
    expect(faulty.status).toBe(422)
    for (const words of ["This card number is not right", "This card has expired", "The security code has three"]) {
      expect(faulty.html).toContain(words)
    }
    expect(faulty.html).not.toContain("4242424242424241")
  })

  it("goes by the bank and back", async () => {
    const { mandateId, url } = await ask()
    const sent = await form(url, card("4000 0025 0000 3155"))
    expect(sent.location.startsWith(`${url}/3ds/`)).toBe(true)
    const question = await read(sent.location)
    expect(question.text).toContain("Visa ending 3155")
    expect(question.text).toContain("robot &lt;shopper>")
    expect(await form(sent.location, { outcome: "authenticated" })).toMatchObject({ status: 303, location: url })
    expect((await mandate(mandateId)).status).toBe("active")
    expect((await fetch(sent.location, { redirect: "manual" })).status).toBe(303)
  })

  it("says that a card was declined, and asks for another", async () => {
    const { url } = await ask()
    const declined = await form(url, card("4000 0000 0000 0002"))
    expect(declined.status).toBe(200)
    expect(declined.html).toContain("This card was not accepted")
    expect(await form(url, card("4242 4242 4242 4242"))).toMatchObject({ status: 303 })
  })
})
