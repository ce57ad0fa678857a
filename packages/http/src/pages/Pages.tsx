/**
 * The pages for people that the API needs: a front page with links, a page for every problem code, and the pages after
 * a payment.
 *
 * The rule: looking at a page changes nothing. Prices and states come from the views of the use cases. Left out: the
 * order's own page (`OrderPage`), and the shop's rules (`PolicyPages`).
 */
import type { SessionView } from "@beauty-store/commerce/checkout/SessionView"
import { display } from "@beauty-store/domain/Money"
import { Actions, ButtonLink } from "@beauty-store/ui/Controls"
import { type Sign, SignMark } from "@beauty-store/ui/Marks"
import { Facts } from "@beauty-store/ui/Prices"
import type { ComponentChildren } from "preact"
import { explanations } from "../contract/Explanations.ts"
import { problems } from "../contract/Problems.ts"
import { cacheable, Page, personal, send } from "./PageFrame.tsx"

/** A text with `code` in it, as in the table of problems. */
const withCode = (words: string): ComponentChildren =>
  words.split("`").map((part, index) => index % 2 === 1 ? <code>{part}</code> : part)

/** `/`: where to go from here. */
export const front = (storeName: string) =>
  send(
    <Page storeName={storeName} current="/">
      <div class="prose">
        <h1>A beauty shop for people and for software agents</h1>
        <p>This is the shop's API. Browse it, or read how to use it:</p>
        <ul>
          <li>
            <a href="/docs">Interactive documentation</a>
          </li>
          <li>
            <a href="/openapi.json">OpenAPI document</a>
          </li>
          <li>
            <a href="/api/">The catalogue</a>, as JSON
          </li>
          <li>
            <a href="/problems">Every error the API returns</a>
          </li>
          <li>
            <a href="/llms.txt">A guide for software agents</a>
          </li>
          <li>
            <a href="/policies/terms">The shop's terms</a>
          </li>
        </ul>
      </div>
    </Page>,
    { headers: cacheable }
  )

/** `/problems`: all problems. */
export const problemIndex = (storeName: string) =>
  send(
    <Page storeName={storeName} title="Problems">
      <h1>Every error the API returns</h1>
      <ul class="entries">
        {Object.values(problems).map(({ code, status, title }) => (
          <li>
            <a href={`/problems/${code}`}>
              <code>{code}</code>
            </a>
            <p>{status} · {title}</p>
          </li>
        ))}
      </ul>
    </Page>,
    { headers: cacheable }
  )

/** `/problems/<code>`, to which the `type` of a problem document leads; undefined for an unknown code. */
export const problem = (storeName: string, code: string) => {
  const found = Object.values(problems).find((one) => one.code === code)
  if (found === undefined) return undefined
  const fields = found.fieldNames.map((name, index) => (
    <>
      {index > 0 && " "}
      <code>{name}</code>
    </>
  ))
  return send(
    <Page storeName={storeName} title={found.title}>
      <div class="prose">
        <h1>{found.title}</h1>
        <p>{withCode(explanations[found.tag])}</p>
      </div>
      <Facts
        framed
        facts={[
          { name: "code", value: <code>{found.code}</code> },
          { name: "status", value: found.status },
          {
            name: "retryable",
            value: found.retryable
              ? "yes: the same request may succeed later"
              : "no: do not send the same request again as it is"
          },
          ...(fields.length > 0 ? [{ name: "carries", value: fields }] : [])
        ]}
      />
      <p>
        <a href="/problems">All problems</a>
      </p>
    </Page>,
    { headers: cacheable }
  )
}

interface Outcome {
  readonly sign: Sign
  readonly tone: "right" | "wait" | "wrong"
  readonly title: string
  readonly words: string
}

const outcomes: Readonly<Record<SessionView["status"], Outcome>> = {
  complete: {
    sign: "done",
    tone: "right",
    title: "Thank you for your order",
    words: "Your payment has arrived and your order is confirmed."
  },
  processing: {
    sign: "waiting",
    tone: "wait",
    title: "Your payment is on its way",
    words: "We will confirm your order as soon as it arrives. You need not do anything."
  },
  open: {
    sign: "stopped",
    tone: "wrong",
    title: "Your order is not paid yet",
    words: "You can go back to the payment page and try again."
  },
  expired: {
    sign: "stopped",
    tone: "wrong",
    title: "This checkout has ended",
    words: "It was not paid in time, or a newer checkout took its place. Nothing was charged, or it goes back."
  }
}

/**
 * A page that goes on to the address that the checkout named. It is not a redirect, because browsers apply the policy
 * of the payment page's form to every redirect after it, and that policy names this shop only.
 */
export const onward = (storeName: string, target: URL) =>
  send(
    <Page storeName={storeName} title="Back to the shop" personal onward={target.href}>
      <h1>Back to the shop</h1>
      <p>
        <a href={target.href}>Continue</a>
      </p>
    </Page>,
    { headers: personal }
  )

/**
 * The page after a payment where the shopper has closed their order's page: the order can no longer be found by its
 * number, and nothing here leads there.
 */
export const returned = (storeName: string, session: SessionView) => {
  const { sign, title, tone, words } = outcomes[session.status]
  return send(
    <Page storeName={storeName} title={title} personal>
      <SignMark sign={sign} tone={tone} />
      <h1>{title}</h1>
      <p>{words}</p>
      <Facts
        framed
        facts={[
          { name: "Order", value: <code>{session.orderId}</code> },
          { name: "Total", value: <span class="amount">{display(session.totalMinor, session.currency)}</span> }
        ]}
      />
      <Actions>
        {session.status === "open" && <ButtonLink href={session.redirectUrl}>Back to the payment page</ButtonLink>}
        <ButtonLink href="/" rank="plain">To the shop</ButtonLink>
      </Actions>
    </Page>,
    { headers: personal }
  )
}

/** The page at an invalid return address: a link that was cut short. */
export const nowhere = (storeName: string) =>
  send(
    <Page storeName={storeName} title="There is no checkout here" personal>
      <h1>There is no checkout here</h1>
      <p>The address may be incomplete. If you have paid, your order is safe: it does not depend on this page.</p>
      <Actions>
        <ButtonLink href="/orders/find">Find your order</ButtonLink>
        <ButtonLink href="/" rank="plain">To the shop</ButtonLink>
      </Actions>
    </Page>,
    { headers: personal, status: 404 }
  )
