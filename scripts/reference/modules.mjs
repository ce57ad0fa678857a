/**
 * A plugin of TypeDoc: modules have the names by which they are imported, and the comments with which they open.
 * TypeDoc by itself gives a file's first comment to its first import.
 */
import { Comment, Converter } from "typedoc"

/** The comment with which a file opens, and its tags, as parts that TypeDoc prints. */
const openingComment = (text) => {
  const found = /^\/\*\*\n?([^]*?)\*\//.exec(text)?.[1]
  if (found === undefined) return undefined
  const lines = found.split("\n").map((line) => line.replace(/^\s*\* ?/, "").trimEnd())
  const since = lines.map((line) => /^@since (.+)$/.exec(line)?.[1]).find((version) => version !== undefined)
  const said = lines.filter((line) => !line.startsWith("@since ")).join("\n").trim()
  return { said, since }
}

/** @param {import("typedoc").Application} app */
export const load = (app) => {
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
    if (!reflection.kindOf(2)) return
    const file = context.getSymbolFromReflection(reflection)?.declarations?.[0]?.getSourceFile()
    const [, name, module] = /packages\/([^/]+)\/src\/(.+)\.tsx?$/.exec(file?.fileName ?? "") ?? []
    if (name === undefined) return
    reflection.name = `@beauty-store/${name}/${module}`
    const opening = openingComment(file.text)
    if (opening === undefined) return
    reflection.comment = new Comment([{ kind: "text", text: opening.said }])
    if (opening.since !== undefined) {
      reflection.comment.blockTags.push({ tag: "@since", content: [{ kind: "text", text: opening.since }] })
    }
  })
}
