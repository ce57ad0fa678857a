/**
 * Runs a command and waits for it without blocking: vitest fails a run in which a process does
 * not answer for a minute.
 */
import { execFile } from "node:child_process"
import { promisify } from "node:util"

const execute = promisify(execFile)

/** Returns what it printed; fails with what it printed (`stdout`, `stderr`) where it fails. */
export const runCommand = async (
  command: string,
  args: ReadonlyArray<string>,
  options: { readonly cwd: string; readonly env?: Readonly<Record<string, string | undefined>> }
): Promise<string> => {
  const { stdout } = await execute(command, args, { ...options, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 })
  return stdout
}
