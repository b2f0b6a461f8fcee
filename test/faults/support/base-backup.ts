import { chown, copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Database } from '@mediajobs/db'

// Files that belong to the running server, or that it recreates on startup:
// https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|pg_(dynshmem|notify|serial|snapshots|stat_tmp|subtrans|replslot)\/.+|.*pgsql_tmp.*)$/

/**
 * A base backup of the running server by the low-level API, with its WAL: a server started on `to` recovers to about the
 * moment at which this resolves.
 *
 * @param from the directory given to `startPostgres`
 * @param to a nonexistent directory
 */
export async function takeBaseBackup(database: Database, from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  await database.pool.query(`alter system set wal_keep_size = '1GB'`)
  await database.pool.query('select pg_reload_conf()')
  // Start and stop must share a session.
  const session = await database.pool.connect()
  try {
    // The checkpoint of a busy server takes longer than the service lets a statement run.
    await session.query('set statement_timeout = 0')
    await session.query(`select pg_backup_start('fault', fast => true)`)
    await copyTree(from, to, (path) => {
      const inData = path.startsWith(`data${sep}`) ? path.slice('data'.length + 1) : ''
      return path !== 'postgres.log' && !inData.startsWith(`pg_wal${sep}`) && !LEFT_OUT.test(inData)
    })
    const { rows } = await session.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    )
    await copyTree(from, to, (path) => path.startsWith(join('data', 'pg_wal') + sep))
    const label = join(to, 'data', 'backup_label')
    await writeFile(label, rows[0]?.labelfile ?? '', { mode: 0o600 })
    await ownAs(join(from, 'data'), label)
  } finally {
    session.release(true)
  }
}

/** Copies files with their owners, while files appear and disappear. */
async function copyTree(
  from: string,
  to: string,
  isWanted: (path: string) => boolean,
): Promise<void> {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(from.length + 1)
    if (!isWanted(path)) continue
    try {
      if (entry.isDirectory()) await mkdir(join(to, path), { recursive: true, mode: 0o700 })
      else if (entry.isFile()) await copyFile(join(from, path), join(to, path))
      await ownAs(join(from, path), join(to, path))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}

async function ownAs(from: string, to: string): Promise<void> {
  const { uid, gid } = await stat(from)
  await chown(to, uid, gid)
}
