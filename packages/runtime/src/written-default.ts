import { isDeepStrictEqual } from 'node:util'
import type { RateWindow } from '@mediajobs/domain'
import { variables } from './environment.ts'

type Variable = keyof typeof variables

interface Specification {
  readonly default?: unknown
  /** Reads the text of an operator. */
  _parse(text: string): unknown
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
] as const

/**
 * The default of a variable as an operator would write it: `10s`, not 10000. `null` when it has no default
 * or is required.
 */
export function writtenDefault(name: Variable): string | null {
  const specification = variables[name] as unknown as Specification
  const value = specification.default
  if (value === undefined) return null
  const written = forms(value).find((text) => isReadAs(specification, text, value))
  if (written === undefined) throw new Error(`the default of ${name} has no textual form`)
  return written
}

/** Whether a process does not start without the variable. */
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
