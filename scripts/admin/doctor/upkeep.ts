import { statfs } from 'node:fs/promises'
import { readSchemaState } from '@mediajobs/db'
import { type Check, counted, named, ok, reasonOf, warning, wrong } from './check.ts'

// The checks of what the service itself keeps in order: its schema, its partitions, room on the disk.

const MIGRATE = 'Run the migrations of this version: npx -y pnpm@12 migrate'

export const schemaCheck: Check = {
  name: 'schema',
  async run({ sql, ready }) {
    const state = await readSchemaState(await sql()).catch((error) => {
      if ((error as { code?: string }).code === '42P01') return null
      throw error
    })
    if (state === null) return wrong('The database has no schema.', MIGRATE)
    const { pending, isNewer } = state
    if (pending.length > 0) {
      return wrong(`${counted(pending.length, 'migration')} missing: ${named(pending)}.`, MIGRATE)
    }
    const problem = await ready().then(
      () => null,
      (error: unknown) => reasonOf(error),
    )
    if (problem !== null) return wrong(`The schema can't be used: ${problem}.`, MIGRATE)
    if (isNewer) {
      return warning(
        'The schema is of a later version than this folder.',
        "Run the doctor in the later version's folder.",
      )
    }
    return ok('It is that of this version, with its queue.')
  },
}

interface Partitioned {
  parent: string
  daysAhead: number
  count: number
}

const PARENTS = ['events', 'webhook_deliveries', 'webhook_attempts', 'api_requests']
const PARTITIONS = `
  select parent, count(inhrelid)::int as count,
    coalesce(max(to_date(right(inhrelid::regclass::text, 8), 'YYYYMMDD'))
      - (now() at time zone 'UTC')::date, -1)::int as "daysAhead"
  from unnest($1::text[]) as parent left join pg_inherits on inhparent = to_regclass(parent)
  group by parent order by "daysAhead"`
// They are made 14 days ahead, every hour.
const FEW_DAYS = 7

export const partitionsCheck: Check = {
  name: 'partitions',
  async run({ sql }) {
    const rows = await (await sql()).queryOnce<Partitioned>(PARTITIONS, [PARENTS])
    const [least] = rows
    if (!least) throw new Error('PostgreSQL returned no row')
    const { parent, daysAhead } = least
    if (daysAhead < 0) {
      return wrong(`${parent} has no partition for today: writes fail.`, MIGRATE)
    }
    if (daysAhead < FEW_DAYS) {
      return warning(
        `${parent} has partitions for ${counted(daysAhead, 'day')} only; every process makes them for 14.`,
        'Look for "partition" in the log of the processes: they need the right to create tables.',
      )
    }
    return ok(
      `${counted(
        rows.reduce((sum, { count }) => sum + count, 0),
        'partition',
      )}, ${daysAhead} days ahead.`,
    )
  },
}

const FULL_SHARE = 0.95
const NEARLY_FULL_SHARE = 0.85

export const diskCheck: Check = {
  name: 'disk',
  async run({ sql }) {
    const [row] = await (await sql()).queryOnce<{ folder: string | null }>(
      `select case when pg_has_role('pg_read_all_settings', 'USAGE') then current_setting('data_directory') end as folder`,
    )
    const folder = row?.folder ?? null
    if (folder === null) {
      return ok("PostgreSQL's folder is hidden from this role: watch its disk on its machine.")
    }
    const space = await statfs(folder).catch(() => null)
    if (space === null) return ok("PostgreSQL's disk is on another machine: watch it there.")
    const share = 1 - space.bavail / space.blocks
    const found = `PostgreSQL's disk is ${Math.round(share * 100)} % full.`
    const remedy =
      'Make room in time: on a full disk every change is a 503 (docs/operating.md#size).'
    if (share > FULL_SHARE) return wrong(found, remedy)
    return share > NEARLY_FULL_SHARE ? warning(found, remedy) : ok(found)
  },
}
