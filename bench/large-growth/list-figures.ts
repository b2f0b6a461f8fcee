import type { Figure } from '../support/report.ts'
import { spreadOf } from '../support/statistics.ts'

/** What one page of a list did. */
export interface Page {
  path: string
  /** The median and the most over the readings. */
  medianMs: number
  mostMs: number
  /** The longest of the list's statements in any reading. */
  statementMs: number
  indexes: (string | null)[]
  isExpected: boolean
}

/** The figures of all pages, and of the statements that read a whole table. */
export function figuresOf(pages: readonly Page[], walks: readonly string[]): Figure[] {
  const unexpected = pages.filter(({ isExpected }) => !isExpected).length
  const figure = (name: string, goal: string, values: number[], isMet: boolean): Figure => ({
    name: `P13 lists: ${name}`,
    goal,
    value: spreadOf(values),
    isMet,
  })
  const medians = pages.map(({ medianMs }) => medianMs)
  const statements = pages.map(({ statementMs }) => statementMs)
  return [
    figure('pages that do not walk their index', '0', [unexpected], unexpected === 0),
    figure('statements that read a whole table', '0', [walks.length], walks.length === 0),
    figure('ms for a page', '–', medians, true),
    figure('ms for the statement of a page', '–', statements, true),
  ]
}
