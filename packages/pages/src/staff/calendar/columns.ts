import type { Person } from '../records.ts'
import type { Absence } from '../time-off.ts'
import type { Appointment } from '../visits.ts'
import { clockOf, DAY_MINUTES, intervalsOf, MINUTE_MS, type Span, timesOf } from './clock.ts'
import type { FreeInterval, Shown } from './read.ts'
import type { View, WeekDay } from './view.ts'

/** The axis shows at least these hours. */
const USUAL_HOURS = { from: 8, to: 18 }
/** The axis covers all shoots, but working hours only within these. */
const WAKING_HOURS = { from: 6, to: 22 }
/** A block's minimum height, and the part that no later block covers, so its first line stays readable. */
const MIN_MINUTES = 30

/**
 * A shoot, or the part of it on one day. Shoots that begin together are side by side. A later one overlaps them,
 * indented, so that each first line stays readable.
 */
export interface Block extends Span {
  project: Appointment
  /** Levels of indentation. */
  depth: number
  /** Its place among the blocks that begin together, from 0. */
  nth: number
  /** How many begin together. */
  of: number
  /** Whether its technician has another shoot then. */
  isDouble: boolean
}

/** Hours of the day. */
export interface Axis {
  from: number
  to: number
}

/** A day of one technician, or of everyone. */
export interface Column {
  day: WeekDay
  person: Person | undefined
  blocks: readonly Block[]
  /** When nobody in the column works. */
  off: readonly Span[]
  /** When a shoot fits, from now on. */
  free: readonly Span[]
  /** Time off of the column's person. */
  away: readonly Away[]
}

export interface Away extends Span {
  note: string | null
}

/** The columns of a view: the days of a week, or the technicians of a day. */
export function columnsOf(view: View, shown: Shown, now: number): Column[] {
  const isByPerson = view.kind === 'technicians'
  const [only] = view.who === undefined ? [] : shown.people
  const columnOf = (day: WeekDay, person: Person | undefined): Column => {
    const minutes = clockOf(day, view.zone)
    const own = isByPerson
      ? shown.shoots.filter(({ technicianId }) => technicianId === person?.id)
      : shown.shoots
    const works = (person ? [person] : shown.people).flatMap((each) => intervalsOf(each, day))
    return {
      day,
      person,
      blocks: placed(own.flatMap((project) => partOn(day, project, minutes))),
      off: without({ at: 0, until: DAY_MINUTES }, works),
      free: person ? freeOf(shown.free.get(person.id) ?? [], day, minutes, now) : [],
      away: person ? awayOn(day, shown.away.get(person.id) ?? [], minutes) : [],
    }
  }
  if (isByPerson) return shown.people.map((person) => columnOf(view.chosen, person))
  const days = view.days.map((day) => columnOf(day, only))
  return days.filter(
    ({ day, blocks, off }) => !isWeekend(day) || day.isChosen || blocks.length > 0 || !isWhole(off),
  )
}

function isWeekend({ weekday }: WeekDay): boolean {
  return weekday === 'saturday' || weekday === 'sunday'
}

function isWhole([first]: readonly Span[]): boolean {
  return first !== undefined && first.until - first.at === DAY_MINUTES
}

/** The hours on the axis: those with shoots or work, and at least {@link USUAL_HOURS}. */
export function axisOf(columns: readonly Column[]): Axis {
  let { from, to } = USUAL_HOURS
  for (const { blocks, off } of columns) {
    for (const { at, until } of blocks) {
      from = Math.min(from, Math.floor(at / 60))
      to = Math.max(to, Math.ceil(until / 60))
    }
    for (const { at, until } of without({ at: 0, until: DAY_MINUTES }, off)) {
      from = Math.min(from, Math.max(Math.floor(at / 60), WAKING_HOURS.from))
      to = Math.max(to, Math.min(Math.ceil(until / 60), WAKING_HOURS.to))
    }
  }
  return { from, to: Math.min(to, DAY_MINUTES / 60) }
}

type Part = Pick<Block, 'project' | 'at' | 'until'>

