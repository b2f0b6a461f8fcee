import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { EngineError } from './engine-error.ts'
import { type Account, postgresVersion } from './postgres-binaries.ts'
import { spawnTied } from './tied-process.ts'

export type ClusterPaths = ReturnType<typeof clusterPaths>

export function clusterPaths(directory: string) {
  return {
    data: join(directory, 'data'),
    log: join(directory, 'postgres.log'),
    password: join(directory, 'password'),
  }
}

/** Shields the server from the caller's PG* variables and locale. */
export const SERVER_ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

/**
 * The `-D` argument. The data directory is also the server's working directory. An unprivileged account owns it, but may
 * lack access to its parents (root's home), which `/proc/self/cwd` doesn't need.
 */
export function dataArgument(paths: ClusterPaths, account: Account | null): string {
  return account && process.platform === 'linux' ? '/proc/self/cwd' : paths.data
}

// The initdb of a killed start may still be writing.
const STILL_WRITTEN = { maxRetries: 10, retryDelay: 100 }

/** Creates the cluster if missing, atomically, and returns the password of its superuser `postgres`. */
export async function ensureCluster(
  paths: ClusterPaths,
  binaries: string,
  account: Account | null,
  durable: boolean,
): Promise<string> {
  if (existsSync(join(paths.data, 'PG_VERSION'))) return readFile(paths.password, 'utf8')
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
    // Opened by this process, so the account needs no access to its folder.
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

/** Version-specific arguments. */
function argumentsOf(major: number): string[] {
  // Byte order, and Unicode case mapping. Versions before 17 only have the system's locales.
  const locale =
    major >= 17
      ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
      : ['--locale=C.UTF-8']
  // Iterations add no security to 192 random bits, and slow connecting.
  return major >= 16 ? [...locale, '--set=scram_iterations=1'] : locale
}
