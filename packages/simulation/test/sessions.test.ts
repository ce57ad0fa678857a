/** What the auditor holds the store to about agents' sessions that nobody changes any more. */
import { SessionAuditor } from "@beauty-store/simulation/auditor/AgentSessions"
import type { Sent } from "@beauty-store/simulation/auditor/Auditor"
import { Disk } from "@beauty-store/simulation/engine/Disk"
import { expect, test } from "vitest"

const now = Date.parse("2026-06-01T08:00:00Z")
const [hour, day] = [3_600_000, 86_400_000]

const scene = () => {
  const broken: Array<string> = []
  const disk = new Disk()
  const auditor = new SessionAuditor(disk, (holds, rule) => {
    if (!holds) broken.push(rule)
  }, () => false)
  disk.close()
  const answered = (operation: string, at: number, status: string, expiresAt: number) => {
    const sent: Sent = {
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
      token: undefined
    }
    auditor.kept(sent, operation, { id: "cs_1", status, expires_at: new Date(expiresAt).toISOString() }, at, at + 1)
    return broken.splice(0)
  }
  return { answered, auditor }
}

test("a session lasts for a day after its last change", () => {
  const { answered } = scene()
  expect(answered("createSession", now, "incomplete", now + day)).toEqual([])
  expect(answered("updateSession", now + hour, "incomplete", now + day)).toEqual(["session.lasts"])
  expect(answered("updateSession", now + hour, "incomplete", now + hour + day)).toEqual([])
  expect(answered("viewSession", now + day, "expired", now + hour + day)).toEqual(["session.expiredEarly"])
  expect(answered("viewSession", now + day, "incomplete", now + hour + day)).toEqual([])
})

test("a session that has expired is seen as expired, and changed no more", () => {
  const { answered } = scene()
  const end = now + day
  answered("createSession", now, "ready_for_payment", end)
  expect(answered("viewSession", end - 1, "ready_for_payment", end)).toEqual([])
  expect(answered("viewSession", end, "ready_for_payment", end)).toEqual(["session.expired"])
  expect(answered("completeSession", end, "completed", end)).toEqual(["session.expired"])
  expect(answered("viewSession", end, "expired", end)).toEqual([])
})

test("a session that somebody began to pay does not expire meanwhile", () => {
  const { answered, auditor } = scene()
  const end = now + day
  answered("createSession", now, "ready_for_payment", end)
  auditor.tried("cs_1")
  expect(answered("viewSession", end + hour, "ready_for_payment", end)).toEqual([])
  expect(answered("viewSession", end + 13 * hour, "complete_in_progress", end)).toEqual([])
  expect(answered("viewSession", end + 13 * hour, "ready_for_payment", end)).toEqual(["session.expired"])
})
