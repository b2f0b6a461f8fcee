import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startPostgres } from '@mediajobs/local-engines'
import pg from 'pg'
import type { Engine } from '../support/engine.ts'
import type { BenchKey } from '../support/fill.ts'
import type { Figure } from '../support/report.ts'
import { spreadOf } from '../support/statistics.ts'
import { type Loaded, underLoad } from './under-load.ts'

// Files that belong to the running server, or that it makes again at its start:
// https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
const LEFT_OUT = [
  './postmaster.*',
  './pg_wal/*',
  './pg_replslot/*',
  './pg_stat_tmp/*',
  'pgsql_tmp*',
]
/** tar ends with it when a file has changed while it was read. The write-ahead log mends such files. */
const CHANGED = 1
const COUNT = 'select count(*)::integer as projects from projects'

export interface BackedUp {
  databaseBytes: number
  backupBytes: number
  load: Loaded
  unpackSeconds: number
  recoverSeconds: number
}

/**
 * Takes a compressed base backup while requests are sent, removes the server with its data, and restores it. The
 * engine's PostgreSQL has ended then.
 */
export async function backUpAndRestore(
  engine: Engine,
  folder: string,
  keys: readonly BenchKey[],
): Promise<{ figures: Figure[]; samples: { backup: BackedUp } }> {
  const directory = engine.postgresFolder
  const { rows } = await engine.client.query<{ bytes: string }>(
    `select pg_database_size(current_database()) as bytes`,
  )
  const files = join(folder, 'base.tar.zst')
  const log = join(folder, 'wal.tar.zst')
  const before = await projectsAt(engine.databaseUrl)
  const data = join(directory, 'data')
  const { uid, gid } = await stat(data)
  let label = ''
  const loaded = await underLoad(engine, folder, keys, async () => {
    label = await takeBackup(engine, data, files, log)
  })
  await engine.stopPostgres()
  await rm(data, { recursive: true })

  const unpackedMs = performance.now()
  await mkdir(data, { mode: 0o700 })
  for (const archive of [files, log]) await tar('-x', '-f', archive, '-C', data)
  await writeFile(join(data, 'backup_label'), label, { mode: 0o600 })
  await chown(join(data, 'backup_label'), uid, gid)
  const unpackSeconds = (performance.now() - unpackedMs) / 1_000

  const recoveredMs = performance.now()
  const postgres = await startPostgres({ directory, durable: true })
  const recoverSeconds = (performance.now() - recoveredMs) / 1_000
  const missing = Math.max(0, before - (await projectsAt(postgres.url)))
  await postgres.stop()
  const backupBytes = (await stat(files)).size + (await stat(log)).size
  const figure = (name: string, value: number): Figure => {
    return { name: `P13 backup: ${name}`, goal: '–', value: spreadOf([value]), isMet: true }
  }
  const databaseBytes = Number(rows[0]?.bytes)
  return {
    figures: [
      figure('GB of the database', databaseBytes / 1e9),
      figure('GB of the backup', backupBytes / 1e9),
      figure('taken under load, s', loaded.seconds),
      figure('unpacked, s', unpackSeconds),
      figure('recovered, s', recoverSeconds),
      { ...figure('projects that are missing', missing), goal: '0', isMet: missing === 0 },
    ],
    samples: {
      backup: { databaseBytes, backupBytes, load: loaded, unpackSeconds, recoverSeconds },
    },
  }
}

/**
 * A base backup of the running server by the low-level backup API, compressed by zstd: its files in one archive, and
 * the write-ahead log that they need in another. Returns the label of the backup, which a restore needs.
 */
async function takeBackup(
  { client }: Engine,
  data: string,
  files: string,
  log: string,
): Promise<string> {
  await client.query(`alter system set wal_keep_size = '4GB'`)
  await client.query('select pg_reload_conf()')
  await client.query(`select pg_backup_start('bench', fast => true)`)
  await tar('-c', '-f', files, '-C', data, ...LEFT_OUT.map((path) => `--exclude=${path}`), '.')
  const { rows } = await client.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(wait_for_archive => false)',
  )
  await tar('-c', '-f', log, '-C', data, './pg_wal')
  return rows[0]?.labelfile ?? ''
}

/** Runs tar with zstd. */
async function tar(...args: string[]): Promise<void> {
  const child = spawn('tar', ['-I', 'zstd -1', ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-1_000)
  })
  const [code] = await once(child, 'close')
  if (code !== 0 && code !== CHANGED) throw new Error(`tar ended with ${code}: ${errors}`)
}

async function projectsAt(url: string): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ projects: number }>(COUNT)
    return rows[0]?.projects ?? 0
  } finally {
    await client.end()
  }
}
