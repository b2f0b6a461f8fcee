import type { FastifyReply } from 'fastify'
import type { ErrorBody } from '../../../call-api.ts'
import { nothing } from '../../../html.ts'
import { changeOf } from '../../change-form.ts'
import type { Notice } from '../../send-staff-page.ts'
import { sendDevelopersPage } from '../send-page.ts'
import { sendShownOnce } from '../shown-once.ts'
import type { Visit } from '../visit.ts'
import { draftOf, NEW_DRAFT, settingsOf } from './draft.ts'
import { webhookForm } from './form.ts'
import type { Subscribed } from './records.ts'
import { lookFor, type Opened } from './search.ts'
import { draftNotice, settingsNotice } from './settings-notice.ts'
import { readNames } from './targets.ts'
import { TEXTS } from './texts.ts'

/** The page with the form of a new webhook. */
export async function newWebhook(
  visit: Visit,
  notice?: Notice,
  opened: Opened = { draft: NEW_DRAFT },
): Promise<FastifyReply> {
  const names = await readNames(visit.staff, opened.draft)
  return sendDevelopersPage(visit, {
    title: TEXTS.add,
    section: 'webhooks',
    notice,
    body: webhookForm({ action: `${visit.at}/webhooks`, opened, names, button: TEXTS.create }),
  })
}

/** Adds a webhook, and shows its secret once. */
export async function createWebhook(visit: Visit): Promise<FastifyReply> {
  const { request, staff, at } = visit
  const opened = await lookFor(visit, draftOf(request))
  if (!opened.isReady) return newWebhook(visit, undefined, opened)
  const problem = draftNotice(visit, opened.draft)
  if (problem) return newWebhook(visit, problem, opened)
  const response = await staff.call<Subscribed & ErrorBody>({
    method: 'POST',
    url: '/webhooks/subscriptions',
    payload: settingsOf(opened.draft),
    idempotencyKey: changeOf(request).idempotencyKey,
  })
  if (response.status !== 201) return newWebhook(visit, settingsNotice(visit, response), opened)
  const { id, secret } = response.body
  return sendShownOnce(visit, {
    title: TEXTS.made,
    section: 'webhooks',
    label: TEXTS.secret,
    secret,
    more: nothing,
    next: `${at}/webhooks/${id}`,
  })
}
