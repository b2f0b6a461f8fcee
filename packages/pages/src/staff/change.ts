import type { FastifyReply } from 'fastify'
import type { ApiResponse, ErrorBody } from '../call-api.ts'
import { ask, type Question } from './ask.ts'
import { noteRefusal, sendStaffProblem } from './send-staff-problem.ts'
import type { StaffVisit } from './serve.ts'
import type { StaffCall } from './staff.ts'
import { CONFLICT } from './texts.ts'

type Sent = FastifyReply | Promise<FastifyReply>

export interface Change<Body, Record = Body> {
  /** Its `ifMatch` is the state of the record that the person saw. */
  call: StaffCall
  done: (response: ApiResponse<Body>) => Sent
  /** Shows the form again. The reply already has the status of the refusal. */
  refuse: (response: ApiResponse<ErrorBody>) => Sent
  /** What a stale form is compared with. Without it the form is refused. */
  compared?: Compared<Record>
  /** For a form that names other records: a 404 may be about one of those, and shows the form again. */
  showsFormOn404?: boolean
}

export interface Compared<Record> extends Pick<Question, 'back' | 'fields'> {
  /** Where the API has the record. */
  url: string
  /** What the form wants, and what the record says now. */
  texts: (
    now: Record,
  ) => readonly [wanted: string, now: string] | Promise<readonly [string, string]>
  /** When both are equal. */
  same: () => Sent
  /** Default: the words of `CONFLICT`. */
  words?: Words | ((now: Record) => Words)
}

type Words = Partial<Pick<Question, 'title' | 'lead' | 'yes'>>

/**
 * Sends the change of a form. If someone else changed the record first (412), it is re-read: what already is as
 * wanted counts as done; otherwise both versions are shown, with a form that sends the change again.
 */
export async function change<Body, Record = Body>(
  visit: StaffVisit,
  { call, done, refuse, compared, showsFormOn404 = false }: Change<Body, Record>,
): Promise<FastifyReply> {
  const { request, reply, staff } = visit
  const response = await staff.call<Body & ErrorBody>(call)
  const { status } = response
  // A second click on Delete finds nothing: it worked.
  if (status < 300 || (status === 404 && call.method === 'DELETE')) return done(response)
  const isMissing = status === 404 && !showsFormOn404
  if (isMissing || status >= 500) return sendStaffProblem(request, reply, staff, response)
  if (compared && mayBeStale(response)) {
    const now = await staff.call<Record & ErrorBody>({ method: 'GET', url: compared.url })
    if (now.status !== 200) return sendStaffProblem(request, reply, staff, now)
    if (now.headers.etag !== call.ifMatch) return askAgain(visit, compared, now)
  }
  noteRefusal(request, reply, response)
  return refuse(response)
}

/** A move is checked against the role before the version: someone else may have made the move first. */
function mayBeStale({ status, body }: ApiResponse<ErrorBody>): boolean {
  return status === 412 || body.code === 'role_forbids_move'
}

/** Shows the wanted and the current state of a record, and asks whether to send the form again. */
export async function askAgain<Record>(
  visit: StaffVisit,
  { texts, same, words, back, fields }: Omit<Compared<Record>, 'url'>,
  { headers, body }: Pick<ApiResponse<Record>, 'headers' | 'body'>,
): Promise<FastifyReply> {
  const [wanted, now] = await texts(body)
  if (wanted === now) return same()
  visit.request.problemCode = 'version_mismatch'
  visit.reply.code(412)
  return ask(visit, {
    title: CONFLICT.title,
    lead: CONFLICT.lead,
    yes: CONFLICT.again,
    ...(typeof words === 'function' ? words(body) : words),
    values: [
      [CONFLICT.wanted, wanted],
      [CONFLICT.now, now],
    ],
    etag: typeof headers.etag === 'string' ? headers.etag : undefined,
    back,
    ...(fields && { fields }),
  })
}
