import { randomBytes } from 'node:crypto'

// Stripe's objects, with the fields read by clients of hosted payments.

export interface Owner {
  accountId: string
  livemode: boolean
}

interface StripeObject {
  id: string
  object: string
  created: number
}

type Metadata = Record<string, string>

export interface Session extends StripeObject {
  object: 'checkout.session'
  mode: 'payment'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  payment_intent: string | null
  client_reference_id: string | null
  amount_subtotal: number
  amount_total: number
  currency: string
  livemode: boolean
  metadata: Metadata
  /** Null once it can't be paid anymore. */
  url: string | null
  success_url: string
  cancel_url: string | null
  expires_at: number
}

export interface Intent extends StripeObject {
  object: 'payment_intent'
  status: 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled'
  amount: number
  amount_received: number
  currency: string
  livemode: boolean
  metadata: Metadata
  latest_charge: string | null
  last_payment_error: { type: string; code: string; decline_code?: string; message: string } | null
}

export interface Charge extends StripeObject {
  object: 'charge'
  status: 'succeeded' | 'pending' | 'failed'
  amount: number
  amount_refunded: number
  refunded: boolean
  disputed: boolean
  paid: boolean
  currency: string
  livemode: boolean
  metadata: Metadata
  payment_intent: string
  payment_method_details: { type: string }
  failure_code: string | null
}

export interface Refund extends StripeObject {
  object: 'refund'
  status: 'pending' | 'succeeded' | 'failed' | 'canceled'
  amount: number
  currency: string
  metadata: Metadata
  payment_intent: string
  charge: string
  reason: string | null
  failure_reason?: string
}

export type DisputeStatus =
  | 'warning_needs_response'
  | 'warning_closed'
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost'

export interface Dispute extends StripeObject {
  object: 'dispute'
  status: DisputeStatus
  amount: number
  currency: string
  livemode: boolean
  metadata: Metadata
  payment_intent: string
  charge: string
  reason: string
}

/** Data of a hosted page, stored separately from the session. */
export interface Details {
  lines: { name: string; amount: number }[]
  intentMetadata: Metadata
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1_000)
}

const MAX_OBJECTS = 5_000

/** Objects of a kind in creation order. Drops the oldest beyond {@link MAX_OBJECTS}. */
export class Shelf<Kept extends { id: string }> {
  readonly #kept = new Map<string, { owner: Owner; object: Kept }>()

  add(owner: Owner, object: Kept): Kept {
    this.#kept.set(object.id, { owner, object })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MAX_OBJECTS && oldest !== undefined) this.#kept.delete(oldest)
    return object
  }

  find(id: string): Kept | undefined {
    return this.#kept.get(id)?.object
  }

  /** Undefined for objects of a different account or mode. */
  own(owner: Owner, id: string): Kept | undefined {
    const found = this.#kept.get(id)
    return found && isSame(found.owner, owner) ? found.object : undefined
  }

  ownerOf(id: string): Owner | undefined {
    return this.#kept.get(id)?.owner
  }

  /** Newest first. */
  newest(owner?: Owner): Kept[] {
    return [...this.#kept.values()]
      .filter((each) => owner === undefined || isSame(each.owner, owner))
      .map(({ object }) => object)
      .reverse()
  }
}

function isSame(one: Owner, other: Owner): boolean {
  return one.accountId === other.accountId && one.livemode === other.livemode
}
