import type { FastifyReply } from 'fastify'
import { type Html, html, nothing } from '../../../html.ts'
import { read, readExisting } from '../../read-record.ts'
import type { Notice } from '../../send-staff-page.ts'
import type { Details } from '../deliveries/records.ts'
import { facts } from '../parts.ts'
import { sendDevelopersPage, zoneSwitch } from '../send-page.ts'
import { overlapNote } from '../shown-once.ts'
import { type Visit, withQuery } from '../visit.ts'
import { bars, hourTable } from './bars.ts'
import { controls } from './controls.ts'
import type { Draft } from './form.ts'
import { type Stats, type Subscription, urlOf } from './records.ts'
import { testForm, testResult } from './test-event.ts'
import { TEXTS } from './texts.ts'

/**
 * The page of a webhook.
 *
 * @param draft what the person wrote, when it was refused
 */
export async function showWebhook(
  visit: Visit,
  notice?: Notice,
  draft?: Draft,
): Promise<FastifyReply> {
  const { staff, at, query } = visit
  const url = urlOf(visit)
  const testId = query.get('test')
  const testUrl = testId && `/webhooks/deliveries/${encodeURIComponent(testId)}`
  const [subscription, stats, test] = await Promise.all([
    readExisting<Subscription>(staff, url),
    read<Stats>(staff, `${url}/stats`),
    testUrl ? read<Details>(staff, testUrl) : undefined,
  ])
  const { body } = subscription
  return sendDevelopersPage(visit, {
    title: body.url,
    section: 'webhooks',
    notice,
    body: html`${about(visit, body)}
${overlap(visit)}
<div class="actions">${testForm(visit, body)}
<a class="button" href="${withQuery(`${at}/deliveries`, [['subscriptionId', body.id]])}">${TEXTS.deliveries}</a></div>
${testResult(visit, test)}
${stats ? html`<div class="stats">${bars(stats)}${hourTable(visit, stats)}</div>` : nothing}
${zoneSwitch(visit, `${at}/webhooks/${body.id}`)}
${controls(visit, subscription, draft)}`,
  })
}

function about(
  { clock }: Visit,
  { active, events, createdAt, disabledReason }: Subscription,
): Html {
  const texts = TEXTS.facts
  const mark = active ? 'succeeded' : 'cancelled'
  return facts([
    [texts.state, html`<span class="mark ${mark}">${active ? TEXTS.on : TEXTS.off}</span>`],
    [texts.reason, disabledReason],
    [texts.events, events.join(', ')],
    [texts.created, clock.exact(createdAt)],
  ])
}

/** The API does not say how long an old secret signs: the page that replaced it puts it into the address. */
function overlap({ clock, query }: Visit): Html {
  const until = clock.toInstant(query.get('until') ?? '')
  if (until === undefined || Date.parse(until) < Date.now()) return nothing
  return overlapNote(clock, TEXTS.oldSecret, until)
}
