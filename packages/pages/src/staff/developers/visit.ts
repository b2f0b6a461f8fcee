import { type Format, formatFor } from '../../format.ts'
import { type Html, html } from '../../html.ts'
import { instantOf, localTime, type TypedTime, typedTime } from '../day.ts'
import { withQuery } from '../own-address.ts'
import type { StaffVisit } from '../serve.ts'
import type { Staff } from '../staff.ts'
import { LANGUAGE } from '../texts.ts'

// `[^Tt]`, not `.`, which would read the rest of the text again from each T.
const INSTANT = /[Tt][^Tt]*(?:[Zz]|[+-]\d\d:?\d\d)$/

/** Time formats of the developer pages, in the organization's zone or UTC. */
export interface Clock {
  /** `Pacific Time` */
  zone: string
  isUtc: boolean
  /** `Dec 20, 9:30:12 AM` */
  short(instant: string): Html
  /** `Dec 20, 2026, 9:30:12 AM PST` */
  exact(instant: string): Html
  /** Like `exact`, as text. */
  text(instant: string): string
  /** An instant for a `datetime-local` input; empty for null. */
  toField(instant: string | null): string
  /** Parses a time from a URL or a field, with an offset or local to this zone; `undefined` if invalid. */
  toInstant(text: string): string | undefined
  /** Like `toInstant`, but refuses times that the clocks skip. */
  typed(text: string): TypedTime
}

function clockOf({ organization }: Pick<Staff, 'organization'>, isUtc: boolean): Clock {
  const timeZone = isUtc ? 'UTC' : (organization.timeZone ?? 'UTC')
  const format = formatFor(organization.locale, timeZone)
  const time = (instant: string, write: Format['exact']) =>
    html`<time datetime="${instant}">${write(instant)}</time>`
  return {
    zone: formatFor(LANGUAGE, timeZone).zone(),
    isUtc,
    short: (instant) => time(instant, format.second),
    exact: (instant) => time(instant, format.exact),
    text: format.exact,
    toField: (instant) => (instant === null ? '' : localTime(instant, timeZone)),
    toInstant: (text) => instantIn(text) ?? instantOf(text, timeZone),
    typed(text) {
      const instant = instantIn(text)
      return instant === undefined ? typedTime(text, timeZone) : { instant }
    },
  }
}

/** The instant of a time with an offset; `undefined` for any other text. */
function instantIn(text: string): string | undefined {
  if (!INSTANT.test(text)) return undefined
  const milliseconds = Date.parse(text)
  return Number.isNaN(milliseconds) ? undefined : new Date(milliseconds).toISOString()
}

/** A request for a developer page, or a change on one. */
export interface Visit extends StaffVisit {
  clock: Clock
}

export function developersVisit(visit: StaffVisit): Visit {
  return { ...visit, clock: clockOf(visit.staff, visit.query.get('zone') === 'utc') }
}

/** The URL of a developer page, keeping the time zone. */
export function linkTo(
  { at, clock }: Pick<Visit, 'at' | 'clock'>,
  path: string,
  parameters: Iterable<readonly [string, string | null | undefined]> = [],
): string {
  return withQuery(`${at}/${path}`, [...parameters, ['zone', clock.isUtc ? 'utc' : null]])
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether typed text is a valid id. */
export function isId(text: string): boolean {
  return ID.test(text)
}
