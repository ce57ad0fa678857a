/** The programs of longer pages do what the pages say. */
import { describePrograms } from "./shown-programs.ts"

describePrograms("docs/simulation.md", [
  /^\d\d+ places, \d\d+ trials, 0 findings\n$/,
  /^(?:seed \d+: (?:cancelled, )*confirmed(?:, cancelled)*\n){10}$/
])
