import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  type FileHandle,
  mkdir,
  open,
  readFile,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, escapeIdentifier } from 'pg'
import { EngineError, portTaken } from './engine-error.ts'
import { assertPortFree, freePort } from './ports.ts'
import { type Account, postgresBinaries, unprivilegedAccount } from './postgres-binaries.ts'
import {
  type ClusterPaths,
  clusterPaths,
  dataArgument,
  ensureCluster,
  SERVER_ENVIRONMENT,
} from './postgres-cluster.ts'
import { findProcess } from './process-table.ts'
import { spawnTied, type Tie } from './tied-process.ts'

export interface PostgresOptions {
  /** For data, log and password. Created if missing, and kept. */
  directory: string
  /** Default: any free port. */
  port?: number | undefined
  /** False: faster, but a crash may destroy the data. */
  durable: boolean
  /** Default: 100, as in PostgreSQL. */
  maxConnections?: number | undefined
  /** A folder with PostgreSQL's `bin`, `lib` and `share`. Default: this platform's package. */
  programs?: string | undefined
  tie?: Tie | undefined
}

export type Postgres = Awaited<ReturnType<typeof startPostgres>>

type Failure = 'PORT_TAKEN' | 'STILL_ENDING' | 'OTHER'

// Allows for crash recovery of a large development database.
const START_TIMEOUT_MS = 120_000
const POLL_MS = 10
const MAX_LOG_BYTES = 1_048_576
const NOT_DURABLE = ['fsync=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0']

/**
 * Starts PostgreSQL on 127.0.0.1, from the package registry. Ends with this process, however that ends. Works for root and
 * for any other account.
 *
 * @throws {EngineError} PORT_TAKEN, DIRECTORY_IN_USE, UNSUPPORTED_PLATFORM, NOT_STARTED
 */
export async function startPostgres(options: PostgresOptions) {
  await mkdir(options.directory, { recursive: true, mode: 0o700 })
  const paths = clusterPaths(await realpath(options.directory))
  await clearLeftovers(paths.data)
  if (options.port !== undefined) await assertPortFree(options.port)
  const account = await unprivilegedAccount(paths.data)
  const binaries = await postgresBinaries(account, options.programs)
  const password = await ensureCluster(paths, binaries, account, options.durable)

  const deadlineMs = Date.now() + START_TIMEOUT_MS
  while (true) {
    const port = options.port ?? (await freePort())
    const { child, logStart } = await launch(paths, binaries, account, { ...options, port })
    const ended = once(child, 'exit').then(([code, signal]) =>
      signal ? `killed by ${signal}` : `exit code ${code}`,
    )
    if (await untilReady(child, paths, deadlineMs)) {
      return {
        /** For the superuser, on the database `postgres`. */
        url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
        port,
        pid: child.pid ?? 0,
        /** Resolves when the server has exited, for any reason, with `exit code 1` or `killed by SIGKILL`. */
        ended,
        /** Stops the server. Resolves when it has exited. */
        stop: () => end(child, ended, options.durable),
      }
    }
    await end(child, ended, options.durable)
    const log = (await readFile(paths.log)).subarray(logStart).toString()
    const failure = failureIn(log)
    if (failure === 'PORT_TAKEN' && options.port !== undefined) throw portTaken(options.port)
    if (failure === 'OTHER' || Date.now() > deadlineMs) throw notStarted(paths.data, log)
    await sleep(POLL_MS * 10)
  }
}

