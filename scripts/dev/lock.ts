import { link, rm, writeFile } from 'node:fs/promises'
import { EngineError } from '@mediajobs/local-engines'
import { findProcess } from '@mediajobs/local-engines/process-table'
import type { DataFolder } from './data-folder.ts'

interface Holder {
  pid: number
  startedAt: string
}

const LOCK = 'dev.lock'

/**
 * Locks the data folder for this process, until the returned function is called. The lock of a process that
 * was killed is ignored. Throws EngineError `DIRECTORY_IN_USE`.
 */
export async function takeLock(folder: DataFolder): Promise<() => Promise<void>> {
  const lock = folder.path(LOCK)
  const mine = folder.path(`${LOCK}.${process.pid}`)
  const startedAt = (await findProcess(process.pid))?.startedAt ?? ''
  // Written first and then linked, so that no process reads a lock that is half written.
  await writeFile(mine, JSON.stringify({ pid: process.pid, startedAt }), { mode: 0o600 })
  try {
    while (!(await isLinked(mine, lock))) {
      const pid = await livingHolder(folder)
      if (pid) throw inUse(pid)
      await rm(lock, { force: true })
    }
  } finally {
    await rm(mine, { force: true })
  }
  return () => rm(lock, { force: true })
}

async function isLinked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

async function livingHolder(folder: DataFolder): Promise<number | null> {
  const holder = await folder.readJson<Holder>(LOCK)
  const found = holder && (await findProcess(holder.pid))
  return found && found.startedAt === holder.startedAt ? holder.pid : null
}

function inUse(pid: number): EngineError {
  return new EngineError(
    'DIRECTORY_IN_USE',
    `\`pnpm dev\` runs here already, as process ${pid}: end it first, or set DATA_DIR and PORT for a second one`,
  )
}
