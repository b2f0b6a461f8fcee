import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Runs `work` in a new folder. Then calls the functions given to `onEnd`, last first, even when one of them fails, and
 * removes the folder.
 */
export async function inFolder(
  work: (folder: string, onEnd: (end: () => Promise<void>) => void) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mediajobs-bench-'))
  const endings = [() => rm(folder, { recursive: true, force: true })]
  const failures: unknown[] = []
  const note = (error: unknown) => failures.push(error)
  await work(folder, (end) => endings.push(end)).catch(note)
  for (const end of endings.reverse()) await end().catch(note)
  if (failures.length > 1)
    throw new AggregateError(failures, 'the run failed, and did not end in order')
  if (failures.length > 0) throw failures[0]
}