async function launch(
  paths: ClusterPaths,
  binaries: string,
  account: Account | null,
  options: PostgresOptions,
): Promise<{ child: ChildProcess; logStart: number }> {
  const settings = [
    ownershipMark(process.pid, paths.data),
    `port=${options.port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `max_connections=${options.maxConnections ?? 100}`,
    ...(options.durable ? [] : NOT_DURABLE),
  ]
  const log = await openLog(paths.log)
  try {
    const { size: logStart } = await log.stat()
    const child = spawnTied(
      join(binaries, 'bin', 'postgres'),
      ['-D', dataArgument(paths, account), ...settings.flatMap((setting) => ['-c', setting])],
      {
        endSignal: endSignal(options.durable),
        tie: options.tie,
        cwd: paths.data,
        env: SERVER_ENVIRONMENT,
        stdio: ['ignore', log.fd, log.fd],
        ...account,
      },
    )
    return { child, logStart }
  } finally {
    await log.close()
  }
}

/** Appends, because the end of the last run may explain why this one was needed. */
async function openLog(path: string): Promise<FileHandle> {
  const { size } = await stat(path).catch(() => ({ size: 0 }))
  if (size > MAX_LOG_BYTES) await rename(path, `${path}.1`)
  return open(path, 'a', 0o600)
}

/** Waits until the eighth line of the pid file is "ready". */
async function untilReady(
  child: ChildProcess,
  paths: ClusterPaths,
  deadlineMs: number,
): Promise<boolean> {
  const pidFile = join(paths.data, 'postmaster.pid')
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadlineMs) {
    const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n')
    if (lines[0] === String(child.pid) && lines[7]?.trim() === 'ready') return true
    await sleep(POLL_MS)
  }
  return false
}

// A fast shutdown (SIGINT) writes a checkpoint; an immediate one (SIGQUIT) writes nothing.
function endSignal(durable: boolean): NodeJS.Signals {
  return durable ? 'SIGINT' : 'SIGQUIT'
}

async function end(child: ChildProcess, ended: Promise<string>, durable: boolean): Promise<void> {
  for (const signal of [endSignal(durable), 'SIGQUIT', 'SIGKILL'] as const) {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await Promise.race([ended, sleep(10_000, undefined, { ref: false })])
  }
}

function failureIn(log: string): Failure {
  if (/could not bind .*Address already in use/.test(log)) return 'PORT_TAKEN'
  // Processes of a killed server hold its shared memory a moment longer.
  if (log.includes('pre-existing shared memory block')) return 'STILL_ENDING'
  return 'OTHER'
}

function notStarted(dataDirectory: string, log: string): EngineError {
  const lines = log.trim().split('\n')
  const reasons = lines.filter((line) => /FATAL|PANIC|HINT|DETAIL|setpriv/.test(line))
  const reason = (reasons.length > 0 ? reasons : lines.slice(-3)).join('; ')
  return new EngineError('NOT_STARTED', `PostgreSQL in ${dataDirectory} didn't start: ${reason}`)
}

/** Runs a statement on a new connection. */
async function execute(
  url: string,
  statement: string,
  values: string[] = [],
): Promise<{ name: string }[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement, values)).rows
  } finally {
    await client.end()
  }
}

/** The URL of another database of the server. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${encodeURIComponent(database)}`
  return url.href
}

/** Creates the database if missing. */
export async function ensureDatabase(serverUrl: string, database: string): Promise<void> {
  const found = await execute(serverUrl, 'SELECT FROM pg_database WHERE datname = $1', [database])
  if (found.length === 0) await execute(serverUrl, `CREATE DATABASE ${escapeIdentifier(database)}`)
}

/** Drops each database whose name begins with `prefix`, terminating its connections. */
export async function dropDatabases(serverUrl: string, prefix: string): Promise<void> {
  const find = 'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)'
  for (const { name } of await execute(serverUrl, find, [prefix])) {
    await execute(serverUrl, `DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`)
  }
}

/** A setting ignored by PostgreSQL. Marks the server's command line with its owner and data directory. */
function ownershipMark(ownerPid: number, dataDirectory: string): string {
  return `local_engines.owner=${ownerPid}:${dataDirectory}`
}

/**
 * Prepares the data directory for a new server: removes a stale pid file, and ends a server that outlived its owner.
 *
 * @throws {EngineError} DIRECTORY_IN_USE if the owner is alive
 */
async function clearLeftovers(dataDirectory: string): Promise<void> {
  const pidFile = join(dataDirectory, 'postmaster.pid')
  const content = await readFile(pidFile, 'utf8').catch(() => null)
  if (content === null) return
  const pid = Number.parseInt(content, 10)
  const server = pid > 1 ? await findProcess(pid) : null
  const ownerPid = server && ownerOf(server.commandLine, dataDirectory)
  if (server && ownerPid) {
    // Orphans are reparented, so the parent is the owner only while it lives.
    if (server.parentPid === ownerPid) {
      throw new EngineError(
        'DIRECTORY_IN_USE',
        `${dataDirectory} is in use by process ${ownerPid}: stop that first`,
      )
    }
    await endOrphan(pid)
  }
  await rm(pidFile, { force: true })
}

function ownerOf(commandLine: string, dataDirectory: string): number | null {
  const match = /local_engines\.owner=(\d+):/.exec(commandLine)
  if (!match || !commandLine.includes(`${match[0]}${dataDirectory}`)) return null
  return Number(match[1])
}

// SIGINT shuts down fast, SIGQUIT immediately, without a checkpoint. SIGKILL is for a frozen process.
async function endOrphan(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    process.kill(pid, signal)
    for (let waitedMs = 0; waitedMs < 8_000; waitedMs += 50) {
      if (!(await findProcess(pid))) return
      await sleep(50)
    }
  }
  throw new EngineError('NOT_STARTED', `PostgreSQL with process id ${pid} doesn't stop`)
}
