/**
 * Decides which untrusted addresses requests may go to. An address that is not known to be public is refused: IPv6 is
 * public only inside 2000::/3; one that carries an IPv4 address is judged by that; 6to4, Teredo and the machine's own
 * are refused. Names are not judged here. Pure. Follows docs/specification.md#outgoing-requests.
 *
 * @since 1.0.0
 */
import * as Data from "effect/Data"
import * as Either from "effect/Either"
import ipaddr from "ipaddr.js"
import { isIP } from "node:net"
import { canParse } from "./UrlText.ts"

/** No request may go to the address. The reason repeats nothing of it. */
export class AddressForbidden extends Data.TaggedError("AddressForbidden")<{
  readonly reason:
    | "malformed"
    | "not http or https"
    | "carries credentials"
    | "a port of another protocol"
    | "not a public address"
}> {}

/** The target of a request, as its URL gives it; the name is not resolved yet. */
export interface Target {
  readonly url: URL
  readonly secure: boolean
  /** A name in lower case, or an IP address without brackets; without a trailing dot. */
  readonly host: string
  readonly port: number
}

/** Where requests may go besides public addresses, and where of those they may not. */
export interface Exceptions {
  /** Loopback (127.0.0.0/8, ::1), for demonstrations and tests: from any origin (`true`), or from those named. */
  readonly loopback: boolean | ReadonlyArray<string>
  /**
   * The addresses of this machine's interfaces. They are reached from here past the firewall in front of them, so only
   * the named origins, which are the program's own, may lead there, to private ones too.
   */
  readonly self?: { readonly addresses: ReadonlyArray<string>; readonly origins: ReadonlyArray<string> }
}

/** Whether an origin may lead to loopback. */
export const mayUseLoopback = ({ loopback }: Exceptions, origin: string): boolean =>
  typeof loopback === "boolean" ? loopback : loopback.includes(origin)

/**
 * Ports of protocols that could take an HTTP request for their own text, or that carry mail: FTP, SSH, Telnet, SMTP,
 * DNS, finger, POP3, ident, NNTP, IMAP, remote shells, printers, submission, rsync, IMAPS, POP3S, X11, SIP, Redis, IRC,
 * memcached. All others are allowed, except 0.
 */
export const deniedPorts: ReadonlySet<number> = new Set(
  [0, 20, 21, 22, 23, 25, 53, 79, 110, 113, 119, 143, 465, 512, 513, 514, 515, 587, 873, 990, 993, 995]
    .concat([6000, 5060, 5061, 6379, 6665, 6666, 6667, 6668, 6669, 6697, 11211])
)

/** The most characters that an address may have. */
const longestUrl = 2048

/**
 * Reads a URL as browsers do: every form of an IPv4 address (`127.1`, `0x7f000001`, `2130706433`) becomes the usual
 * one. An IP address in the URL is judged here already.
 */
export const parse = (text: string, exceptions: Exceptions): Either.Either<Target, AddressForbidden> => {
  const refuse = (reason: AddressForbidden["reason"]) => Either.left(new AddressForbidden({ reason }))
  if (text.length > longestUrl || !canParse(text)) return refuse("malformed")
  const url = new URL(text)
  if (url.protocol !== "http:" && url.protocol !== "https:") return refuse("not http or https")
  if (url.username !== "" || url.password !== "") return refuse("carries credentials")
  const secure = url.protocol === "https:"
  const port = url.port === "" ? (secure ? 443 : 80) : Number(url.port)
  if (deniedPorts.has(port)) return refuse("a port of another protocol")
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "")
  if (host === "") return refuse("malformed")
  if (isIP(host) !== 0 && !isAllowed(host, exceptions, url.origin)) return refuse("not a public address")
  return Either.right({ url, secure, host, port })
}

/** The wire server of a large cloud: it looks public but serves only its tenants. */
const cloudInternal = new Set(["168.63.129.16"])

const globalUnicast = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number]

/**
 * The address that connections to an IP address reach, as a resolver wrote it; undefined for all but the usual form of
 * IPv4, because the others mean different things to different readers.
 */
const reached = (address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined => {
  if (isIP(address) === 0 || address.includes("%")) return undefined
  // Resolvers write `::8.8.8.8`, which the library takes for a mapped address; a URL writes it in groups.
  return carried(ipaddr.parse(isIP(address) === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address))
}

/** Whether connections to an IP address, as a resolver wrote it, are allowed to a request for an origin. */
export const isAllowed = (address: string, exceptions: Exceptions, origin = ""): boolean => {
  const ip = reached(address)
  if (ip === undefined) return false
  const range = ip.range()
  if (range === "loopback") return mayUseLoopback(exceptions, origin)
  const { addresses, origins } = exceptions.self ?? { addresses: [], origins: [] }
  if (addresses.some((one) => reached(one)?.toString() === ip.toString())) return origins.includes(origin)
  return range === "unicast" && !cloudInternal.has(ip.toString())
    && (ip instanceof ipaddr.IPv4 || ip.match(globalUnicast))
}

const nat64 = ipaddr.parseCIDR("64:ff9b::/96") as [ipaddr.IPv6, number]

/** The IPv4 address inside an IPv6 address that only carries one. */
const carried = (ip: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 => {
  if (ip instanceof ipaddr.IPv4) return ip
  if (ip.isIPv4MappedAddress()) return ip.toIPv4Address()
  return ip.match(nat64) ? new ipaddr.IPv4(ip.toByteArray().slice(12)) : ip
}
