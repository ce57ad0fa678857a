/**
 * Generated mutants: all places of a source where one small thing can be left out or moved, and what the source is then.
 * Six kinds: a conjunct of a `WHERE`, a lock, a guard, a `yield*` whose value nobody uses, the bound of a comparison, and
 * a constant. Texts for people, imports and types are left alone.
 *
 * A mutant's id has the file, the enclosing declaration, the kind, and the place among those of its kind there: lines
 * that are added elsewhere leave it as it is.
 */
import {
  isArrowFunction,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isClassDeclaration,
  isConditionalExpression,
  isContinueStatement,
  isElementAccessExpression,
  isExpressionStatement,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isIfStatement,
  isImportDeclaration,
  isMethodDeclaration,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isPropertyDeclaration,
  isReturnStatement,
  isStringLiteral,
  isTemplateExpression,
  isThrowStatement,
  isTypeNode,
  isVariableDeclaration,
  isYieldExpression,
  type Node,
  type SourceFile
} from "typescript/unstable/ast"
import { type Change, droppedConjuncts, droppedLocks, isSql, otherBound, otherBounds } from "./sqlText.ts"

export const kinds = ["conjunct", "lock", "guard", "yield", "bound", "constant"] as const
export type Kind = typeof kinds[number]

export interface GeneratedMutant {
  /** The source, the declaration, the kind, the place: "…/Cart.ts#set guard 1". */
  readonly id: string
  /** From the root. */
  readonly file: string
  readonly kind: Kind
  /** The changed part of the source. */
  readonly from: number
  readonly to: number
  readonly before: string
  readonly after: string
  /** In place of `after`: counts, whenever the mutant differs from the original. It need not have the right types. */
  readonly counting?: string | undefined
}

/** The source with the mutant planted; `isCounting`: so that it counts when it makes a difference, where it can. */
export const plantedAt = (
  { after, before, counting, from, id, to }: GeneratedMutant,
  source: string,
  isCounting = false
): string => {
  if (source.slice(from, to) !== before) throw new Error(`${id}: the source has another text there`)
  return source.slice(0, from) + (isCounting ? counting ?? after : after) + source.slice(to)
}

/** What a declaration or a property is called. */
const nameOf = (node: Node): string | undefined => {
  const isNamed = isVariableDeclaration(node) || isPropertyAssignment(node) || isMethodDeclaration(node)
    || isFunctionDeclaration(node) || isClassDeclaration(node) || isPropertyDeclaration(node)
  return isNamed && node.name !== undefined && isIdentifier(node.name) ? node.name.text : undefined
}

/** The last name of what is called: that of `SpendingLedger.lockInstrument(…)` is `lockInstrument`, also where it is sent ahead. */
const calledName = (node: Node): string => {
  if (isCallExpression(node)) return calledName(node.expression)
  if (isPropertyAccessExpression(node)) {
    return node.name.text === "sent" ? calledName(node.expression) : node.name.text
  }
  return isIdentifier(node) ? node.text : ""
}

const guarding = /^(ensure|require|assert|check|refuse|reject|forbid|fail|verify|admit)/i

/** Whether a statement leaves what encloses it, or fails. */
const leaves = (node: Node): boolean => {
  if (isBlock(node)) return node.statements.length > 0 && leaves(node.statements.at(-1)!)
  return isReturnStatement(node) || isThrowStatement(node) || isContinueStatement(node)
    || (isExpressionStatement(node) && isYieldExpression(node.expression) && node.expression.expression !== undefined
      && fails(node.expression.expression))
}

/** Whether an expression is a failure, or begins with one: `Effect.fail(…)`, `Either.left(…)`. */
const fails = (node: Node): boolean =>
  isCallExpression(node) && /^(Effect\.(fail|failSync)|Either\.left)$/.test(node.expression.getText())

/** A duration as Effect takes it. */
const duration = /^(\d+) (millis|seconds?|minutes?|hours?|days?|weeks?)$/

/** A small number is moved by one; a large one, of milliseconds or cents, is doubled, so that somebody notices. */
const otherNumber = (n: number): number => n < 1000 ? n + 1 : n * 2

/** Counts that the mutant differs from the original at this moment (`planting.ts`). */
const hit = "(globalThis.mutantHits = (globalThis.mutantHits ?? 0) + 1)"

/** A change, its kind, and the same change so that it counts when it makes a difference, where that can be told. */
type Found = readonly [kind: Kind, change: Change, counting?: string]

/** What a constant stands in, where that is short: it tells constants apart. */
const shortest = (node: Node): Node => node.parent.getWidth() <= 80 ? node.parent : node

/** Whether a node is evaluated with the function around it, and is no name of a property. */
const isEvaluated = (node: Node): boolean => {
  if (isPropertyAssignment(node.parent) && node.parent.name === node) return false
  for (let outer = node.parent; outer !== undefined; outer = outer.parent) {
    if (
      isArrowFunction(outer) || isFunctionExpression(outer) || isFunctionDeclaration(outer) ||
      isMethodDeclaration(outer)
    ) return true
  }
  return false
}

