// Raw SQL: `skip locked`, and a lock with a condition on the database's clock.
import { randomBytes } from 'node:crypto'
import { newId, one } from '@mediajobs/db'
import {
  changeTime,
  customers,
  type EventFilter,
  IS_WAITING,
  projects,
  webhookSubscriptions,
} from '@mediajobs/db/schema'
import {
  type KeyRing,
  MAX_METADATA_KEY_LENGTH,
  MAX_SUBSCRIPTIONS,
  ownHeadersRow,
  signingSecretRow,
} from '@mediajobs/domain'
import { publishEvent, type Tx } from '@mediajobs/outbox'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { mailDisabledWebhook } from '../mails.ts'
import { checkAll, conflict, invalid, missingAt, notFound } from '../shared/errors.ts'
import { changedFields, expectRecord, type IsExpected, lockOrganization } from '../shared/record.ts'
import { changedHeaders, headerColumns, wantedHeaders } from './own-headers.ts'
import { receiverUrl } from './receiver-url.ts'
import {
  type Subscribing,
  type Subscription,
  type SubscriptionInput,
  subscriptionColumns,
  subscriptions,
  writeError,
} from './subscriptions.ts'

// docs/contract.md#c7-subscription. The prefix is for people and secret scanners.
const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** The HMAC key is the whole string, prefix included. */
function newSigningSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

export interface NewSubscription extends Subscription {
  /** The signing secret, shown once. */
  secret: string
}

/**
 * Creates a subscription and its signing secret.
 *
 * @throws {OperationError} `invalid` for a disallowed URL or header; `not_found` for an unknown id in the filter;
 *   `conflict` if another subscription has the URL, in any spelling, or there are too many.
 */
export async function createSubscription(
  tx: Tx,
  orgId: string,
  input: SubscriptionInput,
  { keyRing, receivers }: Subscribing,
): Promise<NewSubscription> {
  const { headers = {}, ...fields } = input
  const [url, wanted] = checkAll(
    () => receiverUrl(input.url, receivers),
    () => wantedHeaders(headers, {}),
    () => checkMetadata(input.metadata),
  )
  const id = newId()
  await checkFilter(tx, orgId, input.filter)
  const secret = newSigningSecret()
  await lockOrganization(tx, orgId)
  const inserted = await tx.orm
    .insert(webhookSubscriptions)
    .values({
      ...fields,
      ...headerColumns(wanted, {}, ownHeadersRow(orgId, id), keyRing),
      organizationId: orgId,
      id,
      url,
      secretEncrypted: keyRing.encrypt(secret, signingSecretRow(orgId, id)),
    })
    .returning(subscriptionColumns)
    .catch((error) => {
      throw writeError(error)
    })
  await checkRoom(tx, orgId)
  return { ...one(inserted, 'the insert of a subscription'), secret }
}

async function checkRoom(tx: Tx, orgId: string): Promise<void> {
  const { organizationId, deletedAt } = webhookSubscriptions
  const isThere = and(eq(organizationId, orgId), isNull(deletedAt))
  if ((await tx.orm.$count(webhookSubscriptions, isThere)) <= MAX_SUBSCRIPTIONS) return
  throw conflict(
    'too_many_subscriptions',
    `An organization can have at most ${MAX_SUBSCRIPTIONS} subscriptions. Delete one, or add events to one.`,
  )
}

/** @throws {OperationError} `invalid` for an empty or too long key. docs/contract.md#c16-description */
function checkMetadata(metadata: Record<string, string> = {}): void {
  const isKey = (key: string) => key !== '' && key.length <= MAX_METADATA_KEY_LENGTH
  if (Object.keys(metadata).every(isKey)) return
  throw invalid(
    'metadata',
    'wrong_format',
    `must have keys of 1 to ${MAX_METADATA_KEY_LENGTH} characters`,
  )
}

/** Refuses a filter by unknown records, which would never match. @throws `not_found`. */
async function checkFilter(
  tx: Tx,
  orgId: string,
  filter: EventFilter | null | undefined,
): Promise<void> {
  const { projectIds, customerIds } = filter ?? {}
  await expectAll(tx, projects, orgId, projectIds).catch(missingAt('filter.projectIds'))
  await expectAll(tx, customers, orgId, customerIds).catch(missingAt('filter.customerIds'))
}

async function expectAll(
  tx: Tx,
  table: typeof projects | typeof customers,
  orgId: string,
  ids: readonly string[] = [],
): Promise<void> {
  if (ids.length === 0) return
  const isNamed = and(eq(table.organizationId, orgId), inArray(table.id, [...ids]))
  if ((await tx.orm.$count(table, isNamed)) < new Set(ids).size) throw notFound()
}

/**
 * Changes a subscription. Deactivation cancels waiting webhook deliveries. Activation clears `disabledReason` and
 * `failingSince`; a new URL clears `failingSince`.
 *
 * @throws {OperationError} as in {@link createSubscription}; `not_found`; `precondition_failed`.
 */
