// The duration of the last run of each test file here. The long ones start first, so that none of them runs
// alone at the end.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CACHE_FOLDER } from './cache-folder.ts'

export const DURATIONS_FILE = join(CACHE_FOLDER, 'durations.json')

/** Milliseconds by the path of the test file. Empty on a fresh clone. */
export function readDurations(file: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

// What a file that never ran here is expected to take, by the first folder that fits: an attack lasts longer
// than a test of one operation. On a fresh clone no file has run.
const FOLDERS_MS: readonly (readonly [folder: string, ms: number])[] = [
  ['test/faults/f24-', 60_000],
  ['test/faults/', 30_000],
  ['test/abuse/', 30_000],
  ['test/scale/', 30_000],
  ['test/kills/', 30_000],
  ['test/crawl/', 30_000],
  ['test/browser/', 20_000],
  ['test/whole-job/', 10_000],
  ['apps/media/', 10_000],
  ['test/', 5_000],
]
const USUAL_MS = 2_000

export function expectedMs(file: string, durationsMs: Readonly<Record<string, number>>): number {
  const guess = FOLDERS_MS.find(([folder]) => file.startsWith(folder))?.[1]
  return durationsMs[file] ?? guess ?? USUAL_MS
}

export function rememberDurations(file: string, durationsMs: Record<string, number>): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...readDurations(file), ...durationsMs }, null, 1))
}
