import type { FastifyReply } from 'fastify'
import { type Html, html, nothing } from '../../../html.ts'
import { read, readList } from '../../read-record.ts'
import type { Notice } from '../../send-staff-page.ts'
import { ifMay } from '../parts.ts'
import { sendDevelopersPage } from '../send-page.ts'
import { DEVELOPERS } from '../texts.ts'
import { type Visit, withQuery } from '../visit.ts'
import { bars } from './bars.ts'
import type { Stats, Subscription } from './records.ts'
import { TEXTS } from './texts.ts'

/** Each card needs a call for its bars. */
const CARDS = '10'

/** The page with all webhooks. */
export async function listWebhooks(visit: Visit, notice?: Notice): Promise<FastifyReply> {
  const { staff, at, query } = visit
  const part = new URLSearchParams({ limit: CARDS })
  const cursor = query.get('cursor')
  if (cursor) part.set('cursor', cursor)
  const { data, nextCursor } = await readList<Subscription>(
    staff,
    `/webhooks/subscriptions?${part}`,
  )
  const cards = await Promise.all(data.map((each) => card(visit, each)))
  const here = `${at}/webhooks`
  const more = nextCursor
    ? html`<a class="button" href="${withQuery(here, [['cursor', nextCursor]])}">${DEVELOPERS.older}</a>`
    : nothing
  return sendDevelopersPage(visit, {
    title: TEXTS.title,
    section: 'webhooks',
    notice,
    body: html`${data.length === 0 ? html`<p>${TEXTS.none}</p>` : html`<ul class="cards">${cards}</ul>`}
<div class="actions">${ifMay(staff, 'createSubscription', () => html`<a class="button go" href="${here}/new">${TEXTS.add}</a>`)}
${cursor ? html`<a class="button" href="${here}">${DEVELOPERS.newest}</a>` : nothing}${more}</div>`,
  })
}

async function card({ staff, at }: Visit, subscription: Subscription): Promise<Html> {
  const { id, url, active, events, description } = subscription
  // It may have been deleted since the list was read.
  const stats = await read<Stats>(staff, `/webhooks/subscriptions/${id}/stats`)
  return html`<li class="card"><h2 dir="auto"><a href="${at}/webhooks/${id}">${url}</a></h2>
${description ? html`<p class="short" dir="auto">${description}</p>` : nothing}
<p><span class="mark ${active ? 'succeeded' : 'cancelled'}">${active ? TEXTS.on : TEXTS.off}</span> <span class="soft">${events.join(', ')}</span></p>
${stats ? bars(stats) : nothing}</li>`
}
