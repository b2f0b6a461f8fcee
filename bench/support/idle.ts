import { setTimeout as pause } from 'node:timers/promises'
import { cpuSeconds } from './cpu.ts'

/**
 * The cores that each process takes while no call comes, over `seconds`.
 *
 * @param afterSeconds the wait before, for what follows a load: records, counts, a vacuum
 */
export async function idleCores(
  processes: Record<string, number>,
  seconds: number,
  afterSeconds: number,
): Promise<Record<string, number>> {
  await pause(afterSeconds * 1_000)
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
