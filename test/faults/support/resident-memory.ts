import { readFileSync } from 'node:fs'

/** What a process has in memory, looked at again and again. */
export interface MemoryWatch {
  /** All that was seen so far, in MiB, in its order. */
  readonly samplesMib: readonly number[]
  /** MiB at this moment. */
  nowMib(): number
  peakMib(): number
  stop(): void
}

const LOOK_MS = 50

/** Reads the resident set of a process (Linux) until it is stopped. */
export function watchMemory(pid: number): MemoryWatch {
  const samplesMib: number[] = []
  function nowMib(): number {
    const mib = residentMib(pid)
    samplesMib.push(mib)
    return mib
  }
  const timer = setInterval(nowMib, LOOK_MS)
  return {
    samplesMib,
    nowMib,
    peakMib: () => Math.max(...samplesMib, nowMib()),
    stop: () => clearInterval(timer),
  }
}

/** @throws when there is no such process */
function residentMib(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? []
  if (kib === undefined) throw new Error(`process ${pid} has no memory: it has ended`)
  return Number(kib) / 1_024
}
