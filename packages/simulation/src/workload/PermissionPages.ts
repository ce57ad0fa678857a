/**
 * People on the page of their permissions: they come by the address that the approval showed, look, and take a
 * permission back there, with a second click on the button. Its agent can buy nothing with it from then on. And those who
 * have almost such an address. `Delegations` and `Pages` judge them.
 */
import * as Effect from "effect/Effect"
import type { Delegation } from "../auditor/Bodies.ts"
import * as Delegations from "../auditor/Delegations.ts"
import type { Client } from "./Client.ts"
import { probeCapability, visit } from "./OrderPages.ts"
import type { Workload } from "./Workload.ts"

/** The path of the page that the approval of a delegation shows, if it can be asked. */
const pageOf = (workload: Workload, approvalUrl: string): Effect.Effect<string | undefined> =>
  Effect.match(workload.mandates.view(approvalUrl.slice(approvalUrl.lastIndexOf("/") + 1)), {
    onSuccess: ({ mandate }) => mandate.permissionsUrl === null ? undefined : new URL(mandate.permissionsUrl).pathname,
    onFailure: () => undefined
  })

/** Takes a permission back on its page. Returns whether that was acknowledged. */
export const revokeOnPage = Effect.fnUntraced(
  function*(workload: Workload, person: Client, approvalUrl: string, delegationId: string) {
    const { auditor } = workload.clientContext
    const { name } = person.identity
    const path = yield* pageOf(workload, approvalUrl)
    if (path === undefined) return false
    const show = { method: "GET", path } as const
    const page = yield* visit(workload, name, show, [200])
    if (page?.status === 200) Delegations.permissionsShown(auditor, person.identity.principal, delegationId, page.body)
    yield* probeCapability(workload, person, show, path.slice(path.lastIndexOf("/") + 1))
    const ask = `${path}/${delegationId}/revoke`
    yield* visit(workload, name, { method: "GET", path: ask }, [200, 303])
    let isAcknowledged = false
    for (let clicks = 0; clicks < 2; clicks++) {
      const done = yield* visit(workload, name, { method: "POST", path: ask, form: {} }, [303])
      isAcknowledged ||= done?.status === 303
    }
    if (!isAcknowledged) return false
    const seen = yield* person.get<Delegation | undefined>(`/api/delegations/${delegationId}`)
    if (seen?.status === 200) Delegations.takenBack(auditor, delegationId, seen.json?.status ?? "nothing")
    return true
  }
)
