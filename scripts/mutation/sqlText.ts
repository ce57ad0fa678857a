/**
 * Where an SQL text can be changed: the conjuncts of its `WHERE`, its locking clauses, its comparisons. Works on offsets,
 * without a parser of SQL: the texts are ours, and regular. Whatever is inside `${…}` counts as one opaque word.
 *
 * A text in which a change cannot be made in this way has fewer places, never a wrong one that compiles by chance.
 */

/** A part of a text, and what replaces it. */
export interface Change {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** What looks like a statement of ours, or the end of one. */
export const isSql = (text: string): boolean => /\b(SELECT|UPDATE|DELETE FROM|INSERT INTO|WHERE)\b/.test(text)

/** A text whose literals and holes have the same length, and no word of SQL. */
const masked = (text: string): string => {
  let result = ""
  let i = 0
  while (i < text.length) {
    let end = i
    if (text.startsWith("${", i)) {
      let depth = 0
      do {
        if (text[end] === "{") depth++
        if (text[end] === "}") depth--
        end++
      } while (end < text.length && (depth > 0 || end === i + 1))
      result += "#".repeat(end - i)
    } else if (text[i] === "'") {
      end = text.indexOf("'", i + 1) + 1
      if (end === 0) end = text.length
      result += "'".repeat(end - i)
    } else {
      end = i + 1
      result += text[i]
    }
    i = end
  }
  return result
}

const endOfClause =
  /\b(GROUP BY|ORDER BY|LIMIT|HAVING|FOR (NO KEY )?(UPDATE|SHARE)|RETURNING|UNION|EXCEPT|INTERSECT|ON CONFLICT|WINDOW)\b/y

/** Each conjunct of a clause that begins at `from`, and where the clause ends. */
const conjunctsFrom = (text: string, from: number): ReadonlyArray<readonly [from: number, to: number]> => {
  const found: Array<readonly [number, number]> = []
  let [depth, isBetween, cases, start, isDisjunction, i] = [0, false, 0, from, false, from]
  for (; i < text.length; i++) {
    const char = text[i]!
    if (char === "(") depth++
    if (char === ")" && --depth < 0) break
    if (char === "`" || char === "\"" && i === text.length - 1) break
    if (depth > 0 || !/\W/.test(text[i - 1] ?? " ")) continue
    endOfClause.lastIndex = i
    if (endOfClause.test(text)) break
    const word = /\w*/y
    word.lastIndex = i
    const [name = ""] = word.exec(text) ?? []
    if (name === "CASE") cases++
    else if (name === "END") cases--
    else if (name === "BETWEEN") isBetween = true
    else if (name === "OR" && cases === 0) isDisjunction = true
    else if (name === "AND" && isBetween) isBetween = false
    else if (name === "AND" && cases === 0) {
      found.push([start, i])
      start = i + 3
    }
  }
  found.push([start, i])
  return isDisjunction ? [[from, i]] : found
}

/** The parts without the white space around them. */
const trimmed = (text: string, [from, to]: readonly [number, number]): readonly [number, number] => {
  const part = text.slice(from, to)
  return [from + part.length - part.trimStart().length, to - (part.length - part.trimEnd().length)]
}

/** A condition that always holds, and has as many parameters as another. */
const holds = (condition: string): string => {
  const parameters = condition.match(/\?/g)?.length ?? 0
  return parameters === 0
    ? "1 = 1"
    : `(1 = 1${" OR CAST(? AS TEXT) IS NOT NULL".repeat(parameters)})`
}

/** Drops a conjunct of a `WHERE`, each in turn; its parameters stay. */
export const droppedConjuncts = (source: string): ReadonlyArray<Change> => {
  const text = masked(source)
  return [...text.matchAll(/\bWHERE\b/g)].flatMap(({ index }) =>
    conjunctsFrom(text, index + 5).map((part) => trimmed(text, part))
      .filter(([from, to]) => {
        const condition = source.slice(from, to)
        // A hole that is more than a name may be several conditions, or none, and may have parameters.
        const holes = [...condition.matchAll(/\$\{([^}]*)\}/g)]
        return condition !== "" && !/^1 = 1$/.test(condition) && condition !== holes[0]?.[0]
          && holes.every(([, inside = ""]) => /^[\w.]+$/.test(inside))
      })
      .map(([from, to]) => ({ from, to, text: holds(text.slice(from, to)) }))
  )
}

/** Drops a locking clause. */
export const droppedLocks = (source: string): ReadonlyArray<Change> =>
  [...masked(source).matchAll(/\s+FOR (?:NO KEY )?(?:UPDATE|SHARE)(?:\s+OF \w+(?:, \w+)*)?(?:\s+SKIP LOCKED)?/g)]
    .map(({ 0: clause, index }) => ({ from: index, to: index + clause.length, text: "" }))

/** `<` for `<=`, and so on. */
export const otherBound: Readonly<Record<string, string>> = { "<": "<=", "<=": "<", ">": ">=", ">=": ">" }

/** Changes a comparison's bound; the changed part has the words on both sides, which tell comparisons apart. */
export const otherBounds = (source: string): ReadonlyArray<Change> =>
  [...masked(source).matchAll(/([\w.)?#']+\s*)(?<![<>=!-])(<=|>=|<|>)(?![<>=])(\s*[\w.(?#':]+)/g)].map((match) => {
    const [from, to] = [match.index, match.index + match[0].length]
    const [, left = "", operator = ""] = match
    const text = source.slice(from, from + left.length) + otherBound[operator]! +
      source.slice(from + left.length + operator.length, to)
    return { from, to, text }
  })
