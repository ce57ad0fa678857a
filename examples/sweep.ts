/**
 * One use case of yours under every fault: it runs once while the places are noted at which something may fail, and then
 * once for each place and fault. After each the tables, messages and responses have to be those without the fault.
 */
import { formatFinding, sweep } from "@beauty-store/simulation/Sweep"
import * as Effect from "effect/Effect"

const ada = { name: "ada", principal: "ada", isStaff: false }
const { findings, places, trials } = await sweep({
  prepare: (environment) =>
    Effect.gen(function*() {
      const client = environment.client(ada)
      const guest = yield* client.sendUntilFinal<{ access_token: string }>(
        "POST",
        "/api/auth/guest",
        undefined,
        client.uuid()
      )
      client.token = guest?.json.access_token
      return { productId: environment.products[0], quantity: 1 }
    }),
  act: (environment, wanted) => {
    const client = environment.client(ada)
    const added = client.sendUntilFinal("POST", "/api/cart", wanted, client.key(false))
    return Effect.map(added, (received) => received?.json)
  }
})
if (places.length < 10) throw new Error(`only ${places.length} places and ${trials} trials: was it refused?`)
console.log(`${findings.length} findings`) // 0 findings
for (const finding of findings) console.log(formatFinding(finding))
