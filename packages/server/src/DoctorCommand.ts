/**
 * `beauty-store doctor`: everything that keeps a shop from taking real money, in one list, with what to do; also while
 * the shop is open. Exit codes: 0: nothing prevents it; 1: something does; 2: the command is wrong. Follows
 * docs/operations.md#going-live.
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { existsSync, statfsSync } from "node:fs"
import { dirname } from "node:path"
import * as CommandReader from "./CommandReader.ts"
import * as Databases from "./Databases.ts"
import * as Doctor from "./Doctor.ts"
import type { Configuration } from "./Server.ts"
import * as ServerConfig from "./ServerConfig.ts"
import * as GoodsCommand from "./shop/GoodsCommand.ts"
import { read } from "./shop/ShopFolder.ts"

export const usage = `usage: doctor [--shop FOLDER]

Says what keeps a shop from taking real money, and what to do. Settings are read from the environment, as at a start.

  --shop FOLDER  the folder of the shop`

const readCommand = CommandReader.readCommand(usage, undefined, { shop: { type: "string" } }, (_, values) => ({
  folder: values.shop
}))

/** What the database says, read beside whoever has it open. */
const readDatabase = Effect.fnUntraced(
  function*({ DATABASE_URL }: Configuration) {
    if (DATABASE_URL._tag === "Memory") return undefined
    if (DATABASE_URL._tag === "File" && !existsSync(DATABASE_URL.path)) {
      return { failure: "it is not there yet; an import or the first start makes it" }
    }
    const { store } = yield* Databases.readersAt(DATABASE_URL)
    return yield* store(Doctor.readDatabase)
  },
  Effect.sandbox,
  Effect.catchAll(() => Effect.succeed({ failure: "it does not answer, or is of another version" }))
)

const freeBytesFor = ({ DATABASE_URL }: Configuration): number | undefined => {
  if (DATABASE_URL._tag !== "File" || !existsSync(DATABASE_URL.path)) return undefined
  const { bavail, bsize } = statfsSync(dirname(DATABASE_URL.path))
  return bavail * bsize
}

/** What Stripe says; undefined where there is no key. */
const askProvider = ({ STRIPE_SECRET_KEY }: Configuration, address: URL | undefined) =>
  STRIPE_SECRET_KEY === undefined
    ? Effect.succeed(undefined)
    : Effect.flatMap(
      Effect.promise(() => import("@beauty-store/payments-stripe/StripePaymentProvider")),
      ({ examine }) => examine({ secretKey: STRIPE_SECRET_KEY, address })
    )

/** A shop or settings that do not even open, a line for each fault. */
const refused = ({ message }: ServerConfig.StartRefused): ReadonlyArray<Doctor.Finding> =>
  message.split("\n").map((words) => ({ prevents: true, words }))

/** All that is missing or wrong. */
export const findAll = Effect.fnUntraced(function*(folder: string | undefined, stripeAddress?: URL) {
  const shop = yield* Effect.either(folder === undefined ? Effect.succeed(undefined) : read(folder))
  const config = yield* Effect.either(ServerConfig.loadFor(folder))
  if (Either.isLeft(shop) || Either.isLeft(config)) {
    return [Either.getLeft(shop), Either.getLeft(config)].flatMap((one) => Option.isSome(one) ? refused(one.value) : [])
  }
  return Doctor.examine({
    config: config.right,
    shop: shop.right,
    nodeVersion: process.versions.node,
    database: yield* readDatabase(config.right),
    freeBytes: freeBytesFor(config.right),
    provider: yield* askProvider(config.right, stripeAddress)
  })
})

const tell = (findings: ReadonlyArray<Doctor.Finding>): Effect.Effect<string, { readonly message: string }> => {
  const preventing = findings.filter(({ prevents }) => prevents).length
  const verdict = preventing === 0
    ? "Nothing keeps the shop from going live."
    : `${preventing === 1 ? "One thing keeps" : `${preventing} things keep`} the shop from going live.`
  const message = [verdict, ...(findings.length === 0 ? [] : ["", Doctor.print(findings)])].join("\n")
  return preventing === 0 ? Effect.succeed(message) : Effect.fail({ message })
}

/** Does what a command line asks for; returns the exit code. */
export const run = (given: ReadonlyArray<string>): Promise<number> =>
  GoodsCommand.run(readCommand(given), ({ folder }) => Effect.flatMap(findAll(folder), tell))
