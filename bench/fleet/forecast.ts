import { PEAK_SHARE } from './rhythm.ts'
import type { Storage } from './storage.ts'
import { ROLES, type Role, type Usage } from './usage.ts'

/** What one booking costs, with its whole life, its reads and its webhooks. */
export interface CostOfBooking {
  /** Milliseconds of processor time by role, without what idle processes use. */
  cpuMs: Record<Role, number>
  /** Bytes of tables and indexes by group. */
  bytes: Record<string, number>
  walBytes: number
}

export function costOfBooking(
  bookings: number,
  spent: Usage,
  idle: { usage: Usage; seconds: number },
  seconds: number,
  storage: Storage,
): CostOfBooking {
  const cpuMs = ROLES.map((role) => {
    const idleSeconds = (idle.usage.of[role] / idle.seconds) * seconds
    return [role, (Math.max(0, spent.of[role] - idleSeconds) / bookings) * 1_000] as const
  })
  const bytes = Object.entries(storage.groups).map(([group, each]) => [group, each / bookings])
  return {
    cpuMs: Object.fromEntries(cpuMs) as Record<Role, number>,
    bytes: Object.fromEntries(bytes),
    walBytes: storage.wal / bookings,
  }
}

const TIMES = 100
const SECONDS_OF_HOUR = 3_600
const LOG_DAYS = 30
const LOGS = ['event log', 'request log']
// Rung 5 of docs/scaling.md is a larger PostgreSQL. From here on one machine is not enough.
const ONE_MACHINE_CORES = 16
const GB = 1e9

/**
 * What a hundred times the bookings of this day need, as lines of arithmetic. The day of the run is a real day of the
 * organizations, which passed faster. So the bookings of its busiest hour are those of a real hour.
 */
export function forecast(
  bookingsOfDay: number,
  organizations: number,
  { cpuMs, bytes, walBytes }: CostOfBooking,
): string[] {
  const day = bookingsOfDay * TIMES
  const perSecond = (day * PEAK_SHARE) / SECONDS_OF_HOUR
  const cores = (role: Role) => (perSecond * cpuMs[role]) / 1_000
  const coreLines = ROLES.filter((role) => role !== 'receivers').map(
    (role) =>
      `${role}: ${perSecond.toFixed(1)} bookings/s × ${cpuMs[role].toFixed(1)} ms = ${cores(role).toFixed(2)} cores, ${Math.max(1, Math.ceil(cores(role) / 0.5))} of one core each at half load`,
  )
  const sum = (isLog: boolean) =>
    Object.entries(bytes)
      .filter(([group]) => LOGS.includes(group) === isLog)
      .reduce((total, [, each]) => total + each, 0)
  const [kept, log] = [sum(false), sum(true)]
  const gigabytes = (value: number) => (value / GB).toFixed(1)
  const database = cores('postgres')
  const rung =
    database * 2 > ONE_MACHINE_CORES
      ? 'more than half of 16 cores: rung 6 (cells)'
      : 'within half of one PostgreSQL of 16 cores: rungs 3 to 5. Cells (rung 6) are for smaller failures and shorter backups'
  return [
    `${(organizations * TIMES).toLocaleString('en-US')} organizations, ${day.toLocaleString('en-US')} bookings a day; busiest hour: ${day.toLocaleString('en-US')} × ${(PEAK_SHARE * 100).toFixed(1)} % ÷ 3,600 s = ${perSecond.toFixed(1)} bookings/s`,
    ...coreLines,
    `disk that stays: ${(kept / 1_000).toFixed(1)} kB × bookings = ${gigabytes(kept * day)} GB a day`,
    `disk of the logs: ${(log / 1_000).toFixed(1)} kB × bookings × ${LOG_DAYS} days = ${gigabytes(log * day * LOG_DAYS)} GB`,
    `WAL: ${(walBytes / 1_000).toFixed(1)} kB × bookings = ${gigabytes(walBytes * day)} GB a day, ${((walBytes * perSecond) / 1e6).toFixed(1)} MB/s in the busiest hour`,
    `PostgreSQL needs ${database.toFixed(2)} cores in the busiest hour: ${rung}`,
  ]
}
