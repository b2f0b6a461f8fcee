import { isUnderWay, type Row } from './row.ts'

// A browser keeps no files for a page. It keeps their names, so that the page can say what is missing.

export interface Unfinished {
  name: string
  size: number
}

/** The files of the last time that did not arrive. */
export function readUnfinished(projectId: string): Unfinished[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(projectId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isUnfinished) : []
  } catch {
    return []
  }
}

export function keepUnfinished(projectId: string, rows: readonly Row[]): void {
  const left = rows.filter((row) => isUnderWay(row) || row.state === 'failed')
  const kept = left.map(({ name, file }) => ({ name, size: file.size }))
  try {
    if (kept.length === 0) localStorage.removeItem(keyOf(projectId))
    else localStorage.setItem(keyOf(projectId), JSON.stringify(kept))
  } catch {
    // A private window may keep nothing. The upload works all the same.
  }
}

function keyOf(projectId: string): string {
  return `upload ${projectId}`
}

function isUnfinished(each: unknown): each is Unfinished {
  if (typeof each !== 'object' || each === null) return false
  return 'name' in each && typeof each.name === 'string' && 'size' in each
}
