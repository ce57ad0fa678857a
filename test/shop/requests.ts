/**
 * Requests to a shop and its answers: one shape for every shop that speaks HTTP, whether a socket lies in between or
 * not.
 *
 * Over a socket they go out as they are written, by `node:http`: no path is normalised, no redirect followed, no header
 * added but `Host`, the type and the length.
 */
import * as http from "node:http"

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly cookies: ReadonlyArray<string>
  readonly bytes: Buffer
  readonly text: string
  /** The body as JSON; throws where it is none. */
  readonly json: any
}

export interface Sent {
  readonly headers?: Readonly<Record<string, string | ReadonlyArray<string>>>
  /** A bearer token. */
  readonly token?: string | undefined
  /** An idempotency key. */
  readonly key?: string | undefined
  /** Text and bytes go out as they are, as JSON unless a header says otherwise; anything else is printed as JSON. */
  readonly body?: unknown
  /** Over a socket: when to give up. */
  readonly signal?: AbortSignal | undefined
}

export interface Requests {
  /** Of the shop's addresses (a payment page, a way back) it takes the path: `pathOf`. */
  readonly request: (method: string, path: string, sent?: Sent) => Promise<Answer>
  readonly get: (path: string, sent?: Sent) => Promise<Answer>
  readonly post: (path: string, body?: unknown, sent?: Sent) => Promise<Answer>
  /** The token of a new shopper. */
  readonly guest: () => Promise<string>
  /** The token of one of the demo's OAuth clients. */
  readonly clientToken: (id: "demo-agent" | "demo-staff", scope?: string) => Promise<string>
}

/** A body as it goes out, and the headers that it and its sender bring along. */
export const encode = ({ body, headers = {}, key, token }: Sent) => {
  const bytes = body === undefined || typeof body === "string" || body instanceof Uint8Array
    ? body
    : JSON.stringify(body)
  const all: Readonly<Record<string, string | ReadonlyArray<string>>> = {
    ...(bytes === undefined ? {} : { "content-type": "application/json" }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(key === undefined ? {} : { "idempotency-key": key }),
    ...headers
  }
  return { bytes: bytes === undefined ? undefined : Buffer.from(bytes), headers: all }
}

/** What came back. */
export const answer = (
  { bytes, cookies = [], headers, status }: Omit<Answer, "text" | "json" | "cookies"> & Partial<Pick<Answer, "cookies">>
): Answer => {
  const text = bytes.toString("utf8")
  return {
    status,
    headers,
    cookies,
    bytes,
    text,
    get json() {
      return JSON.parse(text)
    }
  }
}

/** All that people ask for, over a way to send one request. */
export const requestsBy = (request: Requests["request"], secretOf = (id: string) => `${id}-secret`): Requests => {
  const post: Requests["post"] = (path, body, sent) => request("POST", path, { ...sent, body })
  const tokenOf = async (asked: Promise<Answer>): Promise<string> => {
    const { json, status, text } = await asked
    if (status !== 200) throw new Error(`no token: ${status} ${text}`)
    return json.access_token
  }
  return {
    request,
    get: (path, sent) => request("GET", path, sent),
    post,
    guest: () => tokenOf(post("/api/auth/guest")),
    clientToken: (id, scope) =>
      tokenOf(post("/api/auth/token", {
        grant_type: "client_credentials",
        client_id: id,
        client_secret: secretOf(id),
        ...(scope === undefined ? {} : { scope })
      }))
  }
}

/** The path and query of an address that a shop gave out. */
export const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address)
  return pathname + search
}

/**
 * Requests to a port of this machine, on connections that stay open until `close`. `secretOf`: of the demo's clients,
 * by their ids.
 */
export const requestsTo = (
  port: number,
  secretOf?: (id: string) => string,
  host = "127.0.0.1"
): Requests & { readonly close: () => void } => {
  const agent = new http.Agent({ keepAlive: true })
  const request: Requests["request"] = (method, path, sent = {}) =>
    new Promise((resolve, reject) => {
      const { bytes, headers } = encode(sent)
      const { signal } = sent
      const target = { agent, host, port, method, path, setHost: false, ...(signal && { signal }) }
      const outgoing = http.request(target, (incoming) => {
        const chunks: Array<Buffer> = []
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
        incoming.on("error", reject)
        incoming.on("end", () =>
          resolve(answer({
            status: incoming.statusCode!,
            headers: Object.fromEntries(
              Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])
            ),
            cookies: incoming.headers["set-cookie"] ?? [],
            bytes: Buffer.concat(chunks)
          })))
      })
      outgoing.on("error", reject)
      const length = bytes === undefined || "transfer-encoding" in headers ? {} : { "content-length": bytes.length }
      for (const [name, value] of Object.entries({ host: `localhost:${port}`, ...length, ...headers })) {
        outgoing.setHeader(name, value)
      }
      outgoing.end(bytes)
    })
  return { ...requestsBy(request, secretOf), close: () => agent.destroy() }
}

/** Where the answer to a form is, if that is a page at the form's own address, and not what comes next. */
export const answerAddress = (path: string, { headers, status }: Answer): string | undefined => {
  if (status !== 303) return undefined
  const { pathname, search } = new URL(headers["location"]!, `http://shop.test${path}`)
  const isAnswer = pathname + search === path || /\b(?:answer|missed|wrong)=/.test(search)
  return isAnswer && pathname === path.split("?")[0] ? pathname + search : undefined
}

/** The page that answers a form, opened as a browser opens it, or the response that leads elsewhere. */
export const answerTo = async (
  shop: Requests,
  path: string,
  received: Answer,
  headers: Readonly<Record<string, string>> = {}
): Promise<Answer> => {
  const address = answerAddress(path, received)
  return address === undefined ? received : shop.get(address, { headers })
}
