import { stringifySetCookie } from 'cookie'
import type { FastifyReply } from 'fastify'
import type { ErrorBody } from '../../call-api.ts'
import { formOf } from '../../forms.ts'
import { changeOf } from '../change-form.ts'
import { RefusedRead } from '../read-record.ts'
import { sendStaffProblem } from '../send-staff-page.ts'
import { pagesAt, type StaffVisit } from '../serve.ts'
import { requireMay } from '../staff.ts'
import { dismissedBy } from './page.ts'
import { createSample, removeSample } from './sample.ts'

/** The forms of the setup steps. docs/contract.md#c12-first-hour */
export const startPages = pagesAt('/start', {
  'POST /zone': setZone,
  'POST /roles': (visit) => setOrganization(visit, { techniciansStart: true, editorsStart: true }),
  'POST /dismiss': dismiss,
  'POST /sample': async (visit) => {
    requireMay(visit.staff, 'updateOrganization')
    await createSample(visit.staff, changeOf(visit.request).idempotencyKey)
    return visit.reply.redirect('../board?done=sample', 303)
  },
  'POST /sample/remove': async (visit) => {
    requireMay(visit.staff, 'updateOrganization')
    await removeSample(visit.staff)
    return visit.reply.redirect('../../board', 303)
  },
})

/** Sets time zone and locale, unless the organization has changed since the person saw the form. */
function setZone(visit: StaffVisit): Promise<FastifyReply> {
  const form = formOf(visit.request)
  const [timeZone, locale] = [form.text('timeZone')?.trim(), form.text('locale')?.trim()]
  const { ifMatch } = changeOf(visit.request)
  return setOrganization(
    visit,
    { timeZone: timeZone || null, locale: locale || null },
    ifMatch ?? '""',
  )
}

async function setOrganization(visit: StaffVisit, payload: object, ifMatch?: string) {
  const { staff, reply } = visit
  requireMay(staff, 'updateOrganization')
  const response = await staff.call<ErrorBody>({
    method: 'PATCH',
    url: '/organization',
    payload,
    ifMatch,
  })
  const { status } = response
  if (status === 200 || status === 412) return reply.redirect('../board', 303)
  if (status !== 400) throw new RefusedRead(response)
  return sendStaffProblem(visit, response)
}

const YEAR_SECONDS = 31_536_000

/** Hides the list in this browser. */
async function dismiss({ request, reply, staff }: StaffVisit): Promise<FastifyReply> {
  const cookie = {
    name: dismissedBy(staff.organization),
    value: 'hidden',
    maxAge: YEAR_SECONDS,
    httpOnly: true,
    secure: request.protocol === 'https',
    sameSite: 'lax',
    path: '/',
  } as const
  return reply.header('set-cookie', stringifySetCookie(cookie)).redirect('../board', 303)
}
