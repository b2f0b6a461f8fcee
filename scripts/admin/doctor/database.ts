import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from '@mediajobs/db'
import { isLocalHost } from '@mediajobs/runtime'
import {
  counted,
  type Finding,
  named,
  ok,
  type Patient,
  reasonOf,
  rowOf,
  warning,
  wrong,
} from './check.ts'

// Checks of PostgreSQL and the role of DATABASE_URL.

const OLDEST_VERSION = 15

interface Server {
  version: string
  major: number
  isStandby: boolean
  isReadOnly: boolean
  encoding: string
  hasTls: boolean
  role: string
  isSuperuser: boolean
  sizeBytes: number
}

const SERVER = `
  select split_part(current_setting('server_version'), ' ', 1) as version,
    current_setting('server_version_num')::int / 10000 as major,
    pg_is_in_recovery() as "isStandby", current_setting('default_transaction_read_only')::boolean as "isReadOnly",
    current_setting('server_encoding') as encoding,
    coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "hasTls",
    current_user as role, current_setting('is_superuser')::boolean as "isSuperuser",
    pg_database_size(current_database())::float8 as "sizeBytes"`

export async function checkDatabase(patient: Patient): Promise<Finding> {
  const { DATABASE_URL } = patient.settings.read('DATABASE_URL')
  const { hostname, host } = new URL(DATABASE_URL)
  const server = await rowOf<Server>(patient, SERVER).catch((error) => reasonOf(error))
  if (typeof server === 'string') {
    return wrong(
      `${host} refuses this machine: ${server}.`,
      "Start PostgreSQL, or correct DATABASE_URL; check pg_hba.conf and PostgreSQL's log.",
    )
  }
  const { version, major, role, hasTls, sizeBytes } = server
  const found = `PostgreSQL ${version} as ${role}, ${hasTls ? 'with' : 'without'} TLS, ${megabytes(sizeBytes)}`
  if (major < OLDEST_VERSION) {
    return wrong(`${found}: too old.`, `Upgrade the server to ${OLDEST_VERSION} or later.`)
  }
  if (server.isStandby || server.isReadOnly) {
    return wrong(
      `${found}: it accepts no writes.`,
      'Point DATABASE_URL to the primary (docs/operating.md#the-address).',
    )
  }
  if (server.encoding !== 'UTF8') {
    return wrong(`${found}: its encoding is ${server.encoding}.`, 'Recreate it with UTF8.')
  }
  if (!hasTls && !isLocalHost(hostname)) {
    return warning(
      `${found}: passwords and data cross the network unencrypted.`,
      'Append ?sslmode=verify-full&sslrootcert=<file> to DATABASE_URL.',
    )
  }
  return ok(`${found}.`)
}

interface Rights {
  role: string
  isSuperuser: boolean
  tables: number
  foreign: string[]
  lacking: string[]
}

// Members of the owner inherit its rights. Every process creates partitions, so the right to create is always needed.
const RIGHTS = `
  with ours as (
    select format('%I.%I', nspname, relname) as name, pg_has_role(relowner, 'USAGE') as is_own
    from pg_class join pg_namespace as space on space.oid = relnamespace
    where nspname in ('public', 'pgboss', 'drizzle') and relkind in ('r', 'p', 'S')
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e'))
  select current_user as role, current_setting('is_superuser')::boolean as "isSuperuser",
    (select count(*)::int from ours) as tables,
    array(select name from ours where not is_own order by name) as foreign,
    array_remove(array[
      case when not has_schema_privilege('public', 'CREATE') then 'create on schema public' end,
      case when not has_database_privilege(current_database(), 'CREATE')
        then format('create on database %I', current_database()) end], null) as lacking`

