/**
 * Every setting of the environment, in one table: name, default, meaning. `docs/configuration.md` is made of it.
 * Wrong values stop the start with a line for each, which names the variable, the mistake and the correction.
 */
import { type Budgets, defaultBudgets } from "@beauty-store/domain/RequestBudget"
import { distance, farthest } from "@beauty-store/domain/Spelling"
import { type Block, blockOf } from "@beauty-store/outbound/NetworkAddress"
import { decodeSecret } from "@beauty-store/outbound/Signature"
import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { isIP } from "node:net"
import { join } from "node:path"
import { published } from "./Demo.ts"

/** Why the server does not start, for the operator: a line for each reason. */
export class StartRefused extends Data.TaggedError("StartRefused")<{ readonly message: string }> {}

interface Setting<A> {
  readonly fallback: string
  readonly meaning: string
  /** The value, or a description of valid values. */
  readonly read: (text: string) => Either.Either<A, string>
  /** The part of a wrong value that may be printed. */
  readonly shown: (text: string) => string
}

const setting = <A>(
  fallback: string,
  meaning: string,
  read: (text: string) => Either.Either<A, string>,
  shown: (text: string) => string = (text) => text
): Setting<A> => ({
  fallback,
  meaning,
  read,
  shown
})

const oneOf = <const A extends string>(...values: ReadonlyArray<A>) => (text: string): Either.Either<A, string> =>
  values.includes(text as A) ? Either.right(text as A) : Either.left(`one of ${values.join(", ")}`)

