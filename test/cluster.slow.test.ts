/**
 * The short form of `npm run cluster`: three instances on one PostgreSQL keep every promise while they and what lies
 * between them fail. Follows docs/specification.md#deadlines, docs/specification.md#idempotency,
 * docs/specification.md#background-work.
 */
import { Prng } from "@beauty-store/simulation/engine/Prng"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { type Plan, report, run } from "./cluster/Cluster.ts"
import { drawSchedule } from "./cluster/Schedule.ts"
import { buildReleased, missing } from "./released-program.ts"
import { useServerProgram } from "./shop/programs.ts"

const server = useServerProgram()

it("draws the same faults for the same seed, and no two that act on the same part at once", () => {
  const draw = (seed: number) => drawSchedule(new Prng(`cluster ${seed}`).stream("schedule"), 60_000, 3)
  expect(draw(7)).toEqual(draw(7))
  expect(draw(8)).not.toEqual(draw(7))
  for (const { at, instances, kind, lasts } of draw(7)) {
    const same = draw(7).filter((other) =>
      other.kind === kind && other.at > at && other.at < at + lasts
      && other.instances.some((instance) => instances.includes(instance))
    )
    expect(same).toEqual([])
  }
})

it("keeps every promise at three instances while the network, the processes and the database fail", async () => {
  const folder = mkdtempSync(join(tmpdir(), "beauty-store-cluster-test-"))
  const plan: Plan = {
    seed: 7,
    instances: 3,
    buyers: 10,
    millis: 25_000,
    program: server(),
    released: missing() === undefined ? buildReleased(join(folder, "release")) : undefined,
    history: join(folder, "history.log")
  }
  const outcome = await run(plan)
  console.log(report(plan, outcome).join("\n"))
  expect(outcome.wrong, `the history is in ${plan.history}`).toEqual([])
  expect(outcome.facts.length).toBeGreaterThan(20)
  rmSync(folder, { recursive: true, force: true })
}, 300_000)
