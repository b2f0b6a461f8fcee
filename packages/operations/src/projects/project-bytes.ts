import { MAX_BOOKING_ANSWERS_BYTES, MAX_PROJECT_BYTES, PROJECT_FIELDS } from '@mediajobs/domain'
import { countedFields } from '@mediajobs/domain/fields'
import { bytesAtMost, jsonBytes } from '../page-bytes.ts'
import { checkRecordBytes, type RecordBound } from '../record-bytes.ts'
import { invalid } from '../shared/errors.ts'
import type { Project, ProjectInput } from './project.ts'

const BOUND: RecordBound<Project> = {
  name: 'project',
  maxBytes: MAX_PROJECT_BYTES,
  texts: countedFields(PROJECT_FIELDS),
  // With a discount's id the record also gets its code: at most 100 characters of six bytes.
  otherBytes: 1_536,
}

/**
 * Checks the size of a project and of its booking answers (docs/contract.md#c10-project-size).
 *
 * @param after the fields after the change.
 * @param before the whole record before the change, if there is one: see `checkRecordBytes`.
 * @throws {OperationError} `invalid`, with the name of the field.
 */
export function checkProjectBytes(after: ProjectInput, before?: Project): void {
  checkBookingAnswerBytes(after.bookingAnswers, before?.bookingAnswers)
  checkRecordBytes(BOUND, after, before)
}

type Answers = ProjectInput['bookingAnswers']

function checkBookingAnswerBytes(after: Answers, before: Answers): void {
  if (!after || bytesAtMost(after) <= MAX_BOOKING_ANSWERS_BYTES) return
  const bytes = jsonBytes(after)
  if (bytes <= MAX_BOOKING_ANSWERS_BYTES || (before && bytes <= jsonBytes(before))) return
  throw invalid(
    'bookingAnswers',
    'too_large',
    `is too large: as JSON it may have ${MAX_BOOKING_ANSWERS_BYTES} bytes, ` + `but has ${bytes}`,
  )
}
