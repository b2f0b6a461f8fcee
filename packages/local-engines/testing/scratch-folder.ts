import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'

/** Prefix of the folder's name, followed by the process id and random characters. */
export const FOLDER_PREFIX = 'mediajobs-test-'

/**
 * An empty folder, removed after all teardowns registered later. Tap's `testdir` would be removed before them, while
 * servers still write to it.
 */
export async function scratchFolder(t: Pick<Test, 'teardown'>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`))
  // A killed process may still write for a moment.
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  return folder
}
