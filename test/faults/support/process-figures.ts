import { readdirSync, readFileSync } from 'node:fs'

export interface ProcessFigures {
  rssBytes: number
  fileDescriptors: number
}

/** What Linux reports about a process. */
export function processFigures(pid: number): ProcessFigures {
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return {
    rssBytes: Number(kib) * 1_024,
    fileDescriptors: readdirSync(`/proc/${pid}/fd`).length,
  }
}

/** Least squares: the slope and its standard error. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]) {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const meanX = mean(points.map(([x]) => x))
  const meanY = mean(points.map(([, y]) => y))
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread
  const residue = points.reduce((sum, [x, y]) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0)
  return { slope, error: Math.sqrt(residue / (points.length - 2) / spread) }
}
