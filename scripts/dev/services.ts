import { setTimeout as sleep } from 'node:timers/promises'
import { EngineError } from '@mediajobs/local-engines'
import { keepRunning, type Running } from './keep-running.ts'
import { reloadOnSave } from './reload-on-save.ts'
import { startService } from './service-process.ts'
import { SERVICES, type ServiceName } from './source-folders.ts'

type Environment = Record<string, string | undefined>

export interface Services {
  pids(): Record<ServiceName, number>
  stop(): Promise<void>
}

export interface ServicesOptions {
  apiUrl: string
  environments: Record<ServiceName, Environment>
  say(line: string): void
  onChange(): void
  /** Stops the wait for the services, and ends them. */
  signal: AbortSignal
}

const READY_TIMEOUT_MS = 60_000
const POLL_MS = 50

/**
 * Starts all services, and starts one again when it ends or its sources are saved. Resolves when the
 * api is ready. Throws EngineError when one of them ends before that, after its output was shown.
 */
export async function startServices(options: ServicesOptions): Promise<Services> {
  const { apiUrl, environments, say, onChange, signal } = options
  // Only warnings by default: with a line for each request, important lines are hard to see.
  const start = (name: ServiceName) =>
    startService(name, { LOG_LEVEL: 'warn', ...environments[name] }, say)
  const first = forEach(start)
  const waiting = new AbortController()
  try {
    await Promise.race([
      untilReady(apiUrl, AbortSignal.any([signal, waiting.signal])),
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
  const endReloads = await reloadOnSave({ services: kept, say })
  return {
    pids: () => forEach((name) => kept[name].pid()),
    async stop() {
      await endReloads()
      await Promise.all(SERVICES.map((name) => kept[name].stop()))
    },
  }
}

function forEach<Value>(make: (name: ServiceName) => Value): Record<ServiceName, Value> {
  return { api: make('api'), dispatcher: make('dispatcher'), media: make('media') }
}

async function untilReady(apiUrl: string, signal: AbortSignal): Promise<void> {
  const deadlineMs = Date.now() + READY_TIMEOUT_MS
  while (Date.now() < deadlineMs) {
    const response = await fetch(`${apiUrl}/health/ready`, { signal }).catch(() => null)
    await response?.body?.cancel()
    if (response?.ok) return
    await sleep(POLL_MS, undefined, { signal })
  }
  throw new EngineError('NOT_STARTED', `${apiUrl} is not ready after ${READY_TIMEOUT_MS / 1_000} s`)
}

async function failure(name: string, { ended }: Running): Promise<never> {
  const how = await ended
  throw new EngineError('NOT_STARTED', `The ${name} did not start (${how})`)
}
