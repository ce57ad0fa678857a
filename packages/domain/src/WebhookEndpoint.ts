/**
 * The health of a partner's endpoint, as a circuit breaker. After so many failures in a row nothing is sent for a
 * pause; then a probe makes it healthy or doubles the pause. An endpoint that has failed for so long without a success
 * is disabled; of a gap without attempts no more counts than their schedule's longest. Follows
 * docs/specification.md#endpoints.
 *
 * @since 1.0.0
 */
import * as Schema from "effect/Schema"

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** So many failures in a row, and nothing is sent for a pause. */
export const failuresBeforePause = 5
/** Each pause is twice as long as the one before. */
export const firstPauseMillis = 30 * second
export const longestPauseMillis = 15 * minute
/** Of the time between two failures no more than this counts as failing. */
export const longestGapMillis = 8 * hour
/** An endpoint that has failed for so long is disabled. */
export const disabledAfterMillis = 3 * day
/** Attempts under way to one endpoint, in all processes together: to one that takes messages, and to any other. */
export const mostAttemptsAtOnce = 4
export const fewestAttemptsAtOnce = 1

export interface Health {
  /** How many attempts have failed since one succeeded. */
  readonly failures: number
  /** When the first and the last of them failed. None: the endpoint is healthy. */
  readonly failingSince: number | undefined
  readonly lastFailedAt: number | undefined
  /** How long it has failed, as far as that counts. */
  readonly failingMillis: number
  /** Why the last of them failed, in a few words. */
  readonly reason: string | undefined
  /** The end of a pause, during which nothing is sent. */
  readonly pausedUntil: number | undefined
  readonly disabledAt: number | undefined
}

/** Also of an endpoint that nothing was sent to yet. */
export const healthy: Health = {
  failures: 0,
  failingSince: undefined,
  lastFailedAt: undefined,
  failingMillis: 0,
  reason: undefined,
  pausedUntil: undefined,
  disabledAt: undefined
}

export const State = Schema.Literal("healthy", "failing", "disabled")
export type State = typeof State.Type

export const stateOf = ({ disabledAt, failures }: Health): State =>
  disabledAt !== undefined ? "disabled" : failures > 0 ? "failing" : "healthy"

/** A share of a tenth that is the endpoint's own, so that endpoints that failed together do not come back together. */
const jitterOf = (endpointId: string): number => {
  let hash = 0
  for (let i = 0; i < endpointId.length; i++) hash = (Math.imul(hash, 31) + endpointId.charCodeAt(i)) >>> 0
  return (hash % 1_000) / 10_000
}

/** How long nothing is sent after so many failures in a row, up to a tenth longer; none where it may go on. */
export const pauseAfter = (failures: number, endpointId: string): number | undefined => {
  if (failures < failuresBeforePause) return undefined
  const pause = Math.min(firstPauseMillis * 2 ** (failures - failuresBeforePause), longestPauseMillis)
  return Math.floor(pause * (1 + jitterOf(endpointId)))
}

/** An attempt succeeded. A disabled endpoint stays disabled: what is parked leaves when somebody says so. */
export const succeeded = (health: Health): Health => stateOf(health) === "disabled" ? health : healthy

/** An attempt failed. `isFinal`: no other one can succeed until somebody intervenes. */
export const failed = (health: Health, endpointId: string, reason: string, now: number, isFinal = false): Health => {
  if (stateOf(health) === "disabled") return health
  const failures = health.failures + 1
  const gap = Math.max(0, Math.min(now - (health.lastFailedAt ?? now), longestGapMillis))
  const failingMillis = health.failingMillis + gap
  const pause = pauseAfter(failures, endpointId)
  const isOver = isFinal || (pause !== undefined && failingMillis >= disabledAfterMillis)
  return {
    failures,
    failingSince: health.failingSince ?? now,
    lastFailedAt: now,
    failingMillis,
    reason,
    pausedUntil: pause === undefined || isOver ? undefined : now + pause,
    disabledAt: isOver ? now : undefined
  }
}

/** Whether nothing may be sent at a moment, however few attempts are under way. */
export const isClosed = ({ disabledAt, pausedUntil }: Health, now: number): boolean =>
  disabledAt !== undefined || (pausedUntil !== undefined && now < pausedUntil)

/**
 * How many attempts may be under way at once. `isProven`: it has taken a message lately, as far as the process knows
 * that asks; an endpoint that nobody knows gets one message first.
 */
export const attemptsAtOnce = (health: Health, isProven: boolean, now: number): number =>
  isClosed(health, now) ? 0 : isProven && stateOf(health) === "healthy" ? mostAttemptsAtOnce : fewestAttemptsAtOnce
