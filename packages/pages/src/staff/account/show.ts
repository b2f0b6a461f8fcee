import type { FastifyReply, FastifyRequest } from 'fastify'
import { personOfRequest } from '../enter.ts'
import { rootOf } from '../own-address.ts'
import { type Notice, sendPlainPage } from '../send-staff-page.ts'
import { calendarSection } from './calendar-section.ts'
import { readCalendars } from './calendars.ts'
import { accountPage } from './page.ts'
import { TEXTS } from './texts.ts'

export interface Visit {
  request: FastifyRequest
  reply: FastifyReply
  token: string
}

interface Shown {
  notice?: Notice
  /** The address of a calendar that was just made: it is shown this once. */
  made?: string
}

/** Sends the page of an account. */
export async function showAccount(visit: Visit, { notice, made }: Shown): Promise<FastifyReply> {
  const { request, reply } = visit
  const root = rootOf(request)
  const person = personOfRequest(request)
  const calendars = calendarSection(await readCalendars({ ...visit, person }), root, made)
  return sendPlainPage(request, reply, {
    title: TEXTS.title,
    isSignedIn: true,
    body: accountPage(person, root, calendars),
    notice,
    ...(made !== undefined && { module: 'staff/account/browser/main.ts' }),
  })
}
