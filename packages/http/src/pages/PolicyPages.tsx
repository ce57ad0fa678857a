/**
 * The shop's rules, for people, where no shop front shows them: terms, privacy, shipping, returns, contact, and the
 * imprint, in each language (`PolicyTexts`). Those in German are below `/de`, as a shop front's are.
 */
import { languageIn, textIn } from "@beauty-store/domain/Language"
import * as PageHeaders from "@beauty-store/ui/PageHeaders"
import { type Frame, Page, send } from "./PageFrame.tsx"
import { type PolicyScene, textAt } from "./PolicyTexts.tsx"

/** The page of a name; undefined where there is none. */
export const policyPage = (frame: Frame, promises: Omit<PolicyScene, "language" | "link">, name: string) => {
  const path = `/policies/${name}`
  const found = textAt(path)
  if (found === undefined) return undefined
  const { language, link } = frame
  const title = textIn(found.title, language)
  return send(
    frame,
    <Page frame={frame} title={title} current={path}>
      <div class="prose">
        <h1>{title}</h1>
        {found.content[languageIn(language)]({ ...promises, language, link })}
      </div>
    </Page>,
    { headers: PageHeaders.cacheable }
  )
}
