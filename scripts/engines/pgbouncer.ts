import { execFileSync } from 'node:child_process'
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, unprivilegedAccount } from '@mediajobs/local-engines'
import { documentedPooler } from './documented.ts'
import type { Engine } from './engine.ts'
import { MissingEngine } from './missing-engine.ts'
import { findProgram } from './programs.ts'
import { startServer } from './server.ts'

// Earlier versions have no prepared statements in transaction mode.
const OLDEST_MINOR = 21
const HOW_TO_GET = 'Debian 13: apt-get install pgbouncer'

/** The path and the version of a PgBouncer that the service can use. Throws MissingEngine. */
export function findPooler(): { program: string; version: string } {
  const program = findProgram({ name: 'pgbouncer', howToGet: HOW_TO_GET })
  const said = execFileSync(program, ['--version'], { encoding: 'utf8' })
  const [, version = '', minor] = /PgBouncer (1\.(\d+)\S*)/.exec(said) ?? []
  if (Number(minor) >= OLDEST_MINOR) return { program, version }
  const needed = `1.${OLDEST_MINOR} or later is needed. ${HOW_TO_GET}, or set PGBOUNCER_PATH`
  throw new MissingEngine(`PgBouncer ${version || said.trim()} is too old: ${needed}`)
}

/**
 * The server with a PgBouncer in transaction mode in front of it, set as docs/operating.md says. The end of the
 * pooler is that of the server too.
 */
export async function withPooler(
  server: Engine,
  { program, version }: { program: string; version: string },
  folder: string,
): Promise<Engine> {
  const url = new URL(server.environment.TEST_DATABASE_URL ?? '')
  const port = await freePort()
  const files = join(folder, 'pgbouncer')
  await mkdir(files)
  const users = join(files, 'users.txt')
  await writeFile(users, `"${url.username}" "${decodeURIComponent(url.password)}"\n`)
  const configuration = join(files, 'pgbouncer.ini')
  await writeFile(configuration, poolerConfiguration(Number(url.port), port, users))
  const account = await unprivilegedAccount(files)
  // It refuses to run as root, so another account reads these files.
  if (account)
    await Promise.all([folder, files].map((path) => chown(path, account.uid, account.gid)))
  const log = join(files, 'pgbouncer.log')
  // At SIGTERM it waits for its clients.
  const options = {
    program,
    args: [configuration],
    port,
    log,
    endSignal: 'SIGQUIT',
    account,
  } as const
  const pooler = await startServer(options)
  url.port = String(port)
  return {
    version: `${server.version}, PgBouncer ${version}`,
    environment: { ...server.environment, TEST_POOLER_URL: url.href },
    async end() {
      await pooler.end()
      await server.end()
    },
  }
}

/** The lines of the page come first, and the end of the page's block is in the section [pgbouncer]. */
export function poolerConfiguration(serverPort: number, port: number, users: string): string {
  const own = [
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${users}`,
    // Fewer than the 10 connections of an api, so that transactions share them.
    'default_pool_size = 6',
    // Each test file has a database, and each database has a pool.
    'server_idle_timeout = 10',
    'max_client_conn = 2000',
  ]
  return `${documentedPooler(serverPort)}${own.join('\n')}\n`
}
