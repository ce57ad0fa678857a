/**
 * `beauty-store client`: gives programs access to a shop, renews their secrets and ends them, as staff do by
 * `/api/admin/clients`; so the first client of staff is made. A secret is printed once. Exit codes are an import's.
 * Follows docs/specification.md#clients.
 */
import { type Client, type ClientKind, Clients } from "@beauty-store/commerce/partners/Clients"
import { defaultPolicy } from "@beauty-store/commerce/Policy"
import * as StaffTrail from "@beauty-store/commerce/staff/StaffTrail"
import { formatMoment } from "@beauty-store/domain/Days"
import { scopesOf } from "@beauty-store/domain/Principal"
import * as Entropy from "@beauty-store/sql/Entropy"
import * as Effect from "effect/Effect"
import type { ParseArgsConfig } from "node:util"
import * as CommandReader from "./CommandReader.ts"
import * as Demo from "./Demo.ts"
import * as ServerConfig from "./ServerConfig.ts"
import * as GoodsCommand from "./shop/GoodsCommand.ts"
import { storeOf } from "./shop/ImportCommand.ts"
import { read } from "./shop/ShopFolder.ts"

export const usage = `usage: client add <id> --kind staff|agent [--scopes SCOPES] [--shop FOLDER]
       client renew <id> [--overlap HOURS] [--shop FOLDER]
       client remove <id> [--shop FOLDER]
       client list [--shop FOLDER]

Gives a program access to a shop by an OAuth client, whose secret is printed once.

  --kind KIND      agent buys for people, staff acts for the shop
  --scopes SCOPES  what it may do, by commas; by default all that its kind may
  --overlap HOURS  how long the secret before is accepted beside the new one; by default 24
  --shop FOLDER    the folder of the shop; by default the demo shop`

type Options = NonNullable<ParseArgsConfig["options"]>

/** A use case of clients, of a shop. */
interface Command {
  readonly folder: string | undefined
  readonly perform: (clients: typeof Clients.Service) => Effect.Effect<string, { readonly message: string }>
}

const ofShop = { shop: { type: "string" } } as const

const describeClient = ({ clientId, kind, previousUntil, scopes }: Client): string =>
  `${clientId}  ${kind}  ${scopes.join(",")}${
    previousUntil === undefined ? "" : `  (the secret before is accepted until ${formatMoment(previousUntil)})`
  }`

const describeWithSecret = (client: Client & { readonly secret: string }): string =>
  `${describeClient(client)}\nIts secret, which is shown only here: ${client.secret}`

/** All clients, a line for each. */
const list = ({ list }: typeof Clients.Service) =>
  Effect.gen(function*() {
    const lines: Array<string> = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = yield* list({ limit: 100, ...(cursor === undefined ? {} : { cursor }) })
      lines.push(...page.data.map(describeClient))
      cursor = page.nextCursor
    }
    return lines.length === 0 ? "There is none." : lines.join("\n")
  })

const kindOf = (text: string | undefined): ClientKind => {
  if (text === "staff" || text === "agent") return text
  throw new Error("--kind is staff or agent.")
}

const hoursOf = (text: string): number => {
  if (/^\d{1,3}$/.test(text) && Number(text) <= 168) return Number(text)
  throw new Error("--overlap is a whole number of hours from 0 to 168.")
}

/** A reader of one of the commands. */
const reader = <const Own extends Options>(
  kind: "client" | undefined,
  options: Own,
  of: (clientId: string, values: CommandReader.Values<Own>) => Command["perform"]
) =>
  CommandReader.readCommand(usage, kind, { ...options, ...ofShop }, (clientId, values): Command => ({
    folder: (values as CommandReader.Values<typeof ofShop>).shop,
    perform: of(clientId, values as CommandReader.Values<Own>)
  }))

const readers = {
  add: reader("client", { kind: { type: "string" }, scopes: { type: "string" } }, (clientId, values) => {
    const kind = kindOf(values.kind)
    const scopes = values.scopes?.split(",").map((scope) => scope.trim()) ?? scopesOf[kind]
    return ({ create }) => Effect.map(create({ clientId, kind, scopes }), describeWithSecret)
  }),
  renew: reader("client", { overlap: { type: "string", default: "24" } }, (clientId, { overlap }) => {
    const hours = hoursOf(overlap)
    return ({ renewSecret }) => Effect.map(renewSecret(clientId, hours * 3_600_000), describeWithSecret)
  }),
  remove: reader("client", {}, (clientId) => ({ remove }) => Effect.as(remove(clientId), `${clientId} has ended.`)),
  list: reader(undefined, {}, () => list)
}

const readCommand = ([action = "", ...rest]: ReadonlyArray<string>): Command | CommandReader.Answer =>
  Object.hasOwn(readers, action)
    ? readers[action as keyof typeof readers](rest)
    : { text: usage, exitCode: /^(--help|-h)$/.test(action) ? 0 : 2 }

/** Whoever runs the command, as the trail names them: no OAuth client has a colon in its id. */
const operator = { kind: "staff", id: "staff:command:client" } as const

/** Does a command on the database of its shop. */
const perform = Effect.fnUntraced(function*({ folder, perform }: Command) {
  const policy = folder === undefined ? { ...defaultPolicy, ...Demo.policy } : (yield* read(folder)).policy
  const config = yield* ServerConfig.loadFor(folder)
  const entropy = yield* Effect.provide(Entropy.Entropy, Entropy.layer)
  const recorded = StaffTrail.actingAs(operator, { entropy, keptMillis: policy.trailMillis })
  return yield* recorded(Effect.flatMap(Clients, perform)).pipe(Effect.provide(storeOf({ policy }, config)))
})

/** Does what a command line asks for; returns the exit code. */
export const run = (given: ReadonlyArray<string>): Promise<number> => GoodsCommand.run(readCommand(given), perform)
