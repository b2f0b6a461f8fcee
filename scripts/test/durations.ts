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

export function rememberDurations(file: string, durationsMs: Record<string, number>): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...readDurations(file), ...durationsMs }, null, 1))
}
