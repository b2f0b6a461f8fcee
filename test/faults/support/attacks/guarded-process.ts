import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServiceProcess } from '@mediajobs/testing/service/process'
import type { Test } from 'tap'
import { compose } from '../../../support/deployment.ts'

/** A process that is attacked: started again when it ends, with the most memory that it ever had. */
export interface GuardedProcess {
  readonly name: 'api' | 'dispatcher'
  /** MiB that its container may have, as docker/compose.yaml says. */
  readonly limitMib: number
  /** How often it ended, each time with what it said last. */
  readonly deaths: readonly string[]
  /** MiB of its resident set at most, by the kernel. */
  peakMib(): number
  /** Waits until it runs again after it ended. */
  running(): Promise<void>
}

const LOOK_MS = 100

/**
 * Starts a process and keeps it running.
 *
 * @param startIt starts one more, where the one that ended had been
 */
export async function guard(
  t: Test,
  name: 'api' | 'dispatcher',
  startIt: () => Promise<ServiceProcess>,
): Promise<GuardedProcess> {
  const deaths: string[] = []
  let isStopped = false
  const startOne = async () => {
    const started = await startIt()
    // Teardowns run from the last to the first: this one stands before the end of what was started.
    t.teardown(() => {
      isStopped = true
    })
    return started
  }
  let current = await startOne()
  let peakMib = 0
  let starting: Promise<unknown> = Promise.resolve()
  const look = () => {
    peakMib = Math.max(peakMib, highWaterMib(current.pid))
  }
  const timer = setInterval(look, LOOK_MS)
  const keepRunning = async () => {
    for (;;) {
      await current.exited()
      if (isStopped) return
      deaths.push(lastWords(current.output()))
      const next = startOne()
      starting = next
      current = await next
    }
  }
  void keepRunning().catch((error: Error) => deaths.push(`did not start again: ${error.message}`))
  t.teardown(() => clearInterval(timer))
  return {
    name,
    limitMib: containerMib(name),
    deaths,
    async running() {
      // The end of a process is heard of a little later than its connections break.
      await pause(LOOK_MS)
      await starting.catch(() => {})
    },
    peakMib() {
      look()
      return peakMib
    },
  }
}

/** Why it ended, as far as it said so. */
function lastWords(output: string): string {
  const lines = output.trim().split('\n')
  return lines.find((line) => /FATAL ERROR|level":60|Error:/.test(line)) ?? lines.at(-1) ?? ''
}

/** 0 when there is no such process. */
function highWaterMib(pid: number): number {
  try {
    const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kib ?? 0) / 1_024
  } catch {
    return 0
  }
}

function containerMib(name: 'api' | 'dispatcher'): number {
  // Its secrets do not matter here, whatever they are called.
  const services = compose(new Proxy({}, { get: () => 'any' }))
  const memory = services[name]?.deploy?.resources.limits.memory ?? ''
  const [, mib] = /^(\d+)M$/.exec(memory) ?? []
  if (mib === undefined) throw new Error(`docker/compose.yaml limits no memory of ${name}`)
  return Number(mib)
}
