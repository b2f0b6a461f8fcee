import { execFile, execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

export interface Work {
  /** Successful units of work. */
  done: number
  seconds: number
  failed: number
  latency?: { p50Ms: number; p99Ms: number }
}

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
// Field indexes after the name in /proc/<pid>/stat.
const PARENT = 1
const USER = 11
const SYSTEM = 12
// Field indexes in the first line of /proc/stat.
const IDLE = 3
const WAITING_FOR_DISK = 4

/** Processor seconds of these processes and all their children, including ended ones. */
export function cpuSeconds(...pids: number[]): number {
  const fields = new Map<number, string[]>()
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name)) fields.set(Number(name), statOf(name))
  }
  let ticks = 0
  const count = (pid: number): void => {
    const stat = fields.get(pid)
    if (!stat) return
    // The next two fields are for ended children.
    for (let i = USER; i <= SYSTEM + 2; i += 1) ticks += Number(stat[i])
    for (const [child, of] of fields) if (Number(of[PARENT]) === pid) count(child)
  }
  for (const pid of pids) count(pid)
  return ticks / TICKS_PER_SECOND
}

/** Busy seconds since boot, summed over all processors. */
export function busySeconds(): number {
  const [, ...ticks] = readFileSync('/proc/stat', 'utf8').split('\n')[0]?.split(/\s+/) ?? []
  const busy = ticks
    .slice(0, 8)
    .filter((_, i) => i !== IDLE && i !== WAITING_FOR_DISK)
    .reduce((sum, each) => sum + Number(each), 0)
  return busy / TICKS_PER_SECOND
}

export function machine(): string {
  const processors = cpus()
  return `${processors.length} × ${processors[0]?.model.trim()}`
}

function statOf(pid: string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return [] // The process has just ended.
  }
}

const run = promisify(execFile)

export async function pgbench(
  databaseUrl: string,
  script: string,
  connections: number,
  seconds: number,
): Promise<Work> {
  const mode = ['--no-vacuum', '--protocol=prepared', '--jobs=1', `--client=${connections}`]
  const args = [...mode, `--time=${seconds}`, `--file=${script}`, databaseUrl]
  const { stdout } = await run('pgbench', args)
  const number = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1])
  const perSecond = number(/tps = ([\d.]+)/)
  const done = number(/actually processed: (\d+)/)
  return { done, seconds: done / perSecond, failed: number(/failed transactions: (\d+)/) }
}

/**
 * Cores used by each idle process, averaged over `seconds`.
 *
 * @param afterSeconds wait first: a load's records, counts and vacuum take a while
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
