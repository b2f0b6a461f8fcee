import { link, rm, writeFile } from 'node:fs/promises'
import { EngineError } from '@mediajobs/local-engines'
import { findProcess } from '@mediajobs/runtime/process-table'
import type { DataFolder } from './data-folder.ts'

interface Holder {
  pid: number
  startedAt: string
}

const LOCK = 'dev.lock'

/**
 * Makes this process the only one on the data folder, until the function that it returns is called.
 * The lock of a process that was killed is no obstacle. Throws EngineError `DIRECTORY_IN_USE`.
 */
export async function takeLock(folder: DataFolder): Promise<() => Promise<void>> {
  const lock = folder.path(LOCK)
  const mine = folder.path(`${LOCK}.${process.pid}`)
  const startedAt = (await findProcess(process.pid))?.startedAt ?? ''
  // Linked into place, so that nobody ever reads a lock that is not written yet.
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
    `\`pnpm dev\` runs here already, as process ${pid}: end that one first, or set DATA_DIR and PORT for a second one`,
  )
}
