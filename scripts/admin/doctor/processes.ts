import { statfs } from 'node:fs/promises'
import { compareMediaGrants, openDatabase, readSchemaState, type Sql } from '@mediajobs/db'
import { parseProcessName, VERSION } from '@mediajobs/runtime'
import {
  counted,
  type Finding,
  named,
  ok,
  type Patient,
  reasonOf,
  warning,
  wrong,
} from './check.ts'
import { askReady } from './network.ts'

interface Connected {
  name: string
  role: string
}

// Connection names are visible to every role.
const CONNECTED = `
  select distinct application_name as name, usename as role from pg_stat_activity
  where datname = current_database() and application_name ~ '^(api|dispatcher|media)( |$)'
    and application_name <> 'dispatcher listener'`

interface Running {
  kind: string
  version: string
  instance: string
  role: string
}

const KINDS = ['api', 'dispatcher', 'media'] as const
const LOST: Readonly<Record<string, string>> = {
  api: 'calls get no response',
  dispatcher: 'no webhooks or mails are sent',
  media: 'there are no previews or archives',
}

export async function checkProcesses(patient: Patient): Promise<Finding> {
  const { sql } = patient
  // An idle api has no connection. This call gives it one.
  await askReady(patient).catch(() => {})
  const running = await readRunning(await sql())
  const found = KINDS.map((kind) => countOf(kind, running)).join(', ')
  const absent = KINDS.filter((kind) => !running.some((each) => each.kind === kind))
  const [first] = absent
  if (first === undefined || first === 'media') return versionsOf(running, found, absent)
  return wrong(
    `${found}: ${absent.map((kind) => LOST[kind]).join(', ')}.`,
    `Start it and check its log: systemctl status 'mediajobs-${first}*'`,
  )
}

/** The processes connected to the database. */
async function readRunning(sql: Sql): Promise<Running[]> {
  const rows = await sql.queryOnce<Connected>(CONNECTED)
  return rows.map(({ name, role }) => {
    // Earlier versions report only their kind.
    const { kind, version, instance } = parseProcessName(name) ?? {
      kind: name,
      version: 'unknown',
      instance: 'unknown',
    }
    return { kind, version, instance, role }
  })
}

function versionsOf(running: Running[], found: string, absent: readonly string[]): Finding {
  const others = running.filter(({ version }) => version !== VERSION)
  if (others.length > 0) {
    const names = others.map(({ kind, version, instance }) => `${kind} ${version} (${instance})`)
    return warning(
      `${found}; this folder is ${VERSION}, but other versions are running: ${named(names)}.`,
      'Normal during an upgrade. Afterwards, restart these processes.',
    )
  }
  if (absent.length > 0) {
    return warning(`${found}: ${LOST.media}.`, "systemctl status 'mediajobs-media*'")
  }
  return ok(`${found}, all of version ${VERSION}.`)
}

function countOf(kind: string, running: readonly Running[]): string {
  const count = running.filter((each) => each.kind === kind).length
  return count === 0 ? `no ${kind}` : `${count} ${kind}`
}

export async function checkMediaRole({ settings, sql }: Patient): Promise<Finding> {
  const { DATABASE_URL, MEDIA_DATABASE_URL: url } = settings.read(
    'DATABASE_URL',
    'MEDIA_DATABASE_URL',
  )
  const owner = new URL(DATABASE_URL).username
  const asOwner = (await readRunning(await sql())).filter(
    ({ kind, role }) => kind === 'media' && role === decodeURIComponent(owner),
  )
  if (asOwner.length > 0) {
    return warning(
      `${counted(asOwner.length, 'media process', 'media processes')} with the role of the api, which reads every secret.`,
      'Set MEDIA_DATABASE_URL for migrate, and use its value as DATABASE_URL of media (docs/operating.md#a-role-for-media).',
    )
  }
  if (url === undefined) {
    return warning(
      "MEDIA_DATABASE_URL is not set, so its rights weren't checked.",
      'Set it for migrate and for the doctor (docs/operating.md#a-role-for-media).',
    )
  }
  return rightsOf(url)
}

