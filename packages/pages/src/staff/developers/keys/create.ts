import { MAX_LABEL_LENGTH, SCOPES } from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import type { ErrorBody } from '../../../call-api.ts'
import { formOf } from '../../../forms.ts'
import { type Html, html } from '../../../html.ts'
import { changeForm, changeOf, field } from '../../change-form.ts'
import type { Notice } from '../../send-staff-page.ts'
import { ROLE_NAMES } from '../../texts.ts'
import { checkboxes, copyable } from '../parts.ts'
import { refusedNotice } from '../refused-notice.ts'
import { sendDevelopersPage } from '../send-page.ts'
import { sendShownOnce } from '../shown-once.ts'
import { SCOPE_TEXTS } from '../texts.ts'
import type { Visit } from '../visit.ts'
import type { MadeKey } from './records.ts'
import { TEXTS } from './texts.ts'

interface Draft {
  name: string
  scopes: string[]
  /** `YYYY-MM-DD`, or empty. */
  lastDay: string
}

const NEW_DRAFT: Draft = { name: '', scopes: ['READ'], lastDay: '' }

/** The page with the form of a new key. */
export function newKey(visit: Visit, notice?: Notice, draft: Draft = NEW_DRAFT) {
  const { staff, at } = visit
  const { name, scopes, lastDay } = draft
  // A key can't have a scope that its maker lacks.
  const options = SCOPES.filter((scope) => staff.scopes.includes(scope))
  const content = html`${field({ name: 'name', label: TEXTS.name, hint: TEXTS.nameHint, value: name, isRequired: true, maxLength: MAX_LABEL_LENGTH })}
${checkboxes(
  'scopes',
  TEXTS.scopes,
  options.map((scope) => [scope, SCOPE_TEXTS[scope]]),
  scopes,
)}
<p class="soft">${TEXTS.role(ROLE_NAMES[staff.role])}</p>
${field({ name: 'lastDay', label: TEXTS.expires, hint: TEXTS.expiresHint, type: 'date', value: lastDay })}
<button class="go">${TEXTS.create}</button>`
  return sendDevelopersPage(visit, {
    title: TEXTS.add,
    section: 'keys',
    notice,
    body: changeForm({ action: `${at}/keys`, isOnce: true, class: 'narrow', content }),
  })
}

/** Makes a key, and shows it once. */
export async function createKey(visit: Visit): Promise<FastifyReply> {
  const { request, reply, staff, at, clock } = visit
  const form = formOf(request)
  const draft: Draft = {
    name: form.text('name')?.trim() ?? '',
    scopes: form.texts('scopes'),
    lastDay: form.text('lastDay') ?? '',
  }
  const { name, scopes, lastDay } = draft
  const expiresAt = lastDay === '' ? null : clock.toInstant(`${lastDay}T23:59:59`)
  if (expiresAt === undefined) {
    reply.code(400)
    return newKey(visit, { kind: 'problem', text: TEXTS.badDay }, draft)
  }
  const response = await staff.call<MadeKey & ErrorBody>({
    method: 'POST',
    url: '/api-keys',
    payload: { name, scopes, expiresAt },
    idempotencyKey: changeOf(request).idempotencyKey,
  })
  if (response.status !== 201) return newKey(visit, refusedNotice(visit, response), draft)
  const { id, key } = response.body
  return sendShownOnce(visit, {
    title: TEXTS.made,
    section: 'keys',
    label: TEXTS.key,
    secret: key,
    more: tryIt(visit, key),
    next: `${at}/keys/${id}`,
  })
}

/** A command that calls the API with a key. */
export function tryIt({ request }: Visit, key: string): Html {
  const origin = `${request.protocol}://${request.host}`
  const text = `curl -H 'x-api-key: ${key}' ${origin}/api-keys/current`
  return copyable({ id: 'try', label: TEXTS.worksNow, text })
}
