import { setTimeout as pause } from 'node:timers/promises'
import { cpuSeconds } from './cpu.ts'

// What follows a load: a write of records and counts, the last outcomes, a vacuum.
const SETTLE_MS = 5_000

/** The cores that each process takes while no call comes, over `seconds`. */
export async function idleCores(
  processes: Record<string, number>,
  seconds: number,
): Promise<Record<string, number>> {
  await pause(SETTLE_MS)
  const times = () => Object.values(processes).map((pid) => cpuSeconds(pid))
  const before = times()
  const startedMs = performance.now()
  await pause(seconds * 1_000)
  const wallSeconds = (performance.now() - startedMs) / 1_000
  const after = times()
  return Object.fromEntries(
    Object.keys(processes).map((name, i) => [
      name,
      ((after[i] ?? 0) - (before[i] ?? 0)) / wallSeconds,
    ]),
  )
}
