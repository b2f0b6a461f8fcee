import { checkStep } from './amounts.ts'
import type { Events } from './events.ts'
import { badParameter, missing, Refusal } from './form.ts'
import {
  type Charge,
  type Details,
  type Dispute,
  type DisputeStatus,
  type Intent,
  newId,
  nowSeconds,
  type Owner,
  type Refund,
  type Session,
  Shelf,
} from './objects.ts'

export type PayMethod = 'card' | 'sepa_debit'
type Settled = 'succeeded' | 'failed'

// Disputes that withhold their amount.
const WITHHOLDING: ReadonlySet<DisputeStatus> = new Set(['needs_response', 'under_review', 'lost'])

/** All objects and their transitions. Each change emits Stripe's events. */
export class Ledger {
  readonly sessions = new Shelf<Session>()
  readonly intents = new Shelf<Intent>()
  readonly charges = new Shelf<Charge>()
  readonly refunds = new Shelf<Refund>()
  readonly disputes = new Shelf<Dispute>()
  readonly #details = new WeakMap<Session, Details>()
  readonly #events: Events

  constructor(events: Events) {
    this.#events = events
  }

  open(owner: Owner, session: Session, details: Details): Session {
    this.#details.set(session, details)
    return this.sessions.add(owner, session)
  }

  detailsOf(session: Session): Details {
    return this.#details.get(session) ?? { lines: [], intentMetadata: {} }
  }

  /** A session, expired if past its time. @throws {Refusal} */
  session(id: string): Session {
    const session = this.sessions.find(id)
    if (!session) throw missing('checkout.session', id)
    if (session.status === 'open' && session.expires_at <= nowSeconds()) this.#end(session)
    return session
  }

  /** @throws {Refusal} unless it's open. */
  expire(id: string): Session {
    const session = this.session(id)
    this.#expectOpen(session, 'expired')
    this.#end(session)
    return session
  }

  /** Pays a session; bank debits settle later. @throws {Refusal} unless it's open. */
  pay(id: string, method: PayMethod = 'card'): Session {
    const session = this.session(id)
    this.#expectOpen(session, 'paid')
    const intent = this.#intentOf(session)
    intent.last_payment_error = null
    const charge = this.#charge(intent, method, method === 'card' ? 'succeeded' : 'pending')
    session.status = 'complete'
    session.url = null
    if (method === 'card') this.#receive(session, intent, charge)
    else {
      intent.status = 'processing'
      this.#emit(intent, 'payment_intent.processing')
    }
    this.#emit(session, 'checkout.session.completed')
    return session
  }

  /** Declines a payment; the page stays open. @throws {Refusal} unless it's open. */
  decline(id: string, declineCode = 'generic_decline'): Session {
    const session = this.session(id)
    this.#expectOpen(session, 'paid')
    const intent = this.#intentOf(session)
    this.#fail(intent, this.#charge(intent, 'card', 'failed'), 'card_declined', declineCode)
    return session
  }

  /** Settles a processing bank debit. @throws {Refusal} */
  settle(id: string, outcome: Settled): Session {
    const session = this.session(id)
    const intent = this.intents.find(session.payment_intent ?? '')
    const charge = this.charges.find(intent?.latest_charge ?? '')
    if (intent?.status !== 'processing' || !charge) throw missing('processing payment', id)
    if (outcome === 'succeeded') {
      charge.status = 'succeeded'
      this.#receive(session, intent, charge)
      this.#emit(session, 'checkout.session.async_payment_succeeded')
    } else {
      charge.status = 'failed'
      this.#fail(intent, charge, 'payment_intent_payment_attempt_failed', 'insufficient_funds')
      this.#emit(session, 'checkout.session.async_payment_failed')
    }
    return session
  }

