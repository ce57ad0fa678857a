/** The simulation's transactions, whose statements lie apart, keep the promises of the real ones about what is in them. */
import { Disk } from "@beauty-store/simulation/engine/Disk"
import * as InterleavedTransactions from "@beauty-store/simulation/engine/InterleavedTransactions"
import { noLatency } from "@beauty-store/simulation/engine/SimulatedPostgres"
import { shopsOn } from "../../sql/test/joined-shops.ts"
import { joinedStatements } from "../../sql/test/joined-statements.ts"
import { savepoints } from "../../sql/test/savepoints.ts"

const name = "the simulation, interleaved"
const test = shopsOn(name, () => new Disk().client, InterleavedTransactions.layer(noLatency))

joinedStatements(name, test)
savepoints(name, test)
