import { type Html, html } from '../../../html.ts'
import { changeForm, changeOf } from '../../change-form.ts'
import type { Tagged } from '../../read-record.ts'
import { choice, ifMay, menu } from '../parts.ts'
import { OVERLAPS } from '../texts.ts'
import type { Visit } from '../visit.ts'
import { draftFrom } from './draft.ts'
import { webhookForm } from './form.ts'
import type { Subscription } from './records.ts'
import type { Opened } from './search.ts'
import type { Names } from './targets.ts'
import { TEXTS } from './texts.ts'

/** The forms that change a webhook. */
export function controls(
  visit: Visit,
  { body, etag }: Tagged<Subscription>,
  opened: Opened | undefined,
  names: Names,
): Html {
  const { staff, at } = visit
  const form = (name: string, content: Html) =>
    changeForm({ action: `${at}/webhooks/${body.id}/${name}`, etag, content })
  const settings = () =>
    webhookForm({
      action: `${at}/webhooks/${body.id}/change`,
      // A form that was sent keeps the state that the person saw.
      etag: (opened && changeOf(visit.request).ifMatch) ?? etag,
      opened: opened ?? { draft: draftFrom(body) },
      names,
      button: TEXTS.save,
    })
  const change = () => menu(TEXTS.change, settings(), opened !== undefined)
  const rotate = () => menu(TEXTS.rotate, rotateForm(at, body.id, etag))
  const remove = () =>
    menu(
      TEXTS.remove,
      form(
        'delete',
        html`<p>${TEXTS.removeMeans}</p><button class="danger">${TEXTS.remove}</button>`,
      ),
    )
  const toggle = () =>
    body.active
      ? menu(TEXTS.switchOff, form('off', sure(TEXTS.offMeans, TEXTS.switchOff)))
      : menu(TEXTS.switchOn, form('on', sure(TEXTS.onMeans, TEXTS.switchOn)))
  return html`<div class="menus">${ifMay(staff, 'updateSubscription', change)}
${ifMay(staff, 'rotateSubscriptionSecret', rotate)}
${ifMay(staff, 'updateSubscription', toggle)}
${ifMay(staff, 'deleteSubscription', remove)}</div>`
}

function sure(meaning: string, button: string): Html {
  return html`<p>${meaning}</p><button>${button}</button>`
}

/** Sent twice, it makes one secret: another one would end the first. */
function rotateForm(at: string, id: string, etag: string): Html {
  const options = OVERLAPS.map(([seconds, text]) => [`${seconds}`, text] as const)
  return changeForm({
    action: `${at}/webhooks/${id}/rotate`,
    etag,
    isOnce: true,
    content: html`${choice('overlap', TEXTS.overlap, options, null)}
<p class="soft">${TEXTS.rotateMeans}</p><button>${TEXTS.rotate}</button>`,
  })
}
