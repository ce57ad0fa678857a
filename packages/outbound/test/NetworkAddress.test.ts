import * as fc from "fast-check"
import ipaddr from "ipaddr.js"
import { describe, expect, it } from "vitest"
import { blockOf, isLoopback, isWithin, networkOf } from "../src/NetworkAddress.ts"

describe("a network address", () => {
  it("is an IPv4 address as it is, in whichever way it is written", () => {
    for (const address of ["192.0.2.1", "::ffff:192.0.2.1", "::ffff:c000:201"]) {
      expect(networkOf(address)).toBe("192.0.2.1")
    }
    expect(networkOf("192.0.2.2")).not.toBe(networkOf("192.0.2.1"))
  })

  it("is the first 64 bits of an IPv6 address", () => {
    for (const address of ["2001:db8::1", "2001:DB8:0:0:1::", "2001:db8:0:0:ffff:ffff:ffff:ffff%eth0"]) {
      expect(networkOf(address)).toBe("2001:db8:0:0::/64")
    }
    expect(networkOf("2001:db8:0:1::1")).toBe("2001:db8:0:1::/64")
  })

  it("is the same by all ways of writing an address", () => {
    const [ipv4, ipv6] = [fc.ipV4(), fc.ipV6()]
    fc.assert(fc.property(fc.oneof(ipv4, ipv6, ipv6.map((text) => text.toUpperCase())), (text) => {
      const ip = ipaddr.process(text)
      const expected = ip instanceof ipaddr.IPv6
        ? `${ip.parts.slice(0, 4).map((part) => part.toString(16)).join(":")}::/64`
        : ip.toString()
      expect(networkOf(text)).toBe(expected)
      expect(networkOf(ip.toNormalizedString())).toBe(expected)
    }))
  })

  it("is nothing where there is no address", () => {
    for (const text of ["", "localhost", "192.0.2", "unix:/tmp/x", "1.2.3.4, 5.6.7.8"]) {
      expect(networkOf(text)).toBeUndefined()
      expect(isLoopback(text)).toBe(false)
    }
  })

  it("knows the machine itself", () => {
    for (const own of ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"]) expect(isLoopback(own)).toBe(true)
    for (const other of ["192.0.2.1", "10.0.0.1", "::", "2001:db8::1"]) expect(isLoopback(other)).toBe(false)
  })
})

describe("a block of addresses", () => {
  it("has the addresses that share its first bits, however they are written", () => {
    const blocks = ["10.0.0.0/8", "192.0.2.7", "2001:db8::/33"].map((text) => blockOf(text)!)
    for (
      const inside of [
        "10.0.0.0",
        "10.255.255.255",
        "::ffff:10.1.2.3",
        "::ffff:a01:203",
        "192.0.2.7",
        "2001:db8:7fff::1"
      ]
    ) {
      expect(isWithin(inside, blocks), inside).toBe(true)
    }
    for (const outside of ["11.0.0.0", "192.0.2.8", "2001:db8:8000::1", "::", "fe80::1", "localhost", ""]) {
      expect(isWithin(outside, blocks), outside).toBe(false)
    }
    expect(isWithin("10.0.0.1", [])).toBe(false)
    expect(isWithin("2001:db8::1", [blockOf("0.0.0.0/0")!])).toBe(false)
  })

  it("is nothing that can be read in two ways", () => {
    for (const text of ["", "10.0.0", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8/8", "10.0.0.0/", "proxy", "::/129"]) {
      expect(blockOf(text), text).toBeUndefined()
    }
  })
})