/** An address or a name, without brackets or a port. */
const hostToListenOn = (text: string): Either.Either<string, string> =>
  isIP(text) !== 0 || /^[^\s:/[\]@?#]+$/.test(text)
    ? Either.right(text)
    : Either.left("an address or a name alone, such as 127.0.0.1, ::1 or localhost; the port is PORT")

/** A whole number. */
const wholeNumber = (least: number, most: number, what: string) => (text: string): Either.Either<number, string> =>
  /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most
    ? Either.right(Number(text))
    : Either.left(`a whole number of ${what} from ${least} to ${most}`)

/** A number in a list of named ones: its name there, and how it is printed and read. */
interface NamedNumber {
  readonly name: string
  readonly print: (value: number) => string
  readonly read: (text: string) => number | undefined
}

/**
 * Numbers by name, as `sessions=100,product=40`; one that is left out keeps its default. `what` they are, in a refusal.
 */
const namedNumbers = <Key extends string>(
  what: string,
  usual: Readonly<Record<Key, number>>,
  numbers: { readonly [key in Key]: NamedNumber },
  meaning: string
): Setting<Readonly<Record<Key, number>>> => {
  const keys = Object.keys(numbers) as Array<Key>
  const positive = keys.filter((key) => numbers[key].read("0") === undefined).map((key) => numbers[key].name)
  const fallback = keys.map((key) => `${numbers[key].name}=${numbers[key].print(usual[key])}`).join(",")
  return setting(fallback, meaning, (text) => {
    const values: { -readonly [key in Key]: number } = { ...usual }
    const given = new Set<Key>()
    for (const part of text.split(",")) {
      const [name, value = "", ...more] = part.split("=").map((word) => word.trim())
      const key = keys.find((one) => numbers[one].name === name)
      const number = key === undefined ? undefined : numbers[key].read(value)
      if (key === undefined || number === undefined || more.length > 0 || given.has(key)) {
        return Either.left(
          `${what} such as \`${fallback}\`, or some of them, each once; ${positive.join(", ")} from 1 on`
        )
      }
      given.add(key)
      values[key] = number
    }
    return Either.right(values)
  })
}

/** Ports, separated by commas. */
const ports = (text: string): Either.Either<ReadonlyArray<number>, string> => {
  const all = text.split(",").map((one) => one.trim()).filter((one) => one !== "")
  return all.every((one) => /^[1-9]\d{0,4}$/.test(one) && Number(one) < 65_536)
    ? Either.right(all.map(Number))
    : Either.left("ports such as `8080,8081`")
}

const atLeastOne = { print: String, read: (text: string) => /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined }

/** Units for each minute. */
const budgets = (meaning: string): Setting<Budgets> =>
  namedNumbers("units", defaultBudgets, {
    network: { name: "network", ...atLeastOne },
    shopper: { name: "shopper", ...atLeastOne },
    agent: { name: "agent", ...atLeastOne },
    staff: { name: "staff", ...atLeastOne },
    failures: { name: "failures", ...atLeastOne }
  }, meaning)

/** Values separated by commas, each read by itself; `words` say what they are. */
const list =
  <A>(read: (text: string) => A | undefined, words: string) =>
  (text: string): Either.Either<ReadonlyArray<A>, string> => {
    const given = text.split(",").map((one) => one.trim()).filter((one) => one !== "")
    const known = given.map(read).filter((one) => one !== undefined)
    return known.length === given.length ? Either.right(known) : Either.left(words)
  }

/** Addresses and blocks of addresses. */
const blocks = list<Block>(
  blockOf,
  "addresses and blocks of them, separated by commas, such as 10.0.0.0/8,2001:db8::1"
)

const url = (text: string, ...protocols: ReadonlyArray<string>): URL | undefined => {
  try {
    const parsed = new URL(text)
    return protocols.includes(parsed.protocol) ? parsed : undefined
  } catch {
    return undefined
  }
}

/** A host as in a URL, with its port unless that is the default of http or https. */
const host = (text: string): string | undefined => {
  if (/[\s/\\?#@*]/.test(text)) return undefined
  const [plain, secure] = [url(`http://${text}`, "http:")?.host, url(`https://${text}`, "https:")?.host]
  return plain === secure ? plain : undefined
}

const hosts = list(
  host,
  "hosts without http:// or a path, separated by commas, such as shop.example,localhost:8080"
)

/** The address of a database. */
export type DatabaseAddress =
  | { readonly _tag: "Memory" }
  | { readonly _tag: "File"; readonly path: string }
  | { readonly _tag: "Postgres"; readonly url: string }

const database = (text: string): Either.Either<DatabaseAddress, string> => {
  if (text === "sqlite::memory:") return Either.right({ _tag: "Memory" })
  if (text.startsWith("sqlite:") && text.length > "sqlite:".length) {
    return Either.right({ _tag: "File", path: text.slice("sqlite:".length) })
  }
  return url(text, "postgres:", "postgresql:") === undefined
    ? Either.left("sqlite:<path>, sqlite::memory: or postgres://user:password@host/database")
    : Either.right({ _tag: "Postgres", url: text })
}

/**
 * Three processes and the one that replaces another fit PostgreSQL's default of 100 connections, of which 3 are kept.
 */
export const defaultConnections = 24

export const settings = {
  HOST: setting("127.0.0.1", "the address to listen on; `0.0.0.0` for all", hostToListenOn),
  PORT: setting("3000", "the port to listen on; `0` for any free one, which is printed", (text) => {
    const port = Number(text)
    return /^\d+$/.test(text) && port <= 65535 ? Either.right(port) : Either.left("a port number from 0 to 65535")
  }),
  BASE_URL: setting(
    "",
    "the store's public address; default: where it listens, such as `http://localhost:3000`",
    (text) => {
      if (text === "") return Either.right(undefined)
      const parsed = url(text, "http:", "https:")
      return parsed === undefined || parsed.pathname !== "/" || parsed.search !== ""
        ? Either.left("an http or https address without a path, such as https://shop.example")
        : Either.right(parsed.origin)
    }
  ),
  DATABASE_URL: setting(
    "sqlite:./data/store.db",
    "`sqlite:<path>`, `sqlite::memory:` or `postgres://…`",
    database,
    // Without user and password.
    (text) => text.replace(/\/\/.*@/, "//…@")
  ),
  DATABASE_CONNECTIONS: setting(
    String(defaultConnections),
    "the most connections to PostgreSQL that one process opens, the ledgers' included",
    wholeNumber(6, 10_000, "connections")
  ),
  DATABASE_DEADLINE_SECONDS: setting(
    "8",
    "the longest that a request waits for PostgreSQL, in seconds; the other deadlines are shares of it",
    wholeNumber(1, 60, "seconds")
  ),
  STORE_MODE: setting(
    "demo",
    "`demo`: demo credentials, and simulated payments or Stripe's test mode. `live`: real money; it starts once [`doctor`](operations.md#going-live) finds nothing that prevents it",
    oneOf("demo", "live")
  ),
  STORE_SECRET: setting(
    "",
    "keys cursors, fingerprints and capability addresses: 32 characters or more; several, separated by commas, during a [rotation](operations.md#a-new-secret); default: made once and stored with the database",
    (text) => {
      const [first, ...older] = text.split(",").map((secret) => secret.trim())
      return text === ""
        ? Either.right(undefined)
        : [first, ...older].every((secret) => secret !== undefined && secret.length >= 32)
        ? Either.right([first!, ...older] as const)
        : Either.left("32 characters or more, such as the output of `openssl rand -base64 32`, or several by commas")
    },
    () => "…"
  ),
  STRIPE_SECRET_KEY: setting(
    "",
    "the key of a Stripe account, whose pages take the payments instead of the simulated provider's: `sk_live_…` or `rk_live_…` in live mode, `sk_test_…` or `rk_test_…` in demo mode; default: none",
    (text) =>
      text === ""
        ? Either.right(undefined)
        : /^[rs]k_(live|test)_\w+$/.test(text)
        ? Either.right(Redacted.make(text))
        : Either.left("a secret key of Stripe, such as `sk_test_…`, or a restricted one, `rk_…`"),
    () => "…"
  ),
  STRIPE_WEBHOOK_SECRET: setting(
    "",
    "the secrets of Stripe's webhook endpoint for `/api/payments/notifications` (`whsec_…`); several, separated by commas, during a rotation; needed with `STRIPE_SECRET_KEY`",
    (text) => {
      const secrets = text.split(",").map((secret) => secret.trim()).filter((secret) => secret !== "")
      return secrets.every((secret) => /^whsec_\w+$/.test(secret))
        ? Either.right(secrets.map((secret) => Redacted.make(secret)))
        : Either.left("`whsec_` and letters or digits each, separated by commas")
    },
    () => "…"
  ),
  RETURN_URL_HOSTS: setting(
    "localhost,127.0.0.1",
    "hosts that a `returnUrl` may lead to, separated by commas, besides the store's own",
    hosts
  ),
  WEBHOOK_SECRETS: setting(
    published.webhookSecret,
    "the secrets that sign partners' messages (`whsec_…`); several, separated by commas, during a rotation. The default is for a store that only its own machine reaches; one that others reach has another in its place, which the start prints",
    (text) => {
      const secrets = text.split(",").map((secret) => secret.trim()).filter((secret) => secret !== "")
      return secrets.length > 0 && secrets.every((secret) => Either.isRight(decodeSecret(secret)))
        ? Either.right(secrets)
        : Either.left("`whsec_` and base64 of 24 to 64 bytes each, separated by commas")
    },
    () => "…"
  ),
  REQUEST_BUDGETS: budgets(
    "what may be asked for in a minute, in [units](api.md#request-budgets): from a network address (IPv6: one /64), by a shopper, an agent, a client of staff, and how many secrets and tokens from a network may be wrong"
  ),
  TRUSTED_PROXIES: setting(
    "",
    "addresses of the proxies in front of the store, or blocks (`10.0.0.0/8`), separated by commas: only their `X-Forwarded-For` is believed",
    blocks
  ),
  SIMULATED_CARRIER_SECONDS: setting(
    "20",
    "the length of one stage of a parcel's journey at the simulated carrier, in demo mode: shipped after one, delivered after three; `0` turns it off, as in a shop of a folder",
    wholeNumber(0, 86_400, "seconds")
  ),
  READINESS_SCAN_HOURS: setting(
    "24",
    "how often the store scans [itself](readiness.md) for its page `/readiness`, in hours; `0` for never",
    wholeNumber(0, 8760, "hours")
  ),
  SCAN_LOOPBACK_PORTS: setting(
    "",
    "ports of this machine, separated by commas, at which sites may be scanned beside the store itself, in demo mode",
    ports
  ),
  STOP_GRACE_SECONDS: setting(
    "",
    "how long the store still serves after it was asked to stop, until a load balancer has seen that it is not ready; default: 5 with PostgreSQL, 0 with SQLite",
    (text) =>
      text === ""
        ? Either.right(undefined)
        : /^\d{1,2}$/.test(text) && Number(text) <= 20
        ? Either.right(Number(text))
        : Either.left("a whole number of seconds from 0 to 20")
  ),
  LOG_LEVEL: setting(
    "info",
    "`debug`, `info`, `warning`, `error` or `none`",
    oneOf("debug", "info", "warning", "error", "none")
  ),
  LOG_FORMAT: setting(
    "pretty",
    "`pretty` for people, `json` for programs: one line per request",
    oneOf("pretty", "json")
  )
}

type Values = { readonly [Name in keyof typeof settings]: (typeof settings)[Name] extends Setting<infer A> ? A : never }

/** Whether a key of Stripe's moves real money. */
export const isLiveKey = (key: Redacted.Redacted<string>): boolean => /^.k_live_/.test(Redacted.value(key))

const readAll = Effect.gen(function*() {
  const values: Record<string, unknown> = {}
  const wrong: Array<string> = []
  for (const [name, { fallback, read, shown }] of Object.entries<Setting<unknown>>(settings)) {
    const text = yield* Config.withDefault(Config.string(name), fallback)
    const value = read(text)
    if (Either.isLeft(value)) wrong.push(`${name}=${shown(text)} is not valid: set it to ${value.left}.`)
    else values[name] = value.right
  }
  const { STORE_MODE, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET = [] } = values as Partial<Values>
  if (STORE_MODE === "demo" && STRIPE_SECRET_KEY !== undefined && isLiveKey(STRIPE_SECRET_KEY)) {
    wrong.push(
      "STRIPE_SECRET_KEY takes real money, which no demo does: set STORE_MODE=live, or a key of the test mode."
    )
  }
  if (STRIPE_SECRET_KEY !== undefined && STRIPE_WEBHOOK_SECRET.length === 0) {
    wrong.push("STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET: set it to the secret of the account's webhook endpoint.")
  }
  return wrong.length === 0 ? values as Values : yield* new StartRefused({ message: wrong.join("\n") })
})

/** The configuration, or what is wrong with it. */
export const load: Effect.Effect<Values, StartRefused> = Effect.catchIf(
  readAll,
  ConfigError.isConfigError,
  (error) => new StartRefused({ message: String(error) })
)

/**
 * The same for a shop of a folder, which has its database there and whose staff ship what is ordered, unless settings say
 * otherwise.
 */
export const loadFor = (folder: string | undefined): typeof load =>
  folder === undefined ? load : Effect.withConfigProvider(
    load,
    ConfigProvider.orElse(
      ConfigProvider.fromEnv(),
      () =>
        ConfigProvider.fromMap(
          new Map([
            ["DATABASE_URL", `sqlite:${join(folder, "data", "store.db")}`],
            ["SIMULATED_CARRIER_SECONDS", "0"]
          ])
        )
    )
  )

/** Of the names of an environment those that are near the name of a setting which it does not have, each in a line. */
export const misspelt = (environment: ReadonlyArray<string>): ReadonlyArray<string> => {
  const given = new Set(environment)
  const missing = Object.keys(settings).filter((name) => !given.has(name))
  return environment.flatMap((name) => {
    const meant = name in settings
      ? undefined
      : missing.find((one) => distance(name.toUpperCase(), one) <= farthest(one))
    return meant === undefined ? [] : [`${name} is no setting of the store: is ${meant} meant?`]
  })
}
