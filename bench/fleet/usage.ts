import { busySeconds, cpuSeconds } from '../support/cpu.ts'

/** The kinds of processes whose processor time is counted. */
export const ROLES = [
  'api',
  'dispatcher',
  'media',
  'postgres',
  'proxy',
  'store',
  'receivers',
] as const
export type Role = (typeof ROLES)[number]

/** Seconds of processor time. */
export interface Usage {
  of: Record<Role, number>
  /** This process, which makes the load. */
  load: number
  /** All processors of the machine, also for other programs. */
  machine: number
}

/** Adds up the processor time of processes, by role. Processes may end and others may take their place. */
export class UsageMeter {
  readonly #counted = new Map(ROLES.map((role) => [role, 0]))
  readonly #processes = new Map<number, { role: Role; seconds: number }>()

  /** Counts the process from its start on. */
  add(role: Role, pid: number): void {
    this.#processes.set(pid, { role, seconds: 0 })
  }

  /** Call it before a process is killed: the time of a process that is gone cannot be read. */
  remove(pid: number): void {
    this.#count(pid)
    this.#processes.delete(pid)
  }

  read(): Usage {
    for (const pid of this.#processes.keys()) this.#count(pid)
    const of = Object.fromEntries(this.#counted) as Record<Role, number>
    return {
      of,
      load: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
      machine: busySeconds(),
    }
  }

  #count(pid: number): void {
    const entry = this.#processes.get(pid)
    if (!entry) return
    // It is less than before when the process has just ended.
    const seconds = Math.max(cpuSeconds(pid), entry.seconds)
    const counted = this.#counted.get(entry.role) ?? 0
    this.#counted.set(entry.role, counted + seconds - entry.seconds)
    entry.seconds = seconds
  }
}

export function usageBetween(before: Usage, after: Usage): Usage {
  const of = Object.fromEntries(ROLES.map((role) => [role, after.of[role] - before.of[role]]))
  return {
    of: of as Record<Role, number>,
    load: after.load - before.load,
    machine: after.machine - before.machine,
  }
}

/** The seconds of all roles and of the load. */
export function ownSeconds({ of, load }: Usage): number {
  return ROLES.reduce((sum, role) => sum + of[role], load)
}
