import { setTimeout as sleep } from 'node:timers/promises'
import { EngineError } from '@mediajobs/local-engines'
import { keepRunning, type Running } from './keep-running.ts'
import { reloadOnSave } from './reload-on-save.ts'
import { startService } from './service-process.ts'
import type { ServiceName } from './source-folders.ts'

type Environment = Record<string, string | undefined>

export interface Services {
  pids(): Record<ServiceName, number>
  stop(): Promise<void>
}

export interface ServicesOptions {
  apiUrl: string
  apiEnvironment: Environment
  dispatcherEnvironment: Environment
  say(line: string): void
  onChange(): void
  /** Stops the wait for the services, and ends them. */
  signal: AbortSignal
}

const READY_TIMEOUT_MS = 60_000
const POLL_MS = 50

/**
 * Starts api and dispatcher, and starts one again when it ends or its sources are saved. Resolves when the
 * api is ready. Throws EngineError when one of them ends before that, after its output was shown.
 */
export async function startServices(options: ServicesOptions): Promise<Services> {
  const { apiUrl, say, onChange, signal } = options
  const start = {
    // Only warnings by default: with a line for each request, important lines are hard to see.
    api: () => startService('api', { LOG_LEVEL: 'warn', ...options.apiEnvironment }, say),
    dispatcher: () =>
      startService('dispatcher', { LOG_LEVEL: 'warn', ...options.dispatcherEnvironment }, say),
  }
  const first = { api: start.api(), dispatcher: start.dispatcher() }
  const waiting = new AbortController()
  try {
    await Promise.race([
      untilReady(apiUrl, AbortSignal.any([signal, waiting.signal])),
      failure('api', first.api),
      failure('dispatcher', first.dispatcher),
    ])
  } catch (error) {
    await Promise.all([first.api.stop(), first.dispatcher.stop()])
    throw error
  } finally {
    waiting.abort()
  }
  const keep = (name: ServiceName) =>
    keepRunning({ name, first: first[name], startAgain: start[name], say, onChange })
  const [api, dispatcher] = [keep('api'), keep('dispatcher')]
  const endReloads = await reloadOnSave({ services: { api, dispatcher }, say })
  return {
    pids: () => ({ api: api.pid(), dispatcher: dispatcher.pid() }),
    async stop() {
      await endReloads()
      await Promise.all([api.stop(), dispatcher.stop()])
    },
  }
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
