import type { Sql } from '@mediajobs/db'
import {
  deepPath,
  type InterfaceList,
  interfaceLists,
  type LargeStudio,
  pathFrom,
  withoutId,
} from '@mediajobs/testing/plans/interface-lists'
import {
  indexesOf,
  isWalk,
  type Plan,
  recordPlans,
  relationsOf,
} from '@mediajobs/testing/plans/plan-recorder'
import type { Engine } from '../support/engine.ts'
import type { BenchKey } from '../support/fill.ts'
import { startApi } from '../support/process.ts'
import type { Figure } from '../support/report.ts'
import { spreadOf } from '../support/statistics.ts'
import { openBenchStore } from '../support/webhooks.ts'
import { organizationId } from './identifiers.ts'
import { figuresOf, type Page } from './list-figures.ts'
import { LARGE } from './size.ts'

const LARGE_ROWS = 1_000
/** How often a page is read for its time. */
const READINGS = 5
/** These tables have so many rows of the organization that a page nine tenths into them is found by its time. */
const DEEP: Record<string, string> = {
  projects: '2 years 9 months',
  events: '27 days',
  webhook_deliveries: '27 days',
  api_requests: '6 days',
}

/** Reads the first page and a deep page of every list of the large organization, and looks at the plans. */
export async function readLists(
  engine: Engine,
  keys: readonly BenchKey[],
  studio: LargeStudio,
  onEnd: (end: () => Promise<void>) => void,
): Promise<{ figures: Figure[]; samples: { pages: Page[]; walks: string[] } }> {
  const store = openBenchStore(engine)
  onEnd(() => store.close())
  const { sql } = store
  const recorder = await recordPlans({ teardown: onEnd }, engine.databaseUrl, sql)
  const api = await startApi({ ...engine.environment, DATABASE_URL: recorder.url })
  const large = await relationsOf(sql, LARGE_ROWS)
  const pages: Page[] = []
  let calls = 0
  const get = async (path: string) => {
    calls += 1
    const { key } = keys[calls % keys.length] as BenchKey
    const response = await fetch(api.url + path, { headers: { 'x-api-key': key } })
    const body = (await response.json()) as { nextCursor: string | null }
    if (!response.ok) throw new Error(`GET ${path}: ${JSON.stringify(body)}`)
    return body
  }
  try {
    for (const list of listsOf(studio)) {
      const { nextCursor } = await get(list.path)
      const deep = nextCursor === null ? [] : [await deepPageOf(sql, list, nextCursor)]
      for (const path of [list.path, ...deep]) {
        const times: number[] = []
        const plans = await recorder.during(async () => {
          for (let reading = 0; reading < READINGS; reading += 1) {
            const startedMs = performance.now()
            await get(path)
            times.push(performance.now() - startedMs)
          }
        })
        pages.push(pageOf(list, path, times, plans))
      }
    }
  } finally {
    await api.end()
  }
  const walks = recorder.plans.filter(({ scans }) => scans.some((scan) => isWalk(scan, large)))
  const statements = [...new Set(walks.map(({ text }) => text))]
  for (const { path, indexes } of pages.filter(({ isExpected }) => !isExpected)) {
    process.stdout.write(`  ${path} reads ${indexes.join(', ')}\n`)
  }
  for (const text of statements) process.stdout.write(`  reads a whole table: ${text}\n`)
  return { figures: figuresOf(pages, statements), samples: { pages, walks: statements } }
}

function pageOf(list: InterfaceList, path: string, times: number[], plans: Plan[]): Page {
  const own = plans.filter(
    ({ root, scans }) =>
      root['Node Type'] === 'Limit' && scans.some(({ table }) => table === list.table),
  )
  const indexes = indexesOf(own, list.table)
  const { median, most } = spreadOf(times)
  return {
    path: withoutId(path).replace(/cursor=.*/, 'cursor=…'),
    medianMs: median,
    mostMs: most,
    statementMs: Math.max(...own.map(({ durationMs }) => durationMs)),
    indexes,
    isExpected: indexes.length === 1 && indexes[0] === list.index,
  }
}

/** The lists of the interface. A member has one role here, so editors and managers are other members than technicians. */
function listsOf(studio: LargeStudio): InterfaceList[] {
  return interfaceLists(studio).map((list) => ({
    ...list,
    path: list.path
      .replace(/editorId=[^&]+/, `editorId=${idOf(3)}`)
      .replace(/projectManagerId=[^&]+/, `projectManagerId=${idOf(1)}`),
  }))
}

const idOf = (member: number) =>
  `0000${member.toString(16).padStart(4, '0')}-0000-7001-8000-${LARGE.toString(16).padStart(12, '0')}`

async function deepPageOf(sql: Sql, list: InterfaceList, nextCursor: string): Promise<string> {
  const large = organizationId(String(LARGE))
  const ago = DEEP[list.table]
  const { table, column = 'created_at' } = list
  if (!ago) {
    const [of] = await sql.query<{ id: string }>(`select ${large} as id`)
    return deepPath(sql, of?.id ?? '', list, nextCursor)
  }
  const [where, order] =
    table === 'projects'
      ? [`${column} < now() - interval '${ago}'`, `${column} desc, id desc`]
      : [`id < uuid_v7_floor(now() - interval '${ago}')`, 'id desc']
  const [position] = await sql.query<{ value: string; id: string }>(
    `select ${column} as value, id from ${table} where organization_id = ${large} and ${where} order by ${order} limit 1`,
  )
  return pathFrom(list.path, nextCursor, position)
}
