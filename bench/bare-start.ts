/**
 * The peer of a start: `node:http` that opens the store's database with better-sqlite3 and serves a product by a prepared
 * statement. `node bare-start.mjs <port> <file>`.
 */
import Sqlite from "better-sqlite3"
import { createServer } from "node:http"

const [port = "", file = ""] = process.argv.slice(2)
const db = new Sqlite(file)
db.pragma("journal_mode = wal")
const product = db.prepare("SELECT id, name, description, price_minor FROM product WHERE id = ?")
const prefix = "/api/products/"

createServer(({ url = "" }, response) => {
  const row = product.get(url.slice(prefix.length))
  const text = JSON.stringify(row ?? {})
  response.writeHead(row === undefined ? 404 : 200, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text)
  })
  response.end(text)
}).listen(Number(port), "127.0.0.1")

process.once("SIGTERM", () => process.exit(0))
