/**
 * The form of the contact page: a ticket of the API's use case, in the name of whoever the cookie names, if anybody.
 *
 * The page draws a key for each form, so that a message that is sent twice makes one ticket.
 */
import { Support } from "@beauty-store/commerce/support/Support"
import { Email } from "@beauty-store/domain/Address"
import { OrderId } from "@beauty-store/domain/Ids"
import { languageIn } from "@beauty-store/domain/Language"
import { foldLine, isLine, isText } from "@beauty-store/domain/PlainText"
import { digitsIn, TypedNumber } from "@beauty-store/domain/ReferenceNumber"
import { longestMessage, longestSubject } from "@beauty-store/domain/Ticket"
import { units } from "@beauty-store/http/contract/Cost"
import * as RateLimiter from "@beauty-store/http/internal/pipeline/RateLimiter"
import * as FormChange from "@beauty-store/http/pages/FormChange"
import { formOf } from "@beauty-store/http/pages/SameOriginForm"
import * as Responses from "@beauty-store/http/pipeline/Responses"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { personalPage } from "./CartRoutes.ts"
import { contactPage, emptyQuestion, type Question, type QuestionFaults, thanksPage } from "./ContactPages.tsx"
import * as Messages from "./Messages.ts"
import type { PageContext } from "./PageContext.ts"
import { uncachedHeaders } from "./ShopFrame.tsx"
import { callerOf, cartOf, newKey, unitsIn } from "./Visitor.ts"

const isEmail = Schema.is(Email)

const questionIn = (form: URLSearchParams): Question => {
  const of = (field: keyof Question): string => (form.get(field) ?? "").trim()
  return { email: of("email"), subject: foldLine(of("subject")), message: of("message"), order: foldLine(of("order")) }
}

/** What a person typed as an order's number: it may be an id as well, and any other text stays in the message. */
const orderIn = (order: string) => {
  const orderNumber = Option.getOrUndefined(decodeNumber(order))
  return orderNumber === undefined
    ? { orderId: order === "" ? undefined : OrderId.claimed.make(order) }
    : { orderId: undefined, orderNumber }
}
const decodeNumber = Schema.decodeOption(TypedNumber)

/** Eight digits are meant as a number. */
const isMistyped = (order: string): boolean => digitsIn(order)?.length === 8 && Option.isNone(decodeNumber(order))

const faultsOf = ({ language }: PageContext, { email, message, order, subject }: Question): QuestionFaults => [
  ...(isEmail(email) ? [] : [{ field: "email" as const, words: Messages.checkout.faultEmail(language) }]),
  ...(isLine(subject, longestSubject)
    ? []
    : [{ field: "subject" as const, words: Messages.contact.faultSubject(language) }]),
  ...(isText(message, longestMessage)
    ? []
    : [{ field: "message" as const, words: Messages.contact.faultMessage(language) }]),
  ...(isMistyped(order) ? [{ field: "order" as const, words: Messages.contact.faultOrder(language) }] : [])
]

/** The store drops the number of an order that it cannot tell to be the sender's own: it stays in the text, for staff. */
const withOrder = (message: string, order: string): string => {
  const whole = `${message}\n\n${order}`
  return order === "" || !isText(whole, longestMessage) ? message : whole
}

/** The page for somebody: with a key, and with the units of their cart. */
const contextFor = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest, context: PageContext) {
  const caller = yield* callerOf(request)
  const units = caller === undefined ? undefined : unitsIn(yield* cartOf(caller))
  return { caller, context: { ...context, units, key: yield* newKey } }
})

export const show = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest, visited: PageContext) {
  const { context } = yield* contextFor(request, visited)
  return Responses.send({
    status: 200,
    headers: uncachedHeaders(context.shop),
    body: contactPage(context, emptyQuestion, [])
  })
})

export const take = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest, visited: PageContext) {
  const form = yield* formOf(request)
  const { caller, context } = yield* contextFor(request, visited)
  if (caller === undefined) yield* RateLimiter.charge(request, units.ticketOfNobody - units.change)
  const question = questionIn(form)
  const faults = faultsOf(context, question)
  if (faults.length > 0) return Responses.send(personalPage(context.shop, contactPage(context, question, faults), 400))
  const { email, message, order, subject } = question
  const run = Effect.map(
    (yield* Support).ask(caller?.principal, {
      email,
      subject,
      message: withOrder(message, order),
      language: languageIn(visited.language),
      ...orderIn(order)
    }),
    (ticket) => personalPage(context.shop, thanksPage(context, ticket))
  )
  // The address of the ticket's page opens it.
  return yield* FormChange.change({ request, form, caller }, run, (error) =>
    error._tag === "IdempotencyConflict"
      ? personalPage(
        context.shop,
        contactPage(context, question, [], Messages.contact.sentBefore(visited.language)),
        409
      )
      : undefined, { sealed: true })
})
