/** The agents of the workload, as the auditor calls them, by the ids of their OAuth clients. */
export const agents: Readonly<Record<string, string>> = { "demo-agent": "agent", "rival-agent": "rival" }