export async function checkRights(patient: Patient): Promise<Finding> {
  const { role, isSuperuser, tables, foreign, lacking } = await rowOf<Rights>(patient, RIGHTS)
  if (foreign.length > 0) {
    return wrong(
      `${role} does not own ${counted(foreign.length, 'table')}: ${named(foreign)}.`,
      `As a superuser: reassign owned by <the other owner> to "${role}";`,
    )
  }
  if (lacking.length > 0) {
    const grants = lacking.map((right) => `grant ${right} to "${role}";`)
    return wrong(
      `${role} may not ${lacking.join(' and ')}: no partitions, no upgrades.`,
      `As a superuser: ${grants.join(' ')}`,
    )
  }
  if (isSuperuser) {
    return warning(
      `${role} is a superuser.`,
      'Give the service a separate role that owns its database (docs/install-debian.md).',
    )
  }
  return ok(`${role} owns ${counted(tables, 'table')} and may create more.`)
}

interface ServerSettings {
  off: string[]
  synchronousCommit: string
  limit: number
  used: number
}

const SETTINGS = `
  select current_setting('synchronous_commit') as "synchronousCommit",
    array(select name from pg_settings
      where name in ('fsync', 'full_page_writes', 'autovacuum', 'track_activities') and setting = 'off') as off,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0) as "limit",
    (select coalesce(sum(numbackends), 0)::int from pg_stat_database) as used`

const LOSING: Readonly<Record<string, string>> = {
  fsync: 'a crash destroys the database',
  full_page_writes: 'a crash destroys the database',
  autovacuum: 'tables grow without bound',
  track_activities: 'the doctor and the dashboards have no data',
}
// Beyond this share, restarting all processes together may exhaust the connections.
const NEARLY_ALL = 0.9

export async function checkSettings(patient: Patient): Promise<Finding> {
  const { off, synchronousCommit, limit, used } = await rowOf<ServerSettings>(patient, SETTINGS)
  const [lost] = off
  if (lost !== undefined) {
    return wrong(
      `${named(off)} is off: ${LOSING[lost]}.`,
      `alter system set ${lost} = on; then select pg_reload_conf();`,
    )
  }
  if (synchronousCommit === 'off' || synchronousCommit === 'local') {
    return wrong(
      `synchronous_commit is ${synchronousCommit}: a crash or a failover loses confirmed changes.`,
      'alter system set synchronous_commit = on; then select pg_reload_conf(); also check alter role.',
    )
  }
  const found = `${used} of ${limit} connections are in use, synchronous_commit is ${synchronousCommit}`
  if (used > limit * NEARLY_ALL) {
    return warning(`${found}.`, 'Raise max_connections (docs/operating.md#connections).')
  }
  return ok(`${found}.`)
}

function megabytes(bytes: number | null): string {
  if (bytes === null) return 'an unknown amount'
  return bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}

// Checks of what PostgreSQL waits for or retains: standbys, slots, long transactions.

interface Standbys {
  required: string
  attached: number
  synchronous: number
  isShown: boolean
}

// `sync_state` is hidden from roles without pg_monitor.
const STANDBYS = `
  select current_setting('synchronous_standby_names') as required,
    (select count(*)::int from pg_stat_replication) as attached,
    (select count(*)::int from pg_stat_replication where sync_state in ('sync', 'quorum')) as synchronous,
    pg_has_role('pg_monitor', 'USAGE') as "isShown"`
const COMMITTING = `select pid || ' ' || query_start as commit from pg_stat_activity where wait_event = 'SyncRep'`
// With a healthy standby under load, some commit is nearly always waiting, for milliseconds.
const SLOW_SECONDS = 2

