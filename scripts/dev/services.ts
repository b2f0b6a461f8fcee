import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type FSWatcher, globSync, watch } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { EngineError, spawnTied } from '@mediajobs/local-engines'
import { withDeadline } from '@mediajobs/runtime'
import { SERVICES, type ServiceName } from './data-folder.ts'
import { type Environment, ROOT } from './environment.ts'
import { type Kept, keepRunning, type Running } from './supervise.ts'

interface ServicesOptions {
  apiUrl: string
  environments: Record<ServiceName, Environment>
  say(line: string): void
  onChange(): void
  /** Stops waiting for the services, and ends them. */
  signal: AbortSignal
}

const SLOW_MS = 15_000
const POLL_MS = 50

/**
 * Starts all services, and restarts each when it exits or its sources change. Resolves when the api is ready. @throws
 * {EngineError} if one exits before that, after printing its output
 */
export async function startServices(options: ServicesOptions) {
  const { environments, say, onChange, signal } = options
  // Only warnings by default: a line per request would drown out important ones.
  const start = (name: ServiceName) =>
    startService(name, { LOG_LEVEL: 'warn', ...environments[name] }, say)
  const first = forEach(start)
  const waiting = new AbortController()
  try {
    await Promise.race([
      untilReady(options, AbortSignal.any([signal, waiting.signal])),
      ...SERVICES.map((name) => failure(name, first[name])),
    ])
  } catch (error) {
    await Promise.all(SERVICES.map((name) => first[name].stop()))
    throw error
  } finally {
    waiting.abort()
  }
  const kept = forEach((name) =>
    keepRunning({ name, first: first[name], startAgain: () => start(name), say, onChange }),
  )
  const endReloads = reloadOnSave(kept, say)
  return {
    pids: () => forEach((name) => kept[name].pid()),
    async stop(): Promise<void> {
      endReloads()
      await Promise.all(SERVICES.map((name) => kept[name].stop()))
    },
  }
}

function forEach<Value>(make: (name: ServiceName) => Value): Record<ServiceName, Value> {
  return { api: make('api'), dispatcher: make('dispatcher'), media: make('media') }
}

// No time limit: on a busy machine a start takes minutes, and a service that fails exits.
async function untilReady({ apiUrl, say }: ServicesOptions, signal: AbortSignal): Promise<void> {
  const slow = setInterval(() => say(`${apiUrl} is not ready yet: still waiting`), SLOW_MS)
  try {
    while (true) {
      const response = await fetch(`${apiUrl}/health/ready`, { signal }).catch(() => null)
      await response?.body?.cancel()
      if (response?.ok) return
      await sleep(POLL_MS, undefined, { signal })
    }
  } finally {
    clearInterval(slow)
  }
}

async function failure(name: string, { ended }: Running): Promise<never> {
  const how = await ended
  throw new EngineError('NOT_STARTED', `The ${name} did not start (${how})`)
}

// A service takes up to 14 seconds to finish its work.
const STOP_LIMIT_MS = 15_000

/** Starts `apps/<name>` as a process tied to this one. Its output goes to `say`. */
function startService(
  name: ServiceName,
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Running {
  const child = spawnTied(process.execPath, [`apps/${name}/src/main.ts`], {
    // The database ends at the same time, so the service can't finish its work anyway.
    endSignal: 'SIGKILL',
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const input of [child.stdout, child.stderr]) {
    if (input) createInterface({ input }).on('line', (line) => say(readableLine(name, line)))
  }
  const ended = endOf(child)
  return {
    pid: child.pid ?? 0,
    ended,
    async stop(limitMs = STOP_LIMIT_MS) {
      child.kill('SIGTERM')
      await withDeadline(ended, limitMs)
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** How it ended, for people, once all its output is printed. */
async function endOf(child: ChildProcess): Promise<string> {
  const [code, signal] = await once(child, 'close')
  return signal ? `killed by ${signal}` : `exit code ${code}`
}

const SHOWN_ELSEWHERE = new Set(['level', 'time', 'service', 'msg', 'err', 'pid', 'hostname'])

/** One line of a child's output for the terminal. Formats JSON, and leaves other lines unchanged. */
function readableLine(name: string, line: string): string {
  const fields = parse(line)
  if (!fields) return `${name.padEnd(10)} ${line}`.trimEnd()
  const rest = Object.entries(fields).filter(([field]) => !SHOWN_ELSEWHERE.has(field))
  const parts = [
    name.padEnd(10),
    String(fields.level ?? '').padEnd(5),
    String(fields.msg ?? ''),
    ...rest.map(([field, of]) => `${field}=${typeof of === 'string' ? of : JSON.stringify(of)}`),
    errorText(fields.err),
  ]
  return parts.filter((part) => part !== '').join(' ')
}

function parse(line: string): Record<string, unknown> | null {
  if (!line.startsWith('{')) return null
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** A stack starts with the error's name and message. */
function errorText(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  if ('stack' in error && error.stack) return `\n${error.stack}`
  return 'message' in error ? String(error.message) : ''
}

// Services don't run code of the other packages.
const FOLDERS = ['apps/*/src/**/', 'packages/!(client|local-engines)/src/**/', 'migrations/']
const SOURCE = /\.(ts|js|mjs|json|css|sql)$/
// Editors save in several steps, and switching branches writes many files.
const QUIET_MS = 100

/**
 * Restarts a service when its sources change, and all services when a package changes. Doesn't run migrations, which
 * should be read first.
 *
 * `node --watch` hides the process id, and after a crash waits for the next save.
 *
 * @returns a function that ends it
 */
function reloadOnSave(
  services: Record<ServiceName, Kept>,
  say: (line: string) => void,
): () => void {
  const watchers = new Map<string, FSWatcher>()
  const saved = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  // Folders, not files: editors replace files.
  function watchFolders(): void {
    const folders = globSync(FOLDERS, { cwd: ROOT }).map((path) => path.replace(/\/$/, ''))
    for (const [folder, watcher] of watchers) {
      if (folders.includes(folder)) continue
      watcher.close()
      watchers.delete(folder)
    }
    for (const folder of folders) {
      if (watchers.has(folder)) continue
      const watcher = watch(join(ROOT, folder), (_event, name) => changed(`${folder}/${name}`))
      watcher.on('error', () => {})
      watchers.set(folder, watcher)
    }
  }

  function changed(path: string): void {
    saved.add(path)
    clearTimeout(timer)
    timer = setTimeout(reload, QUIET_MS)
  }

  function reload(): void {
    const paths = [...saved].filter((path) => SOURCE.test(path))
    // The rest may be new folders.
    if (paths.length < saved.size) watchFolders()
    saved.clear()
    if (paths.some((path) => path.startsWith('migrations/'))) {
      say('a migration was saved: restart `dev` to run it')
    }
    for (const name of SERVICES) {
      const own = paths.filter(
        (path) => path.startsWith(`apps/${name}/`) || path.startsWith('packages/'),
      )
      if (own.length > 0) services[name].restart(`${described(own)} saved`)
    }
  }

  watchFolders()
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers.values()) watcher.close()
  }
}

/** `a.ts`, or `a.ts and 2 more`. */
function described([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} more`
}
