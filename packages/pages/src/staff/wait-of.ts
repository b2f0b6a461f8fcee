import { LANGUAGE } from './texts.ts'

const SECONDS_IN_WORDS = 90

/** How long a refused caller waits, in words: `40 seconds`, `14 minutes`. */
export function waitOf(headers: Record<string, unknown>): string {
  const seconds = Number(headers['retry-after'] ?? 1)
  if (seconds <= SECONDS_IN_WORDS) return inWords(seconds, 'second')
  return inWords(Math.ceil(seconds / 60), 'minute')
}

function inWords(count: number, unit: string): string {
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const
  return new Intl.NumberFormat(LANGUAGE, style).format(count)
}
