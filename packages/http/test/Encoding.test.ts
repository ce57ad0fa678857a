import { preferred } from "@beauty-store/http/pipeline/Encoding"
import { describe, expect, it } from "vitest"

describe("the coding of a response", () => {
  it.each<[accept: string, coding: string, meaning: string]>([
    ["", "identity", "a client that accepts no coding"],
    ["gzip, deflate, br, zstd", "br", "brotli before gzip where the client does not mind"],
    ["br;q=0.5, gzip;q=0.8", "gzip", "the one with the higher weight"],
    ["br;q=0.001, gzip;q=0", "br", "the lowest weight is one"],
    ["br;q=0.000,gzip ; q=0", "identity", "a weight of 0 is a no"],
    ["*", "br", "any"],
    ["gzip;q=0.5, *;q=0.4", "gzip", "any other, with a lower weight"],
    ["gzip;q=0.5, *", "br", "any other, with a higher weight"],
    ["br;q=0, *", "gzip", "any but one"],
    ["*;q=0", "identity", "none: a response is better than none"],
    ["gzip, *;q=0", "gzip", "one and no other"],
    ["identity", "identity", "only as it is"],
    ["identity, gzip;q=0.5", "identity", "rather as it is"],
    ["identity;q=0.5, gzip;q=0.5", "gzip", "a coding before none where the client does not mind"],
    ["identity;q=0, gzip;q=0.1", "gzip", "not as it is"],
    ["GZIP; Q=1", "gzip", "any case"],
    ["brotli, xgzip", "identity", "codings of other names"],
    ["br;q=2, gzip", "gzip", "a weight that is none is a no"],
    ["br;q=0.1234, gzip", "gzip", "a weight that is none is a no"],
    [",, gzip ,", "gzip", "empty members"]
  ])("for %j is %s: %s", (accept, coding) => {
    expect(preferred(accept)).toBe(coding)
  })
})
