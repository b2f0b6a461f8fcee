import { MAX_LABEL_LENGTH, SCOPES } from '@mediajobs/domain'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import type { ErrorBody } from '../../../call-api.ts'
import { formOf } from '../../../forms.ts'
import { type Html, html } from '../../../html.ts'
import { changeForm, changeOf, field } from '../../change-form.ts'
import { STAFF } from '../../door.ts'
import type { Notice } from '../../send-staff-page.ts'
import { ROLE_NAMES } from '../../texts.ts'
import { checkboxes, copyable } from '../parts.ts'
import { overlapNote, refusedNotice, sendDevelopersPage, sendShownOnce } from '../send-page.ts'
import { SCOPE_TEXTS } from '../texts.ts'
import { type DevelopersRoute, serveDevelopers, type Visit } from '../visit.ts'
import { listKeys, type MadeKey, readKey, TEXTS } from './list.ts'
import { showKey } from './page.ts'

interface Draft {
  name: string
  scopes: string[]
  /** `YYYY-MM-DD`, or empty. */
  lastDay: string
}

const NEW_DRAFT: Draft = { name: '', scopes: ['READ'], lastDay: '' }

/** The page with the form of a new key. */
function newKey(visit: Visit, notice?: Notice, draft: Draft = NEW_DRAFT) {
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
async function createKey(visit: Visit): Promise<FastifyReply> {
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
function tryIt({ request }: Visit, key: string): Html {
  const origin = `${request.protocol}://${request.host}`
  const text = `curl -H 'x-api-key: ${key}' ${origin}/api-keys/current`
  return copyable({ id: 'try', label: TEXTS.worksNow, text })
}

/** Replaces a key, and shows the new one once. */
async function rotateKey(visit: Visit): Promise<FastifyReply> {
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
async function revokeKey(visit: Visit): Promise<FastifyReply> {
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

const AT = '/app/:organizationId/developers/keys'

/** `/app/{organizationId}/developers/keys`. docs/contract.md#c12-keys */
export const keyPages: FastifyPluginAsync = async (app) => {
  app.get<DevelopersRoute>(AT, STAFF, serveDevelopers(listKeys))
  app.get<DevelopersRoute>(`${AT}/new`, STAFF, serveDevelopers(newKey))
  app.post<DevelopersRoute>(AT, STAFF, serveDevelopers(createKey))
  app.get<DevelopersRoute>(`${AT}/:id`, STAFF, serveDevelopers(show))
  app.post<DevelopersRoute>(`${AT}/:id/rotate`, STAFF, serveDevelopers(rotateKey))
  app.post<DevelopersRoute>(`${AT}/:id/revoke`, STAFF, serveDevelopers(revokeKey))
}

function show(visit: Visit) {
  const isRevoked = visit.query.get('done') === 'revoked'
  return showKey(visit, isRevoked ? { kind: 'done', text: TEXTS.done.revoked } : undefined)
}
