import type { Schemas } from '@mediajobs/client'
import { MAX_PAGE_RECORDS } from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import { PageError } from '../../../errors.ts'
import { type Html, html } from '../../../html.ts'
import { readList } from '../../read-record.ts'
import { pager } from '../filters.ts'
import { ifMay, shortcuts } from '../parts.ts'
import { sendDevelopersPage, zoneSwitch } from '../send-page.ts'
import { type Visit, withQuery } from '../visit.ts'

export const TEXTS = {
  title: 'API keys',
  none: 'No keys yet. Programs call the API with a key.',
  add: 'Create key',
  name: 'Name',
  nameHint: 'What uses it, for example “Booking form”.',
  scopes: 'Scopes',
  role: (role: string) => `A key can never do more than your role: ${role}.`,
  expires: 'Last day',
  expiresHint: 'Leave empty to keep it until you revoke it.',
  badDay: 'Enter a valid date.',
  create: 'Create',
  made: 'Key created',
  rotated: 'Key replaced',
  key: 'Key',
  worksNow: 'Try it:',
  oldKey: 'The old key works until',
  oldEnded: 'The old key no longer works.',
  states: {
    works: 'Works',
    ending: 'Ends soon',
    expired: 'Expired',
    revoked: 'Revoked',
  },
  facts: {
    state: 'State',
    prefix: 'Begins with',
    scopes: 'It may',
    created: 'Made',
    by: 'by',
    lastUsed: 'Last used',
    expires: 'Ends',
    revoked: 'Revoked',
    replaced: 'Replaced by',
  },
  never: 'Never',
  nextKey: 'the next key',
  requests: 'Its requests',
  usage: 'Use',
  window: (used: number, limit: number, seconds: number) =>
    `${used} of ${limit} calls in ${seconds === 1 ? 'one second' : `${seconds} seconds`}`,
  days: 'Calls of 30 days',
  noCalls: 'No call in 30 days.',
  day: 'Day (UTC)',
  calls: 'Calls',
  statuses: 'By status',
  rotate: 'Replace',
  overlap: 'Keep the old key working for',
  rotateMeans: 'The new key has the same name and scopes. It belongs to you.',
  revoke: 'Revoke',
  revokeMeans: 'It stops working immediately. This can’t be undone.',
  typePrefix: (prefix: string) => `Type ${prefix} to confirm`,
  wrongPrefix: (prefix: string) => `Not revoked: type ${prefix} exactly.`,
  done: { revoked: 'Key revoked.' },
} as const

export type ApiKey = Schemas['ApiKey']
export type MadeKey = Schemas['NewApiKey']
export type Usage = Schemas['ApiKeyUsage']

/** Maximum pages searched for a key: 1,000 keys. */
const PAGES = 10

/**
 * The key of a page. The API lists keys, and has no operation for one.
 *
 * @throws {PageError} 404
 */
export async function readKey({ staff, id }: Visit): Promise<ApiKey> {
  const query = new URLSearchParams({ limit: String(MAX_PAGE_RECORDS) })
  for (let i = 0; i < PAGES; i++) {
    const { data, nextCursor } = await readList<ApiKey>(staff, `/api-keys?${query}`)
    const found = data.find((key) => key.id === id)
    if (found) return found
    if (nextCursor === null) break
    query.set('cursor', nextCursor)
  }
  throw new PageError(404, 'not_found', 'There is no such key.')
}

export type KeyState = 'works' | 'ending' | 'expired' | 'revoked'

/** @param nowMs Unix milliseconds */
export function stateOf({ revokedAt, expiresAt, replacedById }: ApiKey, nowMs: number): KeyState {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt !== null && Date.parse(expiresAt) <= nowMs) return 'expired'
  return replacedById === null ? 'works' : 'ending'
}

/** Whether the key works now. */
export function isLive(key: ApiKey): boolean {
  const state = stateOf(key, Date.now())
  return state === 'works' || state === 'ending'
}

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
