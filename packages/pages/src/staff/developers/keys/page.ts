import { MAX_LABEL_LENGTH } from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import { type Html, html, nothing } from '../../../html.ts'
import { changeForm, choice, field } from '../../change-form.ts'
import { read } from '../../read-record.ts'
import type { Notice } from '../../send-staff-page.ts'
import { facts, ifMay, menu } from '../parts.ts'
import { overlapNote, sendDevelopersPage, zoneSwitch } from '../send-page.ts'
import { OVERLAPS, SCOPE_TEXTS } from '../texts.ts'
import { type Visit, withQuery } from '../visit.ts'
import { type ApiKey, isLive, readKey, stateMark, stateOf, TEXTS, type Usage } from './list.ts'

/** The rate limit windows of a key now, and its calls by day. */
function usage({ windows, days }: Usage): Html {
  return html`<section aria-labelledby="usage"><h2 id="usage">${TEXTS.usage}</h2>
<ul class="plain">${windows.map(({ used, limit, windowSeconds }) => {
    const text = TEXTS.window(used, limit, windowSeconds)
    return html`<li><meter value="${used}" max="${limit}" aria-label="${text}"></meter> ${text}</li>`
  })}</ul>
<h3>${TEXTS.days}</h3>
${days.length === 0 ? html`<p>${TEXTS.noCalls}</p>` : table(days)}</section>`
}

function table(days: Usage['days']): Html {
  return html`<table class="figures"><thead><tr><th scope="col">${TEXTS.day}</th><th scope="col">${TEXTS.calls}</th><th scope="col">${TEXTS.statuses}</th></tr></thead>
<tbody>${days.map(({ day, calls, statuses }) => {
    const byStatus = statuses.map(({ status, calls: each }) => `${status}: ${each}`)
    return html`<tr><th scope="row">${day}</th><td>${calls}</td><td>${byStatus.join(', ')}</td></tr>`
  })}</tbody></table>`
}

/** The page of a key. */
export async function showKey(visit: Visit, notice?: Notice): Promise<FastifyReply> {
  const { staff, at, id, clock } = visit
  const [key, used] = await Promise.all([
    readKey(visit),
    read<Usage>(staff, `/api-keys/${id}/usage`),
  ])
  const maker = await read<{ name: string }>(staff, `/users/${key.createdByUserId}`)
  const requests = withQuery(`${at}/requests`, [
    ['apiKeyId', id],
    ['zone', clock.isUtc ? 'utc' : null],
  ])
  return sendDevelopersPage(visit, {
    title: key.name,
    section: 'keys',
    notice,
    body: html`${factsOf(visit, key, maker?.name)}
${ifMay(staff, 'listRequests', () => html`<p><a class="button" href="${requests}">${TEXTS.requests}</a></p>`)}
${used ? usage(used) : nothing}
${zoneSwitch(visit, `${at}/keys/${id}`)}
${isLive(key) ? controls(visit, key) : nothing}`,
  })
}

function factsOf({ at, clock }: Visit, key: ApiKey, maker: string | undefined): Html {
  const { prefix, scopes, createdAt, lastUsedAt, expiresAt, revokedAt, replacedById } = key
  const texts = TEXTS.facts
  const next = html`<a href="${at}/keys/${replacedById}">${TEXTS.nextKey}</a>`
  const state = stateOf(key, Date.now())
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

/** The forms that replace and end a key. */
function controls({ staff, at }: Visit, { id, prefix, replacedById }: ApiKey): Html {
  const options = OVERLAPS.map(([seconds, text]) => [`${seconds}`, text] as const)
  const rotate = () =>
    menu(
      TEXTS.rotate,
      changeForm({
        action: `${at}/keys/${id}/rotate`,
        isOnce: true,
        content: html`${choice('overlap', TEXTS.overlap, options, null)}
<p class="soft">${TEXTS.rotateMeans}</p><button>${TEXTS.rotate}</button>`,
      }),
    )
  const revoke = () =>
    menu(
      TEXTS.revoke,
      changeForm({
        action: `${at}/keys/${id}/revoke`,
        content: html`<p>${TEXTS.revokeMeans}</p>
${field({ name: 'prefix', label: TEXTS.typePrefix(prefix), autocomplete: 'off', isRequired: true, maxLength: MAX_LABEL_LENGTH })}
<button class="danger">${TEXTS.revoke}</button>`,
      }),
    )
  return html`<div class="menus">${replacedById === null ? ifMay(staff, 'rotateApiKey', rotate) : nothing}
${ifMay(staff, 'revokeApiKey', revoke)}</div>`
}
