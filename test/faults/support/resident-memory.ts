import { readFileSync } from 'node:fs'

/** Samples of a process's resident memory. */
export interface MemoryWatch {
  /** All samples so far, in MiB, oldest first. */
  readonly samplesMib: readonly number[]
  /** MiB at this moment. */
  nowMib(): number
  peakMib(): number
  stop(): void
}

const SAMPLE_MS = 50

/** Samples the resident set of a process (Linux) until stopped. */
export function watchMemory(pid: number): MemoryWatch {
  const samplesMib: number[] = []
  function nowMib(): number {
    const mib = residentMib(pid)
    samplesMib.push(mib)
    return mib
  }
  const timer = setInterval(nowMib, SAMPLE_MS)
  return {
    samplesMib,
    nowMib,
    peakMib: () => Math.max(...samplesMib, nowMib()),
    stop: () => clearInterval(timer),
  }
}

/** @throws if the process has ended */
function residentMib(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? []
  if (kib === undefined) throw new Error(`process ${pid} has no memory: it has ended`)
  return Number(kib) / 1_024
}
