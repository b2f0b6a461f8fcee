import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'

/** The prefix of the folder's name. The id of the process follows, then random characters. */
export const FOLDER_PREFIX = 'mediajobs-test-'

/**
 * An empty folder. It is removed after all teardowns that are registered later. Tap's own `testdir` would be
 * removed before them, while servers still write to it.
 */
export async function scratchFolder(t: Pick<Test, 'teardown'>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`))
  // A killed process may still write for a moment.
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  return folder
}
