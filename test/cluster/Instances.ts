/**
 * The processes of a cluster: the same program several times on one PostgreSQL, each behind two proxies, one to the
 * database (`network`) and one for its clients (`door`), and each with a clock of its own.
 *
 * A start that fails is tried again, as a process manager does. Every instance has its port for the whole run,
 * whichever process listens there.
 */
import { defaultPolicy } from "@beauty-store/commerce/Policy"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { freePort } from "../free-port.ts"
import { type Program, start } from "../shop/program.ts"
import { requestsTo } from "../shop/requests.ts"
import { sleep } from "../shop/shopper.ts"
import type { History } from "./History.ts"
import { openProxy, type Proxy } from "./Proxy.ts"

export interface Instance {
  readonly n: number
  readonly network: Proxy
  readonly door: Proxy
  /** To whichever process listens at its port, past the door. */
  readonly direct: ReturnType<typeof requestsTo>
  running: Program | undefined
  /** Whether the released program runs, or is to run next. */
  isReleased: boolean
}

export interface Instances {
  readonly all: ReadonlyArray<Instance>
  readonly start: (instance: Instance) => Promise<void>
  /** Returns what is wrong with the way in which it stopped, if anything. */
  readonly stop: (instance: Instance, signal: "SIGTERM" | "SIGKILL") => Promise<string | undefined>
  readonly setClock: (instance: Instance, shiftMillis: number) => void
  readonly close: () => Promise<void>
}

const preload = new URL("shifted-clock.mjs", import.meta.url)

export interface Place {
  readonly databaseUrl: string
  /** The present program's bundle, and the released one's where there is one. */
  readonly program: string
  readonly released: string | undefined
  /** For the clocks. */
  readonly folder: string
  readonly history: History
}

export const openInstances = async (count: number, place: Place): Promise<Instances> => {
  const { databaseUrl, folder, history, program, released } = place
  const clockOf = (n: number): string => join(folder, `clock-${n}`)
  const ports = new Map<number, number>()
  const closing = new AbortController()

  const all: Array<Instance> = []
  for (let n = 0; n < count; n++) {
    const port = await freePort()
    ports.set(n, port)
    all.push({
      n,
      network: await openProxy(new URL(databaseUrl)),
      door: await openProxy(new URL(`http://127.0.0.1:${port}`)),
      direct: requestsTo(port),
      running: undefined,
      isReleased: false
    })
  }

  const settingsOf = ({ n, network }: Instance) => ({
    PORT: String(ports.get(n)),
    DATABASE_URL: network.url,
    BASE_URL: "http://shop.localhost",
    STORE_SECRET: "a secret that all instances are given alike",
    STOP_GRACE_SECONDS: "0",
    LOG_LEVEL: "warning",
    NODE_OPTIONS: `--import=${preload.href}`,
    SHIFTED_CLOCK: clockOf(n)
  })

  /** The shop: the demo's goods, with limits of agents that no load reaches. */
  const shop = join(folder, "shop")
  const openShop = async (): Promise<void> => {
    mkdirSync(shop)
    const { imprint: _imprint, seller, storeName: name } = defaultPolicy
    const agents = { perPurchase: 200, perDay: 1_000_000, perMonth: 1_000_000 }
    writeFileSync(join(shop, "shop.json"), JSON.stringify({ name, seller, agents }))
    // Stocks the database with the demo's goods.
    const first = await start(program, { ...settingsOf(all[0]!), DATABASE_URL: databaseUrl })
    await first.stop()
  }

  const launch = async (instance: Instance): Promise<void> => {
    while (!closing.signal.aborted) {
      const file = instance.isReleased && released !== undefined ? released : program
      try {
        const given = file === program ? ["start", "--shop", shop] : []
        instance.running = await start(file, settingsOf(instance), given)
        return
      } catch (error) {
        history.note("start failed", { instance: instance.n, error: String(error).slice(0, 500) })
        await sleep(300)
      }
    }
  }

  const stop: Instances["stop"] = async (instance, signal) => {
    const { running } = instance
    instance.running = undefined
    if (running === undefined) return undefined
    const begun = history.now()
    const code = await running.stop(signal)
    history.note("stopped", { instance: instance.n, signal, code, log: running.output() })
    if (signal === "SIGKILL") return undefined
    const millis = history.now() - begun
    if (code !== 0) return `instance ${instance.n} stopped with ${code}: ${running.output().slice(-500)}`
    return millis > 40_000 ? `instance ${instance.n} took ${millis} ms to stop` : undefined
  }

  await openShop()
  return {
    all,
    start: launch,
    stop,
    setClock: ({ n }, shiftMillis) => writeFileSync(clockOf(n), String(shiftMillis)),
    close: async () => {
      closing.abort()
      for (const instance of all) await stop(instance, "SIGKILL")
      for (const { direct } of all) direct.close()
      for (const { door, network } of all) await Promise.all([door.close(), network.close()])
    }
  }
}
