/** A port for a server that goes down and comes back on it. */
import { randomInt } from "node:crypto"
import { once } from "node:events"
import { createServer, type Server } from "node:net"

const listens = async (port: number): Promise<Server | undefined> => {
  const server = createServer().listen(port, "127.0.0.1")
  try {
    await once(server, "listening")
    return server.unref()
  } catch {
    return undefined
  }
}

/**
 * A port that stays this process's own while its server is down and comes back. It lies below the ports that systems
 * give to `PORT=0` and to outgoing connections; among tests at once, who listens on the next port has taken it.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = 2 * randomInt(10_000, 16_000)
    const taken = await listens(port + 1)
    const probe = taken === undefined ? undefined : await listens(port)
    if (probe !== undefined) {
      await new Promise((done) => probe.close(done))
      return port
    }
    taken?.close()
  }
}
