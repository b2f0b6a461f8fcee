import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
// Indexes of the fields behind the name in /proc/<pid>/stat.
const PARENT = 1
const USER = 11
const SYSTEM = 12
const IDLE = 3
const WAITING_FOR_DISK = 4

/** The seconds of processor time of these processes and of all their children, also of ended children. */
export function cpuSeconds(...pids: number[]): number {
  const fields = new Map<number, string[]>()
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name)) fields.set(Number(name), statOf(name))
  }
  let ticks = 0
  const count = (pid: number): void => {
    const stat = fields.get(pid)
    if (!stat) return
    // The next two fields are the times of ended children.
    for (let i = USER; i <= SYSTEM + 2; i += 1) ticks += Number(stat[i])
    for (const [child, of] of fields) if (Number(of[PARENT]) === pid) count(child)
  }
  for (const pid of pids) count(pid)
  return ticks / TICKS_PER_SECOND
}

/** The seconds for which processors were busy since the start of the machine, summed over all processors. */
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
