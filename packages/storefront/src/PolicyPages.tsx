/**
 * The shop's rules for people, in the frame of the shop front. The texts are those of every store (`PolicyTexts` of the
 * package `http`).
 */
import { type PolicyScene, textAt, texts } from "@beauty-store/http/pages/PolicyTexts"
import * as Messages from "./Messages.ts"
import type { PageContext } from "./PageContext.ts"
import { Breadcrumbs, link, page } from "./ShopFrame.tsx"

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

/** The text of a path; undefined where there is none. */
export const findPolicy = (path: string) => path === own ? undefined : textAt(path)

export const policyPage = (context: PageContext, found: NonNullable<ReturnType<typeof findPolicy>>): string => {
  const { language, path } = context
  const title = found.title[language]
  const steps = [{ href: link(context, path), words: title }]
  return page({
    context,
    title,
    description: found.description[language],
    text: true,
    children: (
      <>
        <Breadcrumbs context={context} steps={steps} />
        <div class="prose">
          <h1>{title}</h1>
          {found.content[language](policyContextOf(context))}
        </div>
      </>
    )
  })
}
