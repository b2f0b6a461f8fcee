import type { ProblemCode } from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import type { ApiResponse, ErrorBody } from '../../call-api.ts'
import { refuseAs } from '../../errors.ts'
import { fieldSentence, sentencesOf } from '../../for-people.ts'
import { type Form, formOf } from '../../forms.ts'
import { type Compared, change } from '../change.ts'
import { refusal } from '../list.ts'
import type { Notice } from '../send-staff-page.ts'
import type { StaffVisit } from '../serve.ts'
import type { StaffCall } from '../staff.ts'
import {
  describe,
  type Problems,
  type RecordField,
  sentValues,
  textBefore,
  textIn,
  textOf,
} from './form.ts'

export interface Save<Body> {
  visit: StaffVisit
  fields: readonly RecordField[]
  /** POST creates, PATCH updates, PUT does either. */
  method: 'POST' | 'PATCH' | 'PUT'
  url: string
  /** Builds the call's body from the field values. Default: the values themselves. */
  payloadOf?: (changed: Readonly<Record<string, unknown>>) => object
  /** The version to change. Default: the form's. */
  ifMatch?: string | undefined
  /** Whether to send unchanged fields. */
  savesSame?: boolean
  /** The `done` parameter of the record's page. */
  doneAs?: string
  /** Default: redirects to the record's page. */
  done?: (saved: Body, etag: string) => FastifyReply | Promise<FastifyReply>
  /** Anchor of the form: `#part`. */
  part?: string
  /** Shows the form again. */
  refuse: (problems: Problems) => Promise<FastifyReply>
  /** For forms that reference other records: a 404 shows the form again. */
  showsFormOn404?: boolean
  /** Codes that belong to one field. */
  fieldOfCode?: Partial<Record<ProblemCode, string>>
  /** Messages by code that override the defaults. */
  sentenceOfCode?: Partial<Record<ProblemCode, string>>
}

/**
 * Saves a record form. For existing records, sends only changed fields. On a concurrent change, shows both values;
 * refusals are shown at their fields.
 */
export async function save<Body extends object>(each: Save<Body>): Promise<FastifyReply> {
  const { visit, fields, method, url, payloadOf = (changed) => changed, done, part = '' } = each
  const { request, reply } = visit
  const sent = formOf(request)
  const isNew = method === 'POST'
  const { values, problems } = changedValues(sent, fields, isNew)
  if (problems.size > 0) {
    refuseAs(visit, 'invalid_request')
    return each.refuse({ head: [], fields: problems, sent })
  }
  const page = isNew ? visit.at : visit.here
  const same = () => reply.redirect(isNew ? page : `${page}?done=same${part}`, 303)
  if (!isNew && !each.savesSame && Object.keys(values).length === 0) return same()
  const address = (body: object) => (isNew && 'id' in body ? `${page}/${body.id}` : page)
  const doneAs = each.doneAs ?? (isNew ? 'created' : 'saved')
  return change<Body, Record<string, unknown>>(visit, {
    call: {
      method,
      url,
      payload: payloadOf(values),
      ...(each.ifMatch !== undefined && { ifMatch: each.ifMatch }),
    },
    done: ({ body, headers }) =>
      done?.(body, String(headers.etag)) ??
      reply.redirect(`${address(body)}?done=${doneAs}${part}`, 303),
    refuse: (response) => each.refuse({ ...sortProblems(response, sent, each), sent }),
    ...(each.showsFormOn404 && { showsFormOn404: true }),
    compared: { url, texts: (now) => bothTexts(fields, sent, now), same, back: page + part },
  })
}

/** The values of changed fields, and of those that depend on one. */
function changedValues(form: Form, fields: readonly RecordField[], isNew: boolean) {
  const changed = fields.filter(
    (each) => textIn(form, each) !== (isNew ? '' : textBefore(form, each)),
  )
  const names = new Set(changed.map(({ name }) => name))
  const dependsOnChanged = (field: RecordField) =>
    field.dependsOn !== undefined && names.has(field.dependsOn) && textIn(form, field) !== ''
  return sentValues(form, fields, (each) => names.has(each.name) || dependsOnChanged(each))
}

/** Assigns refusals to fields or the top of the form. */
function sortProblems(
  { status, body }: ApiResponse<ErrorBody>,
  sent: Form,
  { fields, fieldOfCode = {}, sentenceOfCode = {} }: Omit<Save<never>, 'done'>,
): Pick<Problems, 'head' | 'fields'> {
  const { code } = body
  const labels = Object.fromEntries(fields.map(({ name, label }) => [name, label]))
  const emptied = fields.filter((each) => each.isRequired && textIn(sent, each) === '')
  // A cleared required field is reported as missing, whatever code the API has for null.
  const refused = (body.fields ?? []).map((each) =>
    emptied.some(({ name }) => isWithin(each.path, name)) ? { ...each, code: 'required' } : each,
  )
  const own = sentenceOfCode[code]
  const path = refused.length === 1 ? (refused[0]?.path ?? '') : ''
  const said =
    own === undefined && status === 400 && refused.length > 0
      ? refused.map((each) => ({ path: each.path, sentence: fieldSentence(each, labels) }))
      : (own === undefined ? sentencesOf(body) : [own]).map((sentence) => ({ path, sentence }))
  const head: string[] = []
  const found = new Map<string, string>()
  for (const { path, sentence } of said) {
    const name = fields.find((each) => isWithin(path, each.name))?.name ?? fieldOfCode[code]
    if (name === undefined || found.has(name)) head.push(sentence)
    else found.set(name, sentence)
  }
  return { head, fields: found }
}

/** Whether `workingHours.monday[0]` is `workingHours.monday` or inside it. */
function isWithin(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`)
}

/** The changed fields, as wanted and as stored. */
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

interface Act<Record> extends Pick<Compared<Record>, 'texts'> {
  call: StaffCall
  /** The URL after a success. */
  to: string
  /** Shows the page again with the API's refusal. */
  refuse: (notice: Notice) => Promise<FastifyReply>
}

/**
 * Makes a button's change, such as a deletion, and redirects. After a concurrent change the person sees both versions
 * and decides.
 */
export function act<Record>(visit: StaffVisit, { call, to, refuse, texts }: Act<Record>) {
  const done = () => visit.reply.redirect(to, 303)
  return change<unknown, Record>(visit, {
    call,
    done,
    refuse: ({ body }) => refuse(refusal(body)),
    // `same`: someone else already made this change.
    compared: { url: call.url, texts, same: done, back: visit.here },
  })
}
