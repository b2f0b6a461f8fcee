import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServiceProcess } from '@mediajobs/testing/service/process'
import type { Test } from 'tap'
import { compose } from '../../../support/deployment.ts'

/** A process under attack: restarted when it ends, with its peak memory recorded. */
export interface GuardedProcess {
  readonly name: 'api' | 'dispatcher'
  /** The container's memory limit in MiB, from docker/compose.yaml. */
  readonly limitMib: number
  /** For each time it ended, the line of output that says why, or the last one. */
  readonly deaths: readonly string[]
  /** The peak of its resident set in MiB, measured by the kernel. */
  peakMib(): number
  /** Waits until it has restarted. */
  running(): Promise<void>
}

const SAMPLE_MS = 100

/**
 * Starts a process and keeps it running.
 *
 * @param startIt starts or restarts the process
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
    // Teardowns run in reverse order, so this runs before the process is stopped.
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
  void keepRunning().catch((error: Error) => deaths.push(`didn't start again: ${error.message}`))
  t.teardown(() => clearInterval(timer))
  return {
    name,
    limitMib: containerMib(name),
    deaths,
    async running() {
      // Connections close slightly before the exit is noticed.
      await pause(SAMPLE_MS)
      await starting.catch(() => {})
    },
    peakMib() {
      sample()
      return peakMib
    },
  }
}

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
  // Any value will do for the secrets.
  const services = compose(new Proxy({}, { get: () => 'any' }))
  const memory = services[name]?.deploy?.resources.limits.memory ?? ''
  const [, mib] = /^(\d+)M$/.exec(memory) ?? []
  if (mib === undefined) throw new Error(`docker/compose.yaml sets no memory limit for ${name}`)
  return Number(mib)
}
