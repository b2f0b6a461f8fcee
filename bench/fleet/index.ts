import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { photo } from '@mediajobs/testing/media/pictures'
import { inFolder } from '../support/folder.ts'
import type { RunOptions } from '../support/report.ts'
import { readArrivals } from './arrivals.ts'
import { Books } from './books.ts'
import { Caller } from './caller.ts'
import { Clock } from './clock.ts'
import { compareBooks } from './compare-books.ts'
import { liveDay } from './day.ts'
import { Diary } from './diary.ts'
import { drain } from './drain.ts'
import { FailureSchedule, failuresOf } from './failures.ts'
import { SECRETS_KEY, startFleet, startService } from './fleet-parts.ts'
import { costOfBooking } from './forecast.ts'
import { populate } from './population.ts'
import { haproxyPath } from './proxy.ts'
import { type DayOfFleet, reportDay } from './report-day.ts'
import { QUIET, SeenRequests } from './seen.ts'
import { settingOf } from './setting.ts'
import { measureStorage, storageBetween } from './storage.ts'
import { usageBetween } from './usage.ts'
import type { World } from './world.ts'

const IDLE_SECONDS = { full: 60, quick: 5 }
const PHOTO = { width: 900, height: 600 }

/**
 * A fleet in one box: 4 apis, 4 dispatchers, a media process, PostgreSQL and an S3 store behind HAProxy. Thousands of
 * organizations live a day in an hour, while processes are killed, frozen and restarted.
 */
export async function fleet(options: RunOptions): Promise<void> {
  const setting = settingOf(options)
  haproxyPath()
  const stop = new AbortController()
  const onSignal = () => stop.abort(new Error('the run was stopped by a signal'))
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  try {
    await inFolder(async (folder, onEnd) => {
      const arrivalsFile = join(folder, 'arrivals.jsonl')
      const parts = await startFleet(folder, arrivalsFile, onEnd)
      const { database, receivers, processes, proxy, usage } = parts
      process.stdout.write(`  making ${setting.organizations} organizations\n`)
      const population = await database.use((client) =>
        populate(client, setting, parts.receiverUrl, SECRETS_KEY),
      )
      const bookedBefore = setting.organizations * setting.projectsEach
      await startService(parts, setting)

      const idleSeconds = options.isQuick ? IDLE_SECONDS.quick : IDLE_SECONDS.full
      const idleFrom = usage.read()
      await pause(idleSeconds * 1_000, undefined, { signal: stop.signal })
      const idle = { usage: usageBetween(idleFrom, usage.read()), seconds: idleSeconds }

      const [seen, schedule, books] = [new SeenRequests(), new FailureSchedule(), new Books()]
      const caller = new Caller(proxy.url, seen, () => schedule.phase ?? QUIET, stop.signal)
      onEnd(() => caller.close())
      const storageBefore = await measureStorage(database)
      const before = usage.read()
      const startedMs = Date.now()
      const clock = new Clock(setting.minutes, stop.signal)
      const diary = new Diary(clock)
      diary.note(
        `the day begins: ${processes.count('api')} apis, ${processes.count('dispatcher')} dispatchers`,
      )
      const picture = await photo(PHOTO.width, PHOTO.height)
      const world: World = { clock, caller, books, photo: picture, proxy }
      const failures = failuresOf(parts, world, population.organizations, setting.durationScale)
      const hours = await liveDay(world, population, setting, {
        failures,
        schedule,
        diary,
        seen,
        usage,
      })
      diary.note(
        `midnight: ${books.bookings} booked, ${books.approved} approved, ${books.open} open`,
      )
      const drained = await drain(database, stop.signal)
      diary.note(`drained after ${drained.seconds.toFixed(0)} s: ${JSON.stringify(drained.left)}`)
      const seconds = (Date.now() - startedMs) / 1_000
      const spent = usageBetween(before, usage.read())
      const storage = storageBetween(storageBefore, await measureStorage(database))
      await receivers.close()
      const arrivals = await readArrivals(arrivalsFile)
      const { spans } = schedule
      const findings = await compareBooks(
        books,
        arrivals,
        population.subscriptions,
        spans,
        database,
        bookedBefore,
      )
      const cost = costOfBooking(books.bookings, spent, idle, seconds, storage)
      const day: DayOfFleet = {
        setting,
        subscriptions: population.subscriptions,
        seen,
        books,
        spans,
        hours,
        diary,
        arrivals,
        findings,
        drained,
        idle,
        cost,
      }
      await reportDay(day, options)
    })
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}
