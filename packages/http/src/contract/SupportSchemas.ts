/**
 * Questions to the shop on the wire, with what was said about them and who answers (docs/specification.md#support).
 *
 * @since 1.0.0
 */
import { OrderId, TicketId } from "@beauty-store/domain/Ids"
import { Language } from "@beauty-store/domain/Language"
import { ReferenceNumber } from "@beauty-store/domain/ReferenceNumber"
import { longestMessage, longestSubject, TicketAuthor, TicketStatus } from "@beauty-store/domain/Ticket"
import * as Schema from "effect/Schema"
import {
  choice,
  EmailInput,
  LanguageInput,
  leaf,
  Line,
  Name,
  NumberInput,
  OrderIdInput,
  Text,
  whole
} from "./InputSchemas.ts"
import { finding, inOrder, listOf } from "./ListSchemas.ts"
import { Moment, Uri } from "./ValueSchemas.ts"

export const TicketParameters = Schema.Struct({
  status: Schema.optional(choice(TicketStatus)),
  ticketNumber: Schema.optional(NumberInput("a ticket's number")),
  assignedTo: Schema.optional(Name("the OAuth client id of a member of staff")),
  ...finding
}).pipe(inOrder).annotations(whole)

export const SupportRequest = Schema.Struct({
  email: EmailInput,
  subject: Line(longestSubject),
  message: Text(longestMessage),
  orderId: Schema.optional(OrderIdInput),
  orderNumber: Schema.optional(NumberInput("an order's number")),
  language: Schema.optional(LanguageInput)
}).annotations({ identifier: "SupportRequest", ...whole })

const Version = leaf("a whole number from 0 to 1000000", Schema.Int.pipe(Schema.between(0, 1_000_000)))
const Message = Text(longestMessage)

export const ReplyRequest = Schema.Struct({ message: Message }).annotations({ identifier: "ReplyRequest", ...whole })
export const AnswerRequest = Schema.Struct({ message: Message, version: Version })
  .annotations({ identifier: "AnswerRequest", ...whole })
export const AssignRequest = Schema.Struct({
  to: Schema.optional(
    Schema.NullOr(Line(200, "the OAuth client id of a member of staff, 1 to 200 characters, or null"))
  ),
  version: Version
}).annotations({ identifier: "AssignRequest", ...whole })
export const CloseTicketRequest = Schema.Struct({ version: Version })
  .annotations({ identifier: "CloseTicketRequest", ...whole })

const ticketFields = {
  ticketId: TicketId.claimed,
  ticketNumber: ReferenceNumber,
  status: TicketStatus,
  email: Schema.String,
  subject: Schema.String,
  message: Schema.String,
  orderId: Schema.NullOr(OrderId.claimed),
  orderNumber: Schema.NullOr(ReferenceNumber),
  createdAt: Moment,
  language: Language,
  version: Schema.Int,
  messages: Schema.Array(Schema.Struct({ from: TicketAuthor, text: Schema.String, at: Moment })),
  assignedTo: Schema.optional(Schema.NullOr(Schema.String))
}
export const Ticket = Schema.Struct(ticketFields).annotations({ identifier: "Ticket" })
export const NewTicket = Schema.Struct({
  ...ticketFields,
  links: Schema.Struct({
    page: Uri
  })
}).annotations({ identifier: "NewTicket" })

export const TicketSummary = Schema.Struct({
  ticketId: TicketId.claimed,
  ticketNumber: ReferenceNumber,
  status: TicketStatus,
  email: Schema.String,
  subject: Schema.String,
  orderId: Schema.NullOr(OrderId.claimed),
  orderNumber: Schema.NullOr(ReferenceNumber),
  createdAt: Moment,
  version: Schema.Int,
  waitingSince: Schema.NullOr(Moment),
  assignedTo: ticketFields.assignedTo
}).annotations({ identifier: "TicketSummary" })
export const TicketList = listOf("TicketPage", TicketSummary)
