import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import { quantile } from '../arrivals.ts'

/** A tenant that works normally in a separate process, and measures its waits. */
export interface QuietTenant {
  /** Waits while `during` runs. */
  measure<Result>(during: () => Promise<Result>): Promise<[Waits, Result]>
  /** Waits in the next `ms` milliseconds. */
  measureFor(ms: number): Promise<Waits>
}

export interface Waits {
  /** Milliseconds from each call to its response. */
  callsMs: number[]
  /** Milliseconds from the response to a booking to its webhook. */
  webhooksMs: number[]
  /** Milliseconds of a call to an idle process. */
  machineMs: number[]
  /** Calls without a 2xx response, by status. */
  failures: Record<string, number>
}

const MAIN = fileURLToPath(new URL('quiet-tenant-main.ts', import.meta.url))

/** @param urls of the apis, which it calls in turn */
export async function startQuietTenant(
  t: Test,
  urls: readonly string[],
  key: string,
): Promise<QuietTenant> {
  const child = fork(MAIN, [key, ...urls], { execArgv: [] })
  t.teardown(async () => {
    const ended = once(child, 'exit')
    child.disconnect()
    await ended
  })
  await once(child, 'message')
  const ask = async () => {
    const message = once(child, 'message')
    child.send('report')
    const [waits] = (await message) as [Waits]
    return waits
  }
  return {
    async measure(during) {
      await ask()
      const result = await during()
      return [await ask(), result]
    },
    async measureFor(ms) {
      await ask()
      await pause(ms)
      return ask()
    },
  }
}

export function p99(values: readonly number[]): number {
  return quantile(values, 0.99)
}
