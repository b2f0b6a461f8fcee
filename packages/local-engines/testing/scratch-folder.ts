import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'

/** Behind it stand the id of a process, with which the folder may go, and a random end. */
export const FOLDER_PREFIX = 'mediajobs-test-'

/**
 * An empty folder. It is removed behind every teardown that is registered after it; tap's own
 * `testdir` is removed before them, from below the servers that still write to it.
 */
export async function scratchFolder(t: Pick<Test, 'teardown'>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`))
  // What was killed may go on writing for a moment.
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  return folder
}
