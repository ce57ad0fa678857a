/**
 * The address of a client as limits count it: an IPv4 address as it is, of an IPv6 address the first 64 bits, which one
 * household is given. Two ways of writing one address are one name; an IPv4 address that IPv6 carries
 * (`::ffff:192.0.2.1`) is the IPv4 address. Pure. Follows docs/specification.md#unpaid-checkouts.
 *
 * @since 1.0.0
 */
import ipaddr from "ipaddr.js"
import { isIP } from "node:net"

const ipv4 = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/
/** IPv6 whose first group is no zero, so that it carries no IPv4 address. */
const usualIpv6 = /^0{0,3}[1-9a-f][0-9a-f]*:[0-9a-f:]+$/i

/** An IPv4 address that IPv6 carries in the usual way, as it is; any other as it is written. */
const plainOf = (address: string): string =>
  address.startsWith("::ffff:") && address.includes(".") ? address.slice("::ffff:".length) : address

/** The first four groups of a valid IPv6 address. */
const firstGroups = (address: string): ReadonlyArray<number> => {
  const [left = "", right] = address.split("::")
  const groups = left.split(":")
  const after = right === undefined || right === "" ? [] : right.split(":")
  const zeros = right === undefined ? 0 : 8 - groups.length - after.length
  for (let n = 0; n < zeros; n++) groups.push("0")
  return [...groups, ...after].slice(0, 4).map((group) => Number.parseInt(group, 16))
}

const nameOf = (groups: ReadonlyArray<number>): string => `${groups.map((group) => group.toString(16)).join(":")}::/64`

/** The address without the zone of the interface that it was seen on; none where it is no address. */
const parse = (address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined => {
  const plain = address.replace(/%.*$/, "")
  return isIP(plain) === 0 ? undefined : ipaddr.process(plain)
}

/**
 * The name of the network that an address belongs to: `192.0.2.1`, `2001:db8:0:1::/64`. None where it is no address.
 */
export const networkOf = (address: string): string | undefined => {
  // The usual forms, which every request has, in a tenth of the time.
  const plain = plainOf(address)
  if (ipv4.test(plain)) return isIP(plain) === 4 ? plain : undefined
  if (usualIpv6.test(plain) && isIP(plain) === 6) return nameOf(firstGroups(plain))
  const ip = parse(address)
  return ip instanceof ipaddr.IPv6 ? nameOf(ip.parts.slice(0, 4)) : ip?.toString()
}

/** A block of addresses: the first, and the number of bits that its addresses share. */
export interface Block {
  readonly first: ipaddr.IPv4 | ipaddr.IPv6
  readonly bits: number
}

/** Reads a block (`10.0.0.0/8`, `2001:db8::/32`), or one address; none where it is neither. */
export const blockOf = (text: string): Block | undefined => {
  const [address = "", length, ...rest] = text.split("/")
  const first = parse(address)
  if (first === undefined || rest.length > 0) return undefined
  const most = first.kind() === "ipv4" ? 32 : 128
  if (length === undefined) return { first, bits: most }
  const bits = /^\d{1,3}$/.test(length) ? Number(length) : Infinity
  return bits <= most ? { first, bits } : undefined
}

/** Whether an address is in one of the blocks. */
export const isWithin = (address: string, blocks: ReadonlyArray<Block>): boolean => {
  const plain = plainOf(address)
  const kind = ipv4.test(plain) ? "ipv4" : usualIpv6.test(plain) ? "ipv6" : undefined
  if (kind === undefined ? blocks.length === 0 : blocks.every(({ first }) => first.kind() !== kind)) return false
  const ip = parse(plain)
  return ip !== undefined && blocks.some(({ bits, first }) => ip.kind() === first.kind() && ip.match(first, bits))
}

/** Whether the host of a URL is the machine's own, by its address or by its name (RFC 6761 §6.3). */
export const isLoopbackHost = (host: string): boolean =>
  /^(?:.+\.)?localhost$/i.test(host) || isLoopback(host.replace(/^\[(.*)\]$/, "$1"))

/** Whether an address is the machine's own (127.0.0.0/8, ::1). */
export const isLoopback = (address: string): boolean => {
  // The usual form, which is asked for with every request.
  const plain = plainOf(address)
  return ipv4.test(plain)
    ? plain.startsWith("127.") && isIP(plain) === 4
    : parse(plain)?.range() === "loopback"
}