  /** @throws {Refusal} */
  refund(
    intentId: string,
    {
      amount,
      reason = null,
      metadata = {},
    }: { amount?: number | null; reason?: string | null; metadata?: Record<string, string> } = {},
  ): Refund {
    const charge = this.#succeededCharge(intentId)
    const owner = this.#ownerOf(charge)
    const left = charge.amount - charge.amount_refunded
    if (left <= 0) {
      const message = `Charge ${charge.id} has already been refunded.`
      throw new Refusal(400, message, { code: 'charge_already_refunded' })
    }
    const withholds = (each: Dispute) =>
      each.payment_intent === intentId && WITHHOLDING.has(each.status)
    if (this.disputes.newest(owner).some(withholds)) {
      const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`
      throw new Refusal(400, message, { code: 'charge_disputed' })
    }
    const wanted = amount ?? left
    if (wanted <= 0) throw badParameter('amount', 'Invalid positive integer')
    if (wanted > left) {
      const message = `Refund amount (${wanted}) is greater than unrefunded amount on charge (${left})`
      throw badParameter('amount', message)
    }
    checkStep(wanted, charge.currency, 'amount')
    const refund = this.refunds.add(owner, {
      id: newId('re'),
      object: 'refund',
      created: nowSeconds(),
      // Card refunds succeed immediately.
      status: 'succeeded',
      amount: wanted,
      currency: charge.currency,
      metadata,
      payment_intent: intentId,
      charge: charge.id,
      reason,
    })
    this.#addRefunded(charge, wanted)
    this.#emit(refund, 'refund.created')
    this.#emit(charge, 'charge.refunded')
    return refund
  }

  /** Settles a refund, which may fail days after it succeeded. @throws {Refusal} */
  settleRefund(id: string, outcome: Settled): Refund {
    const refund = this.refunds.find(id)
    const charge = this.charges.find(refund?.charge ?? '')
    if (!refund || !charge || refund.status === 'failed') throw missing('refund', id)
    refund.status = outcome
    if (outcome === 'failed') {
      refund.failure_reason = 'lost_or_stolen_card'
      this.#addRefunded(charge, -refund.amount)
      this.#emit(refund, 'refund.failed')
    } else this.#emit(refund, 'refund.updated')
    return refund
  }

  /**
   * Opens an inquiry, which withholds nothing, or a dispute, which withholds its amount immediately. @throws {Refusal}
   */
  dispute(
    intentId: string,
    { isInquiry = false, amount }: { isInquiry?: boolean; amount?: number } = {},
  ) {
    const charge = this.#succeededCharge(intentId)
    charge.disputed = true
    const dispute = this.disputes.add(this.#ownerOf(charge), {
      id: newId('du'),
      object: 'dispute',
      created: nowSeconds(),
      status: isInquiry ? 'warning_needs_response' : 'needs_response',
      amount: amount ?? charge.amount,
      currency: charge.currency,
      livemode: charge.livemode,
      metadata: {},
      payment_intent: intentId,
      charge: charge.id,
      reason: 'general',
    })
    this.#emit(dispute, 'charge.dispute.created')
    return dispute
  }

  /** @throws {Refusal} */
  moveDispute(id: string, status: DisputeStatus): Dispute {
    const dispute = this.disputes.find(id)
    if (!dispute) throw missing('dispute', id)
    dispute.status = status
    const isEnd = status === 'won' || status === 'lost' || status === 'warning_closed'
    this.#emit(dispute, isEnd ? 'charge.dispute.closed' : 'charge.dispute.updated')
    return dispute
  }

  #intentOf(session: Session): Intent {
    const found = this.intents.find(session.payment_intent ?? '')
    if (found) return found
    const { amount_total: amount, currency, livemode } = session
    const intent = this.intents.add(this.#ownerOf(session), {
      id: newId('pi'),
      object: 'payment_intent',
      created: nowSeconds(),
      status: 'requires_payment_method',
      amount,
      amount_received: 0,
      currency,
      livemode,
      metadata: this.detailsOf(session).intentMetadata,
      latest_charge: null,
      last_payment_error: null,
    })
    session.payment_intent = intent.id
    this.#emit(intent, 'payment_intent.created')
    return intent
  }

  #charge(intent: Intent, type: string, status: Charge['status']): Charge {
    const { amount, currency, livemode, metadata } = intent
    const charge = this.charges.add(this.#ownerOf(intent), {
      id: newId('ch'),
      object: 'charge',
      created: nowSeconds(),
      status,
      amount,
      amount_refunded: 0,
      refunded: false,
      disputed: false,
      paid: status === 'succeeded',
      currency,
      livemode,
      metadata,
      payment_intent: intent.id,
      payment_method_details: { type },
      failure_code: null,
    })
    intent.latest_charge = charge.id
    return charge
  }

  #receive(session: Session, intent: Intent, charge: Charge): void {
    charge.paid = true
    intent.status = 'succeeded'
    intent.amount_received = intent.amount
    session.payment_status = 'paid'
    this.#emit(charge, 'charge.succeeded')
    this.#emit(intent, 'payment_intent.succeeded')
  }

  #fail(intent: Intent, charge: Charge, code: string, declineCode: string): void {
    charge.failure_code = code
    intent.status = 'requires_payment_method'
    intent.last_payment_error = {
      type: 'card_error',
      code,
      decline_code: declineCode,
      message: 'Your payment was declined.',
    }
    this.#emit(charge, 'charge.failed')
    this.#emit(intent, 'payment_intent.payment_failed')
  }

  #end(session: Session): void {
    session.status = 'expired'
    session.url = null
    const intent = this.intents.find(session.payment_intent ?? '')
    if (intent) {
      intent.status = 'canceled'
      this.#emit(intent, 'payment_intent.canceled')
    }
    this.#emit(session, 'checkout.session.expired')
  }

  #expectOpen({ id, status }: Session, what: string): void {
    if (status === 'open') return
    const message = `Only Checkout Sessions with a status in ["open"] can be ${what}. This Session (${id}) has a status of ${status}.`
    throw new Refusal(400, message)
  }

  #succeededCharge(intentId: string): Charge {
    const intent = this.intents.find(intentId)
    const charge = this.charges.find(intent?.latest_charge ?? '')
    if (!intent || !charge) throw missing('payment_intent', intentId)
    if (charge.status === 'succeeded') return charge
    const message = `This PaymentIntent (${intentId}) does not have a successful charge.`
    throw new Refusal(400, message, { code: 'payment_intent_unexpected_state' })
  }

  #addRefunded(charge: Charge, amount: number): void {
    charge.amount_refunded += amount
    charge.refunded = charge.amount_refunded >= charge.amount
  }

  #ownerOf({ id }: { id: string }): Owner {
    const shelves = [this.sessions, this.intents, this.charges, this.refunds, this.disputes]
    for (const shelf of shelves) {
      const owner = shelf.ownerOf(id)
      if (owner) return owner
    }
    throw missing('object', id)
  }

  #emit(object: { id: string }, type: string): void {
    this.#events.emit(this.#ownerOf(object), type, object)
  }
}
