/**
 * Strangers for tests: servers on loopback that read one request a connection and then do as they please with the bare
 * socket, which is more than an HTTP server would let them do.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { createServer as createTlsServer } from "node:tls"

export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What a stranger does once a whole request has come. */
export type Behaviour = (socket: Socket, request: Received) => void

export interface Receiver {
  readonly port: number
  readonly received: Array<Received>
  behave: Behaviour
  /** How many connections are open, and how many bytes they have been sent. */
  readonly open: () => number
  readonly sent: () => number
}

export const answer = (
  status: number,
  headers: Readonly<Record<string, string>> = {},
  body: string | Uint8Array = ""
): Behaviour =>
(socket) => {
  const bytes = Buffer.from(body)
  const all = { "content-length": String(bytes.length), ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${status} So it is\r\n${lines.join("")}\r\n`)
  socket.end(bytes)
}

/** Says nothing, for ever. */
export const hang: Behaviour = () => {}

/** Sends a beginning and then a piece every few milliseconds, for ever. */
export const drip = (beginning: string, piece: string): Behaviour => (socket) => {
  socket.write(beginning)
  const timer = setInterval(() => socket.write(piece), 5)
  socket.on("close", () => clearInterval(timer))
}

/** Sends a beginning and then as much as the other side takes, for ever. */
export const flood = (beginning: string, piece: string): Behaviour => (socket) => {
  const more = () => {
    while (!socket.destroyed && socket.write(piece)) { /* until the buffer is full */ }
  }
  socket.on("drain", more)
  socket.write(beginning)
  more()
}

/** Sends a beginning and leaves, politely or not. */
export const leave = (beginning: string): Behaviour => (socket) => void socket.end(beginning)
export const reset: Behaviour = (socket) => void socket.resetAndDestroy()

/** A certificate for partner.example that no system trusts, valid from 2020 to 2120. It is for these tests alone. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBizCCATGgAwIBAgIBATAKBggqhkjOPQQDAjAaMRgwFgYDVQQDDA9wYXJ0bmVy
LmV4YW1wbGUwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBoxGDAW
BgNVBAMMD3BhcnRuZXIuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IA
BDGmRPF3ryTarvgh51vrG3JoTMGbmHrTg0Wlr7EulO9n76DssSa5A946h41icBF3
ZzFFYDsDurcWvXLXZgs6QUGjZjBkMA8GA1UdEwEB/wQFMAMBAf8wMgYDVR0RBCsw
KYIPcGFydG5lci5leGFtcGxlghZ4bi0tcHJ0bmVyLWJ1YS5leGFtcGxlMB0GA1Ud
DgQWBBRoG0tJ93ASp/EraLSwXZuaBZCl0jAKBggqhkjOPQQDAgNIADBFAiEA2CHj
NKGvqk13vlt3FnQO+kkwkfc3AUjzxsYp3eXu5a4CICklRGYFE8kqobJnX3i8WUO4
SlPXNbEbfZTPfyzU+vWg
-----END CERTIFICATE-----`
const certificateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgOxNrjZtxjD8qXOTd
pDDKCqN+yreS8q65dA/kdgKoWeyhRANCAAQxpkTxd68k2q74Iedb6xtyaEzBm5h6
04NFpa+xLpTvZ++g7LEmuQPeOoeNYnARd2cxRWA7A7q3Fr1y12YLOkFB
-----END PRIVATE KEY-----`

/** Reads one request; undefined until it is whole. */
const parse = (bytes: Buffer): Received | undefined => {
  const end = bytes.indexOf("\r\n\r\n")
  if (end < 0) return undefined
  const [first = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n")
  const headers = Object.fromEntries(lines.map((line) => {
    const colon = line.indexOf(":")
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  }))
  const body = bytes.subarray(end + 4)
  if (body.length < Number(headers["content-length"] ?? 0)) return undefined
  const [method = "", path = ""] = first.split(" ")
  return { method, path, headers, body: body.toString("utf8") }
}

/** Listens on loopback until the scope closes. */
export const receiver = (
  behave: Behaviour,
  { host = "127.0.0.1", tls = false } = {}
): Effect.Effect<Receiver, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.async<Receiver & { readonly close: () => void }>((resume) => {
      const sockets = new Set<Socket>()
      let sent = 0
      const welcome = (socket: Socket) => {
        sockets.add(socket)
        socket.on("error", () => {})
        socket.on("close", () => {
          sent += socket.bytesWritten
          sockets.delete(socket)
        })
        let bytes = Buffer.alloc(0)
        const read = (chunk: Buffer) => {
          bytes = Buffer.concat([bytes, chunk])
          const request = parse(bytes)
          if (request === undefined) return
          socket.off("data", read)
          socket.resume()
          self.received.push(request)
          self.behave(socket, request)
        }
        socket.on("data", read)
      }
      const server = tls
        ? createTlsServer({ cert: certificate, key: certificateKey }, welcome).on("tlsClientError", () => {})
        : createServer(welcome)
      const self = {
        port: 0,
        received: [] as Array<Received>,
        behave,
        open: () => sockets.size,
        sent: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, sent),
        close: () => {
          server.close()
          for (const socket of sockets) socket.destroy()
        }
      }
      server.listen(0, host, () => {
        self.port = (server.address() as AddressInfo).port
        resume(Effect.succeed(self))
      })
    }),
    ({ close }) => Effect.sync(close)
  )
