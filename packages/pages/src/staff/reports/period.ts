import { REPORT_STEPS } from '@mediajobs/domain'
import { Temporal } from 'temporal-polyfill'

export const PRESETS = ['month', 'days', 'quarter', 'year'] as const
type Preset = (typeof PRESETS)[number]
type Step = (typeof REPORT_STEPS)[number]

/** The view selected by the URL. */
export interface View {
  from: string
  to: string
  by: Step
  /** Undefined: chosen by the length of the period. */
  chosenBy: Step | undefined
  /** Undefined: custom dates. */
  preset: Preset | undefined
  /** Any of `technicianId`, `editorId` and `customerId`. */
  filters: readonly (readonly [string, string])[]
}

const FILTERS = ['technicianId', 'editorId', 'customerId']
const DAYS_BY_DAY = 31
const DAYS_BY_WEEK = 183

/** Parsed from the URL. Defaults to this month. A preset covers its whole period, future days included. */
export function viewOf(query: URLSearchParams, timeZone: string | null): View {
  const today = Temporal.Now.plainDateISO(timeZone ?? 'UTC')
  const own = daysOf(query)
  const preset = own ? undefined : (oneOf(PRESETS, query.get('period')) ?? 'month')
  const [from, to] = own ?? presetDays(today, preset ?? 'month')
  const chosenBy = oneOf(REPORT_STEPS, query.get('by'))
  return {
    from: from.toString(),
    to: to.toString(),
    by: chosenBy ?? stepFor(from.until(to).days + 1),
    chosenBy,
    preset,
    filters: FILTERS.flatMap((name) => {
      const value = query.get(name)
      return value ? [[name, value] as const] : []
    }),
  }
}

type Days = readonly [Temporal.PlainDate, Temporal.PlainDate]

function presetDays(today: Temporal.PlainDate, preset: Preset): Days {
  if (preset === 'days') return [today.subtract({ days: 29 }), today]
  const months = { month: 1, quarter: 3, year: 12 }[preset]
  const month = today.month - ((today.month - 1) % months)
  const from = today.with({ month, day: 1 })
  return [from, from.add({ months }).subtract({ days: 1 })]
}

function daysOf(query: URLSearchParams): Days | undefined {
  const [from, to] = ['from', 'to'].map((name) => dateOf(query.get(name)))
  return from && to ? [from, to] : undefined
}

function dateOf(text: string | null): Temporal.PlainDate | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text ?? '')) return undefined
  try {
    return Temporal.PlainDate.from(text ?? '', { overflow: 'reject' })
  } catch {
    return undefined
  }
}

function stepFor(days: number): Step {
  if (days <= DAYS_BY_DAY) return 'DAY'
  return days <= DAYS_BY_WEEK ? 'WEEK' : 'MONTH'
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null) {
  return values.find((value) => value === text)
}
