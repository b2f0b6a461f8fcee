import { execFile, execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Engine } from './process.ts'

export interface Work {
  /** The successful pieces of work. */
  done: number
  seconds: number
  failed: number
  latency?: { p50Ms: number; p99Ms: number }
}

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

// Each connection of the service has a name. The server's own processes have a type.
const BACKENDS = `
  select pid, coalesce(nullif(application_name, ''), backend_type) as name
  from pg_stat_activity where pid <> pg_backend_pid()`

/** The processor seconds of each kind of backend so far. A backend that ends meanwhile is lost. */
export async function backendSeconds({ client }: Engine): Promise<Map<string, number>> {
  const { rows } = await client.query<{ pid: number; name: string }>(BACKENDS)
  const seconds = new Map<string, number>()
  for (const { pid, name } of rows) seconds.set(name, (seconds.get(name) ?? 0) + cpuSeconds(pid))
  return seconds
}

/** What was added between two calls of {@link backendSeconds}, as microseconds for each of `events`. */
export function microsOfEach(
  before: Map<string, number>,
  after: Map<string, number>,
  events: number,
): Record<string, number> {
  const added = [...after].map(([name, seconds]) => {
    const micros = ((seconds - (before.get(name) ?? 0)) / events) * 1_000_000
    return [name, Math.round(micros)] as const
  })
  return Object.fromEntries(added.filter(([, micros]) => micros > 0))
}

/** What one statement took of PostgreSQL for each event. */
export interface StatementCost {
  callsEach: number
  /** Microseconds of waiting and work together, not of processor time. */
  planMicros: number
  runMicros: number
  rowsEach: number
  text: string
}

// Statements that took less than this are left out.
const LEAST_MICROS = 2
const SHOWN = 110
const PER_STATEMENT = `
  select query as text, calls::float8, rows::float8, total_plan_time * 1000 as "planMicros",
    total_exec_time * 1000 as "runMicros"
  from pg_stat_statements
  where toplevel and query not like '%pg_stat_%'
  order by total_plan_time + total_exec_time desc`

/** Measures the statements that run during `work`, for each of the events that it returns. */
export async function measureStatements(
  { client }: Engine,
  work: () => Promise<number>,
): Promise<StatementCost[]> {
  await client.query('create extension if not exists pg_stat_statements')
  await track(client, true)
  await client.query('select pg_stat_statements_reset()')
  const events = await work()
  const { rows } = await client.query<{
    text: string
    calls: number
    rows: number
    planMicros: number
    runMicros: number
  }>(PER_STATEMENT)
  await track(client, false)
  return rows
    .map(({ text, calls, rows, planMicros, runMicros }) => ({
      callsEach: calls / events,
      planMicros: planMicros / events,
      runMicros: runMicros / events,
      rowsEach: rows / events,
      text: text.replaceAll(/\s+/g, ' ').trim().slice(0, SHOWN),
    }))
    .filter(({ planMicros, runMicros }) => planMicros + runMicros >= LEAST_MICROS)
}

async function track(client: Engine['client'], isOn: boolean): Promise<void> {
  await client.query(`alter system set pg_stat_statements.track = '${isOn ? 'top' : 'none'}'`)
  await client.query(`alter system set pg_stat_statements.track_planning = ${isOn ? 'on' : 'off'}`)
  await client.query('select pg_reload_conf()')
}

const run = promisify(execFile)

/** Runs a script of pgbench over `connections` connections for `seconds`. */
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
