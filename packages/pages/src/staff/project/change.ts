import type { FastifyReply } from 'fastify'
import type { ErrorBody } from '../../call-api.ts'
import { formOf } from '../../forms.ts'
import { messageOf } from '../../message.ts'
import { ask as askAbout, conflictOf, type Question as StaffQuestion } from '../ask.ts'
import type { Notice } from '../send-staff-page.ts'
import { noteRefusal, sendStaffProblem } from '../send-staff-problem.ts'
import type { StaffCall } from '../staff.ts'
import { show } from './page.ts'
import type { Visit } from './read.ts'
import type { Done, SectionName } from './texts.ts'

interface Change<Body> {
  call: StaffCall
  done: Done
  /** Where the person goes on, on the page of the project. */
  section?: SectionName
  /** The record, and in words: what the change wants of it, and what it is. */
  record: {
    url: string
    wanted: () => string | Promise<string>
    now: (body: Body) => string | Promise<string>
  }
  /** Questions to which the answer yes lets a refused form pass, by the code of the problem. */
  asks?: Readonly<Record<string, Pick<Question, 'title' | 'yes' | 'fields'>>>
  /** Shows the page on which the form is, with a sentence. Default: the page of the project. */
  refuse?: (notice: Notice) => Promise<FastifyReply>
}

/**
 * Makes a change for the person of a page. Then it leads back to the page; when the record was changed in the
 * meantime, it shows both values and asks; and what the API refuses is a sentence at the head of the page.
 */
export async function change<Body>(visit: Visit, each: Change<Body>): Promise<FastifyReply> {
  const { request, reply, staff } = visit
  const { call, done, section, asks = {} } = each
  const response = await staff.call<ErrorBody>(call)
  const { status, body } = response
  if (status < 300) return back(visit, done, section)
  if (status >= 500 || status === 404) return sendStaffProblem(request, reply, staff, response)
  noteRefusal(request, reply, response)
  if (status === 412) return askAgain(visit, each)
  const text = messageOf(body)
  const question = asks[body.code]
  if (question) {
    const etag = formOf(request).text('if-match')
    return ask(visit, { ...question, lead: text, etag, section })
  }
  const refuse = each.refuse ?? ((notice: Notice) => show(visit, notice))
  return refuse({ kind: 'problem', text })
}

async function askAgain<Body>(visit: Visit, { record, section }: Change<Body>) {
  const { request, reply, staff } = visit
  const found = await staff.call<Body & ErrorBody>({ method: 'GET', url: record.url })
  if (found.status !== 200) return sendStaffProblem(request, reply, staff, found)
  const [wanted, now] = [await record.wanted(), await record.now(found.body)]
  if (now === wanted) return back(visit, 'same', section)
  return ask(visit, {
    ...conflictOf(wanted, now),
    etag: String(found.headers.etag),
    section,
  })
}

/** Leads back to the page of the project, which says what was done. */
export function back({ reply, here }: Visit, done: Done, section?: SectionName) {
  return reply.redirect(`${here}?done=${done}${section ? `#${section}` : ''}`, 303)
}

/** A question about a form of a section of the page. */
interface Question extends Omit<StaffQuestion, 'back'> {
  section?: SectionName | undefined
}

export function ask(visit: Visit, { section, ...question }: Question) {
  return askAbout(visit, { ...question, back: `${visit.here}${section ? `#${section}` : ''}` })
}
