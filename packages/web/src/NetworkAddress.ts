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

/** The address without the zone of the interface that it was seen on; none where it is no address. */
const parse = (address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined => {
  const plain = address.replace(/%.*$/, "")
  return isIP(plain) === 0 ? undefined : ipaddr.process(plain)
}

/** The name of the network that an address belongs to: `192.0.2.1`, `2001:db8:0:1::/64`. None where it is no address. */
export const networkOf = (address: string): string | undefined => {
  const ip = parse(address)
  if (!(ip instanceof ipaddr.IPv6)) return ip?.toString()
  return `${ip.parts.slice(0, 4).map((part) => part.toString(16)).join(":")}::/64`
}

/** Whether an address is the machine's own (127.0.0.0/8, ::1). */
export const isLoopback = (address: string): boolean => parse(address)?.range() === "loopback"
