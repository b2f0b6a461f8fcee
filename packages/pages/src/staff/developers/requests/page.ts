import { type Html, html, nothing } from '../../../html.ts'
import { field } from '../../change-form.ts'
import type { List } from '../../read-record.ts'
import { fieldTime, filtersIn, pager } from '../filters.ts'
import { choice, hidden, menu, timeField } from '../parts.ts'
import { zoneSwitch } from '../send-page.ts'
import { shortcuts } from '../shortcuts.ts'
import { DEVELOPERS } from '../texts.ts'
import { type Visit, withQuery } from '../visit.ts'
import { errorGroups } from './groups.ts'
import type { Call, Key } from './records.ts'
import { TEXTS } from './texts.ts'

const CHOSEN = ['status', 'code', 'route', 'apiKeyId', 'since', 'until']

export interface Shown {
  calls: List<Call>
  /** The newest errors; `undefined` on a page that is filtered, or not the first. */
  errors: List<Call> | undefined
  keys: readonly Key[]
  /** Names of people by id. */
  people: ReadonlyMap<string, string>
}

export function filtersOf(visit: Visit): URLSearchParams {
  return filtersIn(visit, [...CHOSEN, 'userId'])
}

/** The errors in groups, and the log. */
export function requestsPage(visit: Visit, shown: Shown): Html {
  const here = `${visit.at}/requests`
  const { calls, errors } = shown
  const { data, nextCursor } = calls
  return html`<p class="soft">${TEXTS.lead}</p>
${filterForm(visit, shown)}
${zoneSwitch(visit, here)}
${errors ? html`<section aria-labelledby="errors"><h2 id="errors">${TEXTS.errors}</h2>${errorGroups(visit, errors.data, errors.nextCursor === null)}</section>` : nothing}
<section aria-labelledby="log"><h2 id="log">${TEXTS.log}</h2>
${data.length === 0 ? html`<p>${TEXTS.empty}</p>` : html`<ol class="calls">${data.map((each) => row(visit, shown, each))}</ol>`}
${pager(visit, { here, filters: filtersOf(visit), nextCursor })}</section>
${shortcuts()}`
}

function row({ clock }: Visit, { keys, people }: Shown, call: Call): Html {
  const { method, route, status, code, milliseconds, apiKeyId, userId, at, requestId } = call
  const key = keys.find(({ id }) => id === apiKeyId)
  const by =
    apiKeyId === null
      ? TEXTS.by(people.get(userId) ?? TEXTS.someone)
      : TEXTS.withKey(key?.name ?? TEXTS.someKey)
  return html`<li><span class="mark ${status < 400 ? 'succeeded' : 'failed'}">${status}</span> <span class="what">${method} ${route}</span>
${code ? html`<code>${code}</code>` : nothing} <span>${TEXTS.milliseconds(milliseconds)}</span> <span class="soft" dir="auto">${by}</span>
<span class="soft">${clock.short(at)}</span> <span class="soft">${TEXTS.requestId} <code>${requestId}</code></span></li>`
}

function filterForm(visit: Visit, { keys }: Shown): Html {
  const here = `${visit.at}/requests`
  const filters = filtersOf(visit)
  const zone: [string, string][] = visit.clock.isUtc ? [['zone', 'utc']] : []
  const kept = [...filters].filter(([name]) => !CHOSEN.includes(name))
  const any = ['', DEVELOPERS.any] as const
  const status = filters.get('status')
  const statuses = Object.entries(TEXTS.statuses)
  const isOther = status !== null && !Object.hasOwn(TEXTS.statuses, status)
  const keyOptions = keys.map(({ id, name, prefix }) => [id, `${name} (${prefix})`] as const)
  const form = html`<form class="filters" action="${here}">${hidden(kept)}
${choice('status', TEXTS.status, [any, ...statuses, ...(isOther ? [[status, status] as const] : [])], status)}
${field({ name: 'code', label: TEXTS.code, value: filters.get('code') ?? '' })}
${field({ name: 'route', label: TEXTS.route, value: filters.get('route') ?? '' })}
${choice('apiKeyId', TEXTS.key, [any, ...keyOptions], filters.get('apiKeyId'))}
${timeField('since', DEVELOPERS.from, fieldTime(visit, filters, 'since'))}
${timeField('until', DEVELOPERS.to, fieldTime(visit, filters, 'until'))}
<div class="actions"><button class="go">${DEVELOPERS.filter}</button><a class="button" href="${withQuery(here, zone)}">${DEVELOPERS.noFilter}</a></div></form>`
  return menu(DEVELOPERS.filters, form, filters.size > zone.length)
}
