/** Every error code has one meaning, and one that nobody thought of is a defect. */
import { type ErrorKind, kindOf } from "@beauty-store/sql/DatabaseErrors"
import { describe, expect, it } from "vitest"

/** The classes of SQLSTATE in PostgreSQL's manual (appendix A), and codes that differ from the rest of their class. */
const expected: Readonly<Record<ErrorKind, string>> = {
  repeat: "40001 40P01",
  unavailable: "55P03 57014",
  disconnect:
    "0A000 08000 08001 08003 08004 08006 08007 08P01 25006 25P03 25P04 40003 53000 53100 53200 53300 53400 57000 57P01 "
    + "57P02 57P03 57P04 57P05 58000 58030 58P01 F0000 XX000 XX001 XX002 ECONNRESET ECONNREFUSED EPIPE ETIMEDOUT ENOTFOUND "
    + "EAI_AGAIN ERR_SSL_WRONG_VERSION_NUMBER ERR_STREAM_DESTROYED ERR_TLS_CERT_ALTNAME_INVALID",
  defect: "02000 03000 21000 22001 22P02 23502 23503 23505 23514 24000 25000 25001 25P01 25P02 26000 28P01 34000 "
    + "3D000 3F000 40000 40002 42601 42P01 42703 44000 54000 55000 55006 P0001 HV000 99999 ERR_ASSERTION"
}

describe("an error code", () => {
  it.each(Object.entries(expected))("of PostgreSQL or of a socket: %s", (kind, codes) => {
    for (const code of codes.split(" ")) expect([code, kindOf(code)]).toEqual([code, kind])
  })

  it("that is missing belongs to a connection that broke", () => {
    expect(kindOf("")).toBe("disconnect")
  })

  it("of SQLite is the engine's failure or this program's mistake", () => {
    const failures = ["BUSY", "BUSY_SNAPSHOT", "FULL", "IOERR_FSYNC", "READONLY_DBMOVED", "CORRUPT_INDEX", "NOTADB"]
    for (const code of failures) expect([code, kindOf(`SQLITE_${code}`)]).toEqual([code, "unavailable"])
    for (const code of ["CONSTRAINT_UNIQUE", "ERROR", "RANGE", "MISUSE", "TOOBIG", "SCHEMA"]) {
      expect([code, kindOf(`SQLITE_${code}`)]).toEqual([code, "defect"])
    }
  })
})
