import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Work } from './rounds.ts'

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
