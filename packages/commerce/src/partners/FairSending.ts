/**
 * Fair sending to endpoints: the domain's round robin (`EndpointRoundRobin`) over what the tables say of endpoints and
 * what this process remembers of them (who took a message last, who had a turn when). Attempts are counted by the
 * leases of their jobs, however many processes there are. Follows docs/specification.md#endpoints.
 */
import * as EndpointRoundRobin from "@beauty-store/domain/EndpointRoundRobin"
import * as Endpoint from "@beauty-store/domain/WebhookEndpoint"
import type { GroupedJobHandler } from "@beauty-store/sql/JobHandler"
import * as Effect from "effect/Effect"
import * as EndpointHealth from "./EndpointHealth.ts"

/** What a process remembers of endpoints. */
export interface Memory {
  /** Those that took the last message that they were sent from here. */
  readonly proven: Set<string>
  /** The turn that each had last; of endpoints that something waits for. */
  readonly lastTurn: Map<string, number>
  turn: number
}

export const makeMemory = (): Memory => ({ proven: new Set(), lastTurn: new Map(), turn: 0 })

/** An endpoint has its turn. */
export const began = (memory: Memory, endpointId: string): void => void memory.lastTurn.set(endpointId, ++memory.turn)

/** Endpoints by turns: each is the group of the jobs that send to it. */
export const turns = ({ lastTurn, proven }: Memory): GroupedJobHandler["turns"] => (groups, free, now) =>
  Effect.map(
    groups.some(({ due }) => due > 0) ? EndpointHealth.failing : Effect.succeed(new Map<string, Endpoint.Health>()),
    (failing) => {
      const present = new Set(groups.map(({ group }) => group))
      for (const endpointId of lastTurn.keys()) if (!present.has(endpointId)) lastTurn.delete(endpointId)
      const candidates = groups.map(({ due, group, laterAt, running, runningHere }): EndpointRoundRobin.Candidate => ({
        endpointId: group,
        health: failing.get(group) ?? Endpoint.healthy,
        isProven: proven.has(group),
        underWay: running,
        underWayHere: runningHere,
        due,
        laterAt,
        lastTurn: lastTurn.get(group) ?? 0
      }))
      const { attempts, isCrowded, nextAt } = EndpointRoundRobin.take(candidates, free, now)
      return { jobs: attempts, nextAt, isCrowded }
    }
  )
