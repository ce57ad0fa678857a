/**
 * The page at an unknown address: it says so, has a search and leads to the parts of the shop. It repeats nothing of the
 * address, which may contain a capability.
 */
import { findOrder } from "@beauty-store/http/internal/pipeline/RequestLanguage"
import { Actions, ButtonLink } from "@beauty-store/ui/Controls"
import { CategoryTiles } from "./HomePage.tsx"
import * as Messages from "./Messages.ts"
import type { PageContext } from "./PageContext.ts"
import { link, page } from "./ShopFrame.tsx"

export const notFoundPage = (visited: PageContext): string => {
  const { language } = visited
  const context: PageContext = { ...visited, path: "/", query: "" }
  const { errors, frame } = Messages
  return page({
    context,
    title: errors.notFound(language),
    personal: true,
    text: true,
    children: (
      <>
        <h1>{errors.notFound(language)}</h1>
        <p>{errors.notFoundWords(language)}</p>
        <CategoryTiles context={context} />
        <Actions>
          <ButtonLink href={link(context, "/")}>{Messages.cart.toShop(language)}</ButtonLink>
          <ButtonLink href={findOrder(language)} rank="plain">{frame.yourOrder(language)}</ButtonLink>
          <ButtonLink href={link(context, "/help")} rank="plain">{frame.help(language)}</ButtonLink>
        </Actions>
      </>
    )
  })
}
