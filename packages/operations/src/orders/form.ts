import type { Sql } from '@mediajobs/db'
import {
  addOns,
  type BookingAnswer,
  changeTime,
  memberships,
  packages,
  orderForms as table,
} from '@mediajobs/db/schema'
import {
  isOneLine,
  MAX_BOOKING_TEXT_LENGTH,
  MAX_FORM_QUESTIONS_BYTES,
  MAX_NAME_LENGTH,
  type ORDER_FORM_FIELDS,
  type OrderQuestion,
  type RefusedField,
  randomPublicId,
} from '@mediajobs/domain'
import type { ChangesOf, InputOf, Is, RecordOf } from '@mediajobs/domain/fields'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, isNull, sql as raw } from 'drizzle-orm'
import type { CatalogueFilters } from '../catalogue.ts'
import { jsonBytes } from '../json-bytes.ts'
import { notFound, refusedField, refuseFields } from '../shared/errors.ts'
import { isOneOf, type Page, type PageRequest } from '../shared/paging.ts'
import { expectRecord, type IsExpected, record } from '../shared/record.ts'

type Row = typeof table.$inferSelect

/** An order form. Doesn't compile unless columns and field table agree. */
export type OrderFormRow = Is<Row, Is<RecordOf<typeof ORDER_FORM_FIELDS>, Row>>
type OrderFormInput = InputOf<typeof ORDER_FORM_FIELDS>
type OrderFormChanges = ChangesOf<typeof ORDER_FORM_FIELDS>

const forms = record(table)

/** A form, archived or not. @throws {OperationError} `not_found`. */
export const getOrderForm = forms.get

/** The organization's forms, newest first. @throws `invalid` for a cursor of another list. */
export function listOrderForms(
  sql: Sql,
  orgId: string,
  { archived, ...request }: CatalogueFilters & PageRequest,
): Promise<Page<OrderFormRow>> {
  const list = { list: 'order-forms', archived }
  const where = archived ? raw`archived_at is not null` : raw`archived_at is null`
  return forms.page(sql, orgId, request, { list, where, large: ['questions', 'terms'] })
}

const DEFAULTS = {
  active: true,
  packageIds: [],
  addOnIds: [],
  questions: [],
  scheduling: 'REQUIRED',
  slotMinutes: 30,
  noticeHours: 24,
  horizonDays: 31,
  travelMinutes: 0,
  technicianIds: null,
  payment: 'NONE',
  depositBasisPoints: null,
  confirmation: 'AUTOMATIC',
  terms: null,
  frameAncestors: [],
} satisfies Omit<Required<OrderFormInput>, 'name'>

/**
 * @throws {OperationError} `invalid` for fields that contradict each other; `not_found` for an unknown or archived offer,
 *   or an unknown technician.
 */
export async function createOrderForm(
  tx: Tx,
  orgId: string,
  input: OrderFormInput,
): Promise<OrderFormRow> {
  const wanted = { ...DEFAULTS, ...input }
  refuseFields(contradictionsIn(wanted))
  await checkReferences(tx, orgId, wanted, DEFAULTS)
  return forms.insert(tx, orgId, { ...wanted, publicId: randomPublicId(tx.cell) })
}

/**
 * Changes a form. Orders keep the terms they were placed with.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`; as in {@link createOrderForm}, for what the change
 *   adds.
 */
export async function updateOrderForm(
  tx: Tx,
  orgId: string,
  id: string,
  input: OrderFormChanges,
  isExpected?: IsExpected<OrderFormRow>,
): Promise<OrderFormRow> {
  const before = await forms.lock(tx, orgId, id)
  refuseFields(contradictionsIn({ ...before, ...input }))
  await checkReferences(tx, orgId, input, before)
  expectRecord(before, isExpected)
  return forms.change(tx, before, input)
}

/** Archives a form: its page is gone, its orders stay. Idempotent. @throws `not_found`, `precondition_failed`. */
export async function archiveOrderForm(
  tx: Tx,
  orgId: string,
  id: string,
  isExpected?: IsExpected<OrderFormRow>,
): Promise<void> {
  if (isExpected) await forms.lock(tx, orgId, id, isExpected)
  await forms.set(tx, orgId, id, { archivedAt: raw`coalesce(archived_at, ${changeTime})` })
}

