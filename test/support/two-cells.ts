import { join } from 'node:path'
import { openSingleConnection } from '@mediajobs/db'
import { databaseUrl, ensureDatabase, startPostgres } from '@mediajobs/local-engines'
import { scratchFolder } from '@mediajobs/local-engines/testing'
import { migrate } from '@mediajobs/outbox'
import type { Test } from 'tap'
import { startAdmin } from './admin.ts'

// Tables are copied side by side, so that a test does not take long.
const SETTINGS = [
  `wal_level = 'logical'`,
  'max_wal_senders = 40',
  'max_replication_slots = 40',
  'max_active_replication_origins = 40',
  'max_worker_processes = 40',
  'max_logical_replication_workers = 32',
  'max_sync_workers_per_subscription = 12',
]
const SECRETS_KEY = Buffer.alloc(32, 1).toString('base64')

/** Starts a PostgreSQL of its own that can be the source of a move. @returns its URL */
export async function startLogicalPostgres(t: Test, name: string): Promise<string> {
  const directory = join(await scratchFolder(t), name)
  const first = await startPostgres({ directory, durable: true })
  await execute(first.url, ...SETTINGS.map((setting) => `alter system set ${setting}`))
  await first.stop()
  const server = await startPostgres({ directory, durable: true })
  t.teardown(async () => {
    await server.stop()
    const { readFileSync } = await import('node:fs')
    if (process.env.DEBUG_LOG) process.stderr.write(readFileSync(join(directory, 'postgres.log'), 'utf8').split('\n').filter((l) => /ERROR|CONTEXT|FATAL|WARN/.test(l)).slice(0, 40).join('\n'))
  })
  return server.url
}

/** A migrated database of `serverUrl`. @returns its URL */
export async function migratedDatabase(serverUrl: string, name: string): Promise<string> {
  await ensureDatabase(serverUrl, name)
  const url = databaseUrl(serverUrl, name)
  await migrate(url)
  return url
}

/** Runs statements on a connection of their own. @returns the rows of the last one */
export async function execute(
  url: string,
  ...statements: readonly string[]
): Promise<Record<string, unknown>[]> {
  const connection = await openSingleConnection(url, 'test')
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = await connection.rows(statement)
    return rows
  } finally {
    await connection.close()
  }
}

export interface Cells {
  sourceUrl: string
  targetUrl: string
  /** The base URL of the target's api. */
  targetApi: string
}

/** Starts `admin move-organization` from the cell aa to the cell bb. `more` overrides its environment. */
export function startMove(
  { sourceUrl, targetUrl, targetApi }: Cells,
  organization: string,
  args: readonly string[] = [],
  more: Record<string, string> = {},
) {
  const given = ['move-organization', '--organization', organization, '--to', 'bb', ...args]
  return startAdmin(given, sourceUrl, {
    CELL: 'aa',
    CELL_URLS: `bb=${targetApi}`,
    MOVE_TARGET_DATABASE_URL: targetUrl,
    SECRETS_KEY,
    ...more,
  })
}
