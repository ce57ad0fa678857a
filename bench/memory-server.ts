/**
 * The peer that has nothing to do: a bare `node:http` server that sends bytes from memory with two headers.
 * `node memory-server.mjs <port> <file>`: the file has as JSON what it sends, by path and Accept-Encoding.
 */
import { readFileSync } from "node:fs"
import { createServer } from "node:http"

/** A response that it keeps. `body` is base64. */
export interface Kept {
  readonly path: string
  readonly acceptEncoding: string
  readonly contentType: string
  readonly body: string
}

const [port = "", file = ""] = process.argv.slice(2)
const kept = new Map(
  (JSON.parse(readFileSync(file, "utf8")) as ReadonlyArray<Kept>).map(({ acceptEncoding, body, contentType, path }) => {
    const bytes = Buffer.from(body, "base64")
    return [
      `${path} ${acceptEncoding}`,
      { bytes, headers: { "content-type": contentType, "content-length": bytes.length } }
    ]
  })
)

createServer(({ headers, url }, response) => {
  const found = kept.get(`${url} ${headers["accept-encoding"] ?? ""}`)
  if (found === undefined) return response.writeHead(404).end()
  response.writeHead(200, found.headers)
  response.end(found.bytes)
}).listen(Number(port), "127.0.0.1")

process.once("SIGTERM", () => process.exit(0))
