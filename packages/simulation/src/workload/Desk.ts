/**
 * Staff at their desk: they look for what waits for them, answer, assign and close tickets, close flags, look into the
 * messages to a partner and have one sent again, and read the trail. Several sit there at once, so what they have read
 * may have changed before they act on it.
 */
import * as Effect from "effect/Effect"
import type { DeliveryPage, FlagPage, SubscriptionPage, TicketPage } from "../auditor/Bodies.ts"
import type { Prng } from "../engine/Prng.ts"
import type { Received } from "./Client.ts"

/** As much of the staff as is needed here. */
interface Person {
  readonly get: <Body>(path: string) => Effect.Effect<Received<Body> | undefined>
  readonly do: <Body>(method: "POST", path: string, json: unknown) => Effect.Effect<Received<Body> | undefined>
}

const filters: ReadonlyArray<string> = [
  "?overdue=true",
  "?sort=createdAt&limit=3",
  "?overdue=true&sort=createdAt",
  "?from=2026-06-01",
  "?email=nobody@example.com",
  "?limit=100"
]

const bodyOf = <Body>(received: Received<Body> | undefined): Body | undefined =>
  received?.status === 200 ? received.json : undefined

const serveTicket = Effect.fnUntraced(function*(staff: Person, prng: Prng) {
  const waiting = bodyOf(
    yield* staff.get<TicketPage>(`/api/support${prng.pick(["", "?status=open", "?status=open&sort=createdAt"])}`)
  )
  if (waiting === undefined || waiting.data.length === 0) return
  const { ticketId, version } = prng.pick(waiting.data)
  // Some have looked away meanwhile.
  if (prng.happens(0.3)) yield* Effect.sleep(prng.logUniform(1000, 600_000))
  const path = `/api/support/${ticketId}`
  const act = prng.pick(["answer", "answer", "assign", "close"] as const)
  yield* staff.do("POST", `${path}/${act}`, act === "answer" ? { message: "We look into it.", version } : { version })
  if (prng.happens(0.5)) yield* staff.get(path)
})

const closeFlag = Effect.fnUntraced(function*(staff: Person, prng: Prng) {
  const open = bodyOf(yield* staff.get<FlagPage>("/api/admin/flags?state=open"))
  if (open === undefined || open.data.length === 0) return
  yield* staff.do("POST", `/api/admin/flags/${prng.pick(open.data).flagId}/close`, { note: "dealt with" })
})

const lookIntoMessages = Effect.fnUntraced(function*(staff: Person, prng: Prng) {
  const subscriptions = bodyOf(yield* staff.get<SubscriptionPage>("/api/webhook-subscriptions"))
  if (subscriptions === undefined || subscriptions.data.length === 0) return
  const path = `/api/webhook-subscriptions/${prng.pick(subscriptions.data).subscriptionId}/deliveries`
  const sent = bodyOf(yield* staff.get<DeliveryPage>(`${path}${prng.pick(["", "?state=parked", "?state=waiting"])}`))
  if (sent === undefined || sent.data.length === 0 || !prng.happens(0.2)) return
  yield* staff.do("POST", `${path}/${prng.pick(sent.data).eventId}/send`, undefined)
})

/** A while at the desk: one thing or another. */
export const atDesk = Effect.fnUntraced(function*(staff: Person, prng: Prng) {
  yield* staff.get(`${prng.pick(["/api/orders", "/api/returns", "/api/support"])}${prng.pick(filters)}`)
  if (prng.happens(0.7)) yield* serveTicket(staff, prng)
  if (prng.happens(0.3)) yield* closeFlag(staff, prng)
  if (prng.happens(0.3)) yield* lookIntoMessages(staff, prng)
  if (prng.happens(0.2)) yield* staff.get("/api/admin/trail?limit=5")
})
