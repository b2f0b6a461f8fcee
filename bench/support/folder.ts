import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs `work` in a new folder. Then calls the functions given to `onEnd`, last first. Removes the folder. */
export async function inFolder(
  work: (folder: string, onEnd: (end: () => Promise<void>) => void) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mediajobs-bench-'))
  const endings = [() => rm(folder, { recursive: true, force: true })]
  try {
    await work(folder, (end) => endings.push(end))
  } finally {
    for (const end of endings.reverse()) await end()
  }
}
