import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { type Html, html, nothing } from '../../../html.ts'
import { STAFF } from '../../door.ts'
import { read, readList } from '../../read-record.ts'
import type { Notice } from '../../send-staff-page.ts'
import { ifMay } from '../parts.ts'
import { sendDevelopersPage } from '../send-page.ts'
import { DEVELOPERS } from '../texts.ts'
import { type DevelopersRoute, serveDevelopers, type Visit, withQuery } from '../visit.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  newWebhook,
  rotateSecret,
  switchWebhook,
  testWebhook,
} from './change.ts'
import type { Stats, Subscription } from './draft.ts'
import { bars, showWebhook } from './page.ts'
import { type Done, TEXTS } from './texts.ts'

/** Each card needs a call for its bars. */
const CARDS = '10'

/** The page with all webhooks. */
async function listWebhooks(visit: Visit, notice?: Notice): Promise<FastifyReply> {
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

const AT = '/app/:organizationId/developers/webhooks'

const CHANGES = {
  change: changeWebhook,
  on: (visit: Visit) => switchWebhook(visit, true),
  off: (visit: Visit) => switchWebhook(visit, false),
  rotate: rotateSecret,
  delete: deleteWebhook,
  test: testWebhook,
}

/** `/app/{organizationId}/developers/webhooks`. docs/contract.md#c12-webhooks */
export const webhookPages: FastifyPluginAsync = async (app) => {
  app.get<DevelopersRoute>(
    AT,
    STAFF,
    serveDevelopers((visit) => listWebhooks(visit, doneNotice(visit))),
  )
  app.get<DevelopersRoute>(`${AT}/new`, STAFF, serveDevelopers(newWebhook))
  app.post<DevelopersRoute>(AT, STAFF, serveDevelopers(createWebhook))
  app.get<DevelopersRoute>(
    `${AT}/:id`,
    STAFF,
    serveDevelopers((visit) => showWebhook(visit, doneNotice(visit))),
  )
  for (const [name, change] of Object.entries(CHANGES)) {
    app.post<DevelopersRoute>(`${AT}/:id/${name}`, STAFF, serveDevelopers(change))
  }
}

function doneNotice({ query }: Visit): Notice | undefined {
  const done = query.get('done')
  if (done === null || !Object.hasOwn(TEXTS.done, done)) return undefined
  return { kind: 'done', text: TEXTS.done[done as Done] }
}
