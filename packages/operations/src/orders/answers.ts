import type { BookingAnswer } from '@mediajobs/db/schema'
import {
  isOneLine,
  MAX_BOOKING_TEXT_LENGTH,
  MAX_NAME_LENGTH,
  type OrderQuestion,
  type RefusedField,
} from '@mediajobs/domain'
import { refusedField, refuseFields } from '../shared/errors.ts'

/** By the key of the question. */
export type Answers = Readonly<Record<string, string>>

const YES_NO: Readonly<Record<string, string>> = { YES: 'Yes', NO: 'No' }

/**
 * The answers as a project stores them: in the order of the questions, without blank ones.
 *
 * @throws {OperationError} `invalid` for a missing required answer, one its question doesn't allow, and an unknown
 *   key.
 */
export function answersTo(questions: readonly OrderQuestion[], answers: Answers): BookingAnswer[] {
  const known = new Set(questions.map(({ key }) => key))
  const unknown = Object.keys(answers).filter((key) => !known.has(key))
  refuseFields([
    ...unknown.map((key) => refusedField(`answers.${key}`, 'not_allowed', 'answers no question')),
    ...questions.flatMap((question) => problemOf(question, answerTo(question, answers))),
  ])
  return questions.flatMap((question) => {
    const answer = answerTo(question, answers)
    if (answer === '') return []
    const shown = question.type === 'YES_NO' ? (YES_NO[answer] ?? answer) : answer
    return [{ question: question.label, answer: shown }]
  })
}

function answerTo({ key }: OrderQuestion, answers: Answers): string {
  return Object.hasOwn(answers, key) ? (answers[key] ?? '').trim() : ''
}

function problemOf(
  { key, type, required, choices }: OrderQuestion,
  answer: string,
): RefusedField[] {
  const at = `answers.${key}`
  if (answer === '') return required ? [refusedField(at, 'required', 'is required')] : []
  switch (type) {
    case 'TEXT':
      if (!isOneLine(answer)) return [refusedField(at, 'wrong_format', 'must be one line')]
      return boundOf(at, answer, MAX_NAME_LENGTH)
    case 'LONG_TEXT':
      return boundOf(at, answer, MAX_BOOKING_TEXT_LENGTH)
    case 'YES_NO':
      return oneOf(at, answer, Object.keys(YES_NO))
    case 'CHOICE':
      return oneOf(at, answer, choices ?? [])
  }
}

function boundOf(at: string, answer: string, most: number): RefusedField[] {
  const isTooLong = Array.from(answer).length > most
  return isTooLong ? [refusedField(at, 'too_long', `must have at most ${most} characters`)] : []
}

function oneOf(at: string, answer: string, allowed: readonly string[]): RefusedField[] {
  if (allowed.includes(answer)) return []
  return [refusedField(at, 'not_allowed', `must be one of: ${allowed.join(', ')}`)]
}