export async function updateSubscription(
  tx: Tx,
  orgId: string,
  id: string,
  input: Partial<SubscriptionInput>,
  { keyRing, receivers }: Subscribing,
  isExpected?: IsExpected<Subscription>,
): Promise<Subscription> {
  const { headers, ...fields } = input
  // Everything that doesn't depend on stored values.
  const [url] = checkAll(
    () => (input.url === undefined ? undefined : receiverUrl(input.url, receivers)),
    () => headers && wantedHeaders(headers, headers),
    () => checkMetadata(input.metadata),
  )
  const wanted = url === undefined ? fields : { ...fields, url }
  // Two calls that swap URLs are refused instead of deadlocking on the unique index.
  if (wanted.url !== undefined) await lockOrganization(tx, orgId)
  const before = await subscriptions.lock(tx, orgId, id)
  const changed = changedFields(before, wanted)
  const ownHeaders = await changedHeaders(tx, before, headers, keyRing)
  if (changed.includes('filter')) await checkFilter(tx, orgId, wanted.filter)
  expectRecord(before, isExpected)
  if (changed.length === 0 && Object.keys(ownHeaders).length === 0) return before
  const subscription = await subscriptions.set(tx, orgId, id, {
    ...wanted,
    ...ownHeaders,
    ...(changed.includes('active') && { disabledReason: null, failingSince: null }),
    ...(changed.includes('url') && { failingSince: null }),
    updatedAt: changeTime,
  })
  if (!subscription.active) await cancelWaiting(tx, orgId, id)
  return subscription
}

/**
 * Rotates the signing secret. The previous one keeps signing for `overlapSeconds`. At most two secrets sign: during an
 * overlap, only a rotation with 0 seconds is accepted, which ends both.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`, `conflict` (`secret_overlap`).
 */
export async function rotateSecret(
  tx: Tx,
  orgId: string,
  id: string,
  overlapSeconds: number,
  keyRing: KeyRing,
  isExpected?: IsExpected<Subscription>,
): Promise<NewSubscription> {
  const before = await subscriptions.lock(tx, orgId, id, isExpected)
  const overlaps = overlapSeconds > 0
  if (overlaps && before.previousSecretUntil !== null) {
    throw conflict(
      'secret_overlap',
      `The previous secret of the subscription ${id} still signs: rotate after previousSecretUntil, or with overlapSeconds 0 to end both secrets now.`,
    )
  }
  const secret = newSigningSecret()
  const subscription = await subscriptions.set(tx, orgId, id, {
    secretEncrypted: keyRing.encrypt(secret, signingSecretRow(orgId, id)),
    previousSecretEncrypted: overlaps ? sql`${webhookSubscriptions.secretEncrypted}` : null,
    previousSecretUntil: overlaps
      ? sql`clock_timestamp() + ${overlapSeconds} * interval '1 second'`
      : null,
    updatedAt: changeTime,
  })
  return { ...subscription, secret }
}

/**
 * Deletes a subscription: hides it and its webhook deliveries, frees its URL and cancels waiting deliveries. The
 * dispatcher purges the rows later.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`.
 */
export async function deleteSubscription(
  tx: Tx,
  orgId: string,
  id: string,
  isExpected?: IsExpected<Subscription>,
): Promise<void> {
  if (isExpected) await subscriptions.lock(tx, orgId, id, isExpected)
  await subscriptions.set(tx, orgId, id, { deletedAt: changeTime })
  await cancelWaiting(tx, orgId, id)
}

const LOCK_FAILING = `
  select url, failing_since as "failingSince"
  from webhook_subscriptions
  where organization_id = $1 and id = $2 and active and deleted_at is null
    and failing_since < now() - $3::float8 * interval '1 millisecond'
  for no key update`

/**
 * Disables an active subscription that has been failing for `disableAfterMs`, and cancels its waiting deliveries. Other
 * subscriptions get WEBHOOK_DISABLED, administrators a mail. docs/contract.md#c7-disable-after
 *
 * @returns the reason; `null` if unchanged
 */
export async function disableSubscription(
  tx: Tx,
  { organizationId, subscriptionId }: { organizationId: string; subscriptionId: string },
  disableAfterMs: number,
): Promise<string | null> {
  const values = [organizationId, subscriptionId, disableAfterMs]
  const [failing] = await tx.query<{ url: string; failingSince: string }>(LOCK_FAILING, values)
  if (!failing) return null
  const disabledReason = `Every attempt has failed since ${failing.failingSince}.`
  const { updatedAt: occurredAt } = await subscriptions.set(tx, organizationId, subscriptionId, {
    active: false,
    disabledReason,
    failingSince: null,
    updatedAt: changeTime,
  })
  await cancelWaiting(tx, organizationId, subscriptionId)
  const { url, failingSince } = failing
  const data = { occurredAt, subscriptionId, url, disabledReason, failingSince }
  publishEvent(tx, organizationId, 'WEBHOOK_DISABLED', data)
  await mailDisabledWebhook(tx, organizationId, subscriptionId)
  return disabledReason
}

const CANCEL_WAITING = `
  with waiting as materialized (
    select id from webhook_deliveries
    where organization_id = $1 and subscription_id = $2 and ${IS_WAITING}
    for no key update skip locked
  )
  update webhook_deliveries as delivery set
    status = 'CANCELLED',
    next_attempt_at = null,
    finished_at = clock_timestamp()
  from waiting
  where delivery.organization_id = $1 and delivery.id = waiting.id`

/**
 * Cancels a subscription's waiting webhook deliveries. A running attempt still records its result.
 *
 * Skips rows locked by the dispatcher: waiting for them with the subscription locked could deadlock. The dispatcher
 * settles those and cancels their retry when due.
 */
async function cancelWaiting(tx: Tx, orgId: string, subscriptionId: string): Promise<void> {
  await tx.query(CANCEL_WAITING, [orgId, subscriptionId])
}
