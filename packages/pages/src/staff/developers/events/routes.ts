import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { STAFF } from '../../door.ts'
import { readExisting, readList } from '../../read-record.ts'
import { queryOf, withoutBadTimes } from '../filters.ts'
import { sendDevelopersPage } from '../send-page.ts'
import { type DevelopersRoute, serve, type Visit } from '../visit.ts'
import { type Event, eventsPage, filtersOf } from './page.ts'
import { TEXTS } from './texts.ts'

const ROWS = '25'

/** `/app/{organizationId}/developers/events`. docs/contract.md#c12-events */
export const eventPages: FastifyPluginAsync = async (app) => {
  app.get<DevelopersRoute>('/app/:organizationId/developers/events', STAFF, serve(show))
}

async function show(visit: Visit): Promise<FastifyReply> {
  const { staff, query } = visit
  const notice = withoutBadTimes(visit)
  const opened = query.get('opened')
  const [events, open] = await Promise.all([
    readList<Event>(staff, `/events?${queryOf(filtersOf(visit), ROWS, query.get('cursor'))}`),
    opened === null
      ? undefined
      : readExisting<Event>(staff, `/events/${encodeURIComponent(opened)}`),
  ])
  return sendDevelopersPage(visit, {
    title: TEXTS.title,
    section: 'events',
    notice,
    body: eventsPage(visit, { events, open: open?.body }),
  })
}
