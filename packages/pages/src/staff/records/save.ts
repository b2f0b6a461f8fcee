import type { ProblemCode } from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import type { ApiResponse, ErrorBody } from '../../call-api.ts'
import { forPeople, sentencesOf } from '../../for-people.ts'
import { type Form, formOf } from '../../forms.ts'
import { messageOf } from '../../message.ts'
import { change } from '../change.ts'
import { changeOf } from '../change-form.ts'
import type { Notice } from '../send-staff-page.ts'
import { sendStaffProblem } from '../send-staff-problem.ts'
import type { StaffVisit } from '../serve.ts'
import type { StaffCall } from '../staff.ts'
import {
  BadText,
  describe,
  type Problems,
  type RecordField,
  textBefore,
  textIn,
  textOf,
} from './form.ts'

export interface Save<Body> {
  visit: StaffVisit
  fields: readonly RecordField[]
  method: 'POST' | 'PATCH'
  url: string
  /** The body of the call, from the values of the fields. Default: the values themselves. */
  payloadOf?: (changed: Readonly<Record<string, unknown>>) => object
  /** Sends what comes after a success. `isSame`: the person changed nothing. */
  done: (saved: { body: Body } | { isSame: true }) => FastifyReply | Promise<FastifyReply>
  /** The page of the record, from this one. */
  back: string
  /** Shows the form again. */
  refuse: (problems: Problems) => Promise<FastifyReply>
  /** Refusals that are about one field. */
  fieldOfCode?: Partial<Record<ProblemCode, string>>
  /** Sentences in place of those of the API, which are for programs. */
  sentenceOfCode?: Partial<Record<ProblemCode, string>>
}

/**
 * Saves what a person wrote in a form of a record. Of a record that exists only the changed fields are sent. When
 * it was changed concurrently, both values are shown; what is refused is a sentence at its field.
 */
export async function save<Body>(each: Save<Body>): Promise<FastifyReply> {
  const { visit, fields, method, url, payloadOf = (changed) => changed, done } = each
  const { request, reply } = visit
  const sent = formOf(request)
  const { values, problems } = valuesOf(sent, fields, method === 'POST')
  if (problems.size > 0) {
    reply.code(400)
    return each.refuse({ head: [], fields: problems, sent })
  }
  if (method === 'PATCH' && Object.keys(values).length === 0) return done({ isSame: true })
  const payload = payloadOf(values)
  return change<Body, Record<string, unknown>>(visit, {
    call: { method, url, payload, ...changeOf(request) },
    done: ({ body }) => done({ body }),
    refuse: (response) => each.refuse({ ...sortProblems(response, each), sent }),
    compared: {
      url,
      texts: (now) => bothTexts(fields, sent, now),
      same: () => done({ isSame: true }),
      back: each.back,
    },
  })
}

function valuesOf(form: Form, fields: readonly RecordField[], isNew: boolean) {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const textOfName = (name: string) => {
    const field = byName.get(name)
    return field ? textIn(form, field) : ''
  }
  const isChanged = (name: string) => {
    const field = byName.get(name)
    return field !== undefined && textIn(form, field) !== (isNew ? '' : textBefore(form, field))
  }
  const values: Record<string, unknown> = {}
  const problems = new Map<string, string>()
  for (const field of fields) {
    const { name, dependsOn, toValue = (each: string) => each, emptyValue = null } = field
    const text = textOfName(name)
    const isMoved = dependsOn !== undefined && text !== '' && isChanged(dependsOn)
    if (!isChanged(name) && !isMoved) continue
    try {
      values[name] = text === '' ? emptyValue : toValue(text, textOfName)
    } catch (error) {
      if (!(error instanceof BadText)) throw error
      problems.set(name, error.message)
    }
  }
  return { values, problems }
}

/** What was refused: at its field, or at the head of the form. */
function sortProblems(
  { status, body }: ApiResponse<ErrorBody>,
  {
    fields,
    fieldOfCode = {},
    sentenceOfCode = {},
  }: Pick<Save<unknown>, 'fields' | 'fieldOfCode' | 'sentenceOfCode'>,
): Pick<Problems, 'head' | 'fields'> {
  const { code, fields: refused = [] } = body
  const head: string[] = []
  const found = new Map<string, string>()
  const labels = Object.fromEntries(fields.map(({ name, label }) => [name, label]))
  const own = sentenceOfCode[code]
  const isOfFields = own === undefined && status === 400 && refused.length > 0
  const problems = isOfFields
    ? refused
    : (own === undefined ? sentencesOf(body) : [own]).map((message) => ({
        path: refused.length === 1 ? (refused[0]?.path ?? '') : '',
        message,
      }))
  for (const { path, message } of problems) {
    const field = fields.find(({ name }) => isWithin(path, name))
    const name = field?.name ?? fieldOfCode[code]
    if (name === undefined || found.has(name)) head.push(forPeople(message, labels))
    else found.set(name, forPeople(message, labels))
  }
  return { head, fields: found }
}

/** Whether `workingHours.monday[0]` is `workingHours.monday`, or a part of it. */
function isWithin(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`)
}

/** The changed fields as the person wants them, and as they are now. */
function bothTexts(
  fields: readonly RecordField[],
  sent: Form,
  record: Record<string, unknown>,
): readonly [string, string] {
  const changed = fields.filter((field) => textIn(sent, field) !== textBefore(sent, field))
  const lines = (textFor: (field: RecordField) => string) =>
    changed.map((field) => `${field.label}: ${describe(field, textFor(field))}`).join('\n')
  return [lines((field) => textIn(sent, field)), lines((field) => textOf(field, record))]
}

interface Act {
  call: StaffCall
  /** Where a success leads. */
  to: string
  /** Shows the page again, with what the API refused. */
  refuse: (notice: Notice) => Promise<FastifyReply>
}

/** Sends a change without fields, like a deletion. A stale one gets a problem page. */
export function act(visit: StaffVisit, { call, to, refuse }: Act): Promise<FastifyReply> {
  const { request, reply, staff } = visit
  return change(visit, {
    call,
    done: () => reply.redirect(to, 303),
    refuse: (response) =>
      response.status === 412
        ? sendStaffProblem(request, reply, staff, response)
        : refuse({ kind: 'problem', text: messageOf(response.body) }),
  })
}
