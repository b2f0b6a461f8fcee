import type { Schemas } from '@mediajobs/client'
import { MAX_LABEL_LENGTH, SCOPES } from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import { formOf } from '../../../forms.ts'
import { type Html, html, nothing } from '../../../html.ts'
import { change } from '../../change.ts'
import { changeForm, checkboxes, copyField, field } from '../../change-form.ts'
import { typedLastDay } from '../../day.ts'
import { badRequest } from '../../list.ts'
import type { Notice } from '../../send-staff-page.ts'
import { COMMON, ROLE_NAMES } from '../../texts.ts'
import { overlapNote, refusedNotice, sendDevelopersPage, sendShownOnce } from '../send-page.ts'
import { DEVELOPERS, SCOPE_TEXTS } from '../texts.ts'
import type { Visit } from '../visit.ts'
import { readKey, showKey, TEXTS } from './keys.ts'

type MadeKey = Schemas['NewApiKey']

/** The form for a new key. @param problems by field */
export function newKey(
  visit: Visit,
  notice?: Notice,
  problems: { scopes?: string; lastDay?: string } = {},
) {
  const { staff, at, request } = visit
  const sent = formOf(request)
  const chosen = request.method === 'POST' ? sent.texts('scopes') : ['READ']
  // A key can't have a scope that its maker lacks.
  const scopes = SCOPES.filter((scope) => staff.scopes.includes(scope))
  const content = html`${field({
    name: 'name',
    label: TEXTS.name,
    hint: TEXTS.nameHint,
    value: sent.text('name') ?? '',
    isRequired: true,
    maxLength: MAX_LABEL_LENGTH,
  })}
${checkboxes({
  name: 'scopes',
  label: TEXTS.scopes,
  choices: scopes.map((scope) => [scope, html`<code>${scope}</code> ${SCOPE_TEXTS[scope]}`]),
  chosen,
  problem: problems.scopes,
})}
<p class="soft">${TEXTS.role(ROLE_NAMES[staff.role])}</p>
${field({
  name: 'lastDay',
  label: TEXTS.expires,
  hint: TEXTS.expiresHint,
  type: 'date',
  value: sent.text('lastDay') ?? '',
  problem: problems.lastDay,
})}
<button class="go">${TEXTS.create}</button>`
  return sendDevelopersPage(visit, {
    title: TEXTS.add,
    section: 'keys',
    notice,
    body: changeForm({ action: `${at}/keys`, isOnce: true, class: 'narrow', content }),
  })
}

/** Creates a key and shows it once. */
export async function createKey(visit: Visit): Promise<FastifyReply> {
  const form = formOf(visit.request)
  const mark = (problems: Parameters<typeof newKey>[2]) =>
    badRequest(visit, COMMON.marked, (notice) => newKey(visit, notice, problems))
  const lastDay = typedLastDay(form.text('lastDay'), visit.clock.toInstant)
  if ('problem' in lastDay) return mark({ lastDay: lastDay.problem })
  const scopes = form.texts('scopes')
  if (scopes.length === 0) return mark({ scopes: TEXTS.noScopes })
  const payload = {
    name: form.text('name')?.trim() ?? '',
    scopes,
    expiresAt: lastDay.instant,
  }
  return change<MadeKey>(visit, {
    call: { method: 'POST', url: '/api-keys', payload },
    done: ({ body }) => showMade(visit, TEXTS.made, body, nothing),
    refuse: (response) => newKey(visit, refusedNotice(visit, response, `${visit.at}/keys`)),
  })
}

/** Shows a new key, with a sample command. */
function showMade(visit: Visit, title: string, { id, key }: MadeKey, more: Html) {
  const { request, at } = visit
  const origin = `${request.protocol}://${request.host}`
  const command = `curl -H 'x-api-key: ${key}' ${origin}/api-keys/current`
  const tryIt = { id: 'try', label: TEXTS.worksNow, value: command, rows: 2 }
  return sendShownOnce(visit, {
    title,
    section: 'keys',
    label: TEXTS.key,
    secret: key,
    more: html`${copyField({ ...tryIt, button: DEVELOPERS.copy })}${more}`,
    next: `${at}/keys/${id}`,
  })
}

/** Replaces a key and shows the new one once. */
export function rotateKey(visit: Visit): Promise<FastifyReply> {
  const overlapSeconds = Number(formOf(visit.request).text('overlap'))
  return change<MadeKey>(visit, {
    call: { method: 'POST', url: `/api-keys/${visit.id}/rotate`, payload: { overlapSeconds } },
    done: async ({ body }) => {
      const { expiresAt } = await readKey(visit)
      const hasOverlap = overlapSeconds > 0 && expiresAt !== null
      const note = hasOverlap
        ? overlapNote(visit.clock, TEXTS.oldKey, expiresAt)
        : html`<p>${TEXTS.oldEnded}</p>`
      return showMade(visit, TEXTS.rotated, body, note)
    },
    refuse: (response) => showKey(visit, refusedNotice(visit, response)),
  })
}

/** Revokes a key, once its prefix is typed as confirmation. */
export async function revokeKey(visit: Visit): Promise<FastifyReply> {
  const { request, reply, at, id } = visit
  const { prefix } = await readKey(visit)
  const typed = formOf(request).text('prefix') ?? ''
  if (typed.trim() !== prefix) {
    return badRequest(visit, COMMON.marked, (notice) => showKey(visit, notice, typed))
  }
  return change(visit, {
    call: { method: 'DELETE', url: `/api-keys/${id}` },
    done: () => reply.redirect(`${at}/keys/${id}?done=revoked`, 303),
    refuse: (response) => showKey(visit, refusedNotice(visit, response)),
  })
}
