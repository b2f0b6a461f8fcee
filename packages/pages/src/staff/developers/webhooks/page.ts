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
import { type Stats, type Subscription, urlOf } from './records.ts'
import type { Opened } from './search.ts'
import { settingFacts } from './settings.ts'
import { type Names, readNames } from './targets.ts'
import { testForm, testResult } from './test-event.ts'
import { TEXTS } from './texts.ts'

/**
 * The page of a webhook.
 *
 * @param opened a form of its settings that the person goes on with
 */
export async function showWebhook(
  visit: Visit,
  notice?: Notice,
  opened?: Opened,
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
  const names = await namesOf(visit, body, opened)
  return sendDevelopersPage(visit, {
    title: body.url,
    section: 'webhooks',
    notice,
    body: html`${about(visit, body, names)}
${overlap(visit, body)}
<div class="actions">${testForm(visit, body)}
<a class="button" href="${withQuery(`${at}/deliveries`, [['subscriptionId', body.id]])}">${TEXTS.deliveries}</a></div>
${testResult(visit, test)}
${stats ? html`<div class="stats">${bars(stats)}${hourTable(visit, stats)}</div>` : nothing}
${zoneSwitch(visit, `${at}/webhooks/${body.id}`)}
${controls(visit, subscription, opened, names)}`,
  })
}

/** Of the jobs and customers of the filter, and of those that the person chose. */
async function namesOf(
  { staff }: Visit,
  { filter }: Subscription,
  opened: Opened | undefined,
): Promise<Names> {
  const { projectIds = [], customerIds = [] } = filter ?? {}
  const { draft } = opened ?? {}
  return readNames(staff, {
    projectIds: [...new Set([...(draft?.projectIds ?? []), ...projectIds])],
    customerIds: [...new Set([...(draft?.customerIds ?? []), ...customerIds])],
  })
}

function about({ clock }: Visit, subscription: Subscription, names: Names): Html {
  const { active, events, createdAt, disabledReason, description } = subscription
  const texts = TEXTS.facts
  const mark = active ? 'succeeded' : 'cancelled'
  return facts([
    [TEXTS.description, description],
    [texts.state, html`<span class="mark ${mark}">${active ? TEXTS.on : TEXTS.off}</span>`],
    [texts.reason, disabledReason],
    [texts.events, events.join(', ')],
    ...settingFacts(subscription, names),
    [texts.created, clock.exact(createdAt)],
  ])
}

function overlap({ clock }: Visit, { previousSecretUntil }: Subscription): Html {
  if (previousSecretUntil === null) return nothing
  return overlapNote(clock, TEXTS.oldSecret, previousSecretUntil)
}
