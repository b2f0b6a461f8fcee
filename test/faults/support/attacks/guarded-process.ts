import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServiceProcess } from '@mediajobs/testing/service/process'
import type { Test } from 'tap'
import { compose } from '../../../support/deployment.ts'

/** A process under attack: it is started again when it ends, and its peak memory is recorded. */
export interface GuardedProcess {
  readonly name: 'api' | 'dispatcher'
  /** MiB that its container may have, as docker/compose.yaml says. */
  readonly limitMib: number
  /** One entry for each time that it ended: the last line of its output. */
  readonly deaths: readonly string[]
  /** The peak of its resident set in MiB, measured by the kernel. */
  peakMib(): number
  /** Waits until it runs again after it ended. */
  running(): Promise<void>
}

const SAMPLE_MS = 100

/**
 * Starts a process and keeps it running.
 *
 * @param startIt starts a process, also in place of one that has ended
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
    // Teardowns run from the last to the first, so this one runs before the process is ended.
    t.teardown(() => {
      isStopped = true
    })
    return started
  }
  let current = await startOne()
  let peakMib = 0
  let starting: Promise<unknown> = Promise.resolve()
  const sample = () => {
    peakMib = Math.max(peakMib, highWaterMib(current.pid))
  }
  const timer = setInterval(sample, SAMPLE_MS)
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
      // The end of a process is noticed a little later than the end of its connections.
      await pause(SAMPLE_MS)
      await starting.catch(() => {})
    },
    peakMib() {
      sample()
      return peakMib
    },
  }
}

/** The line of the output that gives the reason of the end, else the last line. */
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
  // The values of the secrets do not matter here.
  const services = compose(new Proxy({}, { get: () => 'any' }))
  const memory = services[name]?.deploy?.resources.limits.memory ?? ''
  const [, mib] = /^(\d+)M$/.exec(memory) ?? []
  if (mib === undefined) throw new Error(`docker/compose.yaml limits no memory of ${name}`)
  return Number(mib)
}
