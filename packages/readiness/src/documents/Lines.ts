/**
 * The lines of a text, whatever ends them: a line feed, a carriage return, or both.
 *
 * The rule: whoever reads a document line by line takes the lines from here.
 */

/** The lines of a text, without their ends. */
export const linesOf = (text: string): ReadonlyArray<string> => text.split(/\r\n|\r|\n/)

/** What the first line with a name and a colon says, such as `Contact: …`, unless it says nothing. */
export const fieldOf = (text: string, name: string): string | undefined => {
  const start = `${name.toLowerCase()}:`
  return linesOf(text).filter((line) => line.toLowerCase().startsWith(start))
    .map((line) => line.slice(start.length).trim()).find((value) => value !== "")
}
