import { appendFile, chown, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, openDatabase } from '@mediajobs/db'
import { type Postgres, startPostgres } from '@mediajobs/local-engines'
import { processTree, until } from '@mediajobs/local-engines/testing'
import type { Test } from 'tap'
import { takeBaseBackup } from './base-backup.ts'

/** What a standby needs to know about its primary. */
export interface Primary {
  readonly directory: string
  readonly url: string
  /** For an operator's statements. */
  readonly database: Database
}

/** A PostgreSQL server of a pair, with its own data directory. */
export interface PostgresNode extends Primary {
  /** Name in `synchronous_standby_names`. */
  readonly name: string
  /** Shuts down cleanly: the standby receives everything. */
  stop(): Promise<void>
  /** Kills all processes of the server at once, like a machine failure. */
  kill(): Promise<void>
}

const STREAMING = `
  select from pg_stat_replication where application_name = $1 and state = 'streaming'`
const SYNCHRONOUS = `
  select from pg_stat_replication where application_name = $1 and sync_state = 'sync'`

/** Starts the server of `directory`: a new one, or one that stopped or was copied. */
export async function startNode(t: Test, name: string, directory: string): Promise<PostgresNode> {
  const postgres = await startPostgres({ directory, durable: true })
  const database = openDatabase({
    ...{ url: postgres.url, poolSize: 2, applicationName: 'operator' },
    onError() {},
  })
  async function end(server: () => Promise<void>): Promise<void> {
    await server()
    await database.close()
  }
  let ended: Promise<void> | undefined
  const node: PostgresNode = {
    name,
    directory,
    url: postgres.url,
    database,
    stop: () => (ended ??= end(postgres.stop)),
    kill: () => (ended ??= end(() => killAll(postgres))),
  }
  t.teardown(() => node.stop())
  return node
}

async function killAll(postgres: Postgres): Promise<void> {
  // SIGSTOP first, so it starts no more processes.
  process.kill(postgres.pid, 'SIGSTOP')
  for (const pid of await processTree(postgres.pid)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
  await postgres.ended
}

/** Copies the primary and starts the copy as its standby. */
export async function copyAsStandby(
  t: Test,
  primary: Primary,
  name: string,
  directory: string,
): Promise<PostgresNode> {
  await takeBaseBackup(primary.database, primary.directory, directory)
  return startStandby(t, primary, name, directory)
}

/** Starts the server of `directory` as the standby of `primary`. Resolves when it streams. */
export async function startStandby(
  t: Test,
  primary: Primary,
  name: string,
  directory: string,
): Promise<PostgresNode> {
  const { port, password } = new URL(primary.url)
  const conninfo = `host=127.0.0.1 port=${port} user=postgres password=${password} application_name=${name}`
  const data = join(directory, 'data')
  const signal = join(data, 'standby.signal')
  await writeFile(signal, '')
  const { uid, gid } = await stat(data)
  await chown(signal, uid, gid)
  await appendFile(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = '${conninfo}'\nsynchronous_standby_names = ''\n`,
  )
  const node = await startNode(t, name, directory)
  await until(`${name} streams`, () => hasRow(primary, STREAMING, [name]))
  return node
}

/** Makes each commit of `primary` wait for the standby, even an absent one. */
export async function requireStandby(primary: Primary, standby: PostgresNode): Promise<void> {
  await setStandbyNames(primary, standby.name)
  await until(`${standby.name} is synchronous`, () => hasRow(primary, SYNCHRONOUS, [standby.name]))
}

/** Lets `primary` commit without a standby, including commits that already wait. */
export function waitForNoStandby(primary: Primary): Promise<void> {
  return setStandbyNames(primary, '')
}

async function setStandbyNames({ database }: Primary, names: string): Promise<void> {
  await database.pool.query(`alter system set synchronous_standby_names = '${names}'`)
  await database.pool.query('select pg_reload_conf()')
}

/** Promotes a standby. Resolves when it accepts writes. */
export async function promote({ database }: PostgresNode): Promise<void> {
  await database.pool.query('select pg_promote(true, 60)')
}

async function hasRow({ database }: Primary, text: string, values: string[]): Promise<boolean> {
  const { rowCount } = await database.pool.query(text, values)
  return rowCount === 1
}
