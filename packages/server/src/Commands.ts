/**
 * The commands on the database of a shop, in one part that the program loads for any of them: they have most of the store
 * in common, which no bundle should contain twice.
 */
import * as ClientCommand from "./ClientCommand.ts"
import * as DoctorCommand from "./DoctorCommand.ts"
import * as ExportCommand from "./shop/ExportCommand.ts"
import * as ImportCommand from "./shop/ImportCommand.ts"

/** Each does what a command line asks for, and returns the exit code. */
export const commands = {
  Client: ClientCommand.run,
  Doctor: DoctorCommand.run,
  Export: ExportCommand.run,
  Import: ImportCommand.run
}
