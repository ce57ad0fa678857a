/**
 * The agents that shop for people: two of them trade, so that what belongs to one is tried by the other. Each is an
 * OAuth client with people of its own.
 */
import type { Prng } from "../engine/Prng.ts"
import type { Identity } from "./Client.ts"

interface Agent {
  /** Its OAuth client, with the secret `<client>-secret`. */
  readonly client: "demo-agent" | "rival-agent"
  /** As the auditor calls it. */
  readonly principal: string
}

export const tradingAgents: readonly [Agent, Agent] = [
  { client: "demo-agent", principal: "agent" },
  { client: "rival-agent", principal: "rival" }
]

/** One of them has more people. */
const agents: ReadonlyArray<Agent> = [tradingAgents[0], ...tradingAgents]

/** An agent's client for a person. */
export const drawAgent = (prng: Prng): Agent => prng.stream("agent").pick(agents)

/** The identity of an agent that shops for a person. */
export const agentFor = ({ client, principal }: Agent, name: string): Identity => ({
  name,
  principal,
  isStaff: false,
  shopper: name,
  oauth: client
})
