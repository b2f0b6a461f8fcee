import type { FastifyReply } from 'fastify'
import { type Html, html } from '../../../html.ts'
import { readList } from '../../read-record.ts'
import { pager } from '../filters.ts'
import { ifMay } from '../parts.ts'
import { sendDevelopersPage, zoneSwitch } from '../send-page.ts'
import { shortcuts } from '../shortcuts.ts'
import { type Visit, withQuery } from '../visit.ts'
import { type ApiKey, type KeyState, stateOf } from './records.ts'
import { TEXTS } from './texts.ts'

const ROWS = '25'

/** The page with all keys, also those that ended. */
export async function listKeys(visit: Visit): Promise<FastifyReply> {
  const { staff, at, query, clock } = visit
  const part = new URLSearchParams({ limit: ROWS })
  const cursor = query.get('cursor')
  if (cursor) part.set('cursor', cursor)
  const { data, nextCursor } = await readList<ApiKey>(staff, `/api-keys?${part}`)
  const here = `${at}/keys`
  const filters = new URLSearchParams(clock.isUtc ? { zone: 'utc' } : {})
  const add = () => html`<p><a class="button go" href="${here}/new">${TEXTS.add}</a></p>`
  return sendDevelopersPage(visit, {
    title: TEXTS.title,
    section: 'keys',
    body: html`${ifMay(staff, 'createApiKey', add)}
${data.length === 0 ? html`<p>${TEXTS.none}</p>` : html`<ol class="rows">${data.map((key) => html`<li>${row(visit, key)}</li>`)}</ol>`}
${pager(visit, { here, filters, nextCursor })}
${zoneSwitch(visit, here)}
${shortcuts()}`,
  })
}

function row({ at, clock }: Visit, key: ApiKey): Html {
  const { id, name, prefix, scopes, lastUsedAt } = key
  const used = lastUsedAt === null ? TEXTS.never : clock.short(lastUsedAt)
  const address = withQuery(`${at}/keys/${id}`, [['zone', clock.isUtc ? 'utc' : null]])
  return html`<a href="${address}">${stateMark(stateOf(key, Date.now()))}
<span class="what" dir="auto">${name}</span> <code>${prefix}</code> <span class="where">${scopes.join(', ')}</span>
<span class="when">${TEXTS.facts.lastUsed}: ${used}</span></a>`
}

const MARKS: Record<KeyState, string> = {
  works: 'succeeded',
  ending: '',
  expired: '',
  revoked: '',
}

export function stateMark(state: KeyState): Html {
  return html`<span class="mark ${MARKS[state]}">${TEXTS.states[state]}</span>`
}
