/** The programs of pages do what the pages say. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as path from "node:path"
import { expect, it } from "vitest"
import { root } from "../scripts/packages.ts"
import { blocks, describePrograms, pageOf } from "./shown-programs.ts"

describePrograms([
  ["README.md", ["1 line, 3475 cents\n"]],
  ["docs/operations.md", ["1 line\n"]]
])

it("the program of docs/operations.md sends its spans and metrics to a collector", async () => {
  const bodies: Record<string, string> = {}
  const collector = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", () => {
      bodies[request.url ?? ""] += Buffer.concat(chunks).toString("utf8")
      response.end("{}")
    })
  }).listen(0, "127.0.0.1")
  await once(collector, "listening")
  mkdirSync(path.join(root, "dist"), { recursive: true })
  const folder = mkdtempSync(path.join(root, "dist/readme-"))
  const file = path.join(folder, "observed.ts")
  writeFileSync(file, blocks(pageOf("docs/operations.md"), "ts")[0] ?? "")
  const port = (collector.address() as AddressInfo).port
  const child = spawn(process.execPath, ["--conditions=@beauty-store/source", "--import", "tsx", file], {
    cwd: root,
    env: { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` },
    stdio: ["ignore", "ignore", "inherit"]
  })
  expect(await once(child, "close")).toEqual([0, null])
  collector.close()
  rmSync(folder, { recursive: true })
  for (const text of ["Carts.add", "QuantityLimitExceeded", "kieselhaut-niacinamide-serum-10"]) {
    expect(bodies["/v1/traces"]).toContain(text)
  }
  // Neither who it was nor what an error said.
  for (const text of ["sho_of_mine", "were requested"]) expect(bodies["/v1/traces"]).not.toContain(text)
  for (const text of ["store_refusals_total", "commits_total"]) expect(bodies["/v1/metrics"]).toContain(text)
})
