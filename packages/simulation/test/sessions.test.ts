/** The rules of agents' sessions that nobody changes any more. */
import * as AgentSessions from "@beauty-store/simulation/auditor/AgentSessions"
import { Audit } from "@beauty-store/simulation/auditor/Audit"
import type { AcpSession } from "@beauty-store/simulation/auditor/Bodies"
import type { SentRequest } from "@beauty-store/simulation/auditor/Observations"
import type { AcpOperation } from "@beauty-store/simulation/auditor/Operations"
import { Disk } from "@beauty-store/simulation/engine/Disk"
import { expect, test } from "vitest"

const now = Date.parse("2026-06-01T08:00:00Z")
const [hour, day] = [3_600_000, 86_400_000]

const scene = () => {
  const disk = new Disk()
  const audit = new Audit(disk, () => false)
  disk.close()
  const answered = (operation: AcpOperation, at: number, status: AcpSession["status"], expiresAt: number) => {
    const sent: SentRequest = {
      n: 1,
      at,
      principal: "agent",
      cart: "agent",
      isStaff: false,
      method: "POST",
      path: "/",
      operation,
      subject: "cs_1",
      key: undefined,
      json: undefined,
      token: undefined,
      network: undefined,
      hoards: false
    }
    AgentSessions.expiry(audit, {
      sent,
      request: undefined,
      response: { status: 200, headers: {}, body: "" },
      body: { id: "cs_1", status, expires_at: new Date(expiresAt).toISOString() },
      n: 2,
      at: at + 1,
      firstSentAt: at,
      isFirst: true
    })
    return audit.seen.violations.splice(0).map(({ rule }) => rule)
  }
  return { answered, audit }
}

test("a session lasts for a day after its last change", () => {
  const { answered } = scene()
  expect(answered("acp.createCheckoutSession", now, "incomplete", now + day)).toEqual([])
  expect(answered("acp.updateCheckoutSession", now + hour, "incomplete", now + day)).toEqual(["session.lasts"])
  expect(answered("acp.updateCheckoutSession", now + hour, "incomplete", now + hour + day)).toEqual([])
  expect(answered("acp.getCheckoutSession", now + day, "expired", now + hour + day)).toEqual(["session.expiredEarly"])
  expect(answered("acp.getCheckoutSession", now + day, "incomplete", now + hour + day)).toEqual([])
})

test("a session that has expired is seen as expired, and changed no more", () => {
  const { answered } = scene()
  const end = now + day
  answered("acp.createCheckoutSession", now, "ready_for_payment", end)
  expect(answered("acp.getCheckoutSession", end - 1, "ready_for_payment", end)).toEqual([])
  expect(answered("acp.getCheckoutSession", end, "ready_for_payment", end)).toEqual(["session.expired"])
  expect(answered("acp.completeCheckoutSession", end, "completed", end)).toEqual(["session.expired"])
  expect(answered("acp.getCheckoutSession", end, "expired", end)).toEqual([])
})

test("a session that somebody began to pay does not expire meanwhile", () => {
  const { answered, audit } = scene()
  const end = now + day
  answered("acp.createCheckoutSession", now, "ready_for_payment", end)
  AgentSessions.paymentTried(audit, "cs_1")
  expect(answered("acp.getCheckoutSession", end + hour, "ready_for_payment", end)).toEqual([])
  expect(answered("acp.getCheckoutSession", end + 13 * hour, "complete_in_progress", end)).toEqual([])
  expect(answered("acp.getCheckoutSession", end + 13 * hour, "ready_for_payment", end)).toEqual(["session.expired"])
})
