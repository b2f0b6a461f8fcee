import type { FastifyPluginAsync } from 'fastify'
import { html } from '../../html.ts'
import { STAFF } from '../door.ts'
import { staffOfRequest } from '../enter.ts'
import { sendStaffPage } from '../send-staff-page.ts'
import { SECTION_NAMES } from '../texts.ts'

export const todayPages: FastifyPluginAsync = async (app) => {
  app.get('/app/:organizationId/today', STAFF, (request, reply) =>
    sendStaffPage(request, reply, staffOfRequest(request), {
      title: SECTION_NAMES.today,
      section: 'today',
      body: html``,
    }),
  )
}
