import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openSingleConnection } from '@mediajobs/db'
import { databaseUrl, ensureDatabase, startPostgres } from '@mediajobs/local-engines'
import { scratchFolder } from '@mediajobs/local-engines/testing'
import { migrate } from '@mediajobs/outbox'
import type { Test } from 'tap'
import { startAdmin } from './admin.ts'

// Logical replication that copies tables in parallel, to be quick.
const SETTINGS = [
  `wal_level = 'logical'`,
  'max_wal_senders = 40',
  'max_replication_slots = 40',
  'max_active_replication_origins = 40',
  'max_worker_processes = 40',
  'max_logical_replication_workers = 32',
  'max_sync_workers_per_subscription = 12',
]
const POLL_MS = 10
const SECRETS_KEY = Buffer.alloc(32, 1).toString('base64')

/** Starts a separate PostgreSQL that can be the source of a move. @returns its URL */
export async function startLogicalPostgres(t: Test, name: string): Promise<string> {
  const directory = join(await scratchFolder(t), name)
  const first = await startPostgres({ directory, durable: true })
  await execute(first.url, ...SETTINGS.map((setting) => `alter system set ${setting}`))
  await first.stop()
  const server = await startPostgres({ directory, durable: true })
  t.teardown(() => server.stop())
  return server.url
}

/** A migrated database of `serverUrl`. @returns its URL */
export async function migratedDatabase(serverUrl: string, name: string): Promise<string> {
  await ensureDatabase(serverUrl, name)
  const url = databaseUrl(serverUrl, name)
  await migrate(url)
  return url
}

/** Runs statements on a separate connection. @returns the last one's rows */
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
  const to = args.includes('--to') ? [] : ['--to', 'bb']
  const given = ['move-organization', '--organization', organization, ...to, ...args]
  const { child, outcome } = startAdmin(given, sourceUrl, {
    CELL: 'aa',
    CELL_URLS: `bb=${targetApi}`,
    MOVE_TARGET_DATABASE_URL: targetUrl,
    SECRETS_KEY,
    ...more,
  })
  let output = ''
  child.stdout?.on('data', (text) => {
    output += text
  })
  return {
    child,
    outcome,
    /** Waits until it has printed `text`. @throws if it ends first */
    async printed(text: string): Promise<void> {
      while (!output.includes(text)) {
        if (child.exitCode !== null) throw new Error(`no "${text}": ${(await outcome).stderr}`)
        await pause(POLL_MS)
      }
    },
  }
}
