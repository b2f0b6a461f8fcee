import type { FastifyReply } from 'fastify'
import { formOf } from '../../../forms.ts'
import { type Html, nothing } from '../../../html.ts'
import { type Change, type Compared, change } from '../../change.ts'
import type { Notice } from '../../send-staff-page.ts'
import type { StaffCall } from '../../staff.ts'
import {
  HIDDEN,
  overlapNote,
  refusedNotice,
  sendDevelopersPage,
  sendShownOnce,
} from '../send-page.ts'
import type { Visit } from '../visit.ts'
import {
  draftOf,
  NEW_DRAFT,
  problemsOf,
  type Refused,
  refusedDraft,
  refusedSettings,
  type Settings,
  type Subscribed,
  type Subscription,
  settingsOf,
  urlOf,
} from './draft.ts'
import { webhookForm } from './form.ts'
import { showWebhook } from './page.ts'
import { lookFor, type Opened, readNames, settingTexts } from './targets.ts'
import { type Done, TEXTS } from './texts.ts'

/** The form for a new webhook. */
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
    body: webhookForm({
      action: `${visit.at}/webhooks`,
      types: `${visit.at}/events/types`,
      opened,
      names,
      button: TEXTS.create,
    }),
  })
}

/** Adds a webhook, and shows its secret once. */
export async function createWebhook(visit: Visit): Promise<FastifyReply> {
  const opened = await lookFor(visit, draftOf(visit.request))
  if (!opened.isReady) return newWebhook(visit, undefined, opened)
  const show = ({ notice, problems }: Refused) => newWebhook(visit, notice, { ...opened, problems })
  const found = problemsOf(opened.draft)
  if (found.size > 0) return show(refusedDraft(visit, found))
  const payload = settingsOf(opened.draft)
  return change<Subscribed>(visit, {
    call: { method: 'POST', url: '/webhooks/subscriptions', payload },
    done: ({ body: { id, secret } }) => showSecret(visit, TEXTS.made, secret, nothing, id),
    refuse: (response) => show(refusedSettings(visit, response)),
    showsFormOn404: true,
  })
}

function showSecret(visit: Visit, title: string, secret: string, more: Html, id = visit.id) {
  const next = `${visit.at}/webhooks/${id}`
  return sendShownOnce(visit, {
    title,
    section: 'webhooks',
    label: TEXTS.secret,
    secret,
    more,
    next,
  })
}

/** Settings, the on/off state, or the description of a change. */
type Wanted = Settings | Pick<Subscription, 'active'> | string

/** Saves the settings of a webhook. */
export async function changeWebhook(visit: Visit): Promise<FastifyReply> {
  const opened = await lookFor(visit, draftOf(visit.request))
  if (!opened.isReady) return showWebhook(visit, undefined, opened)
  const show = ({ notice, problems }: Refused) =>
    showWebhook(visit, notice, { ...opened, problems })
  const found = problemsOf(opened.draft)
  if (found.size > 0) return show(refusedDraft(visit, found))
  const settings = settingsOf(opened.draft)
  return send(visit, settings, {
    call: { method: 'PATCH', payload: settings },
    done: () => back(visit, 'saved'),
    refuse: (response) => show(refusedSettings(visit, response)),
    showsFormOn404: true,
  })
}

/** Switches a webhook on or off. */
export function switchWebhook(visit: Visit, active: boolean): Promise<FastifyReply> {
  const payload = { active }
  const done = () => back(visit, active ? 'on' : 'off')
  return send(visit, payload, { call: { method: 'PATCH', payload }, done })
}

export function deleteWebhook(visit: Visit): Promise<FastifyReply> {
  return send(visit, TEXTS.remove, {
    call: { method: 'DELETE' },
    done: () => visit.reply.redirect(`${visit.at}/webhooks?done=deleted`, 303),
  })
}

/** Rotates a webhook's secret and shows the new one once. */
export function rotateSecret(visit: Visit): Promise<FastifyReply> {
  const overlapSeconds = Number(formOf(visit.request).text('overlap'))
  const { title, lead } = TEXTS.rotateAgain
  return send<Subscribed>(visit, TEXTS.newSecret, {
    step: '/rotate-secret',
    words: () => ({ title, lead, yes: TEXTS.rotate }),
    call: { method: 'POST', payload: { overlapSeconds } },
    done: ({ body: { secret, previousSecretUntil: until } }) => {
      const note = until === null ? nothing : overlapNote(visit.clock, TEXTS.oldSecret, until)
      return showSecret(visit, TEXTS.rotated, secret, note)
    },
  })
}

/** Sends a test event, and redirects to the page that waits for the result. */
export function testWebhook(visit: Visit): Promise<FastifyReply> {
  const { reply, at, id } = visit
  return change<{ id: string }>(visit, {
    call: { method: 'POST', url: `${urlOf(visit)}/test` },
    done: ({ body }) => reply.redirect(`${at}/webhooks/${id}?test=${body.id}#test`, 303),
    refuse: (response) => showWebhook(visit, refusedNotice(visit, response)),
  })
}

interface Sending<Body>
  extends Pick<Change<Body>, 'done' | 'showsFormOn404'>,
    Partial<Pick<Change<Body>, 'refuse'>>,
    Pick<Compared<Subscription>, 'words'> {
  call: Omit<StaffCall, 'url' | 'ifMatch'>
  step?: string
}

/** Sends a change to a webhook. A stale form is compared with the current webhook. */
function send<Body>(
  visit: Visit,
  wanted: Wanted,
  { call, step = '', words, ...sending }: Sending<Body>,
): Promise<FastifyReply> {
  const url = urlOf(visit)
  return change<Body, Subscription>(visit, {
    refuse: (response) => showWebhook(visit, refusedNotice(visit, response)),
    ...sending,
    call: { ...call, url: `${url}${step}` },
    compared: {
      url,
      texts: (now) => bothTexts(visit, wanted, now),
      same: () => back(visit, 'same'),
      back: `${visit.at}/webhooks/${visit.id}`,
      ...(words && { words }),
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
  const names = await readNames(staff, wanted.filter, now.filter)
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
