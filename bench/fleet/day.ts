import type { Diary } from './diary.ts'
import type { Failure, FailureSchedule, Span } from './failures.ts'
import { importProjects } from './imports.ts'
import { liveJob } from './job.ts'
import type { Population } from './population.ts'
import { chooser, hoursOf } from './rhythm.ts'
import { type SeenRequests, timesText } from './seen.ts'
import { HOURS, type Setting } from './setting.ts'
import { ownSeconds, type Usage, type UsageMeter, usageBetween } from './usage.ts'
import type { World } from './world.ts'

/** The figures of one hour of the day. */
export interface Hour {
  hour: number
  bookings: number
  requests: number
  p50Ms: number
  p99Ms: number
  /** Processors that the fleet and its load kept busy. */
  ownCores: number
  /** Processors that other programs kept busy. */
  foreignCores: number
}

// Imports run by night, before the first bookings.
const IMPORTS = { from: 1, hours: 3 }

/** Runs all jobs, imports and failures of the day. Returns the figures of each hour. */
export async function liveDay(
  world: World,
  { organizations }: Population,
  setting: Setting,
  {
    failures,
    schedule,
    diary,
    seen,
    usage,
  }: {
    failures: readonly Failure[]
    schedule: FailureSchedule
    diary: Diary
    seen: SeenRequests
    usage: UsageMeter
  },
): Promise<Hour[]> {
  const { clock } = world
  const choose = chooser(organizations)
  const jobs = hoursOf(setting.bookings).map((hour) => liveJob(world, choose(), hour))
  const imports = Array.from({ length: setting.imports }, () => {
    const hour = IMPORTS.from + IMPORTS.hours * Math.random()
    return importProjects(world, choose(), hour, setting.rowsOfImport)
  })
  const say = (what: Span | string) =>
    diary.note(typeof what === 'string' ? what : afterFailure(what, seen))
  const [hours] = await Promise.all([
    watchHours(world, seen, usage),
    schedule.run(failures, clock, setting.durationScale, say),
    ...imports,
    ...jobs,
  ])
  return hours
}

/** What callers got during a failure, as a line of the diary. */
function afterFailure({ name, fromMs, undoneMs, toMs }: Span, seen: SeenRequests): string {
  const figures = seen.figures({ phase: name })
  const { requests, refused, limited } = figures
  const seconds = (ms: number) => (ms / 1_000).toFixed(1)
  const last = seen.lastRefusedMs(name)
  const until = last === 0 ? '' : `, the last one ${seconds(last - fromMs)} s after the beginning`
  return `  over after ${seconds(undoneMs - fromMs)} s; in ${seconds(toMs - fromMs)} s: ${requests} requests, ${refused} refused or without a response${until}, ${limited} limited, ${timesText(figures)}`
}

async function watchHours(
  { clock, books }: World,
  seen: SeenRequests,
  usage: UsageMeter,
): Promise<Hour[]> {
  const hours: Hour[] = []
  let before = { atMs: Date.now(), bookings: 0, usage: usage.read() }
  for (let hour = 0; hour < HOURS; hour += 1) {
    await clock.reach(hour + 1)
    const after = { atMs: Date.now(), bookings: books.bookings, usage: usage.read() }
    const { requests, p50Ms, p99Ms } = seen.figures({ fromMs: before.atMs, toMs: after.atMs })
    const seconds = (after.atMs - before.atMs) / 1_000
    const spent = usageBetween(before.usage, after.usage)
    hours.push({
      hour,
      bookings: after.bookings - before.bookings,
      requests,
      p50Ms,
      p99Ms,
      ...coresOf(spent, seconds),
    })
    before = after
  }
  return hours
}

export function coresOf(spent: Usage, seconds: number) {
  const own = ownSeconds(spent)
  return {
    ownCores: own / seconds,
    foreignCores: Math.max(0, spent.machine - own) / seconds,
  }
}

export function hourLine(line: Hour): string {
  const { hour, bookings, requests, ownCores, foreignCores } = line
  const number = (value: number, width: number) => String(value).padStart(width)
  return `${number(hour, 2)}:00 ${number(bookings, 5)} bookings ${number(requests, 6)} requests, ${timesText(line)}, ${ownCores.toFixed(2)} cores of this run, ${foreignCores.toFixed(2)} of others`
}
