/**
 * The shop's rules for people, in the frame of the shop front. The texts are those of every store (`PolicyTexts` of the
 * package `http`).
 */
import { type PolicyScene, textAt, texts } from "@beauty-store/http/pages/PolicyTexts"
import * as Messages from "./Messages.ts"
import { Breadcrumbs, link, page, type Scene } from "./ShopFrame.tsx"

/** The shop front has a form in place of the text about contact. */
const own = "/policies/contact"

/** The paths of all of them, in English. */
export const paths: ReadonlyArray<string> = Object.keys(texts).filter((path) => path !== own)

const policySceneOf = (scene: Scene): PolicyScene => ({
  ...scene.shop,
  language: scene.language,
  link: (path) => link(scene, path),
  orderButton: Messages.checkout.order(scene.language)
})

/** The page of a path; undefined where there is none. */
export const policyPage = (scene: Scene): string | undefined => {
  const found = scene.path === own ? undefined : textAt(scene.path)
  if (found === undefined) return undefined
  const { language, path } = scene
  const title = found.title[language]
  const steps = [{ href: link(scene, path), words: title }]
  return page({
    scene,
    title,
    description: found.description[language],
    text: true,
    children: (
      <>
        <Breadcrumbs scene={scene} steps={steps} />
        <div class="prose">
          <h1>{title}</h1>
          {found.content[language](policySceneOf(scene))}
        </div>
      </>
    )
  })
}
