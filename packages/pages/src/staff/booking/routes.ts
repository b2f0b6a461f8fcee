import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { formOf } from '../../forms.ts'
import { changeOf } from '../change-form.ts'
import { STAFF } from '../door.ts'
import { organizationAddress } from '../own-address.ts'
import { type Notice, sendStaffPage } from '../send-staff-page.ts'
import { noteRefusal } from '../send-staff-problem.ts'
import { type StaffVisit, serve } from '../serve.ts'
import { requireMay } from '../staff.ts'
import { book } from './book.ts'
import { bookingPage } from './page.ts'
import { readOffered } from './read.ts'
import { TEXTS } from './texts.ts'
import { type Values, valuesOf } from './values.ts'

const AT = '/app/:organizationId/projects/new'

/** `/app/{organizationId}/projects/new`. docs/contract.md#c12-booking */
export const bookingPages: FastifyPluginAsync = async (app) => {
  const forBookers = (handle: typeof bookOrShow) =>
    serve((visit) => {
      requireMay(visit.staff, 'createProject')
      return handle(visit)
    })
  app.get(
    AT,
    STAFF,
    forBookers((visit) => show(visit, valuesOf(visit.request))),
  )
  app.post(AT, STAFF, forBookers(bookOrShow))
}

/** The form has three buttons: to search a customer, to see the price, and to book. */
async function bookOrShow(visit: StaffVisit): Promise<FastifyReply> {
  const { request, reply, staff } = visit
  const values = valuesOf(request)
  if (formOf(request).text('do') !== 'book') return show(visit, values)
  const booked = await book(staff, values, changeOf(request).idempotencyKey)
  if ('project' in booked) return reply.redirect(`./${booked.project.id}?done=booked`, 303)
  reply.code(booked.status)
  if (booked.response) noteRefusal(request, reply, booked.response)
  return show(visit, booked.values, { kind: 'problem', text: booked.problem })
}

async function show({ request, reply, staff }: StaffVisit, values: Values, notice?: Notice) {
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
