import type { Schemas } from '@mediajobs/client'
import { MAX_LABEL_LENGTH } from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import { type Html, html, nothing } from '../../../html.ts'
import { changeForm, field } from '../../change-form.ts'
import { doneNotice, readPart } from '../../list.ts'
import { actionLink, confirmButton, facts, ifMay, menu, section } from '../../parts.ts'
import { pageNotFound, read, readPages } from '../../read-record.ts'
import type { Notice } from '../../send-staff-page.ts'
import {
  overlapField,
  overlapNote,
  sendDevelopersPage,
  shortcuts,
  zoneSwitch,
} from '../send-page.ts'
import { SCOPE_TEXTS } from '../texts.ts'
import { linkTo, type Visit } from '../visit.ts'

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
  noScopes: 'Choose at least one scope.',
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
    created: 'Created',
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
  days: 'Calls in the last 30 days',
  noCalls: 'No calls in the last 30 days.',
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

type ApiKey = Schemas['ApiKey']
type Usage = Schemas['ApiKeyUsage']

/** Maximum pages searched for a key: 1,000 keys. */
const PAGES = 10

/**
 * The page's key, found by listing: the API can't read a single key.
 *
 * @throws {PageError} 404
 */
export async function readKey({ staff, id }: Visit): Promise<ApiKey> {
  const { data } = await readPages<ApiKey>(staff, '/api-keys', PAGES)
  const found = data.find((key) => key.id === id)
  if (!found) throw pageNotFound()
  return found
}

function stateOf({ revokedAt, expiresAt, replacedById }: ApiKey): keyof typeof TEXTS.states {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) return 'expired'
  return replacedById === null ? 'works' : 'ending'
}

function stateMark(state: keyof typeof TEXTS.states): Html {
  return html`<span class="mark ${state === 'works' ? 'succeeded' : ''}">${TEXTS.states[state]}</span>`
}

const ROWS = 25

/** `/app/{organizationId}/developers/keys`: all keys, including ended ones. docs/contract.md#c12-keys */
export async function listKeys(visit: Visit): Promise<FastifyReply> {
  const { staff, at } = visit
  const here = linkTo(visit, 'keys')
  const { data, pages } = await readPart<ApiKey>(visit, '/api-keys', ROWS, { here })
  const rows = html`<ol class="rows">${data.map((key) => html`<li>${row(visit, key)}</li>`)}</ol>`
  return sendDevelopersPage(visit, {
    title: TEXTS.title,
    section: 'keys',
    action: actionLink(staff, 'createApiKey', `${at}/keys/new`, TEXTS.add),
    body: html`${data.length === 0 ? html`<p>${TEXTS.none}</p>` : rows}
${pages}
${zoneSwitch(visit, `${at}/keys`)}
${shortcuts()}`,
  })
}

function row(visit: Visit, key: ApiKey): Html {
  const { id, name, prefix, scopes, lastUsedAt } = key
  const used = lastUsedAt === null ? TEXTS.never : visit.clock.short(lastUsedAt)
  return html`<a href="${linkTo(visit, `keys/${id}`)}">${stateMark(stateOf(key))}
<span class="what" dir="auto">${name}</span> <code>${prefix}</code> <span class="where">${scopes.join(', ')}</span>
<span class="when">${TEXTS.facts.lastUsed}: ${used}</span></a>`
}

/** A key's current rate limit windows, and its calls by day. */
function usage({ windows, days }: Usage): Html {
  return html`<ul class="plain">${windows.map(({ used, limit, windowSeconds }) => {
    const text = TEXTS.window(used, limit, windowSeconds)
    return html`<li><meter value="${used}" max="${limit}" aria-label="${text}"></meter> ${text}</li>`
  })}</ul>
<h3>${TEXTS.days}</h3>
${days.length === 0 ? html`<p>${TEXTS.noCalls}</p>` : table(days)}`
}

