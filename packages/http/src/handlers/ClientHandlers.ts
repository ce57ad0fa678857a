/** The handlers of the group `clients`, for staff (docs/specification.md#clients). */
import { type Client, Clients } from "@beauty-store/commerce/partners/Clients"
import * as Effect from "effect/Effect"
import * as ClientSchemas from "../contract/ClientSchemas.ts"
import { holder } from "../pipeline/Authentication.ts"
import * as Operations from "../pipeline/Operations.ts"
import { refusing } from "./FactFaults.ts"
import { type HandlersOf, operation } from "./StoreOperations.ts"
import * as Views from "./Views.ts"

const staff = holder("clients:write")

const faults = refusing({})

const viewOf = ({ clientId, kind, previousUntil, scopes, secretAt }: Client): typeof ClientSchemas.Client.Type => ({
  clientId,
  kind,
  scopes,
  secretCreatedAt: Views.momentOrNull(secretAt),
  previousSecretUntil: Views.momentOrNull(previousUntil)
})

const viewWithSecret = (client: Client & { readonly secret: string }) => ({
  ...viewOf(client),
  secret: client.secret
})

const secretly = { sealed: () => true }

export const handlers = Effect.map(Clients, (clients) => ({
  list: Operations.read(
    operation("clients", "list"),
    staff,
    ({ urlParams }) =>
      Effect.map(clients.list({ ...urlParams, limit: urlParams.limit ?? 20 }), (page) => Views.page(page, viewOf))
  ),
  create: Operations.change(
    operation("clients", "create"),
    staff,
    ({ payload }) => Effect.map(faults(clients.create(payload)), viewWithSecret),
    secretly
  ),
  renewSecret: Operations.change(
    operation("clients", "renewSecret"),
    staff,
    ({ path, payload }) =>
      Effect.map(faults(clients.renewSecret(path.clientId, ClientSchemas.overlapOf(payload))), viewWithSecret),
    secretly
  ),
  remove: Operations.change(
    operation("clients", "remove"),
    staff,
    ({ path }) => Effect.as(clients.remove(path.clientId), {})
  )
} satisfies HandlersOf<"clients">))
