import { isDeepStrictEqual } from 'node:util'
import type { RateWindow } from '@mediajobs/domain'
import { closestMatch } from 'leven'
import { variables } from './environment.ts'

export interface UnknownVariable {
  readonly variable: string
  readonly nearest?: string
}

// Not HOST_ and PORT_, which other programs use, nor OTEL_: the SDK reads dozens more.
const OURS =
  /^(DATABASE|S3|CDN|DELIVERY|MEDIA|SMTP|SECRETS|METRICS|TRUST|RATE|SHUTDOWN|PAYMENTS|WEBHOOK|EVENT_RETENTION|REQUEST_LOG)_/
// Set by Kubernetes for a service named `s3`.
const LINK = /_(SERVICE_(HOST|PORT)|PORT_\d+_(TCP|UDP))(_|$)/
const MAX_DISTANCE = 2
// HOME is close to HOST.
const MIN_LENGTH = 8

/** Variables that may be misspelled and would be silently ignored, with the closest known name. */
export function unknownVariables(env: NodeJS.ProcessEnv = process.env): UnknownVariable[] {
  const known = Object.keys(variables)
  const long = known.filter((name) => name.length >= MIN_LENGTH)
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name) || LINK.test(name)) return []
    const nearest = closestMatch(name, long, { maxDistance: MAX_DISTANCE })
    if (nearest === undefined && !OURS.test(name)) return []
    return [{ variable: name, ...(nearest !== undefined && { nearest }) }]
  })
}

type Variable = keyof typeof variables

interface Specification {
  readonly default?: unknown
  _parse(text: string): unknown
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
] as const

/** The default as an operator would write it: `10s`, not 10000. `null` if none. */
export function writtenDefault(name: Variable): string | null {
  const specification = variables[name] as unknown as Specification
  const value = specification.default
  if (value === undefined) return null
  const written = forms(value).find((text) => isReadAs(specification, text, value))
  if (written === undefined) throw new Error(`the default of ${name} has no textual form`)
  return written
}

export function isRequired(name: Variable): boolean {
  return !('default' in variables[name])
}

function isReadAs(specification: Specification, text: string, value: unknown): boolean {
  try {
    return isDeepStrictEqual(specification._parse(text), value)
  } catch {
    return false
  }
}

function forms(value: unknown): string[] {
  if (Array.isArray(value)) return [value.map((item) => forms(item).at(-1)).join(',')]
  if (typeof value === 'number') return [String(value), duration(value)]
  if (isRateWindow(value)) return [`${value.limit}/${value.spanMs / 1_000}s`]
  return [String(value)]
}

function isRateWindow(value: unknown): value is RateWindow {
  return typeof value === 'object' && value !== null && 'spanMs' in value
}

function duration(ms: number): string {
  const [unit, size] = UNITS.find(([, unitMs]) => ms >= unitMs && ms % unitMs === 0) ?? ['ms', 1]
  return `${ms / size}${unit}`
}
