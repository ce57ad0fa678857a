/**
 * Mandates: a person allows an agent to charge one of their cards without them, on a page of the provider's. There is
 * one decision, by the holder of the page's address, before its time; 3-D Secure is asked for here, once. The shop
 * enforces the limits; the page only shows them. Follows docs/specification.md#approval-page.
 */
import {
  type MandateRequest,
  ProviderDeclined,
  type ProviderFault,
  type ProviderMandate
} from "@beauty-store/commerce/payment/PaymentProvider"
import { defaultLanguage } from "@beauty-store/domain/Language"
import * as Entropy from "@beauty-store/sql/Entropy"
import type { StoreUnavailable } from "@beauty-store/sql/Transactions"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Cards from "../Cards.ts"
import { cardOf } from "./Captures.ts"
import * as Ledger from "./Ledger.ts"
import { notify } from "./Notifications.ts"
import { addressing, existing, NoSuchPage } from "./PageAddress.ts"
import type { Authentication, Decision } from "./PaymentRequest.ts"
import { type Dependencies, dependencies, type Services } from "./ProviderDependencies.ts"

/** The status of a mandate at a moment, as the shop and the page's reader see it. */
export type Status = ProviderMandate["status"]

/** The decision was made before, or can no longer be made. */
export class AlreadyDecided
  extends Data.TaggedError("AlreadyDecided")<{ readonly status: Exclude<Status, "pending"> }>
{}

export type Refusal = NoSuchPage | AlreadyDecided

/** The outcome of an action. */
export type Result =
  | { readonly _tag: "Approved" }
  | { readonly _tag: "Rejected" }
  /** The bank refuses this card; another one may succeed. */
  | { readonly _tag: "Declined"; readonly code: Cards.DeclineCode }
  /** The bank wants to authenticate the cardholder, at the page's `3ds/<challengeId>`. */
  | { readonly _tag: "RequiresAction"; readonly challengeId: string }

export interface View {
  readonly mandate: Ledger.Mandate
  readonly status: Status
}

export interface Challenge extends View {
  readonly challengeId: string
  readonly card: NonNullable<Cards.Instrument["card"]>
}

export class Mandates extends Context.Tag("@beauty-store/payments-simulated/Mandates")<Mandates, {
  readonly view: (token: string) => Effect.Effect<View, NoSuchPage | StoreUnavailable>

  readonly challenge: (token: string, challengeId: string) => Effect.Effect<Challenge, NoSuchPage | StoreUnavailable>

  /** Approves with a card, or rejects. A card that its bank declines leaves the decision open. */
  readonly decide: (
    token: string,
    decision: Decision
  ) => Effect.Effect<Result, Refusal | ProviderFault | StoreUnavailable>

  /** Completes the bank's challenge. One that is completed, or that was for another card, no longer has a page. */
  readonly authenticate: (
    token: string,
    challengeId: string,
    outcome: Authentication
  ) => Effect.Effect<Result, Refusal | ProviderFault | StoreUnavailable>
}>() {}

/** Each names a mandate. */
export const pages = addressing("mandate page")

export const statusAt = (mandate: Ledger.Mandate, now: number): Status => {
  switch (mandate.status) {
    case "pending":
    case "challenged":
      return now >= mandate.decideBefore ? "lapsed" : "pending"
    case "active":
      return mandate.expiresAt !== null && now >= mandate.expiresAt ? "revoked" : "active"
    case "rejected":
    case "revoked":
      return mandate.status
  }
}

/** A mandate as the shop sees it. */
export const mandateOf = (mandate: Ledger.Mandate, url: string, now: number): ProviderMandate => {
  const status = statusAt(mandate, now)
  return {
    mandateId: mandate.id,
    url,
    status,
    // While the bank is being asked, nothing is chosen yet.
    instrument: mandate.status === "active" || mandate.status === "revoked"
      ? mandate.instrument ?? undefined
      : undefined
  }
}

/** Stores a mandate, or finds the existing one. One that was revoked before it was created stays so. */
export const create = ({ write }: Dependencies) =>
  Effect.fnUntraced(function*(request: MandateRequest) {
    const now = yield* Clock.currentTimeMillis
    yield* Ledger.insertMandate({
      id: request.mandateId,
      agent: request.agent,
      language: request.locale,
      description: JSON.stringify(request.description),
      decide_before: request.decideBefore,
      expires_at: request.expiresAt ?? null,
      permissions_url: request.permissionsUrl,
      created_at: now,
      status: "pending"
    })
    const mandate = Option.getOrThrow(yield* Ledger.lockMandate(request.mandateId))
    if (mandate.createdAt === null) {
      return yield* new ProviderDeclined({
        code: "mandate_revoked",
        message: "It was revoked before it was created."
      })
    }
    return mandate
  }, write)

