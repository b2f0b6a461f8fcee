import type { FastifyReply } from 'fastify'
import type { ErrorBody } from '../../../call-api.ts'
import { formOf } from '../../../forms.ts'
import { html } from '../../../html.ts'
import { changeOf } from '../../change-form.ts'
import { refusedNotice } from '../refused-notice.ts'
import { overlapNote, sendShownOnce } from '../shown-once.ts'
import type { Visit } from '../visit.ts'
import { tryIt } from './create.ts'
import { showKey } from './page.ts'
import { type MadeKey, readKey } from './records.ts'
import { TEXTS } from './texts.ts'

/** Replaces a key, and shows the new one once. */
export async function rotateKey(visit: Visit): Promise<FastifyReply> {
  const { request, staff, at, id, clock } = visit
  const overlapSeconds = Number(formOf(request).text('overlap'))
  const response = await staff.call<MadeKey & ErrorBody>({
    method: 'POST',
    url: `/api-keys/${id}/rotate`,
    payload: { overlapSeconds },
    idempotencyKey: changeOf(request).idempotencyKey,
  })
  if (response.status !== 201) return showKey(visit, refusedNotice(visit, response))
  const { id: newId, key } = response.body
  const { expiresAt } = await readKey(visit)
  const hasOverlap = overlapSeconds > 0 && expiresAt !== null
  return sendShownOnce(visit, {
    title: TEXTS.rotated,
    section: 'keys',
    label: TEXTS.key,
    secret: key,
    more: html`${tryIt(visit, key)}${hasOverlap ? overlapNote(clock, TEXTS.oldKey, expiresAt) : html`<p>${TEXTS.oldEnded}</p>`}`,
    next: `${at}/keys/${newId}`,
  })
}

/** Ends a key, when the person typed how it begins. */
export async function revokeKey(visit: Visit): Promise<FastifyReply> {
  const { request, reply, staff, at, id } = visit
  const { prefix } = await readKey(visit)
  if (formOf(request).text('prefix')?.trim() !== prefix) {
    reply.code(400)
    return showKey(visit, { kind: 'problem', text: TEXTS.wrongPrefix(prefix) })
  }
  const response = await staff.call<ErrorBody>({ method: 'DELETE', url: `/api-keys/${id}` })
  if (response.status !== 204) return showKey(visit, refusedNotice(visit, response))
  return reply.redirect(`${at}/keys/${id}?done=revoked`, 303)
}
