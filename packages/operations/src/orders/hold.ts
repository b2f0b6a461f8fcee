import { newId, one, type Sql } from '@mediajobs/db'
import { changeTime, IS_HELD, orders } from '@mediajobs/db/schema'
import {
  HOLD_MS,
  hashSecret,
  MAX_HOLDS,
  MAX_HOLDS_OF_NETWORK,
  MAX_NEW_HOLDS_OF_NETWORK,
  NEW_HOLDS_SPAN_MS,
  type OrderSelection,
  type RateWindow,
  randomToken,
  toUtc,
} from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, sql as raw } from 'drizzle-orm'
import { networkOf } from '../credentials/networks.ts'
import { withOutcomeLimit } from '../credentials/rate-windows.ts'
import { conflict, tooMany } from '../shared/errors.ts'
import { lockOrganization } from '../shared/record.ts'
import type { OrderFormRow } from './form.ts'
import { holdExpired, isHoldLive, lockHold } from './order.ts'
import type { OrderChoice } from './order-quote.ts'
import { freeTechnician, slotTaken } from './slots.ts'

export interface HoldInput extends OrderChoice {
  /** Null without scheduling. */
  startsAt: string | null
  durationMinutes: number
  /** The caller's IP address. */
  callerAddress: string
}

export interface Hold {
  /** Shown once. */
  holdToken: string
  expiresAt: string
}

const NEW_HOLDS: RateWindow = { limit: MAX_NEW_HOLDS_OF_NETWORK, spanMs: NEW_HOLDS_SPAN_MS }

/**
 * Runs `work`, which makes a hold, unless the network made too many. Limits bots: a free order ends its hold immediately,
 * so the cap on live holds wouldn't limit orders and mails.
 *
 * @param address the caller's IP address
 * @throws {OperationError} `too_many` (`too_many_holds`) after {@link MAX_NEW_HOLDS_OF_NETWORK} from the network.
 */
export async function withHoldLimit<Result>(
  sql: Sql,
  orgId: string,
  address: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const limit = {
    subject: `order:hold:${orgId}:${networkOf(address)}`,
    window: NEW_HOLDS,
    refusal: (waitSeconds: number) => {
      const message = 'Too many holds were made from this network: retry after Retry-After seconds.'
      return tooMany('too_many_holds', message, waitSeconds)
    },
    counts: (error: unknown) => error === null,
  }
  return withOutcomeLimit(sql, limit, work)
}

/**
 * Holds `startsAt` for a client's order, with a free technician, for {@link HOLD_MS}.
 *
 * @throws {OperationError} `conflict`: `slot_taken` if nobody is free, `holds_full` with {@link MAX_HOLDS} live ones;
 *   `too_many` (`too_many_holds`) with {@link MAX_HOLDS_OF_NETWORK} from the network.
 */
export async function holdSlot(tx: Tx, form: OrderFormRow, input: HoldInput): Promise<Hold> {
  const { organizationId, id: formId } = form
  const networkHash = hashSecret(`${organizationId} ${networkOf(input.callerAddress)}`)
  await expectFewHolds(tx, organizationId, networkHash)
  const { holdToken, held } = await findTime(tx, form, input)
  const rows = await tx.orm
    .insert(orders)
    .values({ organizationId, id: newId(), formId, status: 'HELD', networkHash, ...held })
    .returning({ expiresAt: orders.holdExpiresAt })
  return holdOf(holdToken, rows)
}

/**
 * Exchanges a hold for another time. The held time doesn't block itself, and the exchange isn't counted as a new hold.
 * The token is replaced, so a page can't order a time it doesn't show. If this throws, the old hold stays.
 *
 * @throws {OperationError} `not_found` for an unknown token; `conflict`: `order_placed`, `hold_expired`, `slot_taken`.
 */