/** From now on no charge uses it, not even where it does not exist yet. */
export const revoke = ({ write }: Dependencies) =>
  Effect.fnUntraced(function*(mandateId: string) {
    const inserted = yield* Ledger.insertMandate({
      id: mandateId,
      agent: "",
      language: defaultLanguage,
      description: "[]",
      decide_before: 0,
      expires_at: null,
      permissions_url: null,
      created_at: null,
      status: "revoked"
    })
    const mandate = Option.getOrThrow(yield* Ledger.lockMandate(mandateId))
    if (inserted === 0 && mandate.status !== "rejected") yield* Ledger.moveMandate("revoked", mandateId)
  }, write)

const view = Effect.fnUntraced(function*(id: string) {
  const mandate = yield* existing(Ledger.mandate(id))
  return { mandate, status: statusAt(mandate, yield* Clock.currentTimeMillis) } satisfies View
})

const challenge = Effect.fnUntraced(function*(id: string, challengeId: string) {
  const seen = yield* view(id)
  const card = cardOf(seen.mandate)
  if (seen.status !== "pending" || seen.mandate.challenge !== challengeId || card === undefined) {
    return yield* new NoSuchPage()
  }
  return { ...seen, challengeId, card } satisfies Challenge
})

/** The mandate, locked, if a decision about it can still be made. */
const lockUndecided = Effect.fnUntraced(function*(id: string) {
  const mandate = yield* existing(Ledger.lockMandate(id))
  const status = statusAt(mandate, yield* Clock.currentTimeMillis)
  return status === "pending" ? mandate : yield* new AlreadyDecided({ status })
})

const decide = ({ plan, secret, write }: Dependencies) =>
  Effect.fnUntraced(function*(id: string, decision: Decision) {
    const copies = yield* plan.notification({ type: "mandate.changed", subject: id })
    return yield* write(Effect.gen(function*() {
      const mandate = yield* lockUndecided(id)
      if (decision._tag === "Reject") {
        yield* Ledger.moveMandate("rejected", mandate.id)
        yield* notify({ type: "mandate.changed", subject: id }, copies)
        return { _tag: "Rejected" } as const
      }
      const behaviour = Cards.behaviour(decision.card)
      // A card without money today may have some tomorrow: nothing is taken now.
      if (behaviour._tag === "Declines" && behaviour.code !== "insufficient_funds") {
        return { _tag: "Declined", code: behaviour.code } as const
      }
      const { card, fingerprint } = Cards.instrument(decision.card, secret)
      const challengeId = behaviour._tag === "WantsAuthentication" ? yield* Entropy.nextId("chl") : null
      yield* Ledger.bindMandate(
        challengeId === null ? "active" : "challenged",
        challengeId,
        fingerprint,
        card?.brand ?? null,
        card?.last4 ?? null,
        Cards.verdictOf(behaviour),
        id
      )
      if (challengeId !== null) return { _tag: "RequiresAction", challengeId } as const
      yield* notify({ type: "mandate.changed", subject: id }, copies)
      return { _tag: "Approved" } as const
    }))
  })

const authenticate = ({ plan, write }: Dependencies) =>
  Effect.fnUntraced(function*(id: string, challengeId: string, outcome: Authentication) {
    const copies = yield* plan.notification({ type: "mandate.changed", subject: id })
    return yield* write(Effect.gen(function*() {
      const mandate = yield* lockUndecided(id)
      if (mandate.challenge !== challengeId) return yield* new NoSuchPage()
      if (outcome === "failed") {
        yield* Ledger.moveMandate("pending", id)
        return { _tag: "Declined", code: "authentication_failed" } as const
      }
      yield* Ledger.moveMandate("active", id)
      yield* notify({ type: "mandate.changed", subject: id }, copies)
      return { _tag: "Approved" } as const
    }))
  })

const make = (deps: Dependencies): Context.Tag.Service<Mandates> => {
  const { read, secret, withFaults } = deps
  const idOf = pages.idOf(secret)
  const decided = decide(deps)
  const authenticated = authenticate(deps)
  return {
    view: (token) => Effect.flatMap(idOf(token), (id) => read(view(id))),
    challenge: (token, challengeId) => Effect.flatMap(idOf(token), (id) => read(challenge(id, challengeId))),
    decide: (token, decision) => Effect.flatMap(idOf(token), (id) => withFaults("decide", id, decided(id, decision))),
    authenticate: (token, challengeId, outcome) =>
      Effect.flatMap(idOf(token), (id) => withFaults("authenticate", id, authenticated(id, challengeId, outcome)))
  }
}

export const layer: Layer.Layer<Mandates, never, Services> = Layer.effect(Mandates, Effect.map(dependencies, make))
