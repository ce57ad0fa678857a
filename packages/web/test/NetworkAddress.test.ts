import { describe, expect, it } from "vitest"
import { isLoopback, networkOf } from "../src/NetworkAddress.ts"

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
