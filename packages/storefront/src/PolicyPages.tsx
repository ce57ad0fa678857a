/**
 * The shop's rules for people and the pages that it wrote itself, in the frame of the shop front. The texts of rules
 * are those of every store (`PolicyTexts` of the package `http`), unless the shop has a page of that name.
 */
import { languageIn, type LocalText, textIn } from "@beauty-store/domain/Language"
import { type PolicyScene, textAt, texts } from "@beauty-store/http/pages/PolicyTexts"
import { Markup } from "@beauty-store/ui/Document"
import type { ComponentChildren } from "preact"
import * as Messages from "./Messages.ts"
import type { PageContext } from "./PageContext.ts"
import { Breadcrumbs, link, page, pathOfPage } from "./ShopFrame.tsx"

/** The shop front has a form in place of the text about contact. */
const own = "/policies/contact"

/** The paths of all of them, in English. */
export const paths: ReadonlyArray<string> = Object.keys(texts).filter((path) => path !== own)

const policyContextOf = (context: PageContext): PolicyScene => ({
  ...context.shop,
  language: context.language,
  link: (path) => link(context, path),
  orderButton: Messages.checkout.order(context.language)
})

/** A page of text. */
interface TextPage {
  readonly title: LocalText
  readonly description?: LocalText
  readonly content: (scene: PolicyScene) => ComponentChildren
}

/** The text of a path; undefined where there is none. */
export const findText = ({ language, path, shop: { policy } }: PageContext): TextPage | undefined => {
  const written = policy.pages.find((one) => pathOfPage(one) === path)
  if (written !== undefined) {
    const html = textIn(written.html, language)
    return { title: written.title, content: () => <Markup html={html} /> }
  }
  const found = path === own ? undefined : textAt(path)
  return found === undefined ? undefined : { ...found, content: found.content[languageIn(language)] }
}

export const textPage = (context: PageContext, found: TextPage): string => {
  const { language, path } = context
  const title = textIn(found.title, language)
  const steps = [{ href: link(context, path), words: title }]
  return page({
    context,
    title,
    ...(found.description === undefined ? {} : { description: textIn(found.description, language) }),
    text: true,
    children: (
      <>
        <Breadcrumbs context={context} steps={steps} />
        <div class="prose">
          <h1>{title}</h1>
          {found.content(policyContextOf(context))}
        </div>
      </>
    )
  })
}
