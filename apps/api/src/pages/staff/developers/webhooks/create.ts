import type { FastifyReply } from 'fastify'
import type { ErrorBody } from '../../../../errors.ts'
import { nothing } from '../../../html.ts'
import { changeForm, changeOf } from '../../change-form.ts'
import type { Notice } from '../../send-staff-page.ts'
import { refusedNotice } from '../refused-notice.ts'
import { sendDevelopersPage } from '../send-page.ts'
import { sendShownOnce } from '../shown-once.ts'
import type { Visit } from '../visit.ts'
import { type Draft, draftFields, draftOf, NEW_DRAFT } from './form.ts'
import type { Subscribed } from './records.ts'
import { TEXTS } from './texts.ts'

/** The page with the form of a new webhook. */
export function newWebhook(visit: Visit, notice?: Notice, draft: Draft = NEW_DRAFT) {
  return sendDevelopersPage(visit, {
    title: TEXTS.add,
    section: 'webhooks',
    notice,
    body: changeForm({
      action: `${visit.at}/webhooks`,
      isOnce: true,
      class: 'narrow',
      content: draftFields(draft, TEXTS.create),
    }),
  })
}

/** Adds a webhook, and shows its secret once. */
export async function createWebhook(visit: Visit): Promise<FastifyReply> {
  const { request, staff, at } = visit
  const draft = draftOf(request)
  const response = await staff.call<Subscribed & ErrorBody>({
    method: 'POST',
    url: '/webhooks/subscriptions',
    payload: draft,
    idempotencyKey: changeOf(request).idempotencyKey,
  })
  if (response.status !== 201) {
    return newWebhook(visit, refusedNotice(visit, response), draft)
  }
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
