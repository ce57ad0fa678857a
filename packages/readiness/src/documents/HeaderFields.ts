/**
 * Values of HTTP headers as their grammars say (RFC 9110 §5.6): lists divided by commas, and directives divided by
 * semicolons.
 *
 * The rule: what is quoted divides nothing, and blanks around a divider say nothing. Names are in lower case.
 */

/** The parts of a text between dividers that are not quoted. Blank ones are left out. */
const divide = (text: string, divider: "," | ";"): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let start = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    if (isQuoted && text[at] === "\\") at++
    else if (text[at] === "\"") isQuoted = !isQuoted
    else if (text[at] === divider && !isQuoted) {
      parts.push(text.slice(start, at).trim())
      start = at + 1
    }
  }
  parts.push(text.slice(start).trim())
  return parts.filter((part) => part !== "")
}

/** The members of a list, in lower case. Repeated headers are one list. */
export const listOf = (header: string | undefined): ReadonlyArray<string> => divide(header?.toLowerCase() ?? "", ",")

/** Directives such as `max-age=60; includeSubDomains`, the first of each name. Without a value it is empty. */
export const directivesOf = (text: string | undefined): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const part of divide(text ?? "", ";")) {
    const [, name = "", value = ""] = /^([^\s=]+)\s*=?\s*([^]*)$/.exec(part) ?? []
    const key = name.toLowerCase()
    if (!found.has(key)) found.set(key, value.replace(/^"([^]*)"$/, "$1"))
  }
  return found
}