async function rightsOf(url: string): Promise<Finding> {
  const role = decodeURIComponent(new URL(url).username)
  const database = openDatabase({ url, poolSize: 1, applicationName: 'admin', onError() {} })
  try {
    const { missing, beyond } = await compareMediaGrants(database.sql)
    if (missing.length > 0) {
      return wrong(
        `${role} lacks ${named(missing)}: previews and archives fail.`,
        'Run migrate with MEDIA_DATABASE_URL: node scripts/migrate.ts',
      )
    }
    if (beyond.length > 0) {
      return warning(
        `${role} can access ${counted(beyond.length, 'table')} that media doesn't need: ${named(beyond)}.`,
        `As their owner: revoke all on ${beyond[0]} from "${role}"; or use a new role.`,
      )
    }
    return ok(`${role} has exactly the rights media needs.`)
  } catch (error) {
    if (!isSignInRefused(error)) throw error
    return wrong(
      `${role} can't sign in: ${reasonOf(error)}.`,
      'Run migrate with MEDIA_DATABASE_URL, which creates the role; if it exists, correct the password.',
    )
  } finally {
    await database.close()
  }
}

/** A wrong password or an unknown role: class 28 of PostgreSQL's error codes. */
function isSignInRefused(error: unknown): boolean {
  return (error as { code?: string }).code?.startsWith('28') ?? false
}

// Checks of schema, partitions and disk space.

const MIGRATE = 'Run the migrations of this version: node scripts/migrate.ts'

export async function checkSchema({ sql, ready }: Patient): Promise<Finding> {
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
      'The schema is newer than this folder.',
      "Run the doctor in the newer version's folder.",
    )
  }
  return ok('It matches this version, including the queue.')
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
// Processes create partitions 14 days ahead, hourly.
const FEW_DAYS = 7

export async function checkPartitions({ sql }: Patient): Promise<Finding> {
  const rows = await (await sql()).queryOnce<Partitioned>(PARTITIONS, [PARENTS])
  const [least] = rows
  if (!least) throw new Error('PostgreSQL returned no row')
  const { parent, daysAhead } = least
  if (daysAhead < 0) {
    return wrong(`${parent} has no partition for today: writes fail.`, MIGRATE)
  }
  if (daysAhead < FEW_DAYS) {
    return warning(
      `${parent} has partitions for ${counted(daysAhead, 'day')} only; every process creates them for 14.`,
      'Search the processes\' logs for "partition": they need the right to create tables.',
    )
  }
  return ok(
    `${counted(
      rows.reduce((sum, { count }) => sum + count, 0),
      'partition',
    )}, ${daysAhead} days ahead.`,
  )
}

const FULL_SHARE = 0.95
const NEARLY_FULL_SHARE = 0.85

const FREE_UP = 'Free up space: on a full disk every change is a 503 (docs/operating.md#size).'

export async function checkDisk(patient: Patient): Promise<Finding> {
  const { sql } = patient
  // Only an api notices a full disk on another machine.
  if (await isRefused(patient))
    return wrong("PostgreSQL's disk is full: changes are refused.", FREE_UP)
  const [row] = await (await sql()).queryOnce<{ folder: string | null }>(
    `select case when pg_has_role('pg_read_all_settings', 'USAGE') then current_setting('data_directory') end as folder`,
  )
  const folder = row?.folder ?? null
  if (folder === null) {
    return ok("PostgreSQL's folder is hidden from this role: monitor the disk on its machine.")
  }
  const space = await statfs(folder).catch(() => null)
  if (space === null) return ok("PostgreSQL's disk is on another machine: monitor it there.")
  // Like `df`: without the blocks reserved for root.
  const used = space.blocks - space.bfree
  const share = used / (used + space.bavail)
  const found = `PostgreSQL's disk is ${Math.round(share * 100)} % full.`
  if (share > FULL_SHARE) return wrong(found, FREE_UP)
  return share > NEARLY_FULL_SHARE ? warning(found, FREE_UP) : ok(found)
}

/** Whether an api was refused a write in the last seconds because the disk is full. */
async function isRefused(patient: Patient): Promise<boolean> {
  const answer = await askReady(patient).catch(() => null)
  return answer?.json?.acceptsWrites === false
}
