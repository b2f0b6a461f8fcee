import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import type { ErrorBody } from '../../../call-api.ts'
import { type Html, html, nothing } from '../../../html.ts'
import { apiMessageOf } from '../../../message.ts'
import { changeOf } from '../../change-form.ts'
import { STAFF } from '../../door.ts'
import type { Notice } from '../../send-staff-page.ts'
import { noteRefusal, sendStaffProblem } from '../../send-staff-problem.ts'
import { withoutBadTimes } from '../filters.ts'
import { shortcuts } from '../parts.ts'
import { sendDevelopersPage, zoneSwitch } from '../send-page.ts'
import { DELIVERY_STATUS_NAMES } from '../texts.ts'
import { type DevelopersRoute, serveDevelopers, type Visit } from '../visit.ts'
import { detail } from './detail.ts'
import { addressOf, filterBar, find, list, readDeliveries, type Shown } from './list.ts'
import { isDue, missedBanners, recover } from './missed.ts'
import { TEXTS } from './texts.ts'

/** The list, and beside it the delivery that is open. On a phone it is instead of the list. */
function deliveriesPage(visit: Visit, shown: Shown): Html {
  const { missed, subscriptions, open } = shown
  return html`<div class="over-list">${missedBanners(visit, missed)}
${filterBar(visit, subscriptions)}
${zoneSwitch(visit, `${visit.at}/deliveries`)}</div>
<div class="panes"><div class="list">${list(visit, shown)}</div>
${open ? html`<article class="detail">${detail(visit, shown, open)}</article>` : nothing}</div>
${shortcuts()}`
}

const AT = '/app/:organizationId/developers'

/** `/app/{organizationId}/developers/deliveries`. docs/contract.md#c12-deliveries */
export const deliveryPages: FastifyPluginAsync = async (app) => {
  app.get<DevelopersRoute>(`${AT}/deliveries`, STAFF, serveDevelopers(open))
  app.post<DevelopersRoute>(`${AT}/deliveries/:id/retry`, STAFF, serveDevelopers(retry))
  app.post<DevelopersRoute>(
    `${AT}/webhooks/:id/recover`,
    STAFF,
    serveDevelopers((visit) => recover(visit, show)),
  )
}

async function open(visit: Visit): Promise<FastifyReply> {
  const sought = visit.query.get('find')
  if (sought === null) return show(visit)
  const found = await find(visit, sought)
  if (found) return found
  visit.reply.code(404)
  return show(visit, { kind: 'problem', text: TEXTS.notFound(sought) })
}

async function show(visit: Visit, notice?: Notice): Promise<FastifyReply> {
  const problem = withoutBadTimes(visit)
  const shown = await readDeliveries(visit)
  return sendDevelopersPage(visit, {
    title: TEXTS.title,
    section: 'deliveries',
    notice: notice ?? problem ?? doneNotice(visit, shown),
    body: deliveriesPage(visit, shown),
  })
}

async function retry(visit: Visit): Promise<FastifyReply> {
  const { request, reply, staff, id } = visit
  const { idempotencyKey } = changeOf(request)
  const url = `/webhooks/deliveries/${id}/retry`
  const response = await staff.call<ErrorBody>({ method: 'POST', url, idempotencyKey })
  const { status, body } = response
  if (status === 202) return reply.redirect(addressOf(visit, id, [['done', 'retried']]), 303)
  if (status !== 409) return sendStaffProblem(visit, response)
  noteRefusal(visit, response)
  return show(visit, { kind: 'problem', text: apiMessageOf(body) })
}

function doneNotice({ query }: Visit, { open }: Shown): Notice | undefined {
  const texts = TEXTS.done
  const done = query.get('done')
  if (done === 'retried' && open) {
    const text = isDue(open) ? texts.retried : texts.tried(DELIVERY_STATUS_NAMES[open.status])
    return { kind: 'done', text }
  }
  if (done !== 'recovered') return undefined
  const count = Math.max(0, Math.trunc(Number(query.get('sent'))) || 0)
  const more = query.has('more') ? ` ${texts.more}` : ''
  return { kind: 'done', text: `${texts.recovered(count)}${more}` }
}
