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
  // Includes the code of a discount given by id: 100 characters of up to six bytes.
  otherBytes: 1_536,
}

/**
 * Checks the size of a project and of its booking answers (docs/contract.md#c10-project-size).
 *
 * @throws {OperationError} `invalid` at the field.
 */
export function checkProjectBytes(after: ProjectInput): void {
  checkBookingAnswerBytes(after.bookingAnswers)
  checkRecordBytes(BOUND, after)
}

function checkBookingAnswerBytes(answers: ProjectInput['bookingAnswers']): void {
  if (!answers || bytesAtMost(answers) <= MAX_BOOKING_ANSWERS_BYTES) return
  const bytes = jsonBytes(answers)
  if (bytes <= MAX_BOOKING_ANSWERS_BYTES) return
  throw invalid(
    'bookingAnswers',
    'too_large',
    `is too large: as JSON it may have ${MAX_BOOKING_ANSWERS_BYTES} bytes, but has ${bytes}`,
  )
}