export async function exchangeHold(
  tx: Tx,
  form: OrderFormRow,
  { holdToken: oldToken, ...input }: HoldInput & { holdToken: string },
): Promise<Hold> {
  const { order } = await lockHold(tx, form.publicId, oldToken)
  if (order.placedAt !== null) {
    throw conflict(
      'order_placed',
      'This hold was already used for an order: hold a time without holdToken.',
    )
  }
  if (order.status !== 'HELD' || !(await isHoldLive(tx, order))) throw holdExpired()
  const { organizationId, id } = order
  const { holdToken, held } = await findTime(tx, form, input, id)
  const rows = await tx.orm
    .update(orders)
    .set({ ...held, updatedAt: changeTime })
    .where(and(eq(orders.organizationId, organizationId), eq(orders.id, id)))
    .returning({ expiresAt: orders.holdExpiresAt })
  return holdOf(holdToken, rows)
}

/**
 * The columns of a hold for the wanted time, with a new token.
 *
 * @param excludeOrderId the hold that it replaces
 * @throws {OperationError} `conflict` (`slot_taken`) if nobody is free.
 */
async function findTime(
  tx: Tx,
  form: OrderFormRow,
  input: Omit<HoldInput, 'callerAddress'>,
  excludeOrderId?: string,
) {
  const { selection, propertySize = null, address: place = {}, durationMinutes } = input
  const startsAt = input.startsAt === null ? null : toUtc(input.startsAt)
  const except = excludeOrderId === undefined ? {} : { excludeOrderId }
  const technicianId =
    startsAt === null
      ? null
      : await freeTechnician(tx, form, { startsAt, durationMinutes, place }, except)
  if (startsAt !== null && technicianId === null) throw slotTaken()
  const holdToken = randomToken(tx.cell)
  const { postalCode = null, lat = null, lng = null } = place
  const held = {
    holdTokenHash: hashSecret(holdToken),
    holdExpiresAt: raw`clock_timestamp() + ${HOLD_MS} * interval '1 ms'`,
    startsAt,
    durationMinutes,
    technicianId,
    selection: wholeSelection(selection),
    propertySize,
    postalCode,
    lat,
    lng,
  }
  return { holdToken, held }
}

function holdOf(holdToken: string, rows: { expiresAt: string | null }[]): Hold {
  const { expiresAt } = one(rows, 'the row of a hold')
  return { holdToken, expiresAt: expiresAt as string }
}

function wholeSelection(selection: OrderChoice['selection']): OrderSelection {
  const { packageId = null, addOnIds = [], discountCode = null } = selection
  return { packageId, addOnIds: [...addOnIds], discountCode }
}

/** SQL condition: an order that holds its time for a client. */
export const isLiveHold = raw.raw(`${IS_HELD} and hold_expires_at > clock_timestamp()`)

async function expectFewHolds(tx: Tx, orgId: string, networkHash: Buffer): Promise<void> {
  await lockOrganization(tx, orgId)
  const ofNetwork = raw`filter (where ${orders.networkHash} = ${networkHash})`
  const rows = await tx.orm
    .select({
      all: raw<number>`count(*)::int`,
      ofNetwork: raw<number>`count(*) ${ofNetwork}::int`,
      waitSeconds: raw<number>`extract(epoch from
        min(${orders.holdExpiresAt}) ${ofNetwork} - clock_timestamp())::float8`,
    })
    .from(orders)
    .where(and(eq(orders.organizationId, orgId), isLiveHold))
  const live = one(rows, 'the count of holds')
  if (live.ofNetwork >= MAX_HOLDS_OF_NETWORK) {
    throw tooMany(
      'too_many_holds',
      `${MAX_HOLDS_OF_NETWORK} times are already held from this network: order one of them, or retry after Retry-After seconds.`,
      Math.max(1, Math.ceil(live.waitSeconds)),
    )
  }
  if (live.all >= MAX_HOLDS) {
    throw conflict(
      'holds_full',
      'Too many orders are being placed right now: try again in a few minutes.',
    )
  }
}