function table(days: Usage['days']): Html {
  return html`<table class="figures"><thead><tr><th scope="col">${TEXTS.day}</th><th scope="col">${TEXTS.calls}</th><th scope="col">${TEXTS.statuses}</th></tr></thead>
<tbody>${days.map(({ day, calls, statuses }) => {
    const byStatus = statuses.map(({ status, calls: each }) => `${status}: ${each}`)
    return html`<tr><th scope="row">${day}</th><td>${calls}</td><td>${byStatus.join(', ')}</td></tr>`
  })}</tbody></table>`
}

/** A key with its use, and the forms to rotate and revoke it. @param mistyped entered instead of the prefix */
export async function showKey(
  visit: Visit,
  notice?: Notice,
  mistyped?: string,
): Promise<FastifyReply> {
  const { staff, at, id, query } = visit
  const [key, used] = await Promise.all([
    readKey(visit),
    read<Usage>(staff, `/api-keys/${id}/usage`),
  ])
  const maker = await read<{ name: string }>(staff, `/users/${key.createdByUserId}`)
  const requests = linkTo(visit, 'requests', [['apiKeyId', id]])
  const link = () => html`<p><a class="button" href="${requests}">${TEXTS.requests}</a></p>`
  const state = stateOf(key)
  return sendDevelopersPage(visit, {
    title: key.name,
    section: 'keys',
    notice: notice ?? doneNotice(query, TEXTS.done),
    body: html`${factsOf(visit, key, maker?.name)}
${ifMay(staff, 'listRequests', link)}
${used ? section('usage', TEXTS.usage, usage(used)) : nothing}
${zoneSwitch(visit, `${at}/keys/${id}`)}
${state === 'works' || state === 'ending' ? controls(visit, key, mistyped) : nothing}`,
  })
}

function factsOf({ at, clock }: Visit, key: ApiKey, maker: string | undefined): Html {
  const { prefix, scopes, createdAt, lastUsedAt, expiresAt, revokedAt, replacedById } = key
  const texts = TEXTS.facts
  const next = html`<a href="${at}/keys/${replacedById}">${TEXTS.nextKey}</a>`
  const state = stateOf(key)
  return html`${facts([
    [texts.state, stateMark(state)],
    [texts.prefix, html`<code>${prefix}</code>`],
    [texts.scopes, scopes.map((scope) => SCOPE_TEXTS[scope]).join('; ')],
    [texts.created, html`${clock.exact(createdAt)}${maker ? ` ${texts.by} ${maker}` : ''}`],
    [texts.lastUsed, lastUsedAt ? clock.exact(lastUsedAt) : TEXTS.never],
    [texts.expires, expiresAt && clock.exact(expiresAt)],
    [texts.revoked, revokedAt && clock.exact(revokedAt)],
    [texts.replaced, replacedById && next],
  ])}${state === 'ending' && expiresAt ? overlapNote(clock, TEXTS.oldKey, expiresAt) : nothing}`
}

/** The forms to rotate and revoke a key. */
function controls(
  { staff, at }: Visit,
  { id, prefix, replacedById }: ApiKey,
  mistyped: string | undefined,
): Html {
  const here = `${at}/keys/${id}`
  const content = html`${overlapField(TEXTS.overlap)}
<p class="soft">${TEXTS.rotateMeans}</p><button>${TEXTS.rotate}</button>`
  const rotate = () =>
    menu(TEXTS.rotate, changeForm({ action: `${here}/rotate`, isOnce: true, content }))
  const typed = field({
    name: 'prefix',
    label: TEXTS.typePrefix(prefix),
    value: mistyped,
    problem: mistyped === undefined ? undefined : TEXTS.wrongPrefix(prefix),
    isRequired: true,
    maxLength: MAX_LABEL_LENGTH,
    more: { autocomplete: 'off', autofocus: mistyped !== undefined },
  })
  const revoke = () =>
    confirmButton({
      label: TEXTS.revoke,
      question: TEXTS.revokeMeans,
      action: `${here}/revoke`,
      fields: typed,
      isOpen: mistyped !== undefined,
    })
  return html`<div class="menus">${replacedById === null ? ifMay(staff, 'rotateApiKey', rotate) : nothing}
${ifMay(staff, 'revokeApiKey', revoke)}</div>`
}
