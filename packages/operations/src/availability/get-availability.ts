import type { Sql } from '@mediajobs/db'
import { DEFAULT_WORKING_HOURS, type WorkingHours } from '@mediajobs/domain'
import { readShoots } from './read-shoots.ts'
import { readTechnicians, type Technician } from './read-technicians.ts'
import { joinSpans, type Span, withoutSpans } from './span.ts'
import { spanOf } from './span-of.ts'
import { daysOf, workingSpans } from './working-days.ts'

export interface AvailabilityInput {
  from: string
  to: string
  /** Active members of any role. Default: all active members with the role TECHNICIAN. */
  technicianId?: readonly string[]
  /** Of the shoot. */
  durationMinutes: number
  /** Before the shoot, and after it. */
  travelMinutes: number
}

/** An interval in which a technician works and has no shoot. */
interface FreeInterval {
  from: string
  to: string
  /** The shoot may start from `startFrom` to `startTo`: then it fits with its travel. */
  startFrom: string
  startTo: string
}

interface TechnicianAvailability {
  technicianId: string
  name: string
  /** False: they have no working hours of their own, and the default hours count. */
  hasOwnHours: boolean
  free: FreeInterval[]
}

export interface Availability {
  /** Of the organization; UTC when it has none. */
  timeZone: string
  data: TechnicianAvailability[]
}

const MINUTE_MS = 60_000
const DEFAULT_ZONE = 'UTC'

/**
 * When each technician can take a shoot: the parts of their working hours without shoots in which the new
 * one fits with its travel. docs/adr/0025-availability.md
 *
 * @throws {OperationError} `invalid` for a span that is too long or ends before it begins, for too many
 *   technicians, and for too many shoots.
 */
export async function getAvailability(
  sql: Sql,
  orgId: string,
  input: AvailabilityInput,
): Promise<Availability> {
  const span = spanOf(input)
  const { timeZone, technicians } = await readTechnicians(sql, orgId, input.technicianId)
  const ids = technicians.map(({ id }) => id)
  const shootsOf = await readShoots(sql, orgId, ids, span)
  const zone = timeZone ?? DEFAULT_ZONE
  const days = daysOf(span, zone)
  const worksOf = rememberedBy((hours: WorkingHours) => workingSpans(days, hours, zone))
  const data = technicians.map((technician) => {
    const works = worksOf(technician.workingHours ?? DEFAULT_WORKING_HOURS)
    const shoots = joinSpans(shootsOf.get(technician.id) ?? [])
    const free = withoutSpans(clipped(works, span), shoots)
    return availabilityOf(technician, free, input)
  })
  return { timeZone: zone, data }
}

function availabilityOf(
  { id, name, workingHours }: Technician,
  free: readonly Span[],
  { durationMinutes, travelMinutes }: AvailabilityInput,
): TechnicianAvailability {
  const travelMs = travelMinutes * MINUTE_MS
  const neededMs = durationMinutes * MINUTE_MS + 2 * travelMs
  const fitting = free.filter(({ from, to }) => to - from >= neededMs)
  return {
    technicianId: id,
    name,
    hasOwnHours: workingHours !== null,
    free: fitting.map(({ from, to }) => ({
      from: textOf(from),
      to: textOf(to),
      startFrom: textOf(from + travelMs),
      startTo: textOf(to - neededMs + travelMs),
    })),
  }
}

function clipped(spans: readonly Span[], within: Span): Span[] {
  return spans
    .map(({ from, to }) => ({ from: Math.max(from, within.from), to: Math.min(to, within.to) }))
    .filter(({ from, to }) => from < to)
}

/** `work` with its results remembered by their input: most people of an organization have the same hours. */
function rememberedBy<Input, Result>(work: (input: Input) => Result): (input: Input) => Result {
  const results = new Map<string, Result>()
  return (input) => {
    const key = JSON.stringify(input)
    const known = results.get(key)
    if (known) return known
    const result = work(input)
    results.set(key, result)
    return result
  }
}

function textOf(ms: number): string {
  return new Date(ms).toISOString()
}
