// The bounds of the size and of the number of records. docs/contract.md#c10
import {
  MAX_BOOKING_ANSWERS,
  MAX_BOOKING_ANSWERS_BYTES,
  MAX_BOOKING_TEXT_LENGTH,
  MAX_INVOICE_LINES,
  MAX_LIVE_API_KEYS,
  MAX_NOTES_LENGTH,
  MAX_PROJECT_BYTES,
} from '@mediajobs/domain'
import {
  type Attack,
  type HostileRequest,
  made,
  refused,
  requestsAttack,
  stepsAttack,
} from './attack.ts'
import { book } from './bodies.ts'
import type { Stage } from './stage.ts'

const INVALID = refused('invalid_request', 'record_too_large', 'project_too_large')
// The fields that the service adds, and the names of all fields.
const RECORD_OVERHEAD_BYTES = 2_048
const FOUR_BYTES = '😀'

interface BookingAnswer {
  question: string
  answer: string
}

export const recordAttacks: Attack[] = [
  requestsAttack('booking answers', (stage) => [
    answers(stage, 'a text at the bound', [answerOf(MAX_BOOKING_TEXT_LENGTH)], made),
    answers(stage, 'a text one above', [answerOf(MAX_BOOKING_TEXT_LENGTH + 1)], INVALID),
    answers(stage, 'a text of a MiB', [answerOf(1_000_000)], INVALID),
    answers(stage, 'all within the bytes', filling(MAX_BOOKING_ANSWERS_BYTES - 200), made),
    answers(stage, 'all above the bytes', filling(MAX_BOOKING_ANSWERS_BYTES + 1), INVALID),
    answers(stage, 'thirty times the bytes', filling(MAX_BOOKING_ANSWERS_BYTES * 30), INVALID),
    answers(stage, 'too many', Array(MAX_BOOKING_ANSWERS + 1).fill(answerOf(1)), INVALID),
  ]),
  requestsAttack('bytes of a project', (stage) => [
    project(stage, 'within', MAX_PROJECT_BYTES - RECORD_OVERHEAD_BYTES, made),
    project(stage, 'above', MAX_PROJECT_BYTES + 1, INVALID),
  ]),
  requestsAttack('lines of an invoice', (stage) => [
    invoice(stage, 'at the bound', MAX_INVOICE_LINES, made),
    invoice(stage, 'one above', MAX_INVOICE_LINES + 1, INVALID),
    invoice(
      stage,
      'forty times',
      MAX_INVOICE_LINES * 40,
      refused('invalid_request', 'body_too_complex'),
    ),
  ]),
  stepsAttack('live keys of an organization', async (stage, expect) => {
    // In a separate organization: other attacks also create keys.
    const { key } = await stage.service.createOrg()
    const make = (name: string, expected: HostileRequest['expected']) =>
      expect({
        name,
        method: 'POST',
        path: '/api-keys',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: () => JSON.stringify({ name, scopes: ['READ'] }),
        expected,
      })
    // The key that makes them is one of them.
    const more = Array.from({ length: MAX_LIVE_API_KEYS - 1 }, (_, n) => `key ${n}`)
    while (more.length > 0) await Promise.all(more.splice(0, 10).map((name) => make(name, made)))
    await make('one above', { statuses: [409] })
  }),
]

function answers(
  stage: Stage,
  name: string,
  bookingAnswers: BookingAnswer[],
  expected: HostileRequest['expected'],
): HostileRequest {
  const body = { scheduledTime: '2026-12-01T10:00:00Z', bookingAnswers }
  return book(stage, name, () => JSON.stringify(body), expected)
}

function answerOf(length: number): BookingAnswer {
  return { question: 'Where is the key?', answer: 'x'.repeat(length) }
}

/** Up to 100 booking answers within their limits, with `bytes` bytes of JSON in total. */
function filling(bytes: number): BookingAnswer[] {
  const made: BookingAnswer[] = []
  // The brackets, and one comma fewer than answers.
  let left = bytes - 1
  while (left > 0) {
    const frame = JSON.stringify({ question: 'q', answer: '' }).length + 1
    const length = Math.max(0, Math.min(MAX_BOOKING_TEXT_LENGTH, left - frame))
    made.push({ question: 'q', answer: 'x'.repeat(length) })
    left -= frame + length
  }
  return made
}

/** A project of about `bytes` bytes as JSON: long booking answers, and notes in characters of four bytes. */
function project(
  stage: Stage,
  name: string,
  bytes: number,
  expected: HostileRequest['expected'],
): HostileRequest {
  const bookingAnswers = filling(MAX_BOOKING_ANSWERS_BYTES - 200)
  const notesBytes = bytes - MAX_BOOKING_ANSWERS_BYTES + 200
  const notes = FOUR_BYTES.repeat(Math.min(MAX_NOTES_LENGTH, Math.ceil(notesBytes / 4)))
  const body = { scheduledTime: '2026-12-01T10:00:00Z', bookingAnswers, notes }
  return book(stage, name, () => JSON.stringify(body), expected)
}

function invoice(
  stage: Stage,
  name: string,
  lines: number,
  expected: HostileRequest['expected'],
): HostileRequest {
  const lineItems = Array(lines).fill({ description: 'Photos', quantity: 1, unitAmount: 100 })
  const customerId = stage.furnished.idOf('customers')
  const body = () => JSON.stringify({ customerId, currency: 'USD', lineItems })
  return { ...book(stage, name, body, expected), path: '/invoices' }
}
