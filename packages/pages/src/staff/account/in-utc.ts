import { LANGUAGE } from '../texts.ts'

/** An account belongs to no organization, so it has no time zone. */
export function inUtc(instant: string): string {
  const style = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat(LANGUAGE, style).format(new Date(instant))} UTC`
}
