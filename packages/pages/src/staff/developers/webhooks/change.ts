import type { FastifyReply } from 'fastify'
import type { ErrorBody } from '../../../call-api.ts'
import { formOf } from '../../../forms.ts'
import { nothing } from '../../../html.ts'
import { type Change, change } from '../../change.ts'
import { changeOf } from '../../change-form.ts'
import type { Notice } from '../../send-staff-page.ts'
import type { StaffCall } from '../../staff.ts'
import { HIDDEN } from '../parts.ts'
import { overlapNote, refusedNotice, sendDevelopersPage, sendShownOnce } from '../send-page.ts'
import type { Visit } from '../visit.ts'
import {
  draftNotice,
  draftOf,
  NEW_DRAFT,
  type Settings,
  type Subscribed,
  type Subscription,
  settingsNotice,
  settingsOf,
  urlOf,
} from './draft.ts'
import { webhookForm } from './form.ts'
import { showWebhook } from './page.ts'
import { lookFor, type Opened, readNames, settingTexts } from './targets.ts'
import { type Done, TEXTS } from './texts.ts'

/** The page with the form of a new webhook. */
export async function newWebhook(
  visit: Visit,
  notice?: Notice,
  opened: Opened = { draft: NEW_DRAFT },
): Promise<FastifyReply> {
  const names = await readNames(visit.staff, opened.draft)
  return sendDevelopersPage(visit, {
    title: TEXTS.add,
    section: 'webhooks',
    notice,
    body: webhookForm({ action: `${visit.at}/webhooks`, opened, names, button: TEXTS.create }),
  })
}

/** Adds a webhook, and shows its secret once. */
export async function createWebhook(visit: Visit): Promise<FastifyReply> {
  const { request, staff, at } = visit
  const opened = await lookFor(visit, draftOf(request))
  if (!opened.isReady) return newWebhook(visit, undefined, opened)
  const problem = draftNotice(visit, opened.draft)
  if (problem) return newWebhook(visit, problem, opened)
  const response = await staff.call<Subscribed & ErrorBody>({
    method: 'POST',
    url: '/webhooks/subscriptions',
    payload: settingsOf(opened.draft),
    idempotencyKey: changeOf(request).idempotencyKey,
  })
  if (response.status !== 201) return newWebhook(visit, settingsNotice(visit, response), opened)
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

/** Settings, the on/off state, or the description of a change. */
type Wanted = Settings | Pick<Subscription, 'active'> | string

/** Saves the settings of a webhook. */
export async function changeWebhook(visit: Visit): Promise<FastifyReply> {
  const opened = await lookFor(visit, draftOf(visit.request))
  if (!opened.isReady) return showWebhook(visit, undefined, opened)
  const problem = draftNotice(visit, opened.draft)
  if (problem) return showWebhook(visit, problem, opened)
  const settings = settingsOf(opened.draft)
  return send(visit, settings, {
    call: { method: 'PATCH', payload: settings },
    done: () => back(visit, 'saved'),
    refuse: (response) => showWebhook(visit, settingsNotice(visit, response), opened),
    showsFormOn404: true,
  })
}

/** Switches a webhook on or off. */
export function switchWebhook(visit: Visit, active: boolean): Promise<FastifyReply> {
  return send(
    visit,
    { active },
    {
      call: { method: 'PATCH', payload: { active } },
      done: () => back(visit, active ? 'on' : 'off'),
    },
  )
}

export function deleteWebhook(visit: Visit): Promise<FastifyReply> {
  return send(visit, TEXTS.remove, {
    call: { method: 'DELETE' },
    done: () => visit.reply.redirect(`${visit.at}/webhooks?done=deleted`, 303),
  })
}

/** Replaces the secret of a webhook, and shows the new one once. */
export function rotateSecret(visit: Visit): Promise<FastifyReply> {
  const { request, at, id, clock } = visit
  const overlapSeconds = Number(formOf(request).text('overlap'))
  return send<Subscribed>(visit, TEXTS.newSecret, {
    step: '/rotate-secret',
    call: {
      method: 'POST',
      payload: { overlapSeconds },
      idempotencyKey: changeOf(request).idempotencyKey,
    },
    done: ({ body: { secret, previousSecretUntil: until } }) =>
      sendShownOnce(visit, {
        title: TEXTS.rotated,
        section: 'webhooks',
        label: TEXTS.secret,
        secret,
        more: until === null ? nothing : overlapNote(clock, TEXTS.oldSecret, until),
        next: `${at}/webhooks/${id}`,
      }),
  })
}

/** Sends a test event, and leads to the page that waits for its result. */
export async function testWebhook(visit: Visit): Promise<FastifyReply> {
  const { request, reply, staff, at, id } = visit
  const { idempotencyKey } = changeOf(request)
  const url = `${urlOf(visit)}/test`
  const response = await staff.call<{ id: string } & ErrorBody>({
    method: 'POST',
    url,
    idempotencyKey,
  })
  if (response.status !== 202) return showWebhook(visit, refusedNotice(visit, response))
  return reply.redirect(`${at}/webhooks/${id}?test=${response.body.id}#test`, 303)
}

interface Sending<Body>
  extends Pick<Change<Body>, 'done' | 'showsFormOn404'>,
    Partial<Pick<Change<Body>, 'refuse'>> {
  call: Omit<StaffCall, 'url' | 'ifMatch'>
  step?: string
}

/** Sends the change of a webhook. A stale form is compared with the current webhook. */
function send<Body>(
  visit: Visit,
  wanted: Wanted,
  { call, step = '', ...sending }: Sending<Body>,
): Promise<FastifyReply> {
  const url = urlOf(visit)
  return change<Body, Subscription>(visit, {
    refuse: (response) => showWebhook(visit, refusedNotice(visit, response)),
    ...sending,
    call: { ...call, url: `${url}${step}`, ifMatch: changeOf(visit.request).ifMatch },
    compared: {
      url,
      texts: (now) => bothTexts(visit, wanted, now),
      same: () => back(visit, 'same'),
      back: `${visit.at}/webhooks/${visit.id}`,
    },
  })
}

/** Descriptions of the wanted and the current state. Equal settings are left out. */
async function bothTexts(
  { staff }: Visit,
  wanted: Wanted,
  now: Subscription,
): Promise<[wanted: string, now: string]> {
  if (typeof wanted === 'string') return [wanted, joined(settingTexts(now, new Map()))]
  if ('active' in wanted) return [stateText(wanted), stateText(now)]
  const names = new Map([
    ...(await readNames(staff, wanted.filter)),
    ...(await readNames(staff, now.filter)),
  ])
  const chosen = settingTexts({ ...wanted, headers: announced(wanted.headers) }, names)
  const stored = new Map(settingTexts(now, names))
  const others = chosen.filter(([label, text]) => text !== stored.get(label))
  return [joined(others), joined(others.map(([label]) => [label, stored.get(label) ?? '']))]
}

function joined(texts: readonly (readonly [label: string, text: string])[]): string {
  return texts.map(([label, text]) => `${label}: ${text || TEXTS.nothing}`).join('\n')
}

function stateText({ active }: Pick<Subscription, 'active'>): string {
  return active ? TEXTS.on : TEXTS.off
}

/** Hides new values. */
function announced(headers: Settings['headers']): Settings['headers'] {
  const say = (value: string) => (value === HIDDEN ? value : TEXTS.newValue)
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, say(value)]))
}

function back({ reply, at, id }: Visit, done: Done): FastifyReply {
  return reply.redirect(`${at}/webhooks/${id}?done=${done}`, 303)
}
