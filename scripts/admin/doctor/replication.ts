import { type Check, counted, named, ok, warning, wrong } from './check.ts'

// The checks of what PostgreSQL waits for or keeps: standbys, slots, long transactions.

interface Standbys {
  required: string
  attached: number
  synchronous: number
  isShown: boolean
  waiting: number
}

// `sync_state` is hidden from roles without pg_monitor.
const STANDBYS = `
  select current_setting('synchronous_standby_names') as required,
    (select count(*)::int from pg_stat_replication) as attached,
    (select count(*)::int from pg_stat_replication where sync_state in ('sync', 'quorum')) as synchronous,
    pg_has_role('pg_monitor', 'USAGE') as "isShown",
    (select count(*)::int from pg_stat_activity where wait_event = 'SyncRep') as waiting`

export const standbyCheck: Check = {
  name: 'standby',
  async run({ sql }) {
    const [standbys] = await (await sql()).queryOnce<Standbys>(STANDBYS)
    if (!standbys) throw new Error('PostgreSQL returned no row')
    const { required, attached, synchronous, isShown, waiting } = standbys
    const waits = waiting > 0 ? `; ${counted(waiting, 'commit')} waiting` : ''
    if (required === '') {
      return ok(`No standby is required${attached > 0 ? `; ${attached} attached` : ''}.`)
    }
    const isGone = isShown ? synchronous === 0 : attached === 0
    if (isGone || waiting > 0) {
      return wrong(
        `synchronous_standby_names is '${required}' and no such standby is attached${waits}: changes get a 503.`,
        'Start the standby, or take it out of synchronous_standby_names (docs/operating.md#when-the-standby-is-gone).',
      )
    }
    if (!isShown) {
      return warning(
        `${counted(attached, 'standby connection')}; this role can't see whether one is synchronous.`,
        'As a superuser: grant pg_monitor to <the role of DATABASE_URL>;',
      )
    }
    return ok(`${counted(synchronous, 'synchronous standby')} for '${required}'.`)
  },
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

export const slotsCheck: Check = {
  name: 'slots',
  async run({ sql }) {
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
    return ok(slots.length === 0 ? 'There is none.' : `${counted(slots.length, 'slot')}, all read.`)
  },
}

interface LongTransaction {
  pid: number
  name: string
  state: string | null
  seconds: number
}

// Without pg_monitor a role sees the transactions of its own connections alone: those of the service.
const TRANSACTIONS = `
  select pid, application_name as name, state, extract(epoch from clock_timestamp() - xact_start)::int as seconds
  from pg_stat_activity
  where datname = current_database() and xact_start < clock_timestamp() - interval '5 minutes'
    and backend_type = 'client backend'
  union all
  select 0, gid, 'prepared', extract(epoch from clock_timestamp() - prepared)::int from pg_prepared_xacts
  where database = current_database() and prepared < clock_timestamp() - interval '5 minutes'
  order by seconds desc`

export const transactionsCheck: Check = {
  name: 'transactions',
  async run({ sql }) {
    const long = await (await sql()).queryOnce<LongTransaction>(TRANSACTIONS)
    const [oldest] = long
    if (!oldest) return ok('None is older than 5 minutes.')
    const names = long.map(({ pid, name }) => `${name || 'unnamed'} (${pid})`)
    return warning(
      `${counted(long.length, 'transaction')} older than 5 minutes, ${minutes(oldest.seconds)} at most: ${named(names)}.`,
      oldest.state === 'prepared'
        ? `rollback prepared '${oldest.name}';`
        : `They keep dead rows and locks. When nobody needs it: select pg_terminate_backend(${oldest.pid});`,
    )
  },
}

function megabytes(bytes: number | null): string {
  return bytes === null ? 'an unknown amount' : `${Math.ceil(bytes / 1e6)} MB`
}

function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)} min`
}