function partOn(day: WeekDay, project: Appointment, minutes: (ms: number) => number): Part[] {
  const [begin, end] = timesOf(project)
  if (end <= Date.parse(day.from) || begin >= Date.parse(day.end)) return []
  const at = minutes(begin)
  // When clocks go back, a shoot may end before it begins.
  return [{ project, at, until: Math.max(minutes(end), at + 1) }]
}

/** The bottom edge of a block. */
function bottomOf({ at, until }: Span): number {
  return Math.max(until, at + MIN_MINUTES)
}

function placed(parts: readonly Part[]): Block[] {
  const blocks: Block[] = []
  const timesOfBlocks: Timed[] = []
  let together: Block[] = []
  let depth = 0
  for (const part of [...parts].sort((a, b) => a.at - b.at || b.until - a.until)) {
    const last = together.at(-1)
    if (last === undefined || last.at + MIN_MINUTES <= part.at) {
      const below = blocks.filter((each) => bottomOf(each) > part.at)
      depth = Math.max(-1, ...below.map((each) => each.depth)) + 1
      together = []
    }
    const block = { ...part, depth, nth: together.length, of: 1, isDouble: false }
    markDouble(block, timesOfBlocks)
    blocks.push(block)
    together.push(block)
    for (const each of together) each.of = together.length
  }
  return blocks
}

/** A block with its times, parsed once. */
interface Timed {
  block: Block
  begin: number
  end: number
}

/** Marks the block and its technician's earlier blocks that overlap it. Adds the block to `earlier`. */
function markDouble(block: Block, earlier: Timed[]): void {
  const [begin, end] = timesOf(block.project)
  for (const other of earlier) {
    const isSame = other.block.project.technicianId === block.project.technicianId
    // Compares instants: when clocks go back, a later shoot may be drawn higher up.
    if (!isSame || other.begin >= end || begin >= other.end) continue
    other.block.isDouble = true
    block.isDouble = true
  }
  earlier.push({ block, begin, end })
}

/** Today's free time begins at the next quarter of an hour. */
const STEP_MS = 15 * MINUTE_MS

function freeOf(
  intervals: readonly FreeInterval[],
  day: WeekDay,
  minutes: (ms: number) => number,
  now: number,
): Span[] {
  const soonest = Math.ceil(now / STEP_MS) * STEP_MS
  return intervals.flatMap(({ from, to, startTo }) => {
    if (Date.parse(startTo) < soonest) return []
    const first = Math.max(Date.parse(from), Date.parse(day.from), soonest)
    // In whole minutes, like the booking's time field. A shoot may end between two.
    const begin = Math.ceil(first / MINUTE_MS) * MINUTE_MS
    const end = Math.floor(Math.min(Date.parse(to), Date.parse(day.end)) / MINUTE_MS) * MINUTE_MS
    return begin < end ? [{ at: minutes(begin), until: minutes(end) }] : []
  })
}

function awayOn(
  day: WeekDay,
  absences: readonly Absence[],
  minutes: (ms: number) => number,
): Away[] {
  return absences.flatMap(({ from, to, note }) => {
    const begin = Math.max(Date.parse(from), Date.parse(day.from))
    const end = Math.min(Date.parse(to), Date.parse(day.end))
    return begin < end ? [{ at: minutes(begin), until: minutes(end), note }] : []
  })
}

/** The visible parts of spans. */
export function onAxis<Each extends Span>(spans: readonly Each[], { from, to }: Axis): Each[] {
  return spans.flatMap((span) => {
    const [at, until] = [Math.max(span.at, from * 60), Math.min(span.until, to * 60)]
    return at < until ? [{ ...span, at, until }] : []
  })
}

/** A span minus others. */
function without(whole: Span, taken: readonly Span[]): Span[] {
  const left: Span[] = []
  let at = whole.at
  for (const each of [...taken].sort((a, b) => a.at - b.at)) {
    if (each.at > at) left.push({ at, until: each.at })
    at = Math.max(at, each.until)
  }
  if (at < whole.until) left.push({ at, until: whole.until })
  return left
}