const DAY_HOURS = 24

function contradictionsIn(form: Required<OrderFormChanges>): RefusedField[] {
  const { packageIds, addOnIds, questions, noticeHours, horizonDays } = form
  const wrong = questionProblems(questions)
  if (packageIds.length + addOnIds.length === 0) {
    wrong.push(refusedField('packageIds', 'required', 'or addOnIds must have an offer'))
  }
  if (noticeHours >= horizonDays * DAY_HOURS) {
    wrong.push(refusedField('noticeHours', 'too_large', 'must be shorter than horizonDays'))
  }
  if (form.payment === 'DEPOSIT' && form.depositBasisPoints === null) {
    wrong.push(refusedField('depositBasisPoints', 'required', 'is required for DEPOSIT'))
  }
  if (form.payment !== 'DEPOSIT' && form.depositBasisPoints !== null) {
    wrong.push(
      refusedField('depositBasisPoints', 'not_allowed', 'must be null unless payment is DEPOSIT'),
    )
  }
  return wrong
}

function questionProblems(questions: readonly OrderQuestion[]): RefusedField[] {
  const keys = questions.map(({ key }) => key)
  const wrong = questions.flatMap(({ key, type, choices }, i) => {
    const at = `questions[${i}]`
    const found: RefusedField[] = []
    if (keys.indexOf(key) < i)
      found.push(refusedField(`${at}.key`, 'not_allowed', 'must be unique'))
    if (type === 'CHOICE' && choices === null) {
      found.push(refusedField(`${at}.choices`, 'required', 'is required for CHOICE'))
    }
    if (type !== 'CHOICE' && choices !== null) {
      found.push(refusedField(`${at}.choices`, 'not_allowed', 'must be null unless type is CHOICE'))
    }
    return found
  })
  if (jsonBytes(questions) > MAX_FORM_QUESTIONS_BYTES) {
    const most = `must have at most ${MAX_FORM_QUESTIONS_BYTES} bytes as JSON`
    wrong.push(refusedField('questions', 'too_large', most))
  }
  return wrong
}

type References = Pick<OrderFormChanges, 'packageIds' | 'addOnIds' | 'technicianIds'>

/** Checks what `input` refers to beyond `before`. @throws {OperationError} `not_found`. */
async function checkReferences(
  { orm }: Sql,
  orgId: string,
  input: References,
  before: References,
): Promise<void> {
  const added = (field: keyof References) => {
    const known = new Set(before[field])
    return (input[field] ?? []).filter((id) => !known.has(id))
  }
  const isOffer = (offers: typeof packages | typeof addOns, ids: readonly string[]) =>
    and(eq(offers.organizationId, orgId), isOneOf(offers.id, ids), isNull(offers.archivedAt))
  const isMember = (ids: readonly string[]) =>
    and(eq(memberships.organizationId, orgId), isOneOf(memberships.userId, ids))
  const countOf: Record<keyof References, (ids: readonly string[]) => Promise<number>> = {
    packageIds: (ids) => orm.$count(packages, isOffer(packages, ids)),
    addOnIds: (ids) => orm.$count(addOns, isOffer(addOns, ids)),
    technicianIds: (ids) => orm.$count(memberships, isMember(ids)),
  }
  const unknown: string[] = []
  for (const field of ['packageIds', 'addOnIds', 'technicianIds'] as const) {
    const ids = added(field)
    if (ids.length > 0 && (await countOf[field](ids)) < ids.length) unknown.push(field)
  }
  if (unknown.length > 0) throw notFound().at(...unknown)
}

/** The URL of a form's page. @param deliveryBaseUrl the URL of deliveries, whose host also serves these pages */
export function bookUrl(deliveryBaseUrl: string, publicId: string): string {
  return `${new URL(deliveryBaseUrl).origin}/book/${publicId}`
}

/** Answers by question key. */
export type Answers = Readonly<Record<string, string>>

const YES_NO: Readonly<Record<string, string>> = { YES: 'Yes', NO: 'No' }

/**
 * The answers as a project stores them: in the order of the questions, without blank ones.
 *
 * @throws {OperationError} `invalid` for a missing required answer, one its question doesn't allow, or an unknown
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
