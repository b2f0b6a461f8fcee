import type { FastifyReply } from 'fastify'
import type { ApiResponse, ErrorBody } from '../call-api.ts'
import { refuseAs } from '../errors.ts'
import { html, nothing } from '../html.ts'
import { changeForm, changeOf, hidden } from './change-form.ts'
import { facts } from './parts.ts'
import {
  type PageVisit,
  recordRefusal,
  sendStaffPage,
  sendStaffProblem,
} from './send-staff-page.ts'
import type { Staff, StaffCall } from './staff.ts'
import { BACK, CONFLICT } from './texts.ts'

/** A confirmation of a submitted form. */
export interface Question {
  title: string
  lead: string
  /** Label and text of each version. */
  values?: readonly (readonly [label: string, text: string])[]
  /** The button that resubmits; none if that would be refused. */
  yes: string | undefined
  /** The link that cancels. */
  no: string
  /** Extra fields of the resubmission. */
  fields?: Readonly<Record<string, string>>
  /** The ETag that the resubmission sends. */
  etag: string | undefined
  /** The URL that canceling leads to. */
  back: string
}

// The resubmission has a new ETag and key.
const OWN_FIELDS = ['if-match', 'idempotency-key']

/** Asks whether to resubmit a form, with everything in it. */
export function ask(
  visit: PageVisit,
  { title, lead, values = [], yes, no, ...question }: Question,
) {
  const { fields = {}, etag, back } = question
  const { body, url } = visit.request
  const sent = body instanceof URLSearchParams ? [...body] : []
  const kept = sent.filter(([name]) => !OWN_FIELDS.includes(name) && !(name in fields))
  return sendStaffPage(visit, {
    title,
    body: html`<p role="alert" dir="auto">${lead}</p>
${values.length === 0 ? nothing : facts(values, true)}
<div class="actions">${
      yes === undefined
        ? nothing
        : changeForm({
            // Resubmits to the same URL, with its query.
            action: url.slice((url.split('?')[0] ?? '').lastIndexOf('/') + 1),
            isOnce: sent.some(([name]) => name === 'idempotency-key'),
            etag,
            content: html`${hidden([...kept, ...Object.entries(fields)])}<button class="go">${yes}</button>`,
          })
    }
<a class="button" href="${back}">${no}</a></div>`,
  })
}

type Sent = FastifyReply | Promise<FastifyReply>

/** A submitted form and its visit. */
export interface ChangeVisit extends PageVisit {
  staff: Pick<Staff, 'call'>
}

export interface Change<Body, Record = Body> {
  /** With the version the person saw, and the form's idempotency key. */
  call: StaffCall
  done: (response: ApiResponse<Body>) => Sent
  /** Shows the form again. The reply already has the status of the refusal. */
  refuse: (response: ApiResponse<ErrorBody>) => Sent
  /** How to compare a stale form with the record. Without it, stale forms are refused. */
  compared?: Compared<Record>
  /** For forms that reference other records: a 404 shows the form again. */
  showsFormOn404?: boolean
}

export interface Compared<Record> extends Pick<Question, 'back'> {
  /** The record's path in the API. */
  url: string
  /**
   * For forms without an ETag: whether the record is still as the person saw it. The record is read before the call,
   * for its ETag.
   */
  isSeen?: (now: Record) => boolean
  /** Descriptions of the wanted and the current state. */
  texts: (
    now: Record,
  ) => readonly [wanted: string, now: string] | Promise<readonly [string, string]>
  /** Responds when both are equal. */
  same: () => Sent
  /** Overrides fields of the resubmission. */
  fields?: (now: Record) => Readonly<globalThis.Record<string, string>>
  /** Default: the words of `CONFLICT`. `isForbidden`: resubmitting would be refused. */
  words?: (now: Record, isForbidden: boolean) => Partial<Pick<Question, 'title' | 'lead' | 'yes'>>
}

/**
 * Sends the change of a form. If someone else changed the record first (412), it is re-read: if it already is as
 * wanted, the change counts as done; otherwise both versions are shown, with a form that sends the change again.
 */
export async function change<Body, Record = Body>(
  visit: ChangeVisit,
  each: Change<Body, Record>,
): Promise<FastifyReply> {
  const { compared } = each
  const call = { ...changeOf(visit.request), ...each.call }
  if (!compared?.isSeen) return send(visit, { ...each, call })
  const now = await readRecord<Record>(visit, compared)
  if (now.status === 200 && !compared.isSeen(now.body)) return compare(visit, compared, now)
  return send(visit, { ...each, call: { ...call, ifMatch: etagOf(now) } })
}

async function send<Body, Record>(
  visit: ChangeVisit,
  { call, done, refuse, compared, showsFormOn404 = false }: Change<Body, Record>,
): Promise<FastifyReply> {
  const response = await visit.staff.call<Body & ErrorBody>(call)
  const { status } = response
  // Idempotent: a second click on Delete finds nothing.
  if (status < 300 || (status === 404 && call.method === 'DELETE')) return done(response)
  const isMissing = status === 404 && !showsFormOn404
  if (isMissing || status >= 500) return sendStaffProblem(visit, response)
  if (compared && mayBeStale(response)) {
    const now = await readRecord<Record>(visit, compared)
    if (now.status !== 200) return sendStaffProblem(visit, now)
    if (etagOf(now) !== call.ifMatch) return compare(visit, compared, now, status !== 412)
  }
  recordRefusal(visit, response)
  return refuse(response)
}

function readRecord<Record>({ staff }: ChangeVisit, { url }: Compared<Record>) {
  return staff.call<Record & ErrorBody>({ method: 'GET', url })
}

/** The role is checked before the version: a refused move may be a lost race. */
function mayBeStale({ status, body }: ApiResponse<ErrorBody>): boolean {
  return status === 412 || body.code === 'role_forbids_move'
}

function etagOf({ headers }: ApiResponse<unknown>): string | undefined {
  return typeof headers.etag === 'string' ? headers.etag : undefined
}

/** Shows the wanted and the current state of a record, and asks whether to resubmit unless that is forbidden. */
async function compare<Record>(
  visit: PageVisit,
  { texts, same, words, fields, back }: Compared<Record>,
  response: ApiResponse<Record>,
  isForbidden = false,
): Promise<FastifyReply> {
  const [wanted, now] = await texts(response.body)
  if (wanted === now) return same()
  refuseAs(visit, 'version_mismatch')
  return ask(visit, {
    title: CONFLICT.title,
    lead: isForbidden ? CONFLICT.forbidden : CONFLICT.lead,
    yes: CONFLICT.again,
    no: CONFLICT.leave,
    ...words?.(response.body, isForbidden),
    ...(isForbidden && { yes: undefined, no: BACK.page }),
    values: [
      [CONFLICT.wanted, wanted],
      [CONFLICT.now, now],
    ],
    etag: etagOf(response),
    back,
    fields: fields?.(response.body) ?? {},
  })
}
