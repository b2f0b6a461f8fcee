import { execFile } from 'node:child_process'
import { open, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import type { Test } from 'tap'

/** Mounts a disk in memory on the folder until the test ends. False without root, which mounting requires. */
export async function mountDisk(t: Test, directory: string, mib: number): Promise<boolean> {
  const run = promisify(execFile)
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${mib}m`, 'tmpfs', directory])
  } catch {
    return false
  }
  // Unless the test has unmounted it.
  t.teardown(() => run('umount', ['--lazy', directory]).catch(() => {}))
  return true
}

const BLOCK = Buffer.alloc(65_536, 1)

/** Writes the file until this share of its disk is used. Default: until nothing more fits. */
export async function fill(path: string, share = 1): Promise<void> {
  const file = await open(path, 'a')
  try {
    while (share === 1 || (await usedShare(dirname(path))) < share) await file.write(BLOCK)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOSPC') throw error
  } finally {
    await file.close()
  }
}

async function usedShare(directory: string): Promise<number> {
  const { bavail, blocks } = await statfs(directory)
  return 1 - bavail / blocks
}
