import { lstat, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FOLDER_PREFIX } from '@mediajobs/local-engines/testing'

/** Removes the folders of runs that were killed. */
export async function removeLeftBehind(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(new RegExp(`^${FOLDER_PREFIX}(\\d+)-`).exec(name)?.[1] ?? 0)
    if (pid === 0 || isRunning(pid)) continue
    const folder = join(tmpdir(), name)
    const found = await lstat(folder).catch(() => null)
    if (found?.uid === process.getuid?.()) await rm(folder, { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
