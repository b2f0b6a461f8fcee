import { MAX_BOOKING_ANSWERS_BYTES, MAX_PROJECT_BYTES } from '@mediajobs/domain'
import { bytesAtMost, jsonBytes } from '../page-bytes.ts'
import { checkRecordBytes, type RecordBound } from '../record-bytes.ts'
import { invalid } from '../shared/errors.ts'
import type { Project, ProjectInput } from './project.ts'

// Whether an integrator decides the length of a field. The compiler asks for every new field here.
const IS_TEXT: Record<keyof ProjectInput, boolean> = {
  scheduledTime: false,
  addressLine1: true,
  addressLine2: true,
  city: true,
  region: true,
  postalCode: true,
  countryCode: false,
  lat: false,
  lng: false,
  notes: true,
  customerId: false,
  packageId: false,
  projectManagerId: false,
  technicianId: false,
  editorId: false,
  mediaTypes: false,
  estimatedDuration: false,
  selectedAddOnIds: true,
  bookingAnswers: true,
  discountId: false,
  discountCode: false,
  externalId: true,
}

const BOUND: RecordBound<Project> = {
  name: 'project',
  maxBytes: MAX_PROJECT_BYTES,
  texts: (Object.keys(IS_TEXT) as (keyof ProjectInput)[]).filter((field) => IS_TEXT[field]),
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
    `bookingAnswers is too large: as JSON it may have ${MAX_BOOKING_ANSWERS_BYTES} bytes, ` +
      `but has ${bytes}`,
  )
}
