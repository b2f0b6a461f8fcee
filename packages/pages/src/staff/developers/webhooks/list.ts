import type { FastifyReply } from 'fastify'
import { type Html, html, nothing } from '../../../html.ts'
import { doneNotice, readPart } from '../../list.ts'
import { actionLink } from '../../parts.ts'
import { read } from '../../read-record.ts'
import { sendDevelopersPage } from '../send-page.ts'
import type { Visit } from '../visit.ts'
import type { Stats, Subscription } from './draft.ts'
import { bars, eventsOf, stateMark } from './page.ts'
import { TEXTS } from './texts.ts'

/** Each card needs a call for its bars. */
const CARDS = 10

/** `/app/{organizationId}/developers/webhooks`: all webhooks. docs/contract.md#c12-webhooks */
export async function listWebhooks(visit: Visit): Promise<FastifyReply> {
  const { staff, at, query } = visit
  const here = `${at}/webhooks`
  const url = '/webhooks/subscriptions'
  const { data, pages } = await readPart<Subscription>(visit, url, CARDS, { here })
  const cards = await Promise.all(data.map((each) => card(visit, each)))
  return sendDevelopersPage(visit, {
    title: TEXTS.title,
    section: 'webhooks',
    notice: doneNotice(query, TEXTS.done),
    action: actionLink(staff, 'createSubscription', `${here}/new`, TEXTS.add),
    body: html`${data.length === 0 ? html`<p>${TEXTS.none}</p>` : html`<ul class="cards">${cards}</ul>`}
${pages}`,
  })
}

async function card({ staff, at }: Visit, subscription: Subscription): Promise<Html> {
  const { id, url, active, events, description } = subscription
  // It may have been deleted since the list was read.
  const stats = await read<Stats>(staff, `/webhooks/subscriptions/${id}/stats`)
  return html`<li class="card"><h2 dir="auto"><a href="${at}/webhooks/${id}">${url}</a></h2>
${description ? html`<p class="short" dir="auto">${description}</p>` : nothing}
<div class="sends">${stateMark(active)} <div class="soft">${eventsOf(events)}</div></div>
${stats ? bars(stats) : nothing}</li>`
}
