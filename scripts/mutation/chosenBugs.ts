/**
 * At which seed the simulation has seen each bug of the chosen table (`mutantTable.ts`), and by which rule. A mutant of
 * the audit or of the auditor is found where such a bug is no longer seen.
 */
import { fileURLToPath } from "node:url"
import { readRecords, writeRecord } from "./records.ts"

export interface ChosenBug {
  readonly name: string
  readonly seed: number
  readonly rule: string
  readonly days: number
}

const path = fileURLToPath(new URL("chosenBugs.jsonl", import.meta.url))
const nameOf = ({ name }: ChosenBug): string => name

export const chosenBugs = (): ReadonlyMap<string, ChosenBug> => readRecords(path, nameOf)
export const saveChosenBug = (bug: ChosenBug): void => writeRecord(path, nameOf, bug)
