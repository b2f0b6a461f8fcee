import type { Sql, Transaction } from '@mediajobs/db'
import { memberships } from '@mediajobs/db/schema'
import {
  DEFAULT_SHOOT_MINUTES,
  MAX_AVAILABILITY_TECHNICIANS,
  type Place,
  type WorkingHours,
} from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq } from 'drizzle-orm'
import { spanOf } from '../availability.ts'
import { findTeam, MINUTE_MS, readTime, type Team, textOf } from '../free-time.ts'
import { conflict, invalid } from '../shared/errors.ts'
import { isOneOf } from '../shared/paging.ts'
import { findTravelZone } from '../travel-zones.ts'
import { dayAround, gridWithin, type Span } from '../working-hours.ts'
import type { OrderFormRow } from './form.ts'
import type { OpenForm } from './open-form.ts'
import type { OrderRow } from './order.ts'
import { type ChoiceNames, type OrderChoice, quoteOrder } from './order-quote.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

export interface Slot {
  startsAt: string
}

interface SlotsInput extends Omit<OrderChoice, 'address'> {
  /** Inclusive. */
  from: string
  /** Exclusive. */
  to: string
  place: Place
}

const QUERY_NAMES: ChoiceNames = {
  packageId: 'packageId',
  selectedAddOnIds: 'addOnIds',
  discountCode: 'discountCode',
  postalCode: 'postalCode',
  lat: 'lat',
}

/**
 * When clients can start the chosen shoot, earliest first: on the form's grid, between notice and horizon, when a
 * technician is free as in `getAvailability`. None for a form without scheduling.
 *
 * @throws {OperationError} `invalid` for a reversed or overlong span; as in {@link quoteOrder}.
 */
export async function getSlots(
  sql: Sql,
  open: OpenForm,
  { from, to, place, ...choice }: SlotsInput,
): Promise<Slot[]> {
  const wanted = spanOf({ from, to })
  const quote = await quoteOrder(sql, open, { ...choice, address: place }, QUERY_NAMES)
  return slotsWithin(sql, open, wanted, { durationMinutes: shootMinutes(quote), place })
}

/**
 * The form's slots for a shoot within `wanted`.
 *
 * @param except ids of an order and of a project whose time counts as free
 * @throws {OperationError} `invalid` with too many shoots.
 */
export async function slotsWithin(
  sql: Sql,
  { form, nowMs }: Pick<OpenForm, 'form' | 'nowMs'>,
  wanted: Span,
  { durationMinutes, place }: Omit<WantedShoot, 'startsAt'>,
  except: readonly string[] = [],
): Promise<Slot[]> {
  const offered = offeredSpan(form, nowMs)
  const span = { from: Math.max(wanted.from, offered.from), to: Math.min(wanted.to, offered.to) }
  if (form.scheduling === 'NONE' || span.from >= span.to) return []
  const team = await findFormTeam(sql, form, place)
  const { travelMs, shootMs } = lengthsOf(form, durationMinutes)
  const around = { from: span.from - travelMs, to: span.to + shootMs + travelMs }
  const times = await readTime(sql, form.organizationId, team, around, except)
  if (times === null) throw invalid('to', 'too_large', 'must be closer to from')
  const grid = gridWithin(span, form.slotMinutes, team.timeZone)
  const isFree = new Uint8Array(grid.length)
  for (const { free } of times) {
    for (const { from, to } of free) {
      const last = to - travelMs - shootMs
      for (let at = firstFrom(grid, from + travelMs); (grid[at] ?? Infinity) <= last; at += 1) {
        isFree[at] = 1
      }
    }
  }
  return grid.filter((_, at) => isFree[at] === 1).map((ms) => ({ startsAt: textOf(ms) }))
}

