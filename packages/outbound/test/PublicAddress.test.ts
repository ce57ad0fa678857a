import * as PublicAddress from "@beauty-store/outbound/PublicAddress"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const strict = { loopback: false }
const demo = { loopback: true }

const verdict = (url: string, exceptions = strict) =>
  Either.match(PublicAddress.parse(url, exceptions), {
    onLeft: (error) => error.reason,
    onRight: ({ host, port, secure }) => `${secure ? "tls" : "plain"} ${host} ${port}`
  })

describe("a URL", () => {
  it.each([
    ["http://127.1"],
    ["http://127.0.0.1"],
    ["http://127.255.255.254/"],
    ["http://0x7f000001"],
    ["http://0x7f.0.0.1"],
    ["http://0177.0.0.1"],
    ["http://017700000001"],
    ["http://2130706433"],
    ["http://127.0.0.1."],
    ["http://%31%32%37.0.0.1"],
    ["http://①②⑦.0.0.1"],
    ["http://127。0。0。1"],
    ["http://0"],
    ["http://0.0.0.0"],
    ["http://10.0.0.1"],
    ["http://172.16.0.1"],
    ["http://172.31.255.255"],
    ["http://192.168.1.1"],
    ["http://100.64.0.1"],
    ["http://100.100.100.200"],
    ["http://169.254.169.254"],
    ["http://0xa9fea9fe"],
    ["http://2852039166"],
    ["http://168.63.129.16"],
    ["http://192.0.0.192"],
    ["http://192.0.2.1"],
    ["http://198.51.100.1"],
    ["http://203.0.113.1"],
    ["http://198.18.0.1"],
    ["http://192.88.99.1"],
    ["http://224.0.0.1"],
    ["http://239.255.255.255"],
    ["http://240.0.0.1"],
    ["http://255.255.255.255"],
    ["http://[::]"],
    ["http://[::1]"],
    ["http://[0:0:0:0:0:0:0:1]"],
    ["http://[::ffff:127.0.0.1]"],
    ["http://[::ffff:7f00:1]"],
    ["http://[::ffff:169.254.169.254]"],
    ["http://[::127.0.0.1]"],
    ["http://[::8.8.8.8]"],
    ["http://[::ffff:0:127.0.0.1]"],
    ["http://[64:ff9b::127.0.0.1]"],
    ["http://[64:ff9b::a9fe:a9fe]"],
    ["http://[64:ff9b:1::1.1.1.1]"],
    ["http://[2002:7f00:1::]"],
    ["http://[2002:a9fe:a9fe::]"],
    ["http://[2001::1]"],
    ["http://[2001:db8::1]"],
    ["http://[3fff::1]"],
    ["http://[5f00::1]"],
    ["http://[100::1]"],
    ["http://[fe80::1]"],
    ["http://[fec0::1]"],
    ["http://[fc00::1]"],
    ["http://[fd00:ec2::254]"],
    ["http://[ff02::1]"],
    ["http://[4000::1]"]
  ])("at %s is not public", (url) => expect(verdict(url)).toBe("not a public address"))

  it("is read alike however often, also after its reader was compiled", () => {
    const seen = new Set(Array.from({ length: 60_000 }, () => verdict("https://bücher.example")))
    expect([...seen]).toEqual(["tls xn--bcher-kva.example 443"])
  })

  it.each([
    ["https://shop.example/hook", "tls shop.example 443"],
    ["HTTP://SHOP.Example:8080", "plain shop.example 8080"],
    ["https://shop.example.", "tls shop.example 443"],
    ["https://bücher.example", "tls xn--bcher-kva.example 443"],
    ["https://xn--bcher-kva.example", "tls xn--bcher-kva.example 443"],
    ["http://localhost.", "plain localhost 80"],
    ["http://8.8.8.8", "plain 8.8.8.8 80"],
    ["http://0x08080808", "plain 8.8.8.8 80"],
    ["https://[2606:4700::1111]:8443", "tls 2606:4700::1111 8443"],
    ["http://[::ffff:8.8.8.8]", "plain ::ffff:808:808 80"],
    ["http://[64:ff9b::8.8.8.8]", "plain 64:ff9b::808:808 80"]
  ])("%s is read as %s", (url, read) => expect(verdict(url)).toBe(read))

  it.each([
    ["", "malformed"],
    ["shop.example", "malformed"],
    ["http://", "malformed"],
    ["http://.", "malformed"],
    ["http://shop.example:99999", "malformed"],
    ["http://999.1.1.1", "malformed"],
    ["http://[::1", "malformed"],
    [`http://shop.example/${"a".repeat(2048)}`, "malformed"],
    ["ftp://shop.example", "not http or https"],
    ["file:///etc/passwd", "not http or https"],
    ["gopher://127.0.0.1", "not http or https"],
    ["data:text/plain,a", "not http or https"],
    ["http://user@shop.example", "carries credentials"],
    ["http://user:pass@shop.example", "carries credentials"],
    ["http://:pass@shop.example", "carries credentials"],
    ["http://shop.example@127.0.0.1", "carries credentials"],
    ["http://shop.example:22", "a port of another protocol"],
    ["https://shop.example:25", "a port of another protocol"],
    ["http://shop.example:0", "a port of another protocol"],
    ["http://shop.example:6379", "a port of another protocol"]
  ])("%s is refused: %s", (url, reason) => expect(verdict(url)).toBe(reason))

  it("at the machine itself passes in a demonstration, and nothing else inside", () => {
    for (const url of ["http://127.1:3000", "http://[::1]:3000", "http://[::ffff:127.0.0.1]:3000"]) {
      expect(verdict(url, demo)).toMatch(/^plain/)
    }
    for (
      const url of ["http://0.0.0.0", "http://[::]", "http://10.0.0.1", "http://169.254.169.254", "http://[fd00::1]"]
    ) {
      expect(verdict(url, demo)).toBe("not a public address")
    }
  })
})

describe("a resolved address", () => {
  it("that is none is refused", () => {
    for (const text of ["", "shop.example", "127.1", "0x8080808", "134744072", "fe80::1%eth0", "2606:4700::1%1"]) {
      expect(PublicAddress.isAllowed(text, strict)).toBe(false)
    }
  })

  it("is judged alike however it is wrapped into IPv6", () => {
    fc.assert(fc.property(fc.ipV4(), (ip) => {
      const allowed = PublicAddress.isAllowed(ip, strict)
      expect(PublicAddress.isAllowed(`::ffff:${ip}`, strict)).toBe(allowed)
      expect(PublicAddress.isAllowed(`64:ff9b::${ip}`, strict)).toBe(allowed)
      expect(PublicAddress.isAllowed(`::${ip}`, strict)).toBe(false)
    }))
  })

  it("outside 2000::/3 is never public IPv6", () => {
    fc.assert(fc.property(fc.ipV6(), (ip) => {
      fc.pre(!/^[23]\w{3}:/.test(ip) && !/ffff:|64:ff9b/i.test(ip))
      expect(PublicAddress.isAllowed(ip, strict)).toBe(false)
    }))
  })
})