export async function checkStandby(patient: Patient): Promise<Finding> {
  const { required, attached, synchronous, isShown } = await rowOf<Standbys>(patient, STANDBYS)
  if (required === '') {
    return ok(`No standby is required${attached > 0 ? `; ${attached} attached` : ''}.`)
  }
  const isGone = isShown ? synchronous === 0 : attached === 0
  if (isGone) {
    return wrong(
      `synchronous_standby_names is '${required}' and no such standby is attached: changes get a 503.`,
      'Start the standby, or remove it from synchronous_standby_names (docs/operating.md#when-the-standby-is-gone).',
    )
  }
  const slow = await countSlowCommits(await patient.sql())
  if (slow > 0) {
    return wrong(
      `${counted(slow, 'commit')} waiting for over ${SLOW_SECONDS} s, although ${counted(attached, 'standby is', 'standbys are')} attached: changes get a 503.`,
      "Check the standby's log, disk and network, or remove it from synchronous_standby_names (docs/operating.md#when-the-standby-is-gone).",
    )
  }
  if (!isShown) {
    return warning(
      `${counted(attached, 'standby connection')}; this role can't see whether one is synchronous.`,
      'As a superuser: grant pg_monitor to <the role of DATABASE_URL>;',
    )
  }
  return ok(`${counted(synchronous, 'synchronous standby')} for '${required}'.`)
}

/** Commits still waiting for a standby after two seconds. */
async function countSlowCommits(sql: Sql): Promise<number> {
  const sample = async () => {
    const rows = await sql.queryOnce<{ commit: string }>(COMMITTING)
    return rows.map(({ commit }) => commit)
  }
  const before = await sample()
  if (before.length === 0) return 0
  await pause(SLOW_SECONDS * 1_000)
  const after = await sample()
  return before.filter((commit) => after.includes(commit)).length
}

interface Slot {
  name: string
  isActive: boolean
  status: string | null
  heldBytes: number | null
}

const SLOTS = `
  select slot_name as name, active as "isActive", wal_status as status,
    pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8 as "heldBytes"
  from pg_replication_slots order by restart_lsn nulls first`

export async function checkSlots({ sql }: Patient): Promise<Finding> {
  const slots = await (await sql()).queryOnce<Slot>(SLOTS)
  const idle = slots.filter(({ isActive }) => !isActive)
  const move = idle.find(({ name }) => name.startsWith('move_'))
  if (move) {
    return wrong(
      `The slot ${move.name} of a move is not read; it keeps ${megabytes(move.heldBytes)} of WAL and fills the disk.`,
      'Run move-organization again, or with --abort (docs/operating.md#move-an-organization).',
    )
  }
  const [first] = idle
  if (first) {
    return warning(
      `${counted(idle.length, 'slot')} without a reader, ${first.name} keeps ${megabytes(first.heldBytes)} of WAL.`,
      `Start its standby, or: select pg_drop_replication_slot('${first.name}');`,
    )
  }
  return ok(
    slots.length === 0 ? 'No replication slots.' : `${counted(slots.length, 'slot')}, all read.`,
  )
}

interface LongTransaction {
  /** `null` for a prepared transaction. */
  pid: number | null
  name: string
  seconds: number
}

// Without pg_monitor, a role sees only the service's transactions.
const TRANSACTIONS = `
  select pid, name, extract(epoch from clock_timestamp() - since)::int as seconds
  from (
    select pid, application_name as name, xact_start as since from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
    union all
    select null, gid, prepared from pg_prepared_xacts where database = current_database()
  ) as transactions
  where since < clock_timestamp() - interval '5 minutes'
  order by since`

export async function checkTransactions({ sql }: Patient): Promise<Finding> {
  const long = await (await sql()).queryOnce<LongTransaction>(TRANSACTIONS)
  const [oldest] = long
  if (!oldest) return ok('None is older than 5 minutes.')
  const names = long.map(({ pid, name }) => `${name || 'unnamed'} (${pid ?? 'prepared'})`)
  return warning(
    `${counted(long.length, 'transaction')} older than 5 minutes, ${minutes(oldest.seconds)} at most: ${named(names)}.`,
    oldest.pid === null
      ? `rollback prepared '${oldest.name}';`
      : `They retain dead rows and locks. If nobody needs it: select pg_terminate_backend(${oldest.pid});`,
  )
}

function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)} min`
}
