/**
 * The address of a client as limits count it: an IPv4 address as it is, of an IPv6 address the first 64 bits, which are
 * what one household or one machine is given.
 *
 * The rule: two ways of writing one address are one name; an IPv4 address that IPv6 carries (`::ffff:192.0.2.1`) is the
 * IPv4 address. Pure. Left out on purpose: where the address comes from. Follows
 * docs/specification.md#unpaid-checkouts.
 */
import ipaddr from "ipaddr.js"
import { isIP } from "node:net"

const ipv4 = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/
const carried = "::ffff:"

/** The address without the zone of the interface that it was seen on; none where it is no address. */
const parse = (address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined => {
  const plain = address.replace(/%.*$/, "")
  return isIP(plain) === 0 ? undefined : ipaddr.process(plain)
}

/** The name of the network that an address belongs to: `192.0.2.1`, `2001:db8:0:1::/64`. None where it is no address. */
export const networkOf = (address: string): string | undefined => {
  // The usual forms, without the work of reading them.
  const plain = address.startsWith(carried) ? address.slice(carried.length) : address
  if (ipv4.test(plain) && isIP(plain) === 4) return plain
  const ip = parse(address)
  if (!(ip instanceof ipaddr.IPv6)) return ip?.toString()
  return `${ip.parts.slice(0, 4).map((part) => part.toString(16)).join(":")}::/64`
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
  const ip = blocks.length === 0 ? undefined : parse(address)
  return ip !== undefined && blocks.some(({ bits, first }) => ip.kind() === first.kind() && ip.match(first, bits))
}

/** Whether an address is the machine's own (127.0.0.0/8, ::1). */
export const isLoopback = (address: string): boolean => parse(address)?.range() === "loopback"
