import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { EngineError } from './engine-error.ts'
import { postgresVersion } from './postgres-binaries.ts'
import { spawnTied } from './tied-process.ts'
import type { Account } from './unprivileged-account.ts'

/** The files of one PostgreSQL, all below `directory`. */
export interface ClusterPaths {
  directory: string
  data: string
  log: string
  password: string
}

export function clusterPaths(directory: string): ClusterPaths {
  return {
    directory,
    data: join(directory, 'data'),
    log: join(directory, 'postgres.log'),
    password: join(directory, 'password'),
  }
}

/** The environment of the server: the caller's PG* variables and locale must not affect it. */
export const SERVER_ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

/**
 * The argument for the data directory, which is also the working directory of the server. The account that
 * is used in place of root owns the directory, but may have no access to the folders above it (root's home).
 * Linux follows this link without access to them.
 */
export function dataArgument(paths: ClusterPaths, account: Account | null): string {
  return account && process.platform === 'linux' ? '/proc/self/cwd' : paths.data
}

// After a start was killed, its initdb still writes for a moment.
const STILL_WRITTEN = { maxRetries: 10, retryDelay: 100 }

/**
 * Makes the cluster unless it exists, and returns the password of its superuser `postgres`. An interrupted
 * run leaves no folder with the name of the cluster.
 */
export async function ensureCluster(
  paths: ClusterPaths,
  binaries: string,
  account: Account | null,
  durable: boolean,
): Promise<string> {
  if (await exists(join(paths.data, 'PG_VERSION'))) return readFile(paths.password, 'utf8')
  const password = randomBytes(24).toString('base64url')
  const unfinished = { ...paths, data: `${paths.data}.unfinished` }
  await rm(unfinished.data, { recursive: true, force: true, ...STILL_WRITTEN })
  await rm(paths.password, { force: true })
  await mkdir(unfinished.data, { mode: 0o700 })
  await writeFile(paths.password, password, { mode: 0o600 })
  if (account) {
    await chown(unfinished.data, account.uid, account.gid)
    await chown(paths.password, account.uid, account.gid)
  }
  await runInitdb(unfinished, binaries, account, durable)
  await rename(unfinished.data, paths.data)
  return password
}

async function runInitdb(
  paths: ClusterPaths,
  binaries: string,
  account: Account | null,
  durable: boolean,
): Promise<void> {
  const args = [
    ...['-D', dataArgument(paths, account), '-U', 'postgres', '-E', 'UTF8'],
    ...argumentsOf(Number.parseInt(postgresVersion(binaries), 10)),
    // The file is opened in this process, so that the account needs no access to its folder.
    ...['--auth=scram-sha-256', '--pwfile=/dev/fd/3'],
    ...(durable ? [] : ['--no-sync']),
  ]
  const passwordFile = await open(paths.password, 'r')
  try {
    const initdb = spawnTied(join(binaries, 'bin', 'initdb'), args, {
      endSignal: 'SIGTERM',
      cwd: paths.data,
      env: SERVER_ENVIRONMENT,
      stdio: ['ignore', 'ignore', 'pipe', passwordFile.fd],
      ...account,
    })
    const [output] = await Promise.all([
      initdb.stderr ? text(initdb.stderr) : '',
      once(initdb, 'exit'),
    ])
    if (initdb.exitCode === 0) return
    const reason = output.trim().replaceAll('\n', '; ')
    throw new EngineError('NOT_STARTED', `initdb failed in ${paths.data}: ${reason}`)
  } finally {
    await passwordFile.close()
  }
}

/** The arguments that not every major version has. */
function argumentsOf(major: number): string[] {
  // Texts in the order of their bytes, and upper and lower case for all of Unicode. Versions before 17 have only
  // the locales of the system.
  const locale =
    major >= 17
      ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
      : ['--locale=C.UTF-8']
  // The password has 192 random bits, so more iterations add no security; one makes connections faster.
  return major >= 16 ? [...locale, '--set=scram_iterations=1'] : locale
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
