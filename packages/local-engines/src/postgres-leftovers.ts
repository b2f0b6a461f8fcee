import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EngineError } from './engine-error.ts'
import { findProcess } from './process-table.ts'

/** A setting ignored by PostgreSQL. Marks the server's command line with its owner and data directory. */
export function ownershipMark(ownerPid: number, dataDirectory: string): string {
  return `local_engines.owner=${ownerPid}:${dataDirectory}`
}

/**
 * Prepares the data directory for a new server: removes a stale pid file, and ends a server that outlived its owner.
 *
 * @throws {EngineError} DIRECTORY_IN_USE if the owner is alive
 */
export async function clearLeftovers(dataDirectory: string): Promise<void> {
  const pidFile = join(dataDirectory, 'postmaster.pid')
  const content = await readFile(pidFile, 'utf8').catch(() => null)
  if (content === null) return
  const pid = Number.parseInt(content, 10)
  const server = pid > 1 ? await findProcess(pid) : null
  const ownerPid = server && ownerOf(server.commandLine, dataDirectory)
  if (server && ownerPid) {
    // Orphans are reparented, so the parent is the owner only while it lives.
    if (server.parentPid === ownerPid) {
      throw new EngineError(
        'DIRECTORY_IN_USE',
        `${dataDirectory} is in use by process ${ownerPid}: stop that first`,
      )
    }
    await endOrphan(pid)
  }
  await rm(pidFile, { force: true })
}

function ownerOf(commandLine: string, dataDirectory: string): number | null {
  const match = /local_engines\.owner=(\d+):/.exec(commandLine)
  if (!match || !commandLine.includes(`${match[0]}${dataDirectory}`)) return null
  return Number(match[1])
}

// Fast shutdown; immediate shutdown, without a checkpoint; for a frozen process.
async function endOrphan(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    process.kill(pid, signal)
    for (let waitedMs = 0; waitedMs < 8_000; waitedMs += 50) {
      if (!(await findProcess(pid))) return
      await sleep(50)
    }
  }
  throw new EngineError('NOT_STARTED', `PostgreSQL with process id ${pid} doesn't stop`)
}
