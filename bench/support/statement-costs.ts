import type { Engine } from './engine.ts'

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