/** The index of the first of `sorted` not less than `value`. */
function firstFrom(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** The length of a shoot in a client's order. */
export function shootMinutes({ durationMinutes }: { durationMinutes: number | null }): number {
  return durationMinutes ?? DEFAULT_SHOOT_MINUTES
}

/** When the form offers slots: between notice and horizon. */
function offeredSpan({ noticeHours, horizonDays }: OrderFormRow, nowMs: number): Span {
  return { from: nowMs + noticeHours * HOUR_MS, to: nowMs + horizonDays * DAY_MS + 1 }
}

function lengthsOf({ travelMinutes }: OrderFormRow, durationMinutes: number) {
  return { travelMs: travelMinutes * MINUTE_MS, shootMs: durationMinutes * MINUTE_MS }
}

/** The form's technicians who serve the place, at most {@link MAX_AVAILABILITY_TECHNICIANS}. */
async function findFormTeam(sql: Sql, form: OrderFormRow, place: Place): Promise<Team> {
  const { organizationId, technicianIds } = form
  const zone = await findTravelZone(sql, organizationId, place)
  const team = await findTeam(sql, organizationId, zone?.technicianIds ?? null, technicianIds)
  return { ...team, technicians: team.technicians.slice(0, MAX_AVAILABILITY_TECHNICIANS) }
}

/**
 * Checks that the form offers this start, whether or not anyone is free.
 *
 * @throws {OperationError} `invalid` for a start off the grid, `conflict` (`slot_taken`) within the notice or beyond the
 *   horizon.
 */
export function expectOffered({ form, timeZone, nowMs }: OpenForm, startsAt: string): void {
  const at = Date.parse(startsAt)
  if (gridWithin({ from: at, to: at + 1 }, form.slotMinutes, timeZone).length === 0) {
    throw invalid('startsAt', 'not_allowed', 'must be one of the slots')
  }
  const { from, to } = offeredSpan(form, nowMs)
  if (at < from || at >= to) throw slotTaken()
}

export function slotTaken() {
  return conflict('slot_taken', 'This time can no longer be booked: choose another one.').at(
    'startsAt',
  )
}

/** A shoot to assign. */
export interface WantedShoot {
  startsAt: string
  durationMinutes: number
  place: Place
}

/**
 * A technician of the form who can do the shoot: of those who are free, the one with the fewest shoots that day, then
 * the first by id. Locks the memberships first, so concurrent calls see each other's bookings.
 *
 * @param excludeOrderId an order whose own hold doesn't count
 * @param excludeProjectId a project whose own appointment doesn't
 * @returns `null` if nobody can
 */
export async function freeTechnician(
  tx: Transaction,
  form: OrderFormRow,
  { startsAt, durationMinutes, place }: WantedShoot,
  { excludeOrderId, excludeProjectId }: { excludeOrderId?: string; excludeProjectId?: string } = {},
): Promise<string | null> {
  const { organizationId: orgId } = form
  const found = await findFormTeam(tx, form, place)
  const team = { ...found, technicians: await lockTechnicians(tx, orgId, found) }
  const { travelMs, shootMs } = lengthsOf(form, durationMinutes)
  const start = Date.parse(startsAt)
  const except = [excludeOrderId, excludeProjectId].filter((id) => id !== undefined)
  const needed = { from: start - travelMs, to: start + shootMs + travelMs }
  const day = dayAround(start, team.timeZone)
  const span = { from: Math.min(day.from, needed.from), to: Math.max(day.to, needed.to) }
  const times = await readTime(tx, orgId, team, span, except)
  const candidates = (times ?? [])
    .filter(({ free }) => free.some(({ from, to }) => from <= needed.from && needed.to <= to))
    .map(({ technician: { id }, shoots }) => ({
      id,
      shoots: shoots.filter(({ from }) => day.from <= from && from < day.to).length,
    }))
    .sort((a, b) => a.shoots - b.shoots || (a.id < b.id ? -1 : 1))
  return candidates[0]?.id ?? null
}

/** Locks the technicians in id order, and re-reads them. */
function lockTechnicians(
  { orm }: Transaction,
  orgId: string,
  { technicians }: Team,
): Promise<{ id: string; name: string; workingHours: WorkingHours | null }[]> {
  const { organizationId, userId, name, workingHours, active } = memberships
  const ids = technicians.map(({ id }) => id)
  return orm
    .select({ id: userId, name, workingHours })
    .from(memberships)
    .where(and(eq(organizationId, orgId), isOneOf(userId, ids), active))
    .orderBy(userId)
    .for('no key update')
}

/**
 * A free technician for an order: ignores its hold, but not later bookings by staff. None for an order without a time.
 * Locks the candidates.
 */
export async function technicianFor(
  tx: Tx,
  form: OrderFormRow,
  order: OrderRow,
): Promise<Pick<OrderRow, 'technicianId' | 'orderConflict'>> {
  const { id, startsAt, durationMinutes, postalCode, lat, lng } = order
  if (startsAt === null) return { technicianId: null, orderConflict: false }
  const shoot = { startsAt, durationMinutes, place: { postalCode, lat, lng } }
  const isOver = Date.parse(startsAt) <= Date.now()
  const technicianId = isOver ? null : await freeTechnician(tx, form, shoot, { excludeOrderId: id })
  return { technicianId, orderConflict: technicianId === null }
}
