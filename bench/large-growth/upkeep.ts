import { setTimeout as pause } from 'node:timers/promises'
import { sqlOn } from '@mediajobs/db'
import { isWalk, type Plan, recordPlans, relationsOf } from '@mediajobs/testing/plans/plan-recorder'
import type { Engine } from '../support/engine.ts'
import type { Figure } from '../support/report.ts'
import { spreadOf } from '../support/statistics.ts'
import { startDispatcher } from '../support/webhooks.ts'
import type { InstallationSize } from './size.ts'
import { makeBacklog, UPKEEP } from './upkeep-backlog.ts'

/** The rows that wait for most tasks: one for so many rows of the log. */
const LOG_ROWS_OF_WAITING = 1_000
const GOAL_SECONDS = 60
const LIMIT_MS = 300_000
const LOOK_MS = 1_000
const LARGE_ROWS = 10_000
const LOGS = ['events', 'webhook_deliveries', 'webhook_attempts', 'api_requests', 'projects']

/** What one task of upkeep did. */
export interface UpkeepTime {
  name: string
  /** The rows that waited. Null: the task has none. */
  rows: number | null
  statements: number
  totalMs: number
  longestMs: number
  /** The seconds until no row waited. Null: it did not end. */
  endedAfter: number | null
  /** The large tables of which it read all rows. */
  walked: string[]
}

/** Lets a dispatcher do all upkeep of a day, and times the statements of each task. */
export async function timeUpkeep(
  engine: Engine,
  size: InstallationSize,
  onEnd: (end: () => Promise<void>) => void,
): Promise<{ figures: Figure[]; samples: { upkeep: UpkeepTime[] } }> {
  const { client } = engine
  await makeBacklog(client, size, Math.ceil(size.logRows / LOG_ROWS_OF_WAITING))
  const before = await waitingRows(engine)
  const sql = sqlOn(client)
  const recorder = await recordPlans({ teardown: onEnd }, engine.databaseUrl, sql)
  const large = await relationsOf(sql, LARGE_ROWS)
  const startedMs = performance.now()
  const dispatcher = await startDispatcher(engine, { DATABASE_URL: recorder.url })
  const endedAfter = new Map<string, number>()
  try {
    const isLate = () => performance.now() - startedMs > LIMIT_MS
    while (endedAfter.size < before.size && !isLate()) {
      await pause(LOOK_MS)
      for (const [name, rows] of await waitingRows(engine)) {
        const isSeen = recorder.plans.some(({ text }) => sentBy(name).test(text))
        if (rows > 0 || !isSeen) continue
        if (!endedAfter.has(name)) endedAfter.set(name, (performance.now() - startedMs) / 1_000)
      }
    }
  } finally {
    await dispatcher.end()
  }
  const tasks = UPKEEP.map(({ name, sent }) => {
    const own = recorder.plans.filter(({ text }) => sent.test(text))
    return timeOf(name, own, before.get(name), endedAfter.get(name), large)
  })
  const walking = tasks.filter(({ walked }) => walked.some((table) => LOGS.includes(table)))
  const figure: Figure = {
    name: 'P13 upkeep: tasks that read a whole log',
    goal: '0',
    value: spreadOf([walking.length]),
    isMet: walking.length === 0,
  }
  return { figures: [...tasks.map(figureOf), figure], samples: { upkeep: tasks } }
}

function sentBy(name: string): RegExp {
  return UPKEEP.find((task) => task.name === name)?.sent ?? /^$/
}

async function waitingRows({ client }: Engine): Promise<Map<string, number>> {
  const waiting = new Map<string, number>()
  for (const task of UPKEEP) {
    if (!task.waiting) continue
    const { rows } = await client.query<{ count: number }>(task.waiting)
    waiting.set(task.name, rows[0]?.count ?? 0)
  }
  return waiting
}

function timeOf(
  name: string,
  plans: readonly Plan[],
  rows: number | undefined,
  endedAfter: number | undefined,
  large: ReadonlySet<string>,
): UpkeepTime {
  const times = plans.map(({ durationMs }) => durationMs)
  return {
    name,
    rows: rows ?? null,
    statements: plans.length,
    totalMs: times.reduce((sum, each) => sum + each, 0),
    longestMs: Math.max(0, ...times),
    endedAfter: rows === undefined ? 0 : (endedAfter ?? null),
    walked: [
      ...new Set(
        plans
          .flatMap(({ scans }) => scans)
          .filter((scan) => isWalk(scan, large))
          .map(({ table }) => table),
      ),
    ],
  }
}

function figureOf({ name, totalMs, endedAfter, statements }: UpkeepTime): Figure {
  const seconds = totalMs / 1_000
  return {
    name: `P13 upkeep: ${name}, s`,
    goal: `≤ ${GOAL_SECONDS}`,
    value: spreadOf([seconds]),
    isMet: statements > 0 && endedAfter !== null && seconds <= GOAL_SECONDS,
  }
}