const changedStatement = (node: Node): ReadonlyArray<Found> => {
  const whole = { from: node.getStart(), to: node.getEnd(), text: "{}" }
  if (isIfStatement(node)) {
    return node.elseStatement === undefined && leaves(node.thenStatement)
      ? [["guard", whole, `if (${node.expression.getText()}) ${hit}; else {}`]]
      : []
  }
  if (!isExpressionStatement(node) || !isYieldExpression(node.expression)) return []
  const called = node.expression.expression
  // The condition around it is the guard.
  if (called !== undefined && fails(called)) return []
  const name = called === undefined ? "" : calledName(called)
  return [[name.startsWith("lock") ? "lock" : guarding.test(name) ? "guard" : "yield", whole, `{${hit}}`]]
}

const changedExpression = (node: Node): ReadonlyArray<Found> => {
  const [from, to] = [node.getStart(), node.getEnd()]
  if (isConditionalExpression(node)) {
    const [left, right] = [fails(node.whenTrue), fails(node.whenFalse)]
    const text = `(${(left ? node.whenFalse : node.whenTrue).getText()})`
    const condition = `${left ? "" : "!"}(${node.condition.getText()})`
    return left === right ? [] : [["guard", { from, to, text }, `((${condition}) && ${hit}, ${text})`]]
  }
  if (isCallExpression(node) && node.expression.getText() === "Effect.filterOrFail") {
    return isCallExpression(node.parent) && calledName(node.parent) === "pipe"
      ? [["guard", { from, to, text: "((unfiltered) => unfiltered)" }]]
      : []
  }
  if (!isBinaryExpression(node)) return []
  const other = otherBound[node.operatorToken.getText()]
  if (other === undefined) return []
  const [left, right] = [node.left.getText(), node.right.getText()]
  const text = node.getText()
  const at = node.operatorToken.getStart() - from
  const after = text.slice(0, at) + other + text.slice(node.operatorToken.getEnd() - from)
  const counting =
    `((left, right) => (Number(left) === Number(right) && ${hit}, left ${other} right))(${left}, ${right})`
  return [["bound", { from, to, text: after }, counting]]
}

const changedLiteral = (node: Node): ReadonlyArray<Found> => {
  /** The literal, in what it stands in. */
  const constant = (text: string): Found => {
    const context = shortest(node)
    const [from, to] = [context.getStart(), context.getEnd()]
    const inside = (literal: string) =>
      context.getText().slice(0, node.getStart() - from) + literal + context.getText().slice(node.getEnd() - from)
    const change = { from, to, text: inside(text) }
    return isEvaluated(node) ? ["constant", change, inside(`(${hit}, ${text})`)] : ["constant", change]
  }
  if (isNumericLiteral(node)) {
    const value = Number(node.text.replaceAll("_", ""))
    return isElementAccessExpression(node.parent) || !Number.isFinite(value)
      ? []
      : [constant(String(otherNumber(value)))]
  }
  if (isStringLiteral(node)) {
    const [, count, unit] = duration.exec(node.text) ?? []
    if (count !== undefined) return [constant(`"${Number(count) * 2} ${unit}"`)]
  }
  return []
}

const changedSql = (node: Node): ReadonlyArray<Found> => {
  if (!(isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) || isTemplateExpression(node))) return []
  const text = node.getText()
  if (!isSql(text)) return []
  const start = node.getStart()
  const all = [["conjunct", droppedConjuncts], ["lock", droppedLocks], ["bound", otherBounds]] as const
  return all.flatMap(([kind, find]) =>
    find(text).map(({ from, text, to }) => [kind, { from: start + from, to: start + to, text }] as const)
  )
}

/** What can be changed at a node itself, without its children. */
const changesAt = (node: Node): ReadonlyArray<Found> => [
  ...changedStatement(node),
  ...changedExpression(node),
  ...changedLiteral(node),
  ...changedSql(node)
]

/** All mutants of a source, in the order of their places. */
export const mutantsOf = (file: string, source: SourceFile): ReadonlyArray<GeneratedMutant> => {
  const found: Array<GeneratedMutant> = []
  const counts = new Map<string, number>()
  const visit = (node: Node, names: ReadonlyArray<string>): void => {
    if (isTypeNode(node) || isImportDeclaration(node)) return
    const name = nameOf(node)
    const inside = name === undefined ? names : [...names, name]
    for (const [kind, { from, text: after, to }, counting] of changesAt(node)) {
      const place = `${file}#${inside.join(".")} ${kind}`
      const ordinal = (counts.get(place) ?? 0) + 1
      counts.set(place, ordinal)
      found.push({
        id: `${place} ${ordinal}`,
        file,
        kind,
        from,
        to,
        before: source.text.slice(from, to),
        after,
        counting
      })
    }
    node.forEachChild((child) => void visit(child, inside))
  }
  visit(source, [])
  return found
}
