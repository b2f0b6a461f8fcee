import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '../../../errors.ts'
import { formOf } from '../../forms.ts'
import { changeOf } from '../change-form.ts'
import { STAFF } from '../door.ts'
import { staffOfRequest } from '../enter.ts'
import { organizationAddress } from '../own-address.ts'
import { patient } from '../patient-call.ts'
import { RefusedRead } from '../read-record.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { noteRefusal, sendStaffProblem } from '../send-staff-problem.ts'
import type { Staff } from '../staff.ts'
import { book } from './book.ts'
import { bookingPage } from './page.ts'
import { readOffered } from './read.ts'
import { TEXTS } from './texts.ts'
import { type Values, valuesOf } from './values.ts'

const AT = '/app/:organizationId/projects/new'

interface Visit {
  request: FastifyRequest
  reply: FastifyReply
  staff: Staff
}

/** `/app/{organizationId}/projects/new`. docs/contract.md#c12-booking */
export const bookingPages: FastifyPluginAsync = async (app) => {
  app.get(
    AT,
    STAFF,
    serve((visit) => show(visit, valuesOf(visit.request))),
  )
  app.post(AT, STAFF, serve(bookOrShow))
}

/** Who may not book sees no form. What could not be read is the status of the page. */
function serve(handle: (visit: Visit) => Promise<FastifyReply>) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const staff = patient(staffOfRequest(request))
    if (!staff.may('createProject')) {
      throw new HttpError(403, 'role_forbids', 'Administrators and managers book jobs.')
    }
    try {
      return await handle({ request, reply, staff })
    } catch (error) {
      if (!(error instanceof RefusedRead)) throw error
      return sendStaffProblem(request, reply, staff, error.response)
    }
  }
}

/** The form has three buttons: to search a customer, to see the price, and to book. */
async function bookOrShow(visit: Visit): Promise<FastifyReply> {
  const { request, reply, staff } = visit
  const values = valuesOf(request)
  if (formOf(request).text('do') !== 'book') return show(visit, values)
  const booked = await book(staff, values, changeOf(request).idempotencyKey)
  if ('project' in booked) return reply.redirect(`./${booked.project.id}?done=booked`, 303)
  reply.code(booked.status)
  if (booked.response) noteRefusal(request, reply, booked.response)
  return show(visit, booked.values, { kind: 'problem', text: booked.problem })
}

async function show({ request, reply, staff }: Visit, values: Values, notice?: Notice) {
  const offered = await readOffered(staff, values)
  return sendStaffPage(request, reply, staff, {
    title: TEXTS.title,
    notice,
    styles: ['staff/booking/style.css'],
    module: 'staff/booking/browser/main.ts',
    body: bookingPage({
      staff,
      values,
      offered,
      home: organizationAddress(request, staff.organization),
    }),
  })
}
